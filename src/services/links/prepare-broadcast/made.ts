/** The objects that `prepareBroadcast` makes, and their deletion. Errors name the input's value. */
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref, Resource } from '../../../engine/read/resource.ts';
import { NotApplied } from '../../../engine/write/acknowledgement.ts';
import type { Change, JsonRecord } from '../../../engine/write/change.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { ListDifference, type OwnList } from '../../../engine/write/update/list-difference.ts';
import type { Strategy, WriteRequest } from '../../../engine/write/strategy.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import { type ErrorPlaces, withErrorPath } from '../../../engine/schema/error/error-path.ts';
import type { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import type { VIDEO_ID } from '../../shared/video-id.ts';
import type { ownChannel } from '../own-channel.ts';

/** Reads an entity as it is now. @returns null for one that does not exist */
export async function loadNow<T extends object>(
  execution: Execution,
  ref: Ref,
  paths: Paths,
): Promise<T | null> {
  execution.invalidate();
  const found = await execution.load(ref, { paths, downstream: new Set() });
  return found as T | null;
}

/** Whether an entity exists, as far as the caller may see it. */
export const exists = async (execution: Execution, ref: Ref): Promise<boolean> =>
  (await loadNow(execution, ref, Paths.of('id'))) !== null;

type NewEntity = Pick<WriteRequest, 'operation' | 'resource' | 'changes'> &
  Partial<Pick<WriteRequest, 'parentKey' | 'parameters' | 'selected'>> & {
    /** The values of the input in the call, for its errors. */
    readonly places: ErrorPlaces;
  };

/** Creates an entity. @returns its id @throws the error of the call, with the path in the input */
export async function insertAt(
  execution: Execution,
  strategy: Strategy,
  { places, ...entity }: NewEntity,
): Promise<string> {
  const rest = { parameters: {}, settings: {}, selected: Paths.none };
  try {
    const { ref } = await strategy.run({ ...rest, ...entity, execution });
    return ref!.key.at(-1)!;
  } catch (error) {
    throw withErrorPath(execution.api, error, places);
  }
}

/** Time in ms after which a read is made again that shows what was deleted: it can lag behind. */
const lagMs = 1_000;

/**
 * Deletes what this run has made. An answer of success alone would leave in silence what the
 * service has not deleted.
 * @param isThere whether a read shows the entity
 * @returns false for what is gone already
 * @throws NotApplied if it is still there. A read that fails disproves nothing.
 */
export async function deleteMade(
  execution: Execution,
  operation: AnyOperation,
  args: JsonRecord,
  { ref, isThere }: { readonly ref: Ref; readonly isThere: () => Promise<boolean> },
): Promise<boolean> {
  try {
    await execution.send<AnyOperation>(operation, args);
  } catch (error) {
    if (!(error instanceof UpstreamError) || !['NOT_FOUND', 'GONE'].includes(error.code))
      throw error;
    return false;
  }
  const stays = (): Promise<boolean> =>
    isThere().catch((error: unknown) => {
      if (error instanceof UpstreamError) return false;
      throw error;
    });
  if (!(await stays())) return true;
  await execution.pause(lagMs);
  if (await stays()) throw new NotApplied(ref, ['by'], 'the deletion');
  return true;
}

/** A private property of the gateway: the id of the broadcast, or of the stream made for it. */
export type EventLink = typeof VIDEO_ID | typeof VIDEO_STREAM_ID;

/** The event that names what a run makes. */
interface NamingEvent {
  readonly execution: Execution;
  readonly ref: Ref;
  /** Whether another event of the calendar has the id. @throws UpstreamError */
  readonly isNamedByOther: (link: EventLink, id: string) => Promise<boolean>;
}

/** An object that YouTube makes for a run, and that takes no id of the client. */
interface MadeKind {
  readonly resource: Resource;
  readonly insert: AnyOperation;
  readonly deletion: AnyOperation;
  /** The list of the caller's entities. */
  readonly list: OwnList;
  /** By which the event names it. */
  readonly link: EventLink;
  /** The properties of a lost one, beside the values of the input. */
  readonly unlinked?: readonly Change[];
}

const strategy = insert();

/** A broadcast or a stream of one run: one that exists, or that the run makes. */
export class MadeObject {
  id: string | undefined;
  /** The values of a new one. */
  changes: readonly Change[] = [];
  /** Whether this run has created it, or tried to. */
  isCreated = false;
  protected readonly execution: Execution;
  readonly #kind: MadeKind;
  readonly #insert: ListDifference;
  #deletion: Promise<void> | undefined;

  /** @param channel of the caller, for which the operation is called */
  constructor(event: NamingEvent, channel: typeof ownChannel, kind: MadeKind) {
    const { execution } = event;
    this.execution = execution;
    this.#kind = kind;
    const { insert: operation, list, link } = kind;
    this.#insert = new ListDifference(execution, {
      list,
      key: async () => {
        const own = await channel(execution, operation);
        return JSON.stringify([operation.key, ...own, ...event.ref.key]);
      },
      isTaken: (id) => event.isNamedByOther(link, id),
    });
  }

  protected get ref(): Ref {
    return { resource: this.#kind.resource, key: [this.id!] };
  }

  /** Creates the object, or takes that of an earlier run whose process died. */
  async create(): Promise<void> {
    this.isCreated = true;
    const { changes, execution } = this;
    const { insert: operation, resource, unlinked = [] } = this.#kind;
    const entity = { operation, resource, changes, places: { values: changes } };
    this.id = await this.#insert.insert([...changes, ...unlinked], () =>
      insertAt(execution, strategy, entity),
    );
  }

  /** Whether the object exists, also if the answer of its insert was lost. */
  async exists(): Promise<boolean> {
    this.id ??= await this.#insert.find();
    return this.id !== undefined;
  }

  /** Later runs find the object by the event. */
  onLinked(): Promise<void> {
    return this.#insert.forget();
  }

  /** Deletes the object if this run has created it, or may have. */
  delete(): Promise<void> {
    return (this.#deletion ??= this.#delete());
  }

  async #delete(): Promise<void> {
    if (!this.isCreated || !(await this.exists())) return;
    const { ref, execution } = this;
    const isThere = (): Promise<boolean> => exists(execution, ref);
    await deleteMade(execution, this.#kind.deletion, { id: this.id }, { ref, isThere });
    await this.#insert.forget();
  }
}
