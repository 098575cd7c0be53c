/** Access to files: direct permissions, inherited ones, and lookups that respect them. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import type { User } from '../../user.ts';
import type { FileSpace } from '../file/space.ts';
import { mime } from '../content/mime.ts';
import { isMember, permissionIdOf } from './person.ts';
import { knowsResourceKey } from '../file/resource-key.ts';
import {
  type FileEntity,
  type FileGrant,
  type FileRole,
  roles,
  type StorageState,
  storageState,
} from '../state.ts';

/** A permission that is in effect on a file. */
export interface EffectivePermission extends Omit<FileGrant, 'view'> {
  /** `metadata`: of a folder that does not inherit its permissions, and shows itself only. */
  readonly view?: FileGrant['view'] | 'metadata';
  /** The id of the folder or shared drive that the file inherits it from. */
  readonly inheritedFrom?: string;
}

const rankOf = (role: FileRole): number => roles.indexOf(role);

/** The folder of a file, if it has one. */
export const parentOf = (state: StorageState, { parent }: FileEntity): FileEntity | undefined =>
  parent === undefined ? undefined : state.files.get(parent);

/**
 * The permissions in effect on a file, the highest role per grantee. The owner of a folder is a
 * writer of the files in it. Permissions on a published view are not among them.
 */
export function permissionsOf(
  state: StorageState,
  file: FileEntity,
): readonly EffectivePermission[] {
  const permissions = new Map<string, EffectivePermission>();
  const add = (permission: EffectivePermission): void => {
    const existing = permissions.get(permission.id);
    if (!existing || rankOf(permission.role) > rankOf(existing.role))
      permissions.set(permission.id, permission);
  };
  if (file.owner)
    add({
      type: 'user',
      role: 'owner',
      email: file.owner,
      since: file.createdTime,
      id: permissionIdOf(file.owner),
    });
  for (const grant of file.grants) if (grant.view === undefined) add(grant);
  for (const inherited of inheritedPermissions(state, file)) add(inherited);
  return [...permissions.values()];
}

/**
 * The permissions of the folder above. A folder with limited access shows its metadata to the
 * people who have them, but nobody opens it through them except the organizers of a shared drive
 * (Drive API guide "Manage folders with limited and expansive access", 2025).
 */
function inheritedPermissions(
  state: StorageState,
  file: FileEntity,
): readonly EffectivePermission[] {
  const parent = parentOf(state, file);
  if (!parent) return [];
  const inherited = permissionsOf(state, parent)
    .filter(({ view }) => view !== 'metadata')
    .map((permission): EffectivePermission => {
      const role = permission.role === 'owner' ? 'writer' : permission.role;
      return { inheritedFrom: parent.id, ...permission, role };
    });
  if (file.fields['inheritedPermissionsDisabled'] !== true) return inherited;
  if (file.fields.mimeType !== mime.folder) return [];
  return inherited.map((permission) =>
    permission.role === 'organizer'
      ? permission
      : { ...permission, role: 'reader', view: 'metadata' },
  );
}

/** Whether a person sees a folder with limited access, but may not open it. */
export const seesMetadataOnly = (state: StorageState, user: User, file: FileEntity): boolean =>
  userPermissions(state, user, file).every(({ view }) => view === 'metadata');

function appliesTo({ email }: User, grant: EffectivePermission): boolean {
  if (grant.type === 'anyone') return true;
  // Callers with an API key have no e-mail address.
  if (email === '') return false;
  if (grant.type === 'group') return isMember(grant.email!, email);
  return grant.type === 'domain' ? email.endsWith(`@${grant.domain}`) : grant.email === email;
}

/** The permissions that give a person access to a file. */
export const userPermissions = (
  state: StorageState,
  user: User,
  file: FileEntity,
): readonly EffectivePermission[] =>
  permissionsOf(state, file).filter((permission) => appliesTo(user, permission));

/** The highest role of a person on a file; undefined if they have no access. */
export const roleOf = (state: StorageState, user: User, file: FileEntity): FileRole | undefined =>
  userPermissions(state, user, file)
    .map(({ role }) => role)
    .toSorted((a, b) => rankOf(b) - rankOf(a))[0];

/** Whether a role includes the rights of another one; no role includes none. */
export const includesRole = (role: FileRole | undefined, minimum: FileRole): boolean =>
  role !== undefined && rankOf(role) >= rankOf(minimum);

/** Owners and organizers may always share a file, writers unless `writersCanShare` is false. */
export const mayShare = (role: FileRole | undefined, file: FileEntity): boolean =>
  includesRole(role, 'fileOrganizer') ||
  (role === 'writer' && file.driveId === undefined && file.fields['writersCanShare'] !== false);

/** Whether the file or a folder above it is in the trash. */
export const isTrashed = (state: StorageState, file: FileEntity): boolean => {
  if (file.trash) return true;
  const parent = parentOf(state, file);
  return parent !== undefined && isTrashed(state, parent);
};

/** Whether the file is a root folder of a person or of a shared drive. */
export const isRoot = (state: StorageState, { id, driveId }: FileEntity): boolean =>
  id === driveId || [...state.roots.values(), ...state.appRoots.values()].includes(id);

/** The space that contains a file. */
export function spaceOf(state: StorageState, file: FileEntity): FileSpace {
  const parent = parentOf(state, file);
  if (parent) return spaceOf(state, parent);
  return [...state.appRoots.values()].includes(file.id) ? 'appDataFolder' : 'drive';
}

/** @throws ApiError 403 for files in the folder for the data of the app */
export function checkIsInDrive(state: StorageState, file: FileEntity): void {
  if (spaceOf(state, file) === 'appDataFolder')
    throw new ApiError(403, 'notSupportedForAppDataFolderFiles', {
      message: 'Method not supported for files within the Application Data folder.',
    });
}

/** The id of a folder; `root` and `appDataFolder` are folders of the caller. */
export function folderIdOf(state: StorageState, { email }: User, id: string): string {
  if (id === 'root') return state.roots.get(email) ?? id;
  return id === 'appDataFolder' ? (state.appRoots.get(email) ?? id) : id;
}

/**
 * Whether the call declares that it knows shared drives. Operations without a parameter for it
 * know them.
 */
export const supportsAllDrives = ({ query, operation }: ApiCall): boolean =>
  !('supportsAllDrives' in operation.query) ||
  query.flag('supportsAllDrives') ||
  query.flag('supportsTeamDrives');

/** @throws ApiError 404 */
export function throwFileNotFound(id: string, location = 'fileId'): never {
  throw new ApiError(404, 'notFound', { message: `File not found: ${id}.`, location });
}

/**
 * Whether the caller has access to the file: by a permission of their own, or by its link, for
 * which the call may have to name the resource key.
 */
export function mayOpen(call: ApiCall, file: FileEntity): boolean {
  const permissions = userPermissions(storageState(call.simulation), call.user, file);
  if (permissions.some(({ type }) => type === 'user' || type === 'group')) return true;
  return permissions.length > 0 && knowsResourceKey(call, file);
}

/**
 * The file with an id; `root` and `appDataFolder` are folders of the caller.
 * @throws ApiError 404 if it does not exist, the caller has no access, or it is on a shared drive
 *   and the call does not declare that it knows shared drives, if it has a parameter for that
 */
export function findFile(call: ApiCall, id: string): FileEntity {
  const { simulation, user } = call;
  const state = storageState(simulation);
  const file = state.files.get(folderIdOf(state, user, id));
  if (!file || !mayOpen(call, file)) return throwFileNotFound(id);
  if (spaceOf(state, file) === 'appDataFolder' && !user.scopes.has('drive.appdata'))
    return throwFileNotFound(id);
  const isOnSharedDrive = file.driveId !== undefined;
  return isOnSharedDrive && !supportsAllDrives(call) ? throwFileNotFound(id) : file;
}

/** @throws ApiError 403, for callers who have access to the file but a role that is too low */
export function throwInsufficientPermissions(id: string): never {
  throw new ApiError(403, 'insufficientFilePermissions', {
    message: `The user does not have sufficient permissions for file ${id}.`,
  });
}

/**
 * Whether the call requests the access of an administrator, which covers all shared drives.
 * @throws ApiError 403 if it does and the caller is none
 */
export function hasDomainAdminAccess({ query, user }: ApiCall): boolean {
  if (!query.flag('useDomainAdminAccess')) return false;
  if (user.isDomainAdmin) return true;
  throw new ApiError(403, 'forbidden', {
    message: 'The user is not an administrator of the domain.',
  });
}

/**
 * The file or shared drive whose permissions a call reads or writes.
 * @throws ApiError 403 like `hasDomainAdminAccess`, 404 like `findFile`
 */
export function findSharedFile(call: ApiCall): FileEntity {
  const id = call.path['fileId']!;
  const state = storageState(call.simulation);
  const isAdmin = hasDomainAdminAccess(call);
  return isAdmin && state.drives.has(id) ? state.files.get(id)! : findFile(call, id);
}
