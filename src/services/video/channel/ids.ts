/** The argument `channelIds` of lists that can be limited to given channels. */
import { InvalidInput } from '../../../engine/api/error.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { Channel } from '../resources.ts';

/**
 * Returns the YouTube ids of channels that are given by global ids or YouTube ids.
 * @param max the maximum number of channels in one call
 * @throws InvalidInput for an empty list, too many ids and an invalid id
 */
export function parseChannelIds(ids: readonly string[], max: number): string[] {
  if (ids.length === 0 || ids.length > max)
    throw new InvalidInput('channelIds', `expected 1 to ${max} channels, got ${ids.length}`);
  return ids.map((id, index) => upstreamId(Channel.resource, id, `channelIds.${index}`));
}
