/** Files as a caller sees them. */
import type { ApiCall } from '../../call/handler.ts';
import type { User } from '../../user.ts';
import {
  isRoot,
  isTrashed,
  mayShare,
  parentOf,
  permissionsOf,
  roleOf,
  seesMetadataOnly,
  spaceOf,
  userPermissions,
} from '../permission/access.ts';
import { pictureUrl } from '../../picture/picture-url.ts';
import { mayStartApproval } from '../approval/rule.ts';
import { exportFormats } from '../content/export-format.ts';
import { capabilitiesOf } from './capability.ts';
import { serializeLabel } from '../label/serializer.ts';
import { isEditorsFile, mime } from '../content/mime.ts';
import { serializePermission } from '../permission/serializer.ts';
import { serializeUser } from '../permission/person.ts';
import { usedBytes } from '../quota.ts';
import { resourceKeyOf } from './resource-key.ts';
import { restrictionFields } from '../restriction.ts';
import { type FileEntity, type FileRole, type StorageState, storageState } from '../state.ts';

const editorPaths: Readonly<Record<string, string>> = {
  [mime.document]: 'document',
  [mime.spreadsheet]: 'spreadsheets',
  [mime.presentation]: 'presentation',
};

/** The address of a file in a browser. */
export function webViewLink(id: string, mimeType: string): string {
  if (mimeType === mime.folder) return `https://drive.example/drive/folders/${id}`;
  const editorPath = editorPaths[mimeType];
  return editorPath
    ? `https://docs.example/${editorPath}/d/${id}/edit`
    : `https://drive.example/file/d/${id}/view`;
}

/** The address of the icon of a type of files. */
export const iconLink = (mimeType: string): string =>
  pictureUrl(`icon/${mimeType.replace('/', '.')}`, 16);

/** All fields that the caller may see; the caller must have access to the file. */
export function serializeFile({ simulation, user, query }: ApiCall, file: FileEntity): object {
  const state = storageState(simulation);
  const role = roleOf(state, user, file)!;
  const { id, fields, targetId } = file;
  const resourceKey = resourceKeyOf(file);
  const copyRequiresWriterPermission = fields['copyRequiresWriterPermission'] ?? false;
  return {
    kind: 'drive#file',
    id,
    ...fields,
    spaces: [spaceOf(state, file)],
    version: `${file.version}`,
    createdTime: file.createdTime,
    modifiedTime: file.modifiedTime,
    lastModifyingUser: serializeUser(file.modifiedBy, user),
    starred: file.starredBy.has(user.email),
    trashed: isTrashed(state, file),
    explicitlyTrashed: file.trash !== undefined,
    webViewLink: `${webViewLink(id, fields.mimeType)}${linkKeyOf(file)}`,
    iconLink: iconLink(fields.mimeType),
    viewersCanCopyContent: copyRequiresWriterPermission !== true,
    copyRequiresWriterPermission,
    linkShareMetadata: {
      securityUpdateEligible: file.needsResourceKey === true,
      securityUpdateEnabled: true,
    },
    capabilities: capabilitiesOf(file, role, {
      isRoot: isRoot(state, file),
      mayOpen: !seesMetadataOnly(state, user, file),
      mayStartApproval: mayStartApproval(simulation, user, file),
    }),
    isAppAuthorized: true,
    ...restrictionFields(file, user),
    ...(resourceKey !== undefined && { resourceKey }),
    ...parentFields(state, user, file),
    ...callerFields(user, file),
    ...(file.driveId === undefined
      ? myDriveFields(state, user, file, role)
      : sharedDriveFields(state, user, file)),
    ...contentFields(file),
    ...labelFields(file, user, query.text('includeLabels')),
    ...(targetId && {
      shortcutDetails: {
        targetId,
        targetMimeType: state.files.get(targetId)?.fields.mimeType,
        ...targetKeyOf(state.files.get(targetId)),
      },
    }),
  };
}

/** The key in the link of a file that needs it. */
const linkKeyOf = (file: FileEntity): string =>
  file.needsResourceKey ? `?resourcekey=${resourceKeyOf(file)}` : '';

function targetKeyOf(target: FileEntity | undefined): object {
  const resourceKey = target && resourceKeyOf(target);
  return resourceKey === undefined ? {} : { targetResourceKey: resourceKey };
}

/** The folder, if the caller has access to it. */
function parentFields(state: StorageState, user: User, file: FileEntity): object {
  const folder = parentOf(state, file);
  return folder && roleOf(state, user, folder) !== undefined ? { parents: [folder.id] } : {};
}

/** The times at which the caller opened and modified the file. */
function callerFields(user: User, { viewedAt, modifiedBy, modifiedTime }: FileEntity): object {
  const viewedByMeTime = viewedAt.get(user.email);
  const modifiedByMe = modifiedBy === user.email;
  return {
    viewedByMe: viewedByMeTime !== undefined,
    ...(viewedByMeTime && { viewedByMeTime }),
    modifiedByMe,
    ...(modifiedByMe && { modifiedByMeTime: modifiedTime }),
  };
}

/** The time at which the file itself was shared with a person; undefined for their own files. */
export function sharedWithMeTime(
  state: StorageState,
  user: User,
  file: FileEntity,
): string | undefined {
  if (file.driveId !== undefined || file.owner === user.email) return undefined;
  return userPermissions(state, user, file)
    .filter(({ type, inheritedFrom }) => type !== 'anyone' && inheritedFrom === undefined)
    .map(({ since }) => since)
    .toSorted()[0];
}

/** Fields of files outside shared drives: owner and sharing. */
function myDriveFields(state: StorageState, user: User, file: FileEntity, role: FileRole): object {
  const permissions = permissionsOf(state, file);
  const owner = serializeUser(file.owner!, user);
  const sharedTime = sharedWithMeTime(state, user, file);
  return {
    owners: [owner],
    ownedByMe: file.owner === user.email,
    shared: permissions.length > 1,
    writersCanShare: file.fields['writersCanShare'] ?? true,
    ...(sharedTime && { sharedWithMeTime: sharedTime, sharingUser: owner }),
    ...(mayShare(role, file) && {
      permissions: permissions.map((permission) => serializePermission(permission, file)),
      permissionIds: permissions.map(({ id }) => id),
    }),
  };
}

/** Fields of files in shared drives: no owner, and permissions only by id. */
function sharedDriveFields(state: StorageState, user: User, file: FileEntity): object {
  const { driveId, trash } = file;
  return {
    driveId,
    teamDriveId: driveId,
    hasAugmentedPermissions: file.grants.length > 0 && file.id !== driveId,
    permissionIds: permissionsOf(state, file).map(({ id }) => id),
    ...(trash && { trashedTime: trash.at, trashingUser: serializeUser(trash.by, user) }),
  };
}

/** @param included the ids of the labels that the call includes, separated by commas */
function labelFields(file: FileEntity, user: User, included: string | undefined): object {
  if (included === undefined) return {};
  const ids = included.split(',').map((id) => id.trim());
  const labels = ids.filter((id) => file.labels.has(id));
  return { labelInfo: { labels: labels.map((id) => serializeLabel(file, id, user)) } };
}

/** Size, checksums, links and thumbnail. */
function contentFields(file: FileEntity): object {
  const { id, fields, content } = file;
  const { mimeType, name } = fields;
  const formats = exportFormats[mimeType];
  if (formats)
    return {
      exportLinks: Object.fromEntries(formats.map((format) => [format, exportLink(id, format)])),
      hasThumbnail: true,
      thumbnailVersion: '1',
      size: '1024',
      quotaBytesUsed: '0',
    };
  if (!content || isEditorsFile(mimeType))
    return { hasThumbnail: false, thumbnailVersion: '0', quotaBytesUsed: '0' };
  const { size, ...checksums } = content;
  const extension = /\.(\w+)$/.exec(name)?.[1] ?? '';
  const hasThumbnail = /^(image|video)\//.test(mimeType);
  return {
    ...checksums,
    size: `${size}`,
    quotaBytesUsed: `${usedBytes(file)}`,
    originalFilename: originalFilenameOf(file),
    fileExtension: extension,
    fullFileExtension: extension,
    webContentLink: `https://drive.example/uc?id=${id}&export=download`,
    hasThumbnail,
    thumbnailVersion: hasThumbnail ? '1' : '0',
    ...(hasThumbnail && { thumbnailLink: pictureUrl(`d/${id}=s220`, 220) }),
  };
}

/**
 * The name that was written, or else that of the newest revision, which is the name of the file at
 * its upload. Source: "the original filename of the uploaded content if available, or else the
 * original value of the name field" (reference of `files`).
 */
export const originalFilenameOf = ({ fields, history }: FileEntity): string =>
  (fields['originalFilename'] as string | undefined) ??
  history.at(-1)?.originalFilename ??
  fields.name;

/** The address of a document in another format. */
export const exportLink = (id: string, format: string): string =>
  `https://docs.example/feeds/download/${id}?mimeType=${encodeURIComponent(format)}`;
