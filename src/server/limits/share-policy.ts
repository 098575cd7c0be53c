/** The settings of shares. */
import type { Config } from '../../config.ts';
import type { SharePolicy } from '../../engine/rest/share/shares.ts';

/** @returns what holds for all kinds of shares */
export const sharePolicy = (
  config: Pick<Config, 'MAX_CALLER_SHARE' | 'MAX_ANONYMOUS_SHARE'>,
  isAccepted: SharePolicy['isAccepted'],
): SharePolicy => ({
  callerShare: config.MAX_CALLER_SHARE,
  anonymousShare: config.MAX_ANONYMOUS_SHARE,
  isAccepted,
});
