/** Root fields and viewer fields for broadcasts and streams. */
import { liveBroadcasts, liveStreams } from '../../upstream/live/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { enumeration } from '../field/enumeration.ts';
import { lookup } from '../field/lookup.ts';
import { Viewer } from '../link/viewer.ts';
import { noChannel } from '../video/resource.ts';
import { broadcastConnection } from './broadcast.ts';
import { Broadcast, Stream } from './resource.ts';
import { streamConnection } from './stream.ts';

const BroadcastStatusFilter = enumeration(
  'BroadcastStatusFilter',
  'Which stage broadcasts are listed from.',
  {
    all: 'Every stage.',
    active: 'On air now.',
    upcoming: 'Not yet on air.',
    completed: 'Over.',
  },
);

const BroadcastTypeFilter = enumeration(
  'BroadcastTypeFilter',
  'Which sort of broadcasts is listed.',
  {
    all: 'Both sorts.',
    event: 'Planned events.',
    persistent: 'The one that is always there, on channels that have one.',
  },
);

/** Adds the types and fields of this module to the schema. */
export function addQuery(): void {
  builder.queryFields((t) => ({
    broadcast: lookup(
      t,
      Broadcast,
      'Its global id, or the id of its video in the video service.',
      'A broadcast of the caller by its id; those of other channels are videos only.',
    ),
    stream: lookup(
      t,
      Stream,
      'Its global id, or the id that the live service gave it.',
      'A stream of the caller by its id.',
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
          ...(status == null ? { mine: true } : { broadcastStatus: status }),
          broadcastType: type,
        }),
        argumentNames: { broadcastStatus: 'status', broadcastType: 'type' },
        nullOnReasons: noChannel,
        arguments: {
          status: t.arg({
            type: BroadcastStatusFilter,
            description: 'Only those at this stage; left out, all that the caller has.',
          }),
          type: t.arg({
            type: BroadcastTypeFilter,
            required: true,
            defaultValue: 'all',
            description: 'Only this sort.',
          }),
        },
      },
      "Broadcasts of the caller's channel, past ones too, in an order of upstream's own; null with a warning for an account without one.",
    ),
    streams: connection(
      t,
      streamConnection,
      { operation: liveStreams.list, args: () => ({ mine: true }), nullOnReasons: noChannel },
      'Streams of the caller that can be used again, upstream lists no others; null with a warning for an account without a channel.',
    ),
  }));
}
