/** The root field of broadcasts, and the broadcasts of a viewer. */
import { builder } from '../../../engine/schema/builder.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { Viewer } from '../../shared/viewer.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { liveBroadcasts } from '../operations.ts';
import { Broadcast } from '../resources.ts';
import { broadcastConnection } from './type.ts';
import { BroadcastStatusFilter, BroadcastTypeFilter } from '../../shared/youtube/enums.ts';

export function addBroadcastList(): void {
  builder.queryFields((t) => ({
    broadcast: lookup(
      t,
      Broadcast,
      'The global id, or the YouTube id of the broadcast, which equals the video id.',
      "A broadcast of the caller's channel. Broadcasts of other channels are available as `video` only. Error `NOT_FOUND` if there is no such broadcast or the caller may not see it.",
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    broadcasts: connection(
      t,
      broadcastConnection,
      {
        operation: liveBroadcasts.list,
        // Always sent: the default of the REST API excludes persistent broadcasts.
        args: (_, { status, type }) => ({
          ...(status === 'all' ? { mine: true } : { broadcastStatus: status }),
          broadcastType: type,
        }),
        argumentNames: { broadcastStatus: 'status', broadcastType: 'type' },
        nullOnReasons: noChannel,
        arguments: {
          status: [
            required(BroadcastStatusFilter),
            'Return only broadcasts with this progress.',
            { default: 'all' },
          ],
          type: [
            required(BroadcastTypeFilter),
            'Return only broadcasts of this kind.',
            { default: 'all' },
          ],
        },
      },
      "Broadcasts of the caller's channel, including ended broadcasts. The order is undefined: to find the next ones, read `status: UPCOMING` with `first: 50`, which costs as much as one item, and compare `scheduledStartAt`. A document can have the field twice, for two statuses. Null with a warning if the caller has no channel.",
    ),
  }));
}
