/**
 * The log of all changes of files and shared drives. It finds the changes by comparing versions
 * with those that it has seen, so that no write needs to report what it changes.
 */
import type { Simulation } from '../../simulation.ts';
import { people } from '../../user.ts';
import { isTrashed, parentOf, spaceOf, userPermissions } from '../permission/access.ts';
import type { FileSpace } from '../file/space.ts';
import { type DriveEntity, type FileEntity, type StorageState, storageState } from '../state.ts';

/** The changed aspects of a file, as values of the header `X-Goog-Changed`. */
type ChangedAspect = 'content' | 'parents' | 'permissions' | 'properties';

/** The state of a file or shared drive that the log compares. */
interface Snapshot {
  readonly space: FileSpace;
  readonly driveId: string | undefined;
  /** The person in whose My Drive the file is; undefined if it is in none. */
  readonly home: string | undefined;
  /** The people who have it in their lists, by e-mail address. */
  readonly people: ReadonlySet<string>;
  readonly version: number;
  readonly parent: string | undefined;
  readonly isTrashed: boolean;
  readonly content: string | undefined;
  readonly sharing: string;
}

/** A change. */
export interface LogEntry {
  /** Rises with each change. */
  readonly number: number;
  readonly kind: 'file' | 'drive';
  /** Id of the file or shared drive. */
  readonly id: string;
  /** RFC 3339. */
  readonly time: string;
  /** Undefined if it did not exist before. */
  readonly before: Snapshot | undefined;
  /** Undefined if it was deleted. */
  readonly after: Snapshot | undefined;
  /** Empty for new and deleted files, and for changes of the people or folders around a file. */
  readonly changed: readonly ChangedAspect[];
}

type Snapshots = ReadonlyMap<string, Snapshot>;

/** Compares the state with the one that it has seen last. */
class ChangeLog {
  #files: Snapshots = new Map();
  #drives: Snapshots = new Map();
  #entries: LogEntry[] = [];
  #last = 0;
  /** Positions before this one have expired. */
  #oldest = 0;

  /** @param state the data before the first change */
  constructor(state: StorageState) {
    this.#drives = driveSnapshots(state);
    this.#files = this.#fileSnapshots(state, true);
  }

  /** The position after the last change. */
  get last(): number {
    return this.#last;
  }

  /** Whether the changes after a position are known. */
  covers(position: number): boolean {
    return position >= this.#oldest && position <= this.#last;
  }

  /** Makes all positions so far invalid. */
  expire(): void {
    this.#last += 1;
    this.#oldest = this.#last;
    this.#entries = [];
  }

  /** The changes after a position, oldest first. */
  after(position: number): readonly LogEntry[] {
    return this.#entries.filter(({ number }) => number > position);
  }

  /** Adds the changes since the last call. @param time RFC 3339 @returns the new entries */
  record(state: StorageState, time: string): readonly LogEntry[] {
    const position = this.#last;
    const drives = driveSnapshots(state);
    this.#compare('drive', this.#drives, drives, time);
    this.#drives = drives;
    const files = this.#fileSnapshots(state, this.#last !== position);
    this.#compare('file', this.#files, files, time);
    this.#files = files;
    return this.after(position);
  }

  /** @param areDrivesNew whether a drive has changed, and with it the access to its files */
  #fileSnapshots(state: StorageState, areDrivesNew: boolean): Snapshots {
    const files = [...state.files.values()].filter(({ id, driveId }) => id !== driveId);
    const changed = files.filter(({ id, version }) => this.#files.get(id)?.version !== version);
    const isSameSize = files.length === this.#files.size;
    if (changed.length === 0 && isSameSize && !areDrivesNew) return this.#files;
    // A changed folder changes the files in it; a new file has no files in it yet.
    const folders = new Set([...this.#files.values()].map(({ parent }) => parent));
    const added = changed.filter(({ id }) => !this.#files.has(id)).length;
    const isAnyDeleted = files.length !== this.#files.size + added;
    const reachesOthers = areDrivesNew || isAnyDeleted || changed.some(({ id }) => folders.has(id));
    const affected = new Set(reachesOthers ? files : changed);
    return new Map(
      files.map((file) => [
        file.id,
        affected.has(file) ? fileSnapshot(state, file) : this.#files.get(file.id)!,
      ]),
    );
  }

  #compare(kind: LogEntry['kind'], known: Snapshots, present: Snapshots, time: string): void {
    if (known === present) return;
    for (const id of new Set([...known.keys(), ...present.keys()])) {
      const [before, after] = [known.get(id), present.get(id)];
      if (before === after || (before && after && isSame(before, after))) continue;
      this.#last += 1;
      const changed = before && after ? changedAspects(before, after) : [];
      this.#entries.push({ number: this.#last, kind, id, time, before, after, changed });
    }
  }
}

/** Whether nobody sees a difference. */
const isSame = (before: Snapshot, after: Snapshot): boolean =>
  before.version === after.version &&
  before.isTrashed === after.isTrashed &&
  before.home === after.home &&
  before.people.size === after.people.size &&
  [...before.people].every((email) => after.people.has(email));

function changedAspects(before: Snapshot, after: Snapshot): readonly ChangedAspect[] {
  const aspects: ChangedAspect[] = [];
  if (before.content !== after.content) aspects.push('content');
  if (before.parent !== after.parent) aspects.push('parents');
  if (before.sharing !== after.sharing) aspects.push('permissions');
  if (aspects.length === 0 && before.version !== after.version) aspects.push('properties');
  return aspects;
}

/** The people who find the file in a list; a link alone does not put it there. */
const peopleOf = (state: StorageState, file: FileEntity): ReadonlySet<string> =>
  new Set(
    people
      .filter((user) => userPermissions(state, user, file).some(({ type }) => type !== 'anyone'))
      .map(({ email }) => email),
  );

function fileSnapshot(state: StorageState, file: FileEntity): Snapshot {
  const { driveId, parent, content, version, grants, owner } = file;
  return {
    space: spaceOf(state, file),
    driveId,
    home: homeOf(state, file),
    people: peopleOf(state, file),
    version,
    parent,
    isTrashed: isTrashed(state, file),
    content: content?.headRevisionId,
    sharing: JSON.stringify([owner, grants]),
  };
}

/** The version counts changes of the drive and of its members. */
function driveSnapshot(state: StorageState, { id, sequence }: DriveEntity): Snapshot {
  const root = state.files.get(id)!;
  return { ...fileSnapshot(state, root), version: sequence + root.version };
}

const driveSnapshots = (state: StorageState): Snapshots =>
  new Map([...state.drives.values()].map((drive) => [drive.id, driveSnapshot(state, drive)]));

/** The person in whose My Drive a file is. */
function homeOf(state: StorageState, file: FileEntity): string | undefined {
  const folder = parentOf(state, file);
  if (folder) return homeOf(state, folder);
  return [...state.roots].find(([, id]) => id === file.id)?.[0];
}

const logs = new WeakMap<Simulation, ChangeLog>();

/** The log of a simulation, which begins at the first call. */
export function changeLogOf(simulation: Simulation): ChangeLog {
  const existing = logs.get(simulation);
  if (existing) return existing;
  const log = new ChangeLog(storageState(simulation));
  logs.set(simulation, log);
  return log;
}
