/** Calls on behalf of a content owner: which channels the caller can act for. */
import type { ApiCall } from '../../call/handler.ts';
import { throwForbidden } from '../error.ts';
import { type ChannelEntity, videoState } from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

/** The content owner of the call. That the caller can act for it has been checked before. */
export const getContentOwner = ({ query }: ApiCall): string | undefined =>
  query.text('onBehalfOfContentOwner');

/** Whether the call's content owner manages the channel; false for calls without content owner. */
export function isManaged(
  call: ApiCall,
  { contentOwnerDetails: { contentOwner } }: ChannelEntity,
): boolean {
  return contentOwner !== undefined && contentOwner === getContentOwner(call);
}

/** Whether the caller can read and change the channel as its owner. */
export const canActFor = (call: ApiCall, channel: ChannelEntity): boolean =>
  channel.id === call.user.channelId || isManaged(call, channel);

/**
 * Returns the channel that an inserted entity belongs to: the one that the call names, or the
 * caller's own.
 * @throws ApiError 403 with this reason for a channel that the content owner does not manage
 */
export function findTargetChannel(
  call: ApiCall,
  domain: string,
  reason: RefusalReason,
): ChannelEntity {
  const { channels } = videoState(call.simulation);
  const requestedId = call.query.text('onBehalfOfContentOwnerChannel');
  const channel = channels.get(requestedId ?? call.user.channelId!);
  return channel && (requestedId === undefined || isManaged(call, channel))
    ? channel
    : throwForbidden(domain, reason);
}
