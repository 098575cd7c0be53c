/** How the parts of a channel are replaced, whatever asks for it. */
import type { PartsUpdate } from '../../data/write/update.ts';
import { channels } from '../../upstream/video/index.ts';

export const channelRules: Pick<PartsUpdate, 'write' | 'apart' | 'dropped' | 'always'> = {
  write: channels.update,
  // The language comes before what is translated from it.
  apart: ['brandingSettings', 'localizations', 'status'],
  dropped: ['brandingSettings.watch'],
  always: { brandingSettings: 'brandingSettings.channel.title' },
};
