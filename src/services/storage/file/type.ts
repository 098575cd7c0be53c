/** Files and folders. */
import type { drive_v3 } from '@googleapis/drive';
import { files } from '../operations.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { linkChain } from '../../../engine/schema/field/link-chain.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import { computed, fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { accessFields } from './access.ts';
import { contentFields } from './content.ts';
import { labelConnection } from '../label/type.ts';
import { FOLDER } from '../mime-type.ts';
import { fileListArguments, type FileListArguments } from '../search/order.ts';
import { properties } from './property.ts';
import { includeAllDrives, File, FileLabel } from '../resources.ts';
import { filterTerms, inFolder, joinTerms } from '../search/filter.ts';
import { DriveUser } from '../user.ts';
import { FileSpace } from '../enums.ts';

export const fileConnection = connectionType(File, 'files', {
  pageFields: {
    incompleteSearch: [
      'Boolean',
      'Whether the search could not cover all drives, so that files may be missing from the result.',
    ],
  },
});

export function addFile(): void {
  File.implement({
    ...node,
    description: 'A file, a folder or a shortcut in Google Drive.',
    fields: (t) => ({
      fileId: ownKey(t, 'The Google Drive id of the file, as in its URL.'),
      ...fields(t, {
        name: 'The name. Not unique: several files of a folder can have equal names.',
        mimeType: 'The MIME type, for example `video/mp4`.',
        description: 'A short description of the file.',
        version:
          'The version of the file. Increases with every change, including changes that are not visible to the caller.',
        trashed:
          'Whether the file is in the trash, directly or because a parent folder is in the trash.',
        starred: 'Whether the caller has starred the file.',
        webViewLink: ['URL', 'The URL that opens the file in a browser.'],
        iconLink: ['URL', 'The URL of the icon of the file type.'],
        folderColorRgb:
          'The color of a folder as a hexadecimal RGB value, for example `#4986e7`. Null for other files.',
        driveId:
          'The Google Drive id of the shared drive that contains the file. Null for files outside shared drives.',
        spaces: [[FileSpace], 'The storage spaces that contain the file.'],
        explicitlyTrashed:
          'Whether the file itself was moved to the trash, and not only a parent folder.',
        trashingUser: [
          DriveUser,
          'The user who moved the file to the trash. Null outside shared drives.',
        ],
        viewedByMe: 'Whether the caller has opened the file.',
        modifiedByMe: 'Whether the caller has modified the file.',
        lastModifyingUser: [DriveUser, 'The user who last changed the file.'],
        createdAt: ['The time when the file was created.', { rest: 'createdTime' }],
        modifiedAt: [
          'The time of the last change of the file by anybody.',
          { rest: 'modifiedTime' },
        ],
        viewedByMeAt: [
          'The time when the caller last opened the file. Null if the caller never opened the file.',
          { path: 'viewedByMeTime' },
        ],
        modifiedByMeAt: [
          'The time when the caller last modified the file. Null if the caller never modified the file.',
          { path: 'modifiedByMeTime' },
        ],
        sharedWithMeAt: [
          'The time when the file was shared with the caller. Null if the file was not shared with the caller.',
          { path: 'sharedWithMeTime' },
        ],
        trashedAt: [
          'The time when the file was moved to the trash. Null outside shared drives.',
          { path: 'trashedTime' },
        ],
        parents: [
          [File],
          'The parent folder, as a list of at most one entry. Null or empty if the file was only shared with the caller.',
          { ids: 'parents', maxItems: 1 },
        ],
        parentIds: [
          ['ID'],
          'The Google Drive id of the parent folder, as a list of at most one entry. Null or empty if the file was only shared with the caller.',
          { path: 'parents' },
        ],
        shortcutTargetId: [
          'The Google Drive id of the target of a shortcut. Null for other files.',
          { path: 'shortcutDetails.targetId' },
        ],
        shortcutTarget: [
          File,
          'The target of a shortcut. Null for other files, and if the target was deleted or is not visible to the caller.',
          {
            // The key is for the call that reads the target.
            paths: ['shortcutDetails.targetId', 'shortcutDetails.targetResourceKey'],
            key: ({ shortcutDetails }: drive_v3.Schema$File) =>
              shortcutDetails?.targetId ? [shortcutDetails.targetId] : null,
          },
        ],
        shortcutTargetMimeType: [
          'The MIME type of the target when the shortcut was created. Null for other files.',
          { path: 'shortcutDetails.targetMimeType' },
        ],
        shortcutTargetResourceKey: [
          'The resource key of the target of a shortcut. Null for other files, and for targets without a resource key.',
          { path: 'shortcutDetails.targetResourceKey' },
        ],
      }),
      ...contentFields(t),
      ...accessFields(t),
      isFolder: computed(
        t,
        'Boolean',
        {
          paths: ['mimeType'],
          compute: ({ mimeType }) => (mimeType == null ? null : mimeType === FOLDER),
        },
        'Whether the file is a folder, which can contain other files.',
      ),
      properties: properties(t, 'properties', 'Custom properties that are visible to all apps.'),
      appProperties: properties(
        t,
        'appProperties',
        'Custom properties that are visible only to the app that the access token was issued for.',
      ),
      path: linkChain(
        t,
        File,
        { path: 'parents', depth: 8, maxDepth: 100 },
        'The folders that contain the file, as in a breadcrumb: from the root folder of the drive to the parent folder, without the file itself. Begins at the first folder that the caller can see, or `maxDepth` folders above the file. Costs one call for each folder; files of a query share the calls for the same folders. Empty if the file was only shared with the caller. The root folder of a shared drive is called `Drive`: show `sharedDrive.name` instead.',
      ),
      children: connection(
        t,
        fileConnection,
        {
          operation: files.list,
          optionalPaths: ['mimeType'],
          commonPaths: ['parents', 'driveId'],
          args: ({ mimeType }: drive_v3.Schema$File, { filter }: FileListArguments, ref) =>
            mimeType != null && mimeType !== FOLDER
              ? null
              : {
                  ...includeAllDrives,
                  q: joinTerms([inFolder(ref!.key[0]!), ...filterTerms(filter)]),
                },
          ...fileListArguments,
        },
        'The files and folders directly inside the folder. Empty for files that are not folders.',
      ),
      labels: connection(
        t,
        labelConnection,
        { operation: files.listLabels },
        'The labels on the file. Empty for folders.',
      ),
      labelInfo: separateFetch(
        t,
        [FileLabel],
        {
          resource: File.resource,
          path: 'labelInfo.labels',
          minimumPath: 'id',
          fetch: 'always',
          arguments: {
            labelIds: [
              required(['ID']),
              'Return only labels with these Google Drive ids. At least one.',
            ],
          },
          parameters: { labelIds: 'includeLabels' },
        },
        'The given labels, as far as they are on the file. One set of ids needs no further call, in a list of files too; each further set needs one call for each file. Empty if the file has none of them.',
      ),
    }),
  });
}
