/** The stream of one run of `prepareBroadcast`. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Change } from '../../../engine/write/change.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { type ListDifference, readOwnList } from '../../../engine/write/update/list-difference.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { liveStreams } from '../../live/operations.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { Stream } from '../../live/resources.ts';
import { deleteMade, insertAt, loadNow } from './call.ts';
import type { PreparedInserts } from './inserts.ts';

const strategy = insert();

const ownStreams = { operation: liveStreams.list, args: { mine: true } };

export class PreparedStream {
  id: string | undefined;
  /** Whether this run has created it, or tried to. */
  isCreated = false;
  readonly #execution: Execution;
  readonly #insert: ListDifference;
  #deletion: Promise<void> | undefined;

  constructor(execution: Execution, inserts: PreparedInserts) {
    this.#execution = execution;
    const operation = liveStreams.insert;
    this.#insert = inserts.of({ operation, list: ownStreams, link: VIDEO_STREAM_ID });
  }

  /** Creates the stream, or takes that of an earlier run whose process died. */
  async create(changes: readonly Change[]): Promise<void> {
    this.isCreated = true;
    this.id = await this.#insert.insert(changes, () =>
      insertAt(this.#execution, strategy, {
        operation: liveStreams.insert,
        resource: Stream.resource,
        changes,
        places: { values: changes },
      }),
    );
  }

  /** Whether the stream exists, also if the answer of its insert was lost. */
  async exists(): Promise<boolean> {
    this.id ??= await this.#insert.find();
    return this.id !== undefined;
  }

  /** Later runs find the stream by the event. */
  async onLinked(): Promise<void> {
    await this.#insert.forget();
  }

  /** Deletes the stream if this run has created it, or may have. */
  delete(): Promise<void> {
    return (this.#deletion ??= this.#delete());
  }

  async #delete(): Promise<void> {
    if (!this.isCreated || !(await this.exists())) return;
    const id = this.id!;
    await deleteMade(
      this.#execution,
      liveStreams.delete,
      { id },
      {
        ref: { resource: Stream.resource, key: [id] },
        isThere: () => streamExists(this.#execution, id),
      },
    );
    await this.#insert.forget();
  }
}

/** Whether the caller has a stream with this id. */
export async function streamExists(execution: Execution, id: string): Promise<boolean> {
  const ref = { resource: Stream.resource, key: [id] };
  return (await loadNow(execution, ref, Paths.of('id'))) !== null;
}

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
  throw new InvalidInput('stream.reusable', problem);
}
