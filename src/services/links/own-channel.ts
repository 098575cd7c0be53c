/** The channel that a caller acts for: the same for all tokens of the caller. */
import type { Execution } from '../../engine/execution/execution.ts';
import { upstreamError } from '../../engine/api/error.ts';
import { type AnyOperation, serviceOf } from '../../engine/api/operation.ts';
import { errorReasonOf } from '../../engine/rest/operation/error-reason.ts';
import { channels } from '../video/operations.ts';
import { noChannel } from '../shared/youtube/no-channel.ts';

/**
 * Reads the id of the channel, which also proves the token. YouTube rejects a content owner for
 * whom the caller may not act.
 * @param operation what needs a channel
 * @returns the id, with the content owner
 * @throws UpstreamError FORBIDDEN if the caller has no channel
 */
export async function ownChannel(
  execution: Execution,
  operation: AnyOperation,
): Promise<readonly [channelId: string, contentOwner: string]> {
  const { onBehalfOf: contentOwner, subaccount: channel } = execution.identities.of(operation);
  const named = contentOwner === undefined ? undefined : channel;
  const filter = named === undefined ? { mine: true } : { id: [named] };
  const args = { ...filter, part: ['id'], fields: 'items/id' };
  const { items = [] } = await execution.send(channels.list, args);
  const id = items[0]?.id;
  if (id) return [id, contentOwner ?? ''];
  const [reason] = noChannel;
  const meaning = errorReasonOf(execution.api, { service: serviceOf(operation), reason });
  throw upstreamError(operation, 'FORBIDDEN', { reason, meaning });
}
