/** Who may do what: grants on a file, on the folders above it, and on its shared drive. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import type { User } from '../user.ts';
import { isMember, permissionIdOf } from './person.ts';
import {
  type Grant,
  type FileRole,
  roles,
  type StorageState,
  type StoredFile,
  storageState,
} from './state.ts';

/** A grant as it takes effect on one file. */
export interface Effective extends Grant {
  readonly id: string;
  /** The folder or shared drive that it comes from; absent: given on the file itself. */
  readonly inheritedFrom?: string;
}

const rank = (role: FileRole): number => roles.indexOf(role);

const idOf = ({ type, email, domain, discoverable }: Grant): string =>
  type === 'anyone'
    ? discoverable
      ? 'anyone'
      : 'anyoneWithLink'
    : type === 'domain'
      ? `${domain}k`
      : permissionIdOf(email!);

/** All grants on a file, the strongest for each holder; an owner of a folder above is a writer here. */
export function permissionsOf(state: StorageState, file: StoredFile): readonly Effective[] {
  const all = new Map<string, Effective>();
  const add = (grant: Effective): void => {
    const held = all.get(grant.id);
    if (!held || rank(grant.role) > rank(held.role)) all.set(grant.id, grant);
  };
  if (file.owner)
    add({
      type: 'user',
      role: 'owner',
      email: file.owner,
      since: file.createdTime,
      id: permissionIdOf(file.owner),
    });
  for (const grant of file.grants) add({ ...grant, id: idOf(grant) });
  const parent = file.parent === undefined ? undefined : state.files.get(file.parent);
  if (parent && file.fields['inheritedPermissionsDisabled'] !== true)
    for (const grant of permissionsOf(state, parent))
      add({
        inheritedFrom: parent.id,
        ...grant,
        role: grant.role === 'owner' ? 'writer' : grant.role,
      });
  return [...all.values()];
}

const holds = ({ email }: User, grant: Grant): boolean =>
  grant.type === 'anyone' ||
  (email !== '' &&
    ((grant.type === 'user' && grant.email === email) ||
      (grant.type === 'group' && isMember(grant.email!, email)) ||
      (grant.type === 'domain' && email.endsWith(`@${grant.domain}`))));

/** The grants that let this person in. */
export const grantsOf = (state: StorageState, user: User, file: StoredFile): readonly Effective[] =>
  permissionsOf(state, file).filter((grant) => holds(user, grant));

/** What this person may do with the file; undefined: it is not there for them. */
export function roleOf(state: StorageState, user: User, file: StoredFile): FileRole | undefined {
  return grantsOf(state, user, file)
    .map(({ role }) => role)
    .toSorted((a, b) => rank(b) - rank(a))[0];
}

export const atLeast = (role: FileRole | undefined, least: FileRole): boolean =>
  role !== undefined && rank(role) >= rank(least);

/** Whether this person may give others access: owners and organizers always, writers unless the file says no. */
export const mayShare = (role: FileRole | undefined, file: StoredFile): boolean =>
  atLeast(role, 'fileOrganizer') ||
  (role === 'writer' && file.driveId === undefined && file.fields['writersCanShare'] !== false);

/** Whether it or a folder above it was thrown away. */
export const isTrashed = (state: StorageState, file: StoredFile): boolean => {
  if (file.trash) return true;
  const parent = file.parent === undefined ? undefined : state.files.get(file.parent);
  return parent !== undefined && isTrashed(state, parent);
};

/** Whether it is where a person's or a shared drive begins: nobody moves, renames or throws that away. */
export const isTop = (state: StorageState, { id, driveId }: StoredFile): boolean =>
  id === driveId || [...state.roots.values()].includes(id);

export const allDrives = ({ query }: ApiCall): boolean =>
  query.flag('supportsAllDrives') || query.flag('supportsTeamDrives');

/** Refuses as for a file that is not there. */
export function fileNotFound(id: string, location = 'fileId'): never {
  throw new ApiError(404, 'notFound', { message: `File not found: ${id}.`, location });
}

/** The id that an alias stands for. */
const resolve = (state: StorageState, { user }: ApiCall, id: string): string =>
  id === 'root' ? (state.roots.get(user.email) ?? id) : id;

/** A file that the caller may see. Files of shared drives are there only for callers that say they know such drives. */
export function findFile(call: ApiCall, id: string): StoredFile {
  const state = storageState(call.simulation);
  const file = state.files.get(resolve(state, call, id));
  if (
    !file ||
    roleOf(state, call.user, file) === undefined ||
    (file.driveId !== undefined && !allDrives(call))
  )
    return fileNotFound(id);
  return file;
}

/** Refuses who may see the file but not do this with it. */
export function insufficient(id: string): never {
  throw new ApiError(403, 'insufficientFilePermissions', {
    message: `The user does not have sufficient permissions for file ${id}.`,
  });
}
