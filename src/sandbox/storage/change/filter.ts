/** Which changes a caller sees: the parameters of `changes.list` and `changes.watch`. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { roleOf, supportsAllDrives } from '../permission/access.ts';
import type { LogEntry } from './log.ts';
import type { ChangeFilter } from '../watch/watch-channel.ts';
import { throwDriveNotFound } from '../shared-drive/shared-drive.ts';
import { searchedSpaces } from '../space.ts';
import { storageState } from '../state.ts';

/**
 * The shared drive whose changes a call wants.
 * @throws ApiError 404 for callers who are not members, 403 without `supportsAllDrives`
 */
export function changedDrive(call: ApiCall): string | undefined {
  const driveId = call.query.text('driveId') ?? call.query.text('teamDriveId');
  if (driveId === undefined) return undefined;
  if (!supportsAllDrives(call)) throwUnsupported();
  const state = storageState(call.simulation);
  const root = state.drives.has(driveId) ? state.files.get(driveId) : undefined;
  const isMember = root && roleOf(state, call.user, root) !== undefined;
  return isMember ? driveId : throwDriveNotFound(driveId);
}

/** @throws ApiError 403 */
function throwUnsupported(): never {
  throw new ApiError(403, 'teamDrivesNotSupported', {
    message: 'The supportsAllDrives parameter must be set to true for changes of shared drives.',
  });
}

/** @throws ApiError for parameters that contradict each other */
export function changeFilter(call: ApiCall): ChangeFilter {
  const { query, user } = call;
  const includesSharedDrives =
    query.flag('includeItemsFromAllDrives') || query.flag('includeTeamDriveItems');
  if (includesSharedDrives && !supportsAllDrives(call)) throwUnsupported();
  const driveId = changedDrive(call);
  const onlyMyDrive = query.flag('restrictToMyDrive');
  if (driveId !== undefined && !includesSharedDrives)
    throw new ApiError(403, 'includeTeamDriveItemsRequired', {
      message:
        'The includeItemsFromAllDrives parameter must be set to true when driveId is specified.',
    });
  if (driveId !== undefined && onlyMyDrive)
    throw new ApiError(400, 'invalid', {
      message: 'restrictToMyDrive cannot be combined with driveId.',
      location: 'restrictToMyDrive',
    });
  return {
    person: user.email,
    ...(driveId !== undefined && { driveId }),
    includesSharedDrives,
    onlyMyDrive,
    spaces: searchedSpaces(call),
  };
}

type Snapshot = NonNullable<LogEntry['after']>;

/** Whether the list contains the entity in a state. */
function contains(filter: ChangeFilter, kind: LogEntry['kind'], state: Snapshot): boolean {
  const { person, driveId, includesSharedDrives, onlyMyDrive, spaces } = filter;
  if (!spaces.has(state.space) || !state.people.has(person)) return false;
  if (driveId !== undefined) return state.driveId === driveId;
  if (onlyMyDrive) return kind === 'file' && state.home === person;
  return state.driveId === undefined || includesSharedDrives;
}

/** The change as a list shows it; undefined if the list does not have it. */
export function meaningOf(
  filter: ChangeFilter,
  { kind, before, after }: LogEntry,
): 'changed' | 'removed' | undefined {
  if (after && contains(filter, kind, after)) return 'changed';
  return before && contains(filter, kind, before) ? 'removed' : undefined;
}
