/** The broadcast of one run of `prepareBroadcast`, and its binding to a stream. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import { NotApplied } from '../../../engine/write/acknowledgement.ts';
import type { Change } from '../../../engine/write/change.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import type { ListDifference } from '../../../engine/write/update/list-difference.ts';
import { liveBroadcasts } from '../../live/operations.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import { Broadcast } from '../../live/resources.ts';
import { deleteMade, insertAt, loadNow, sendAt } from './call.ts';
import type { PreparationPlan } from './plan.ts';
import type { PreparedInserts } from './inserts.ts';

type BroadcastJson = youtube_v3.Schema$LiveBroadcast;

/** A broadcast, as far as the steps depend on it. */
export interface BroadcastFacts {
  readonly id: string;
  readonly status: string;
  readonly streamId: string | undefined;
  readonly json: BroadcastJson;
}

const paths = Paths.of('status.lifeCycleStatus', 'contentDetails.boundStreamId');

const strategy = insert();

const list = {
  operation: liveBroadcasts.list,
  args: { broadcastStatus: 'upcoming', broadcastType: 'all' },
};

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

export class PreparedBroadcast {
  /** The values of a new one, those of the event included. */
  changes: readonly Change[] = [];
  readonly #execution: Execution;
  readonly #insert: ListDifference;
  #facts: BroadcastFacts | undefined;
  #isBindingKnown = true;
  #streamBefore: string | undefined;
  #isCreated = false;
  #deletion: Promise<void> | undefined;

  constructor(execution: Execution, inserts: PreparedInserts) {
    this.#execution = execution;
    const operation = liveBroadcasts.insert;
    this.#insert = inserts.of({ operation, list, link: VIDEO_ID });
  }

  get id(): string | undefined {
    return this.#facts?.id;
  }

  /** The status before the steps. */
  get status(): string | undefined {
    return this.#facts?.status;
  }

  setExisting(facts: BroadcastFacts): void {
    this.#facts = facts;
    this.#streamBefore = facts.streamId;
  }

  /** Creates the broadcast, or takes that of an earlier run whose process died. */
  async create(): Promise<void> {
    this.#isCreated = true;
    const { changes } = this;
    const id = await this.#insert.insert([...changes, unbound], () =>
      insertAt(this.#execution, strategy, {
        operation: liveBroadcasts.insert,
        resource: Broadcast.resource,
        changes,
        places: { values: changes },
      }),
    );
    this.#setCreated(id);
  }

  #setCreated(id: string): void {
    this.#facts = { id, status: 'created', streamId: undefined, json: {} };
  }

  /** Whether the broadcast exists, also if the answer of its insert was lost. */
  async exists(): Promise<boolean> {
    if (this.#facts) return true;
    const id = await this.#insert.find();
    if (id !== undefined) this.#setCreated(id);
    return id !== undefined;
  }

  /** Later runs find the broadcast by the event. */
  async onLinked(): Promise<void> {
    await this.#insert.forget();
  }

  /** Deletes the broadcast if this run has created it, or may have. */
  delete(): Promise<void> {
    return (this.#deletion ??= this.#delete());
  }

  async #delete(): Promise<void> {
    if (!this.#isCreated || !(await this.exists())) return;
    const id = this.id!;
    await deleteMade(
      this.#execution,
      liveBroadcasts.delete,
      { id },
      {
        ref: { resource: Broadcast.resource, key: [id] },
        isThere: async () => (await readBroadcast(this.#execution, id)) !== undefined,
      },
    );
    await this.#insert.forget();
  }

  /** The stream that is bound, also if the answer of the binding was lost. */
  async boundStream(): Promise<string | undefined> {
    if (!this.#isBindingKnown) {
      const streamId = (await readBroadcast(this.#execution, this.id!))?.streamId;
      this.#facts = { ...this.#facts!, streamId };
      this.#isBindingKnown = true;
    }
    return this.#facts?.streamId;
  }

  /**
   * @param plan says where in the input the ids are
   * @throws NotApplied if YouTube ignores it
   */
  async bind(streamId: string | undefined, plan: PreparationPlan): Promise<void> {
    const id = this.id!;
    const stream = { argument: 'stream.existing', path: 'streamId', type: 'Stream' };
    this.#isBindingKnown = false;
    const { contentDetails } = (await sendAt(this.#execution, liveBroadcasts.bind, {
      id,
      part: ['id', 'contentDetails'],
      ...(streamId !== undefined && { streamId }),
      places: {
        values: 'existing' in plan.stream ? [{ ...stream, apply: () => streamId }] : [],
        reasons: { liveStreamNotFound: 'streamId', liveBroadcastBindingNotAllowed: 'entity' },
        ...('existing' in plan.broadcast && {
          idArgument: 'broadcast.existing',
          id,
          type: 'Broadcast',
        }),
      },
    })) as BroadcastJson;
    // An answer that does not show it can lag behind, as a read can.
    if (contentDetails?.boundStreamId !== streamId && (await this.boundStream()) !== streamId) {
      const ref = { resource: Broadcast.resource, key: [id] };
      throw new NotApplied(ref, ['stream'], 'the binding of the stream');
    }
    this.#facts = { ...this.#facts!, streamId };
    this.#isBindingKnown = true;
  }

  /**
   * Restores the binding. Deleting a broadcast ends it, too, but a stream that is bound cannot be
   * deleted before.
   */
  async unbind(plan: PreparationPlan, isStreamCreated: boolean): Promise<void> {
    if (!this.#isCreated || isStreamCreated) await this.bind(this.#streamBefore, plan);
  }
}
