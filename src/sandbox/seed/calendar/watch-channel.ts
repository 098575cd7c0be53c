/**
 * The seeded watch channel: of settings, which no test changes, so that it sends no notification.
 */
import type { CalendarChannels } from '../../calendar/state.ts';
import { addChannel } from '../../notification-channel.ts';
import type { Simulation } from '../../simulation.ts';
import { day } from '../../time.ts';
import { ids, watchedResourceId } from '../ids.ts';

export function buildChannels(simulation: Simulation): CalendarChannels {
  const channels: CalendarChannels = new Map();
  addChannel(simulation, channels, {
    id: ids.watchChannel.settings,
    resourceId: watchedResourceId('/users/me/settings', ids.person.ava),
    resourceUri: 'https://www.googleapis.com/calendar/v3/users/me/settings?alt=json',
    address: 'https://receiver.example/settings',
    token: 'seeded',
    expiration: simulation.start.getTime() + 6 * day,
    person: ids.person.ava,
    watched: { kind: 'settings' },
    sequence: 1,
  });
  return channels;
}
