/** `changes.getStartPageToken` and `changes.list`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { roleOf } from '../permission/access.ts';
import { changedDrive, changeFilter, meaningOf } from './filter.ts';
import { changeLogOf, type LogEntry } from './log.ts';
import { changePosition, changeToken } from './position.ts';
import type { ChangeFilter } from '../watch/watch-channel.ts';
import { serializeDrive } from '../shared-drive/serializer.ts';
import { checkPermissionView } from '../file/file.ts';
import { serializeFile } from '../file/serializer.ts';
import { storageState } from '../state.ts';
import { recordChanges } from '../watch/watch.ts';

/** `changes.getStartPageToken`: the position after the last change. */
export const getStartPageToken: Handler = (call) => {
  recordChanges(call.simulation);
  const { last } = changeLogOf(call.simulation);
  const startPageToken = changeToken(call, changedDrive(call), last);
  return { kind: 'drive#startPageToken', startPageToken };
};

/** A change that a list contains. */
interface ListedChange {
  readonly entry: LogEntry;
  readonly isRemoved: boolean;
}

/**
 * The changes of a list, oldest first: of each entity the last one that concerns the list. A later
 * change outside the list follows a removal, which stays.
 */
function listedChanges(filter: ChangeFilter, entries: readonly LogEntry[]): ListedChange[] {
  const changes = new Map<string, ListedChange>();
  for (const entry of entries) {
    const meaning = meaningOf(filter, entry);
    if (meaning === undefined) continue;
    const key = `${entry.kind} ${entry.id}`;
    changes.delete(key);
    changes.set(key, { entry, isRemoved: meaning === 'removed' });
  }
  return [...changes.values()];
}

/** `changes.list`: the present state of everything that has changed since the position. */
export const listChanges: Handler = (call) => {
  checkPermissionView(call);
  recordChanges(call.simulation);
  const changeLog = changeLogOf(call.simulation);
  const filter = changeFilter(call);
  const position = changePosition(call, filter.driveId);
  const includesRemoved = call.query.flag('includeRemoved', true);
  const changes = listedChanges(filter, changeLog.after(position)).filter(
    ({ isRemoved }) => includesRemoved || !isRemoved,
  );
  const page = changes.slice(0, call.query.int('pageSize') ?? 100);
  const isLast = page.length === changes.length;
  const end = isLast ? changeLog.last : page.at(-1)!.entry.number;
  const token = changeToken(call, filter.driveId, end);
  return {
    kind: 'drive#changeList',
    ...(isLast ? { newStartPageToken: token } : { nextPageToken: token }),
    changes: page.map((change) => serializeChange(call, change)),
  };
};

/** A file that has left the list may be shown if the caller still has access to it. */
function serializeChange(call: ApiCall, { entry, isRemoved }: ListedChange): object {
  const { kind, id, time } = entry;
  const isDrive = kind === 'drive';
  const keepsFile = call.query.flag('includeCorpusRemovals');
  const entity = !isRemoved || keepsFile ? serializeEntity(call, entry) : undefined;
  return {
    kind: 'drive#change',
    changeType: kind,
    type: isDrive ? 'teamDrive' : 'file',
    time,
    removed: entity === undefined,
    ...(isDrive ? { driveId: id, teamDriveId: id } : { fileId: id }),
    ...(entity && (isDrive ? { drive: entity } : { file: entity })),
  };
}

/** The present state of a file or drive; undefined if it is gone, or the caller has no access. */
function serializeEntity(call: ApiCall, { kind, id }: LogEntry): object | undefined {
  const state = storageState(call.simulation);
  const file = state.files.get(id);
  const role = file && roleOf(state, call.user, file);
  if (!role) return undefined;
  return kind === 'file'
    ? serializeFile(call, file)
    : serializeDrive(call, state.drives.get(id)!, role);
}
