/** The seeded watch channel: of a file that no test changes, so that it sends no notification. */
import { addChannel } from '../../notification-channel.ts';
import type { Simulation } from '../../simulation.ts';
import type { DriveChannels } from '../../storage/watch/watch-channel.ts';
import { hour } from '../../time.ts';
import { ids, watchedResourceId } from '../ids.ts';

export function buildChannels(simulation: Simulation): DriveChannels {
  const channels: DriveChannels = new Map();
  const fileId = ids.file.location;
  addChannel(simulation, channels, {
    id: ids.watchChannel.location,
    resourceId: watchedResourceId(`/files/${fileId}`, ids.person.ava),
    resourceUri: `https://www.googleapis.com/drive/v3/files/${fileId}`,
    address: 'https://receiver.example/files',
    token: 'seeded',
    expiration: simulation.start.getTime() + 12 * hour,
    person: ids.person.ava,
    watched: { fileId },
    sequence: 1,
  });
  return channels;
}
