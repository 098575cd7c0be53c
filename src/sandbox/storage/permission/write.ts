/** `permissions.create`, `update` and `delete`, and the transfer of ownership. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Simulation } from '../../simulation.ts';
import { findSharedFile, permissionsOf, throwInsufficientPermissions } from './access.ts';
import { checkWritableFields } from '../file/body.ts';
import { grantOf } from './grant.ts';
import { dropOverlappingWrites } from './overlap.ts';
import { publishedGrants, throwPermissionNotFound } from './permission.ts';
import {
  checkDiscovery,
  checkDriveRestrictions,
  checkMayShare,
  checkNotification,
  checkOwnershipTransfer,
  checkRoleIsPossible,
  expirationOf,
  granteeOf,
  notifies,
  type PermissionBody,
  viewOf,
} from './input.ts';
import { serializePermission } from './serializer.ts';
import { permissionIdOf } from './person.ts';
import { type FileEntity, type FileGrant, storageState } from '../state.ts';
import { recordChanges } from '../watch/watch.ts';

/** The permission in effect that has the id; of an inherited one, it may be higher. */
function effectivePermission({ simulation }: ApiCall, file: FileEntity, id: string): object {
  const permissions = [...permissionsOf(storageState(simulation), file), ...publishedGrants(file)];
  return serializePermission(permissions.find((permission) => permission.id === id)!, file);
}

/** A file has one permission for everybody, whose id says whether the file can be found. */
const isSameGrantee = (a: FileGrant, b: FileGrant): boolean =>
  a.id === b.id || (a.type === 'anyone' && b.type === 'anyone' && a.view === b.view);

/** Stores a permission in place of one for the same grantee. */
export function storeGrant({ simulation }: ApiCall, file: FileEntity, grant: FileGrant): void {
  const index = file.grants.findIndex((other) => isSameGrantee(other, grant));
  file.grants.splice(index < 0 ? file.grants.length : index, 1, grant);
  file.version += 1;
  endAtExpiration(simulation, file, grant);
}

/** Lets the clock remove the permission, unless its end has been changed by then. */
function endAtExpiration(simulation: Simulation, file: FileEntity, grant: FileGrant): void {
  const { expirationTime } = grant;
  if (expirationTime === undefined) return;
  const end = (): void => {
    if (grant.expirationTime !== expirationTime) return;
    removeGrant(file, grant);
    recordChanges(simulation);
  };
  simulation.clock.after(Date.parse(expirationTime) - simulation.now().getTime(), end);
}

function removeGrant(file: FileEntity, grant: FileGrant): void {
  const index = file.grants.indexOf(grant);
  if (index < 0) return;
  file.grants.splice(index, 1);
  file.version += 1;
}

/** `permissions.create`: a second permission for a grantee replaces the first one. */
export const createPermission: Handler = (call) => {
  checkWritableFields(call);
  const body = call.body as PermissionBody;
  const file = findWrittenFile(call);
  const grantee = granteeOf(body);
  const role = body.role!;
  checkRoleIsPossible(storageState(call.simulation), file, { ...grantee, role });
  checkNotification(call, grantee);
  const expirationTime = expirationOf(call, file, { ...grantee, role });
  checkMayShare(call, file, role);
  checkDriveRestrictions(call, file, grantee);
  if (role === 'owner') return transferOwnership(call, file, grantee.email!);
  if (grantee.email !== undefined && grantee.email === file.owner)
    throw new ApiError(400, 'invalidSharingRequest', {
      message: 'The owner of a file gets another role only when its ownership is transferred.',
    });
  const view = viewOf(body, role);
  const grant = grantOf({
    ...grantee,
    role,
    since: call.simulation.now().toISOString(),
    ...(expirationTime && { expirationTime }),
    ...(view && { view }),
  });
  writeFlags(call, file, grant);
  storeGrant(call, file, grant);
  checkDelivery(call, grant);
  return effectivePermission(call, file, grant.id);
};

/** The file whose permissions the call writes, without what overlapping writes have done. */
function findWrittenFile(call: ApiCall): FileEntity {
  const file = findSharedFile(call);
  dropOverlappingWrites(call, file);
  return file;
}

/**
 * The permission stays, though the call is rejected (Drive API guide "Resolve errors", "Invalid
 * sharing request", 2026).
 * @throws ApiError 400 if the e-mail about the permission cannot be delivered
 */
function checkDelivery({ simulation, query }: ApiCall, { email }: FileGrant): void {
  if (!storageState(simulation).model.undeliverable || !notifies(query) || !email) return;
  throw new ApiError(400, 'invalidSharingRequest', {
    message:
      'Bad Request. User message: "Sorry, the items were successfully shared but emails could ' +
      `not be sent to ${email}."`,
  });
}

/**
 * A permission on the file itself, which can be changed. An inherited one never is: release notes
 * of the Drive API, 25 February 2026.
 * @throws ApiError 403 for the owner's and for inherited permissions, 404 for unknown ones
 */
function findGrant({ simulation, path }: ApiCall, file: FileEntity): FileGrant {
  const wanted = path['permissionId']!;
  const grant = file.grants.find(({ id }) => id === wanted);
  if (grant) return grant;
  const inherited = permissionsOf(storageState(simulation), file).find(({ id }) => id === wanted);
  if (!inherited) return throwPermissionNotFound(wanted);
  const isOwner = inherited.role === 'owner';
  throw new ApiError(403, isOwner ? 'cannotRemoveOwner' : 'cannotModifyInheritedPermission', {
    message: isOwner
      ? 'The owner of a file changes only when its ownership is transferred.'
      : 'Cannot update or delete an inherited permission.',
  });
}

/** `permissions.update`. */
export const updatePermission: Handler = (call) => {
  checkWritableFields(call);
  const { query, user } = call;
  const body = call.body as PermissionBody;
  const file = findWrittenFile(call);
  const grant = findGrant(call, file);
  const role = body.role ?? grant.role;
  const { type, email } = grant;
  checkRoleIsPossible(storageState(call.simulation), file, { type, role });
  checkDiscovery(type, body);
  const expirationTime = expirationOf(call, file, { type, role });
  const accepts = role === 'owner' && grant.pendingOwner && email === user.email;
  if (!accepts) checkMayShare(call, file, role);
  // Nobody changes the permission of a role above their own.
  if (!accepts) checkMayShare(call, file, grant.role);
  if (role === 'owner') return transferOwnership(call, file, email!);
  const view = 'view' in body ? viewOf(body, role) : grant.view;
  writeFlags(call, file, grant);
  grant.role = role;
  if (view === undefined) delete grant.view;
  else grant.view = view;
  if (typeof body.allowFileDiscovery === 'boolean') grant.discoverable = body.allowFileDiscovery;
  if (expirationTime !== undefined) grant.expirationTime = expirationTime;
  if (query.flag('removeExpiration')) delete grant.expirationTime;
  storeGrant(call, file, grant);
  return effectivePermission(call, file, grant.id);
};

/**
 * Writes the fields without a rule for their value.
 * @throws ApiError 403 if somebody but the owner asks a person to become the owner
 */
function writeFlags({ body, user }: ApiCall, file: FileEntity, grant: FileGrant): void {
  const { pendingOwner, inheritedPermissionsDisabled } = body as PermissionBody;
  if (pendingOwner && (grant.type !== 'user' || file.owner !== user.email))
    throwInsufficientPermissions(file.id);
  if (pendingOwner) grant.pendingOwner = true;
  else if (pendingOwner !== undefined) delete grant.pendingOwner;
  if (typeof inheritedPermissionsDisabled === 'boolean')
    grant.inheritedPermissionsDisabled = inheritedPermissionsDisabled;
  else if (inheritedPermissionsDisabled === null) delete grant.inheritedPermissionsDisabled;
}

/** Gives a file to another person; the previous owner stays a writer. */
function transferOwnership(call: ApiCall, file: FileEntity, email: string): object {
  checkOwnershipTransfer(call, file, email);
  const state = storageState(call.simulation);
  const id = permissionIdOf(email);
  const previous = file.owner!;
  if (previous !== email) {
    const since = call.simulation.now().toISOString();
    file.grants = file.grants.filter((grant) => grant.id !== id);
    file.grants.push(grantOf({ type: 'user', role: 'writer', email: previous, since }));
    file.owner = email;
    const root = state.roots.get(email);
    if (call.query.flag('moveToNewOwnersRoot') && root !== undefined) file.parent = root;
    file.version += 1;
  }
  return effectivePermission(call, file, id);
}

/** `permissions.delete`: people may also give up their own permission. */
export const deletePermission: Handler = (call) => {
  const file = findWrittenFile(call);
  const grant = findGrant(call, file);
  const isOwn = grant.email === call.user.email;
  if (!isOwn) checkMayShare(call, file, grant.role);
  removeGrant(file, grant);
  return undefined;
};
