/** Shared drives. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { ApiError } from '../api-error.ts';
import { atLeast, roleOf } from './access.ts';
import { type FileRole, type SharedDrive, storageState } from './state.ts';

export function driveNotFound(id: string): never {
  throw new ApiError(404, 'notFound', {
    message: `Shared drive not found: ${id}`,
    location: 'driveId',
  });
}

/** Nobody in the studio administers the domain. */
function checkAdmin({ query }: ApiCall): void {
  if (query.flag('useDomainAdminAccess'))
    throw new ApiError(403, 'forbidden', {
      message: 'The user is not an administrator of the domain.',
    });
}

/** What the caller is to a drive; undefined: no member. */
function memberRole({ simulation, user }: ApiCall, { id }: SharedDrive): FileRole | undefined {
  const state = storageState(simulation);
  return roleOf(state, user, state.files.get(id)!);
}

function showDrive(
  { user }: ApiCall,
  { id, name, createdTime, hiddenBy }: SharedDrive,
  role: FileRole,
): object {
  const edit = atLeast(role, 'writer');
  const organize = role === 'organizer';
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
    capabilities: {
      canAddChildren: edit,
      canChangeDriveBackground: organize,
      canComment: atLeast(role, 'commenter'),
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
      canShare: atLeast(role, 'fileOrganizer'),
      canTrashChildren: atLeast(role, 'fileOrganizer'),
    },
  };
}

export const getDrive: Handler = (call) => {
  checkAdmin(call);
  const id = call.path['driveId']!;
  const drive = storageState(call.simulation).drives.get(id);
  const role = drive && memberRole(call, drive);
  return drive && role ? showDrive(call, drive, role) : driveNotFound(id);
};

/** `name contains '…'` or `name = '…'`, the only terms that drives have for those who are no administrators. */
function nameTest(q: string | undefined): (drive: SharedDrive) => boolean {
  if (q === undefined) return () => true;
  const [, operator, text] = /^\s*name\s*(contains|=)\s*'((?:[^'\\]|\\['\\])*)'\s*$/.exec(q) ?? [];
  if (text === undefined)
    throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'q' });
  const wanted = text.replace(/\\(['\\])/g, '$1').toLowerCase();
  return ({ name }) =>
    operator === '=' ? name.toLowerCase() === wanted : name.toLowerCase().includes(wanted);
}

export const listDrives: Handler = (call) => {
  checkAdmin(call);
  const named = nameTest(call.query.text('q'));
  const mine = [...storageState(call.simulation).drives.values()].flatMap((drive) => {
    const role = memberRole(call, drive);
    return role && named(drive) ? [showDrive(call, drive, role)] : [];
  });
  const { items, next } = paginate(call, mine);
  return { kind: 'drive#driveList', ...(next && { nextPageToken: next }), drives: items };
};
