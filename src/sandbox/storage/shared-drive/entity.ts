/** New shared drives and their root folders. */
import { pictureUrl } from '../../picture/picture-url.ts';
import { mime } from '../content/mime.ts';
import type { DriveEntity, FileEntity, FileGrant } from '../state.ts';

/** The themes of shared drives. */
export const driveThemes: readonly { readonly id: string; readonly colorRgb: string }[] = [
  { id: 'abacus', colorRgb: '#ea6100' },
  { id: 'blueprints', colorRgb: '#4531af' },
  { id: 'lighthouse', colorRgb: '#0f9d58' },
];

/** The background image of a theme. */
export const themeImage = (id: string): string => pictureUrl(`theme/${id}.jpg`, 640, 320);

/** A shared drive without restrictions, with the theme `blueprints`. */
export const newDrive = (id: string, name: string, createdTime: string): DriveEntity => ({
  id,
  name,
  createdTime,
  hiddenBy: new Set(),
  colorRgb: '#4531af',
  themeId: 'blueprints',
  restrictions: {
    adminManagedRestrictions: false,
    copyRequiresWriterPermission: false,
    domainUsersOnly: false,
    driveMembersOnly: false,
    sharingFoldersRequiresOrganizerPermission: false,
    downloadRestriction: { restrictedForReaders: false, restrictedForWriters: false },
  },
  sequence: 1,
});

/**
 * The root folder of a shared drive.
 * @param members the permissions of the members
 */
export const newDriveRoot = (
  { id, createdTime }: DriveEntity,
  creator: string,
  members: readonly FileGrant[],
): FileEntity => ({
  id,
  fields: { name: 'Drive', mimeType: mime.folder },
  driveId: id,
  grants: [...members],
  createdTime,
  modifiedTime: createdTime,
  modifiedBy: creator,
  starredBy: new Set(),
  viewedAt: new Map(),
  version: 1,
  history: [],
  labels: new Map(),
  comments: [],
  proposals: [],
  approvals: [],
});
