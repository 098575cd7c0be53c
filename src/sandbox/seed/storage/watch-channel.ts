/** The seeded watch channel: of a file that no test changes, so that it sends no notification. */
import type { Simulation } from '../../simulation.ts';
import type { WatchChannelEntity } from '../../storage/watch-channel.ts';
import { hour } from '../../time.ts';
import { ids, watchedResourceId } from '../ids.ts';

/** By id. */
export function buildChannels(simulation: Simulation): Map<string, WatchChannelEntity> {
  const id = ids.watchChannel.location;
  const fileId = ids.file.location;
  const channel: WatchChannelEntity = {
    id,
    resourceId: watchedResourceId(fileId, ids.person.ava),
    resourceUri: `https://www.googleapis.com/drive/v3/files/${fileId}`,
    address: 'https://receiver.example/files',
    token: 'seeded',
    expiration: simulation.start.getTime() + 12 * hour,
    person: ids.person.ava,
    watched: { fileId },
    sequence: 1,
  };
  const channels = new Map([[id, channel]]);
  simulation.clock.after(12 * hour, () => void channels.delete(id));
  return channels;
}
