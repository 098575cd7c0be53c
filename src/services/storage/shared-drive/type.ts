/** Shared drives, whose files belong to an organization instead of a user. */
import type { drive_v3 } from '@googleapis/drive';
import { drives } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { fields, valueType, ownKey } from '../../../engine/schema/field/path-field.ts';
import { refFrom } from '../../../engine/schema/type/global-id.ts';
import { Viewer } from '../../shared/viewer.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { searchText } from '../../../engine/schema/type/text.ts';
import { DownloadRestriction } from '../restriction/type.ts';
import { File, SharedDrive } from '../resources.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { flag, required } from '../../../engine/schema/field/input-row.ts';

const Capabilities = valueType<NonNullable<drive_v3.Schema$Drive['capabilities']>>(
  'SharedDriveCapabilities',
  'DriveCapabilities',
).rows('The permissions of the caller on a shared drive, for example to show or hide buttons.', {
  canAddChildren: 'Whether the caller can add files to folders of the drive.',
  canChangeCopyRequiresWriterPermissionRestriction:
    'Whether the caller can change the restriction `copyRequiresWriterPermission`.',
  canChangeDomainUsersOnlyRestriction:
    'Whether the caller can change the restriction `domainUsersOnly`.',
  canChangeDownloadRestriction:
    'Whether the caller can change the restriction `downloadRestriction`.',
  canChangeDriveBackground: 'Whether the caller can change color, theme and background image.',
  canChangeDriveMembersOnlyRestriction:
    'Whether the caller can change the restriction `driveMembersOnly`.',
  canChangeSharingFoldersRequiresOrganizerPermissionRestriction:
    'Whether the caller can change the restriction `sharingFoldersRequiresOrganizerPermission`.',
  canComment: 'Whether the caller can comment on files of the drive.',
  canCopy: 'Whether the caller can copy files of the drive.',
  canDeleteChildren: 'Whether the caller can permanently delete files of the drive.',
  canDeleteDrive:
    'Whether the caller can delete the drive. False while the drive contains files outside the trash.',
  canDownload: 'Whether the caller can download files of the drive.',
  canEdit: 'Whether the caller can change files of the drive.',
  canListChildren: 'Whether the caller can list the folders of the drive.',
  canManageMembers: 'Whether the caller can add and remove members and change their roles.',
  canReadRevisions: 'Whether the caller can read the revisions of files.',
  canRename: 'Whether the caller can rename files and folders of the drive.',
  canRenameDrive: 'Whether the caller can rename the drive itself.',
  canResetDriveRestrictions:
    'Whether the caller can reset all restrictions of the drive to their defaults.',
  canShare: 'Whether the caller can share files and folders of the drive.',
  canTrashChildren: 'Whether the caller can move files to the trash.',
});

const Restrictions = valueType<NonNullable<drive_v3.Schema$Drive['restrictions']>>(
  'SharedDriveRestrictions',
  'DriveRestrictions',
).rows('Restrictions of a shared drive and of the files in it.', {
  adminManagedRestrictions:
    'Whether changes of these restrictions require an administrator of the domain.',
  copyRequiresWriterPermission:
    'Whether readers and commenters are prevented from copying, printing and downloading files of the drive.',
  domainUsersOnly:
    'Whether only users of the domain of the drive have access to the drive and to its files.',
  downloadRestriction: [
    DownloadRestriction,
    'The roles that may not download, copy or print files of the drive.',
  ],
  driveMembersOnly: 'Whether only members of the drive have access to the files of the drive.',
  sharingFoldersRequiresOrganizerPermission:
    'Whether only organizers can share folders. Otherwise also users with the role `FILE_ORGANIZER`.',
});

/** The parameter of a call with the access of an administrator; none for other calls. */
const adminAccess = (asDomainAdmin: boolean): { readonly useDomainAdminAccess?: true } =>
  asDomainAdmin ? { useDomainAdminAccess: true } : {};

export function addSharedDrive(): void {
  SharedDrive.implement({
    ...node,
    description:
      'A shared drive in Google Drive. An organization owns the files in it, and the members of the drive have access to them.',
    fields: (t) => ({
      driveId: ownKey(
        t,
        'The Google Drive id of the shared drive. The root folder of the drive is the file with the same id.',
      ),
      ...fields(t, {
        name: 'The name of the shared drive. Not unique.',
        colorRgb:
          'The color of the shared drive as a hexadecimal RGB value, for example `#4986e7`.',
        backgroundImageLink: [
          'URL',
          'The URL of the background image of the shared drive. Expires after some hours.',
        ],
        hidden: 'Whether the caller has hidden the drive from the default view.',
        orgUnitId:
          'The id of the organizational unit of the drive. Only in `Viewer.sharedDrives` with `asDomainAdmin: true`; otherwise null.',
        capabilities: [
          Capabilities,
          'The permissions of the caller on the drive and on its files.',
        ],
        restrictions: [Restrictions, 'The restrictions of the drive and of the files in it.'],
        createdAt: ['The time when the shared drive was created.', { rest: 'createdTime' }],
        rootFolder: [
          File,
          'The root folder of the shared drive: its `children` are the files at the top level.',
          ancestor(File),
        ],
      }),
    }),
  });

  builder.objectFields(File, (t) =>
    fields(t, {
      sharedDrive: [
        SharedDrive,
        'The shared drive that contains the file. Null for files outside shared drives, and if the caller has access to the file without being a member of the drive.',
        { id: 'driveId' },
      ],
    }),
  );

  builder.queryField('sharedDrive', (t) =>
    lookup(
      t,
      SharedDrive,
      {
        arguments: {
          id: [required('ID'), 'The global id or the Google Drive id of the shared drive.'],
          asDomainAdmin: flag(
            'Whether to read the drive as an administrator of its domain. Administrators can read drives that they are not a member of. Error `FORBIDDEN` if the caller is no administrator.',
          ),
        },
        ref: ({ id, asDomainAdmin }: { readonly id: string; readonly asDomainAdmin: boolean }) => ({
          ...refFrom(SharedDrive.resource, id),
          ...(asDomainAdmin && { args: adminAccess(true) }),
        }),
      },
      'The shared drive with the given id. Error `NOT_FOUND` if there is no such drive or the caller may not see it.',
    ),
  );

  builder.objectField(Viewer, 'sharedDrives', (t) =>
    connection(
      t,
      connectionType(SharedDrive, 'shared drives'),
      {
        operation: drives.list,
        args: () => ({}),
        argumentParameters: ({ query, asDomainAdmin }) => ({
          q: searchText(query),
          ...adminAccess(asDomainAdmin),
        }),
        argumentNames: { q: 'query', useDomainAdminAccess: 'asDomainAdmin' },
        arguments: {
          query: [
            'String',
            "Return only shared drives that match this query in the query language of Google Drive, for example `name contains 'archive'`. Other fields than `name` require `asDomainAdmin: true`. Default: all shared drives.",
          ],
          asDomainAdmin: flag(
            'Whether to list all drives of the domain that the caller administrates, instead of the drives that the caller is a member of.',
          ),
        },
      },
      'The shared drives that the caller is a member of, including hidden drives.',
    ),
  );
}
