/** Shared drives as a caller sees them. */
import type { ApiCall } from '../../call/handler.ts';
import { pictureUrl } from '../../picture/picture-url.ts';
import { includesRole } from '../permission/access.ts';
import { themeImage } from './entity.ts';
import type { DriveEntity, FileRole } from '../state.ts';

/**
 * @param role of the caller; undefined for administrators who are not members
 * @param orgUnitId shown to administrators in lists
 */
export function serializeDrive(
  { user }: ApiCall,
  drive: DriveEntity,
  role: FileRole | undefined,
  orgUnitId?: string,
): object {
  const { id, name, colorRgb, themeId, createdTime, hiddenBy, restrictions } = drive;
  return {
    kind: 'drive#drive',
    id,
    name,
    colorRgb,
    backgroundImageLink: themeId ? themeImage(themeId) : pictureUrl(`background/${id}`, 640, 320),
    createdTime,
    hidden: hiddenBy.has(user.email),
    ...(orgUnitId && { orgUnitId }),
    restrictions,
    capabilities: capabilitiesOf(drive, role),
  };
}

function capabilitiesOf({ restrictions }: DriveEntity, role: FileRole | undefined): object {
  const read = role !== undefined;
  const edit = includesRole(role, 'writer');
  const organize = role === 'organizer';
  const restrict = organize && !restrictions.adminManagedRestrictions;
  return {
    canAddChildren: edit,
    canChangeCopyRequiresWriterPermissionRestriction: restrict,
    canChangeDomainUsersOnlyRestriction: restrict,
    canChangeDownloadRestriction: restrict,
    canChangeDriveBackground: organize,
    canChangeDriveMembersOnlyRestriction: restrict,
    canChangeSharingFoldersRequiresOrganizerPermissionRestriction: restrict,
    canComment: includesRole(role, 'commenter'),
    canCopy: read,
    canDeleteChildren: organize,
    canDeleteDrive: organize,
    canDownload: read,
    canEdit: edit,
    canListChildren: read,
    canManageMembers: organize,
    canReadRevisions: edit,
    canRename: edit,
    canRenameDrive: organize,
    canResetDriveRestrictions: restrict,
    canShare: includesRole(role, 'fileOrganizer'),
    canTrashChildren: includesRole(role, 'fileOrganizer'),
  };
}
