/** Shared drives: `drives.get` and `drives.list`. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { ApiError } from '../api-error.ts';
import { checkDomainAdminAccess, includesRole, roleOf } from './access.ts';
import { type DriveEntity, type FileRole, storageState } from './state.ts';

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

function serializeDrive(
  { user }: ApiCall,
  { id, name, createdTime, hiddenBy }: DriveEntity,
  role: FileRole,
): object {
  return {
    kind: 'drive#drive',
    id,
    name,
    colorRgb: '#4531af',
    backgroundImageLink: `https://drive.example/background/${id}`,
    createdTime,
    hidden: hiddenBy.has(user.email),
    restrictions: {
      adminManagedRestrictions: false,
      copyRequiresWriterPermission: false,
      domainUsersOnly: false,
      driveMembersOnly: false,
      sharingFoldersRequiresOrganizerPermission: false,
    },
    capabilities: driveCapabilities(role),
  };
}

function driveCapabilities(role: FileRole): object {
  const edit = includesRole(role, 'writer');
  const organize = role === 'organizer';
  return {
    canAddChildren: edit,
    canChangeDriveBackground: organize,
    canComment: includesRole(role, 'commenter'),
    canCopy: true,
    canDeleteChildren: organize,
    canDeleteDrive: organize,
    canDownload: true,
    canEdit: edit,
    canListChildren: true,
    canManageMembers: organize,
    canReadRevisions: edit,
    canRename: edit,
    canRenameDrive: organize,
    canShare: includesRole(role, 'fileOrganizer'),
    canTrashChildren: includesRole(role, 'fileOrganizer'),
  };
}

/** `drives.get`. */
export const getDrive: Handler = (call) => {
  checkDomainAdminAccess(call);
  const id = call.path['driveId']!;
  const drive = storageState(call.simulation).drives.get(id);
  const role = drive && memberRole(call, drive);
  return drive && role ? serializeDrive(call, drive, role) : throwDriveNotFound(id);
};

/**
 * Parses `q`. Callers without the access of an administrator may use only `name contains '…'` and
 * `name = '…'`.
 * @throws ApiError 400
 */
function nameFilter(q: string | undefined): (drive: DriveEntity) => boolean {
  if (q === undefined) return () => true;
  const [, operator, text] = /^\s*name\s*(contains|=)\s*'((?:[^'\\]|\\['\\])*)'\s*$/.exec(q) ?? [];
  if (text === undefined)
    throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'q' });
  const wanted = text.replace(/\\(['\\])/g, '$1').toLowerCase();
  return ({ name }) =>
    operator === '=' ? name.toLowerCase() === wanted : name.toLowerCase().includes(wanted);
}

/** `drives.list`, for the drives that the caller is a member of. */
export const listDrives: Handler = (call) => {
  checkDomainAdminAccess(call);
  const matchesName = nameFilter(call.query.text('q'));
  const drives = [...storageState(call.simulation).drives.values()].flatMap((drive) => {
    const role = memberRole(call, drive);
    return role && matchesName(drive) ? [serializeDrive(call, drive, role)] : [];
  });
  const { items, next } = paginate(call, drives);
  return { kind: 'drive#driveList', ...(next && { nextPageToken: next }), drives: items };
};
