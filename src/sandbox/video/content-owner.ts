/** For whom a call is made: the caller's own channel, or those that their content owner manages. */
import type { ApiCall } from '../handler.ts';
import { throwForbidden } from './error.ts';
import { type ChannelEntity, videoState } from './state.ts';

/** The content owner named by the call; that the caller may act for it was checked before. */
export const getContentOwner = ({ query }: ApiCall): string | undefined =>
  query.text('onBehalfOfContentOwner');

/** Whether the caller may see and change what belongs to the channel alone. */
export const canActFor = (call: ApiCall, { id, contentOwnerDetails }: ChannelEntity): boolean =>
  id === call.user.channelId || isManaged(call, contentOwnerDetails);

/** Whether the channel is one of the content owner's that the call names. */
export function isManaged(
  call: ApiCall,
  { contentOwner }: ChannelEntity['contentOwnerDetails'],
): boolean {
  const owner = getContentOwner(call);
  return owner !== undefined && contentOwner === owner;
}

/** The channel to which what the call makes will belong. */
export function findTargetChannel(call: ApiCall, domain: string, reason: string): ChannelEntity {
  const { channels } = videoState(call.simulation);
  const named = call.query.text('onBehalfOfContentOwnerChannel');
  const channel = channels.get(named ?? call.user.channelId!);
  return channel && (named === undefined || isManaged(call, channel.contentOwnerDetails))
    ? channel
    : throwForbidden(domain, reason);
}
