/** Files and permissions as a caller sees them. */
import type { ApiCall } from '../handler.ts';
import type { User } from '../user.ts';
import {
  type Effective,
  grantsOf,
  isTop,
  isTrashed,
  mayShare,
  permissionsOf,
  roleOf,
} from './access.ts';
import { capabilitiesOf } from './capability.ts';
import { displayNameOf, driveUser, photoOf } from './person.ts';
import { isNative, mime } from './mime.ts';
import { type FileRole, type StorageState, type StoredFile, storageState } from './state.ts';

export function showPermission(
  { id, type, role, email, domain, discoverable, inheritedFrom }: Effective,
  file: StoredFile,
): object {
  const inherited = inheritedFrom !== undefined;
  const permissionType =
    file.driveId !== undefined && (inheritedFrom ?? file.id) === file.driveId ? 'member' : 'file';
  return {
    kind: 'drive#permission',
    id,
    type,
    role,
    ...(email && {
      emailAddress: email,
      displayName: displayNameOf(email),
      deleted: false,
      pendingOwner: false,
    }),
    ...(email && type === 'user' && { photoLink: photoOf(email) }),
    ...(domain && { domain, displayName: domain }),
    ...(discoverable !== undefined || type === 'anyone'
      ? { allowFileDiscovery: discoverable ?? false }
      : {}),
    permissionDetails: [{ permissionType, role, inherited, ...(inherited && { inheritedFrom }) }],
  };
}

const places: Readonly<Record<string, string>> = {
  [mime.document]: 'document',
  [mime.spreadsheet]: 'spreadsheets',
  [mime.presentation]: 'presentation',
};

/** The address under which a browser opens the file. */
export function linkOf(id: string, mimeType: string): string {
  if (mimeType === mime.folder) return `https://drive.example/drive/folders/${id}`;
  const place = places[mimeType];
  return place
    ? `https://docs.example/${place}/d/${id}/edit`
    : `https://drive.example/file/d/${id}/view`;
}

/** A file with everything that this caller may see of it; `role` is what they may do. */
export function showFile({ simulation, user }: ApiCall, file: StoredFile): object {
  const state = storageState(simulation);
  const role = roleOf(state, user, file)!;
  const { id, fields, driveId, targetId } = file;
  const target = targetId === undefined ? undefined : state.files.get(targetId);
  return {
    kind: 'drive#file',
    id,
    ...fields,
    spaces: ['drive'],
    version: `${file.version}`,
    createdTime: file.createdTime,
    modifiedTime: file.modifiedTime,
    lastModifyingUser: driveUser(file.modifiedBy, user),
    starred: file.starredBy.has(user.email),
    trashed: isTrashed(state, file),
    explicitlyTrashed: file.trash !== undefined,
    webViewLink: linkOf(id, fields.mimeType),
    iconLink: `https://drive.example/icon/16/type/${fields.mimeType}`,
    viewersCanCopyContent: fields['copyRequiresWriterPermission'] !== true,
    copyRequiresWriterPermission: fields['copyRequiresWriterPermission'] ?? false,
    linkShareMetadata: { securityUpdateEligible: false, securityUpdateEnabled: true },
    capabilities: capabilitiesOf(file, role, mayShare(role, file), isTop(state, file)),
    isAppAuthorized: true,
    ...place(state, user, file),
    ...mine(user, file),
    ...(driveId === undefined
      ? sharing(state, user, file, role)
      : inDrive(state, user, file, driveId)),
    ...contentFields(file),
    ...(targetId && { shortcutDetails: { targetId, targetMimeType: target?.fields.mimeType } }),
  };
}

/** The folder it lies in, for callers who may see that folder. */
function place(state: StorageState, user: User, { parent }: StoredFile): object {
  const folder = parent === undefined ? undefined : state.files.get(parent);
  return folder && roleOf(state, user, folder) !== undefined ? { parents: [folder.id] } : {};
}

/** What the file is to this person: opened, changed, shared with them. */
function mine(user: User, { viewedAt, modifiedBy, modifiedTime }: StoredFile): object {
  const viewed = viewedAt.get(user.email);
  const modified = modifiedBy === user.email;
  return {
    viewedByMe: viewed !== undefined,
    ...(viewed && { viewedByMeTime: viewed }),
    modifiedByMe: modified,
    ...(modified && { modifiedByMeTime: modifiedTime }),
  };
}

/** When and by whom it was shared with this person, not counting what they own. */
export function sharedWith(state: StorageState, user: User, file: StoredFile): string | undefined {
  if (file.driveId !== undefined || file.owner === user.email) return undefined;
  return grantsOf(state, user, file)
    .filter(({ type, inheritedFrom }) => type !== 'anyone' && inheritedFrom === undefined)
    .map(({ since }) => since)
    .toSorted()[0];
}

function sharing(state: StorageState, user: User, file: StoredFile, role: FileRole): object {
  const all = permissionsOf(state, file);
  const since = sharedWith(state, user, file);
  return {
    owners: [driveUser(file.owner!, user)],
    ownedByMe: file.owner === user.email,
    shared: all.length > 1,
    writersCanShare: file.fields['writersCanShare'] ?? true,
    ...(since && { sharedWithMeTime: since, sharingUser: driveUser(file.owner!, user) }),
    ...(mayShare(role, file) && {
      permissions: all.map((permission) => showPermission(permission, file)),
      permissionIds: all.map(({ id }) => id),
    }),
  };
}

/** Files of shared drives have no owner, and say only who has access, not how. */
function inDrive(state: StorageState, user: User, file: StoredFile, driveId: string): object {
  return {
    driveId,
    teamDriveId: driveId,
    hasAugmentedPermissions: file.grants.length > 0 && file.id !== driveId,
    permissionIds: permissionsOf(state, file).map(({ id }) => id),
    ...(file.trash && { trashedTime: file.trash.at, trashingUser: driveUser(file.trash.by, user) }),
  };
}

const exports: Readonly<Record<string, readonly string[]>> = {
  [mime.document]: ['application/pdf', 'text/plain', 'text/markdown'],
  [mime.spreadsheet]: ['application/pdf', 'text/csv'],
  [mime.presentation]: ['application/pdf', 'text/plain'],
};

export const exportTypes = exports;

function contentFields({ id, fields, content }: StoredFile): object {
  const { mimeType, name } = fields;
  const links = exports[mimeType]?.map((type) => [
    type,
    `https://docs.example/feeds/download/${id}?mimeType=${encodeURIComponent(type)}`,
  ]);
  if (links)
    return {
      exportLinks: Object.fromEntries(links),
      hasThumbnail: true,
      thumbnailVersion: '1',
      size: '1024',
      quotaBytesUsed: '0',
    };
  if (!content || isNative(mimeType))
    return { hasThumbnail: false, thumbnailVersion: '0', quotaBytesUsed: '0' };
  const { size, ...sums } = content;
  const extension = /\.(\w+)$/.exec(name)?.[1] ?? '';
  const pictured = /^(image|video)\//.test(mimeType);
  return {
    ...sums,
    size: `${size}`,
    quotaBytesUsed: `${size}`,
    originalFilename: fields['originalFilename'] ?? name,
    fileExtension: extension,
    fullFileExtension: extension,
    webContentLink: `https://drive.example/uc?id=${id}&export=download`,
    hasThumbnail: pictured,
    thumbnailVersion: pictured ? '1' : '0',
    ...(pictured && { thumbnailLink: `https://photos.example/d/${id}=s220` }),
  };
}
