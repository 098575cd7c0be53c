/** The REST calls that open and stop the watch channels, as `web_hook` notifications use them. */
import { upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Execution } from '../../execution/execution.ts';
import type { WatchCalls } from './watch-renewal.ts';

interface ChannelOperations {
  readonly watch: AnyOperation;
  readonly stop: AnyOperation;
  /** The arguments of `watch`, without its body. May make a call. */
  readonly args: (execution: Execution) => Promise<Readonly<Record<string, unknown>>>;
}

/** Time in ms between two polls of a watched feed: a lost notification delays a change by it. */
const watchedIntervalMs = 300_000;

/** The fields of the answer of `watch` that the gateway reads. */
interface OpenedAnswer {
  readonly resourceId?: unknown;
  /** Milliseconds since 1970, as text. */
  readonly expiration?: unknown;
}

/** @returns the calls for a source's option `watch` */
export const channelCalls = ({ watch, stop, args }: ChannelOperations): WatchCalls => ({
  intervalMs: watchedIntervalMs,
  // Like each read of a feed, these calls take their quota units before they are sent.
  open: (execution, { id, token, address, expiresAt }) =>
    execution.quota.withCall(watch, async () => {
      const body = { id, token, address, type: 'web_hook', expiration: String(expiresAt) };
      const answer = await execution.send(watch, { ...(await args(execution)), body });
      const { resourceId, expiration = body.expiration } = (answer ?? {}) as OpenedAnswer;
      const end = Number(expiration);
      if (typeof resourceId !== 'string' || !Number.isFinite(end))
        throw upstreamError(watch, 'UPSTREAM_INVALID');
      return { resourceId, expiresAt: end };
    }),
  stop: async (execution, { id, resourceId }) => {
    await execution.quota.withCall(stop, () => execution.send(stop, { body: { id, resourceId } }));
  },
});
