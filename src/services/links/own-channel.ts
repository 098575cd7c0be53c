/** The channel that a caller acts for: the same for all tokens of the caller. */
import type { Execution } from '../../engine/execution/execution.ts';
import { upstreamError } from '../../engine/api/error.ts';
import {
  type AnyOperation,
  type Args,
  type ResponseOf,
  serviceOf,
} from '../../engine/api/operation.ts';
import { errorReasonOf } from '../../engine/rest/operation/error-reason.ts';
import { channels } from '../video/operations.ts';
import { noChannel } from '../shared/youtube/no-channel.ts';

/** The arguments of the call that reads the channel. */
type ChannelCall = Args<typeof channels.list>;

/**
 * Reads the id of the channel, which also proves the token. YouTube rejects a content owner for
 * whom the caller may not act.
 * @param operation what needs a channel
 * @param read makes the call; default: a call of its own
 * @returns the id, with the content owner
 * @throws UpstreamError FORBIDDEN if the caller has no channel
 */
export async function ownChannel(
  execution: Execution,
  operation: AnyOperation,
  read = (args: ChannelCall): Promise<unknown> => execution.send(channels.list, args),
): Promise<readonly [channelId: string, contentOwner: string]> {
  const { onBehalfOf: contentOwner, subaccount: channel } = execution.identities.of(operation);
  const named = contentOwner === undefined ? undefined : channel;
  const filter = named === undefined ? { mine: true } : { id: [named] };
  const answer = await read({ ...filter, part: ['id'], fields: 'items/id' });
  const { items = [] } = answer as ResponseOf<typeof channels.list>;
  const id = items[0]?.id;
  if (id) return [id, contentOwner ?? ''];
  const [reason] = noChannel;
  const meaning = errorReasonOf(execution.api, { service: serviceOf(operation), reason });
  throw upstreamError(operation, 'FORBIDDEN', { reason, meaning });
}
