/** Files and folders. */
import type { drive_v3 } from '@googleapis/drive';
import { files, permissions } from '../../upstream/storage/index.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { link } from '../field/link.ts';
import { computed, fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { FileCapabilities } from './capability.ts';
import { FOLDER } from './mime-type.ts';
import { FileOrder, orderParameter } from './order.ts';
import { permissionConnection } from './permission.ts';
import { properties } from './property.ts';
import { includeAllDrives, File } from './resource.ts';
import { FileFilter, filterTerms, inFolder, joinTerms } from './search.ts';
import { DriveUser } from './user.ts';

export const fileConnection = connectionType(File, 'files', {
  pageFields: {
    incompleteSearch: [
      'Boolean',
      'True: a drive could not be searched, so files may be missing from the list.',
    ],
  },
});

/** Adds the types and fields of this module to the schema. */
export function addFile(): void {
  File.implement({
    ...node,
    description: 'A file, folder or shortcut in the file storage.',
    fields: (t) => ({
      fileId: ownKey(t, "The storage service's own id, as it stands in the file's address."),
      ...fields(t, {
        name: ['String', 'What it is called; several files of a folder may have the same name.'],
        mimeType: ['String', 'Its content type.'],
        description: ['String', 'A short text about it.'],
        createdTime: ['DateTime', 'When it was created.'],
        modifiedTime: ['DateTime', 'When somebody last changed it.'],
        size: ['BigInt', 'Bytes of its content; null for folders and shortcuts.'],
        version: ['BigInt', 'Grows with every change, even one that the caller cannot see.'],
        trashed: ['Boolean', 'Whether it, or a folder it lies in, is in the trash.'],
        starred: ['Boolean', 'Whether the caller has starred it.'],
        shared: ['Boolean', 'Whether others have access; null on shared drives.'],
        webViewLink: ['URL', 'Opens it in a browser.'],
        iconLink: ['URL', 'A small picture of its type.'],
        thumbnailLink: ['URL', 'A small picture of its content; lasts some hours.'],
        md5Checksum: [
          'String',
          'The MD5 sum of its content; null for what has no bytes of its own.',
        ],
        originalFilename: ['String', 'What it was called when it was uploaded.'],
        sha1Checksum: [
          'String',
          'The SHA-1 checksum of the content. Null for files without bytes of their own.',
        ],
        sha256Checksum: [
          'String',
          'The SHA-256 checksum of the content. Null for files without bytes of their own.',
        ],
        fileExtension: [
          'String',
          'The last extension of the file name (`gz`). Null for files without bytes of their own.',
        ],
        fullFileExtension: [
          'String',
          'All extensions of the file name (`tar.gz`). Null for files without bytes of their own.',
        ],
        quotaBytesUsed: [
          'BigInt',
          'The bytes of storage quota that the file and its kept revisions use.',
        ],
        headRevisionId: [
          'ID',
          'The id of the current revision. Null for files without bytes of their own.',
        ],
        webContentLink: [
          'URL',
          'The URL that downloads the content in a browser. Null for files without bytes of their own.',
        ],
        hasThumbnail: ['Boolean', 'Whether the file has a thumbnail.'],
        thumbnailVersion: [
          'BigInt',
          'The version of the thumbnail: it changes whenever the thumbnail changes.',
        ],
        folderColorRgb: [
          'String',
          'The color of a folder as a hexadecimal RGB value (`#4986e7`). Null for other files.',
        ],
        spaces: [['String'], 'The spaces that contain the file: `drive` or `appDataFolder`.'],
        explicitlyTrashed: [
          'Boolean',
          'Whether the file itself was moved to the trash, not only a folder above it.',
        ],
        trashingUser: [
          DriveUser,
          'The user who moved the file to the trash. Only on shared drives.',
        ],
        ownedByMe: ['Boolean', 'Whether the caller owns the file. Null on shared drives.'],
        viewedByMe: ['Boolean', 'Whether the caller has opened the file.'],
        modifiedByMe: ['Boolean', 'Whether the caller has modified the file.'],
        isAppAuthorized: [
          'Boolean',
          'Whether the app of the access token created the file, or has opened it.',
        ],
        writersCanShare: [
          'Boolean',
          'Whether users with the role `writer` may share the file. Null on shared drives.',
        ],
        copyRequiresWriterPermission: [
          'Boolean',
          'Whether readers and commenters may not copy, print or download the file.',
        ],
        hasAugmentedPermissions: [
          'Boolean',
          'Whether users have access to this file beside the members of its shared drive. Only on shared drives.',
        ],
        capabilities: [FileCapabilities, 'What the caller may do with it.'],
        owners: [[DriveUser], 'Whom it belongs to; null on shared drives.'],
        lastModifyingUser: [DriveUser, 'Who last changed it.'],
        sharingUser: [DriveUser, 'Who shared it with the caller; null where it was not shared.'],
      }),
      viewedByMeAt: fieldAt(
        t,
        'DateTime',
        'viewedByMeTime',
        'When the caller last opened the file. Null if the caller never has.',
      ),
      modifiedByMeAt: fieldAt(
        t,
        'DateTime',
        'modifiedByMeTime',
        'When the caller last modified the file. Null if the caller never has.',
      ),
      sharedWithMeAt: fieldAt(
        t,
        'DateTime',
        'sharedWithMeTime',
        'When the file was shared with the caller. Null if it was not.',
      ),
      trashedAt: fieldAt(
        t,
        'DateTime',
        'trashedTime',
        'When the file was moved to the trash. Only on shared drives.',
      ),
      isFolder: computed(
        t,
        'Boolean',
        {
          paths: ['mimeType'],
          compute: ({ mimeType }) => (mimeType == null ? null : mimeType === FOLDER),
        },
        'Whether other files can lie in it.',
      ),
      properties: properties(t, 'properties', 'Entries that every app sees and may change.'),
      appProperties: properties(
        t,
        'appProperties',
        'Entries that only the app sees which the access token was issued for.',
      ),
      parents: link(
        t,
        [File],
        { path: 'parents', maxItems: 1 },
        'The folder it lies in: one, or none for what was only shared with the caller.',
      ),
      shortcutTarget: link(
        t,
        File,
        'shortcutDetails.targetId',
        'What a shortcut points to; null where that is gone or not shown to the caller.',
      ),
      shortcutTargetMimeType: fieldAt(
        t,
        'String',
        'shortcutDetails.targetMimeType',
        'The content type that the target had when the shortcut was made.',
      ),
      children: connection(
        t,
        fileConnection,
        {
          operation: files.list,
          optionalPaths: ['mimeType'],
          args: ({ mimeType }: drive_v3.Schema$File, { filter, orderBy }, ref) =>
            mimeType != null && mimeType !== FOLDER
              ? null
              : {
                  ...includeAllDrives,
                  q: joinTerms([inFolder(ref!.key[0]!), ...filterTerms(filter)]),
                  orderBy: orderParameter(orderBy),
                },
          argumentNames: { q: ['filter'] },
          arguments: {
            filter: t.arg({
              type: FileFilter,
              description: 'Only these; without it everything that is not in the trash.',
            }),
            orderBy: t.arg({
              type: [FileOrder],
              description: 'First key first; without it in no certain order.',
            }),
          },
        },
        'What lies directly in the folder; nothing for what is no folder.',
      ),
      permissions: connection(
        t,
        permissionConnection,
        {
          operation: permissions.list,
          nullOnReasons: [permissions.list.reasons.insufficientFilePermissions],
          embedded: {
            path: 'permissions',
            paths: ['driveId'],
            isComplete: ({ driveId, permissions }: drive_v3.Schema$File) =>
              driveId == null && permissions != null,
          },
        },
        'Who has access, and how much. It comes along with the file, unless that lies on a shared drive; null with a warning for those who may not share it.',
      ),
    }),
  });
}
