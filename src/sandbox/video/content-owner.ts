/** For whom a call is made: the caller's own channel, or those that their content owner manages. */
import type { ApiCall } from '../handler.ts';
import { forbid } from './list.ts';
import { type Channel, videoState } from './state.ts';

/** The content owner named by the call; that the caller may act for it was checked before. */
export const ownerOf = ({ query }: ApiCall): string | undefined =>
  query.text('onBehalfOfContentOwner');

/** Whether the caller may see and change what belongs to the channel alone. */
export const actsFor = (call: ApiCall, { id, contentOwnerDetails }: Channel): boolean =>
  id === call.user.channelId || isManaged(call, contentOwnerDetails);

/** Whether the channel is one of the content owner's that the call names. */
export function isManaged(
  call: ApiCall,
  { contentOwner }: Channel['contentOwnerDetails'],
): boolean {
  const owner = ownerOf(call);
  return owner !== undefined && contentOwner === owner;
}

/** The channel to which what the call makes will belong. */
export function actingChannel(call: ApiCall, domain: string, reason: string): Channel {
  const { channels } = videoState(call.simulation);
  const named = call.query.text('onBehalfOfContentOwnerChannel');
  const channel = channels.get(named ?? call.user.channelId!);
  return channel && (named === undefined || isManaged(call, channel.contentOwnerDetails))
    ? channel
    : forbid(domain, reason);
}
