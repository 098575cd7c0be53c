/** The root field of streams, and the streams of a viewer. */
import { builder } from '../../../engine/schema/builder.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { Viewer } from '../../shared/viewer.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { liveStreams } from '../operations.ts';
import { Stream } from '../resources.ts';
import { streamConnection } from './type.ts';

export function addStreamList(): void {
  builder.queryFields((t) => ({
    stream: lookup(
      t,
      Stream,
      'The global id or the YouTube id of the stream.',
      "A stream of the caller's channel. Error `NOT_FOUND` if there is no such stream or the caller may not see it.",
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    streams: connection(
      t,
      streamConnection,
      { operation: liveStreams.list, args: () => ({ mine: true }), nullOnReasons: noChannel },
      "The reusable streams of the caller's channel. The REST API does not list other streams. Null with a warning if the caller has no channel.",
    ),
  }));
}
