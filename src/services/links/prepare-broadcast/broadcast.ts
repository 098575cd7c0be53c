/** The broadcast of one run of `prepareBroadcast`, and its binding to a stream. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import { NotApplied } from '../../../engine/write/acknowledgement.ts';
import type { Change } from '../../../engine/write/change.ts';
import { withErrorPath } from '../../../engine/schema/error/error-path.ts';
import { liveBroadcasts } from '../../live/operations.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import { Broadcast } from '../../live/resources.ts';
import type { ownChannel } from '../own-channel.ts';
import type { PreparedEvent } from './event.ts';
import { loadNow, MadeObject } from './made.ts';
import type { PreparationPlan } from './plan.ts';

type BroadcastJson = youtube_v3.Schema$LiveBroadcast;

/** A broadcast, as far as the steps depend on it. */
export interface BroadcastFacts {
  readonly id: string;
  readonly status: string;
  readonly streamId: string | undefined;
  readonly json: BroadcastJson;
}

const paths = Paths.of('status.lifeCycleStatus', 'contentDetails.boundStreamId');

/** A broadcast that is bound is not what a run has lost. */
const unbound: Change = {
  argument: 'broadcast.new',
  path: 'contentDetails.boundStreamId',
  apply: () => undefined,
};

/** @returns undefined for a broadcast that does not exist, or is not the caller's */
export async function readBroadcast(
  execution: Execution,
  id: string,
  compared: readonly Change[] = [],
): Promise<BroadcastFacts | undefined> {
  const ref = { resource: Broadcast.resource, key: [id] };
  const all = paths.with(...compared.map(({ path }) => path));
  const json = await loadNow<BroadcastJson>(execution, ref, all);
  if (json === null) return undefined;
  const status = json.status?.lifeCycleStatus ?? '';
  return { id, status, streamId: json.contentDetails?.boundStreamId ?? undefined, json };
}

export class PreparedBroadcast extends MadeObject {
  /** The status before the steps; of a new one undefined. */
  status: string | undefined;
  #isBindingKnown = true;
  #streamId: string | undefined;
  #streamBefore: string | undefined;

  constructor(event: PreparedEvent, channel: typeof ownChannel) {
    super(event, channel, {
      resource: Broadcast.resource,
      insert: liveBroadcasts.insert,
      deletion: liveBroadcasts.delete,
      list: {
        operation: liveBroadcasts.list,
        args: { broadcastStatus: 'upcoming', broadcastType: 'all' },
      },
      link: VIDEO_ID,
      unlinked: [unbound],
    });
  }

  setExisting({ id, status, streamId }: BroadcastFacts): void {
    this.id = id;
    this.status = status;
    this.#streamId = this.#streamBefore = streamId;
  }

  /** The stream that is bound, also if the answer of the binding was lost. */
  async boundStream(): Promise<string | undefined> {
    if (!this.#isBindingKnown) {
      this.#streamId = (await readBroadcast(this.execution, this.id!))?.streamId;
      this.#isBindingKnown = true;
    }
    return this.#streamId;
  }

  /**
   * @param plan says where in the input the ids are
   * @throws NotApplied if YouTube ignores it
   */
  async bind(streamId: string | undefined, plan: PreparationPlan): Promise<void> {
    this.#isBindingKnown = false;
    const { contentDetails } = await this.#sendBinding(streamId, plan);
    // An answer that does not show it can lag behind, as a read can.
    if (contentDetails?.boundStreamId !== streamId && (await this.boundStream()) !== streamId)
      throw new NotApplied(this.ref, ['stream'], 'the binding of the stream');
    this.#streamId = streamId;
    this.#isBindingKnown = true;
  }

  async #sendBinding(
    streamId: string | undefined,
    { stream, broadcast }: PreparationPlan,
  ): Promise<BroadcastJson> {
    const id = this.id!;
    const args = {
      id,
      part: ['id', 'contentDetails'],
      ...(streamId !== undefined && { streamId }),
    };
    const named = { argument: 'stream.existing', path: 'streamId', type: 'Stream' };
    try {
      return await this.execution.send(liveBroadcasts.bind, args);
    } catch (error) {
      throw withErrorPath(this.execution.api, error, {
        values: 'existing' in stream ? [{ ...named, apply: () => streamId }] : [],
        reasons: { liveStreamNotFound: 'streamId', liveBroadcastBindingNotAllowed: 'entity' },
        ...('existing' in broadcast && { idArgument: 'broadcast.existing', id, type: 'Broadcast' }),
      });
    }
  }

  /**
   * Restores the binding. Deleting a broadcast ends it, too, but a stream that is bound cannot be
   * deleted before.
   */
  async unbind(plan: PreparationPlan, isStreamCreated: boolean): Promise<void> {
    if (!this.isCreated || isStreamCreated) await this.bind(this.#streamBefore, plan);
  }
}
