/** The stream of one run of `prepareBroadcast`. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import { readOwnList } from '../../../engine/write/update/list-difference.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { liveStreams } from '../../live/operations.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { Stream } from '../../live/resources.ts';
import type { ownChannel } from '../own-channel.ts';
import type { PreparedEvent } from './event.ts';
import { MadeObject } from './made.ts';

const ownStreams = { operation: liveStreams.list, args: { mine: true } };

/** @param channel of the caller, for which an operation is called */
export const preparedStream = (event: PreparedEvent, channel: typeof ownChannel): MadeObject =>
  new MadeObject(event, channel, {
    resource: Stream.resource,
    insert: liveStreams.insert,
    deletion: liveStreams.delete,
    list: ownStreams,
    link: VIDEO_STREAM_ID,
  });

/** The only element of a list. */
const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

const reusablePaths = Paths.of('id', 'snippet.isDefaultStream', 'contentDetails.isReusable');

/**
 * The reusable stream of the caller's channel: the bound one, the only one, or the default one.
 * @throws InvalidInput if there is none, or if none of several is the default
 */
export async function reusableStream(
  execution: Execution,
  boundId: string | undefined,
): Promise<string> {
  const listed = await readOwnList(execution, ownStreams, reusablePaths);
  const found = ((listed ?? []) as readonly youtube_v3.Schema$LiveStream[]).filter(
    ({ contentDetails }) => contentDetails?.isReusable !== false,
  );
  const chosen =
    found.find(({ id }) => id === boundId) ??
    only(found.filter(({ snippet }) => snippet?.isDefaultStream)) ??
    only(found);
  if (chosen) return chosen.id!;
  const problem =
    found.length === 0
      ? "the caller's channel has no reusable stream; expected `existing` or `new` instead"
      : `the caller's channel has ${found.length} reusable streams, and none of them is the default; expected the id of one of them as \`existing\` instead`;
  throw new InvalidInput('stream.select', problem);
}
