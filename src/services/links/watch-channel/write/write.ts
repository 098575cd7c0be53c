/** All mutations of watch channels. */
import { calendarWatchWrites } from './calendar.ts';
import { storageWatchWrites } from './storage.ts';
import { stopChannel } from '../../../../engine/write/insert/watch-channel.ts';
import { channels as calendarChannels } from '../../../calendar/operations.ts';
import { channels as driveChannels } from '../../../storage/operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { WatchChannel, WatchChannelRef } from '../type.ts';

const stopWatching = write('stopWatching', {
  description:
    'Stop a watch channel before it expires. Only with an access token of the account that opened the channel. Error `NOT_FOUND` for a channel that was stopped or has expired.',
  operation: driveChannels.stop,
  target: WatchChannel,
  id: {
    ref: WatchChannelRef,
    description: 'The channel to stop, which only its mutation returns.',
  },
  strategy: stopChannel({ storage: driveChannels.stop, calendar: calendarChannels.stop }),
  deletes: 'The global id of the stopped channel.',
});

export const watchWrites = [...storageWatchWrites, ...calendarWatchWrites, stopWatching];
