/** Checks of the permission in the body of `permissions.create` and `permissions.update`. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { day } from '../../time.ts';
import {
  checkIsInDrive,
  hasDomainAdminAccess,
  includesRole,
  mayShare,
  roleOf,
  throwInsufficientPermissions,
} from './access.ts';
import { toTimestamp } from '../file/body.ts';
import { mime } from '../content/mime.ts';
import { displayNameOf, isKnownPerson, studioDomain } from './person.ts';
import {
  type FileEntity,
  type FileGrant,
  type FileRole,
  type GranteeType,
  roles,
  type StorageState,
  storageState,
} from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

/** The body, as far as the schema of permissions checks it. */
export interface PermissionBody {
  readonly type?: GranteeType;
  readonly role?: FileRole | null;
  readonly emailAddress?: string | null;
  readonly domain?: string | null;
  readonly allowFileDiscovery?: boolean | null;
  readonly expirationTime?: string | null;
  readonly view?: string | null;
  readonly pendingOwner?: boolean | null;
  readonly inheritedPermissionsDisabled?: boolean | null;
}

/** @param name field of the permission @throws ApiError 400 */
function throwInvalidField(name: keyof PermissionBody, message: string): never {
  throw new ApiError(400, 'invalid', {
    message,
    location: `permission.${name}`,
    locationType: 'other',
  });
}

/** @throws ApiError 403 */
function throwRejected(reason: RefusalReason, message: string, location?: string): never {
  throw new ApiError(403, reason, { message, ...(location !== undefined && { location }) });
}

const granteeTypes: ReadonlySet<string> = new Set(['user', 'group', 'domain', 'anyone']);

/**
 * The grantee of a new permission.
 * @throws ApiError 400 for fields that the type does not have, or that it needs
 */
export function granteeOf(
  body: PermissionBody,
): Pick<FileGrant, 'type' | 'email' | 'domain' | 'discoverable'> {
  const { type, emailAddress, domain, allowFileDiscovery } = body;
  if (!granteeTypes.has(type!)) throwInvalidField('type', `Invalid permission type '${type}'.`);
  const isPerson = type === 'user' || type === 'group';
  if (isPerson ? !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(emailAddress ?? '') : emailAddress)
    throwInvalidField(
      'emailAddress',
      'The specified emailAddress is invalid or not applicable for the given permission type.',
    );
  if (type === 'domain' ? !/^[^@\s]+\.[^@\s]+$/.test(domain ?? '') : domain)
    throwInvalidField(
      'domain',
      'The specified domain is invalid or not applicable for the given permission type.',
    );
  checkDiscovery(type!, body);
  return {
    type: type!,
    ...(isPerson && { email: emailAddress!.toLowerCase() }),
    ...(type === 'domain' && { domain: domain! }),
    ...(!isPerson && { discoverable: allowFileDiscovery ?? false }),
  };
}

/** @throws ApiError 400 if a person or group shall find the file by searching, which they do */
export function checkDiscovery(type: GranteeType, { allowFileDiscovery }: PermissionBody): void {
  if (typeof allowFileDiscovery === 'boolean' && (type === 'user' || type === 'group'))
    throwInvalidField(
      'allowFileDiscovery',
      'allowFileDiscovery applies to permissions of the types domain and anyone only.',
    );
}

/**
 * Checks that the role exists and that files of this drive, and grantees of this type, can have it.
 * @throws ApiError 400 or 403
 */
export function checkRoleIsPossible(
  state: { readonly drives: ReadonlyMap<string, unknown> },
  file: FileEntity,
  { type, role }: Pick<FileGrant, 'type' | 'role'>,
): void {
  const isOnSharedDrive = file.driveId !== undefined;
  const isDrive = state.drives.has(file.id);
  if (!roles.includes(role)) throwInvalidField('role', `Invalid permission role '${role}'.`);
  if (role === 'owner' && type !== 'user')
    throwInvalidField('role', 'Only a user can be the owner of a file.');
  if (role === 'owner' && isOnSharedDrive)
    throwRejected(
      'ownerOnTeamDriveItemNotSupported',
      'Items of a shared drive do not have an owner.',
    );
  if (role === 'organizer' && !isDrive)
    throwRejected(
      isOnSharedDrive
        ? 'organizerOnNonTeamDriveItemNotSupported'
        : 'organizerOnNonTeamDriveNotSupported',
      'The role organizer is for members of a shared drive only.',
    );
  if (role === 'fileOrganizer' && (!isOnSharedDrive || file.fields.mimeType !== mime.folder))
    throwRejected(
      'fileOrganizerOnNonTeamDriveNotSupported',
      'The role fileOrganizer is for shared drives and their folders only.',
    );
  if (isDrive && (type === 'anyone' || type === 'domain'))
    throwRejected(
      'cannotShareTeamDriveTopFolderWithAnyoneOrDomains',
      'The members of a shared drive are users and groups.',
    );
}

/**
 * Owners, organizers and, unless the file says otherwise, writers share a file; organizers and
 * administrators choose the members of a drive. A drive can leave its folders to organizers too.
 * Nobody gives a role above their own.
 * @throws ApiError 403
 */
export function checkMayShare(call: ApiCall, file: FileEntity, role: FileRole): void {
  const state = storageState(call.simulation);
  const own = roleOf(state, call.user, file);
  const isDrive = state.drives.has(file.id);
  if (isDrive && hasDomainAdminAccess(call)) return;
  checkIsInDrive(state, file);
  const isRoot = !isDrive && [...state.roots.values()].includes(file.id);
  const isForOrganizers = isDrive || isFolderForOrganizers(state, file);
  const allowed = isForOrganizers ? own === 'organizer' : mayShare(own, file) && !isRoot;
  if (!allowed || !includesRole(own, role)) throwInsufficientPermissions(file.id);
}

/** Whether the shared drive lets only organizers share the folder. */
function isFolderForOrganizers(state: StorageState, { driveId, fields }: FileEntity): boolean {
  const drive = driveId === undefined ? undefined : state.drives.get(driveId);
  return (
    fields.mimeType === mime.folder &&
    drive?.restrictions.sharingFoldersRequiresOrganizerPermission === true
  );
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/**
 * The restrictions of the shared drive on who gets access.
 * @throws ApiError 403
 */
export function checkDriveRestrictions(
  { simulation }: ApiCall,
  file: FileEntity,
  { type, email, domain }: Pick<FileGrant, 'type' | 'email' | 'domain'>,
): void {
  const state = storageState(simulation);
  const drive = file.driveId === undefined ? undefined : state.drives.get(file.driveId);
  if (!drive) return;
  const { domainUsersOnly, driveMembersOnly } = drive.restrictions;
  const isOutside = type === 'anyone' || (domain ?? domainOf(email!)) !== studioDomain;
  if (domainUsersOnly && isOutside)
    throwRejected(
      'teamDriveDomainUsersOnlyRestriction',
      'Items of the shared drive can be shared with users of the domain only.',
    );
  const members = state.files.get(drive.id)!.grants;
  const isMember = members.some((member) => email !== undefined && member.email === email);
  if (driveMembersOnly && file.id !== drive.id && !isMember)
    throwRejected(
      'teamDriveTeamMembersOnlyRestriction',
      'Items of the shared drive can be shared with its members only.',
    );
}

/**
 * When a permission shall end, in UTC with milliseconds; undefined if the body does not say it.
 * @throws ApiError 403 for grantees and drives without it, and for times that are not within a year
 */
export function expirationOf(
  { simulation, body }: ApiCall,
  file: FileEntity,
  { type, role }: Pick<FileGrant, 'type' | 'role'>,
): string | undefined {
  const time = toTimestamp((body as PermissionBody).expirationTime);
  if (time === undefined) return undefined;
  const location = 'permission.expirationTime';
  if (type === 'anyone' || type === 'domain')
    throwRejected(
      'cannotSetExpirationOnAnyoneOrDomain',
      'Only permissions of users and groups can expire.',
      location,
    );
  if (storageState(simulation).drives.has(file.id))
    throwRejected(
      'expirationDateNotAllowedForSharedDriveMembers',
      'Memberships of shared drives cannot expire.',
      location,
    );
  if (role === 'owner')
    throwRejected('cannotSetExpiration', 'The permission of the owner cannot expire.', location);
  const inFuture = Date.parse(time) - simulation.now().getTime();
  if (inFuture <= 0)
    throwRejected(
      'expirationDatesMustBeInTheFuture',
      'Expiration dates must be in the future.',
      location,
    );
  if (inFuture > 365 * day)
    throwRejected(
      'cannotSetExpiration',
      'The expiration time cannot be more than one year in the future.',
      location,
    );
  return time;
}

/**
 * The view that a permission is for.
 * @throws ApiError 400 for views that clients cannot set, and roles other than reader
 */
export function viewOf({ view }: PermissionBody, role: FileRole): 'published' | undefined {
  if (view === undefined || view === null) return undefined;
  if (view !== 'published') throwInvalidField('view', `The view '${view}' cannot be set.`);
  if (role !== 'reader') throwInvalidField('role', 'The role on a published view is reader.');
  return view;
}

/** Whether the grantee gets an e-mail. */
export const notifies = (query: ApiCall['query']): boolean =>
  query.flag('sendNotificationEmail', true);

/**
 * A person without a Google account gets access by the invitation in the e-mail. Links have no
 * addressee.
 * @throws ApiError 400, and 403 for links
 */
export function checkNotification({ query }: ApiCall, { email }: Pick<FileGrant, 'email'>): void {
  // Whatever the value is: MVKozlov/GMGoogleDrive#28, June 2026.
  if (query.has('sendNotificationEmail') && email === undefined)
    throwRejected(
      'forbidden',
      "The sendNotificationEmail parameter is only applicable for permissions of type 'user' or " +
        "'group', and must not be disabled for ownership transfers.",
      'sendNotificationEmail',
    );
  if (email !== undefined && !notifies(query) && !isKnownPerson(email))
    throw new ApiError(400, 'invalidSharingRequest', {
      message:
        'Bad Request. User message: "You are trying to invite ' +
        `${displayNameOf(email)}. Since there is no Google account associated with this email ` +
        'address, you must check the "Notify people" box to invite this recipient."',
    });
}

/**
 * Checks the rules for a new owner, except that the caller is allowed to name one.
 * @throws ApiError 403
 */
export function checkOwnershipTransfer({ query }: ApiCall, file: FileEntity, email: string): void {
  if (!query.flag('transferOwnership'))
    throwRejected(
      'forbidden',
      "The transferOwnership parameter must be enabled when the permission role is 'owner'.",
      'transferOwnership',
    );
  if (query.text('sendNotificationEmail') !== undefined && !query.flag('sendNotificationEmail'))
    throwRejected(
      'forbidden',
      'The sendNotificationEmail parameter must not be disabled for ownership transfers.',
      'sendNotificationEmail',
    );
  if (domainOf(email) !== domainOf(file.owner!))
    throwRejected(
      'ownershipChangeAcrossDomainNotPermitted',
      'Ownership can only be transferred to a user of the same domain.',
    );
}
