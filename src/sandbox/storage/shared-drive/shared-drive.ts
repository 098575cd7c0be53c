/** Shared drives: `drives.get` and `drives.list`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { paginate } from '../../call/page.ts';
import { ApiError } from '../../http/api-error.ts';
import { hasDomainAdminAccess, roleOf } from '../permission/access.ts';
import { driveFilter } from './search.ts';
import { serializeDrive } from './serializer.ts';
import { type DriveEntity, type FileRole, storageState } from '../state.ts';

/** @throws ApiError 404 */
export function throwDriveNotFound(id: string): never {
  throw new ApiError(404, 'notFound', {
    message: `Shared drive not found: ${id}`,
    location: 'driveId',
  });
}

/** The role of the caller on a drive; undefined if they are not a member. */
function memberRole({ simulation, user }: ApiCall, { id }: DriveEntity): FileRole | undefined {
  const state = storageState(simulation);
  return roleOf(state, user, state.files.get(id)!);
}

/**
 * The drive of the path, with the role of the caller.
 * @throws ApiError 404 for callers who are neither members nor, if they say so, administrators
 */
export function findDrive(call: ApiCall): {
  readonly drive: DriveEntity;
  readonly role: FileRole | undefined;
} {
  const isAdmin = hasDomainAdminAccess(call);
  const id = call.path['driveId']!;
  const drive = storageState(call.simulation).drives.get(id);
  const role = drive && memberRole(call, drive);
  return drive && (role !== undefined || isAdmin) ? { drive, role } : throwDriveNotFound(id);
}

/** `drives.get`. */
export const getDrive: Handler = (call) => {
  const { drive, role } = findDrive(call);
  return serializeDrive(call, drive, role);
};

/** The organizational unit of all drives of the domain. */
const orgUnitId = '03ph8a2z1k9vq0t';

/** `drives.list`, for the drives that the caller is a member of; for administrators all drives. */
export const listDrives: Handler = (call) => {
  const isAdmin = hasDomainAdminAccess(call);
  const state = storageState(call.simulation);
  const matches = driveFilter(call.query.text('q'), {
    isAdmin,
    hidden: ({ hiddenBy }) => hiddenBy.has(call.user.email),
    members: ({ id }) => state.files.get(id)!.grants,
    orgUnitId,
  });
  const drives = [...state.drives.values()].flatMap((drive) => {
    const role = memberRole(call, drive);
    if ((role === undefined && !isAdmin) || !matches(drive)) return [];
    return [serializeDrive(call, drive, role, isAdmin ? orgUnitId : undefined)];
  });
  const { items, next } = paginate(call, drives);
  return { kind: 'drive#driveList', ...(next && { nextPageToken: next }), drives: items };
};
