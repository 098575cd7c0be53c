/** Watch channels for clients that run a receiver of notifications of their own. */
import type { drive_v3 } from '@googleapis/drive';
import { changes } from '../../storage/operations.ts';
import { timeOf } from '../../../engine/schema/type/epoch-time.ts';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { computed, fields, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { refInput } from '../../../engine/schema/field/ref-input.ts';
import { ServiceName } from '../../../engine/schema/quota/service-name.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';

/** Channels of all services: the first key names the service. */
export const WatchChannel = resource<drive_v3.Schema$Channel>({
  name: 'WatchChannel',
  key: ['service', 'watchChannelId', 'resourceId'],
  read: { kind: 'unreadable', operation: changes.watch },
});

/** Names one channel: `by: { id }` or `by: { key: { service, watchChannelId, resourceId } }`. */
export const WatchChannelRef = refInput(WatchChannel, {
  service: {
    type: ServiceName,
    description: 'The service that sends the notifications: `STORAGE` or `CALENDAR`.',
  },
  watchChannelId: {
    description: 'The id of the channel, header `X-Goog-Channel-ID` of its notifications.',
  },
  resourceId: {
    description:
      'The id of the watched resource, header `X-Goog-Resource-ID` of the notifications of the channel.',
  },
});

export function addWatchChannel(): void {
  WatchChannel.implement({
    description:
      'A channel over which Google sends notifications of changes to a receiver of the client. A channel cannot be read again, and cannot be prolonged: open a new one before it expires.',
    fields: (t) => ({
      id: unreadableId(t, { mutations: ['stopWatching'] }),
      watchChannelId: parentKey(
        t,
        'watchChannelId',
        'The id of the channel. Notifications have it in the header `X-Goog-Channel-ID`. REST field: `id`.',
      ),
      resourceId: ownKey(
        t,
        'The id of the watched resource in notifications, header `X-Goog-Resource-ID`. The same for all channels of the resource, and no id of a file or a calendar.',
      ),
      expiresAt: computed(
        t,
        'DateTime',
        {
          paths: ['expiration'],
          compute: ({ expiration }) =>
            timeOf({ value: expiration, unitMs: 1, operation: changes.watch }),
        },
        'The time after which no notification is sent. REST field: `expiration`.',
      ),
      ...fields(t, {
        resourceUri: ['URL', 'The URL of the watched resource in the REST API.'],
        token:
          'The token that each notification repeats in the header `X-Goog-Channel-Token`. Null if the channel has none.',
      }),
    }),
  });
}
