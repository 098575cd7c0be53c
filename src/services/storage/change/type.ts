/** Changes of files and shared drives: the types of a change, and the pages of their feeds. */
import type { drive_v3 } from '@googleapis/drive';
import { changes } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { feedPageType } from '../../../engine/schema/feed/feed-page-type.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { File, SharedDrive } from '../resources.ts';

/** A change as the REST API returns it. */
export type ChangeShape = drive_v3.Schema$Change;

/** Maximum number of changes of a page: with whole files, a longer one would be very large. */
export const changesPerPage = changes.list.page!.defaultSize!;

const FileChange = builder.interfaceType<ChangeShape>('FileChange').implement({
  description:
    'A change of a file or of a shared drive. Several changes of one file in a short time are one change, with the present state of the file.',
  extensions: { typePaths: ['changeType', 'removed'] },
  resolveType: ({ changeType, removed }) =>
    `${changeType === 'drive' ? 'SharedDrive' : 'File'}${removed ? 'Removed' : 'Changed'}`,
  fields: (t) =>
    fields(t, {
      changedAt: [
        'DateTime',
        'The time of the change. Null in events of the subscription `fileChanged`.',
        { rest: 'time' },
      ],
    }),
});

/** Values of `changeType` that have types. A change without one is of a file. */
const changeTypes: ReadonlySet<string> = new Set(['file', 'drive']);

const fileId = ['ID', 'The Google Drive id of the file.'] as const;
const driveId = ['ID', 'The Google Drive id of the shared drive.'] as const;

export const FileChangePage = feedPageType('FileChangePage', {
  item: FileChange,
  items: 'changes',
  description: 'A page of changes of files and shared drives.',
  itemsDescription:
    'The changes, oldest first. Empty if nothing has changed. A change of a kind that Google Drive has added since is left out, with a warning.',
  unknownValue: ({ changeType }: ChangeShape) =>
    changeType == null || changeTypes.has(changeType) ? undefined : changeType,
  maxItems: changesPerPage,
  texts: {
    cursor:
      'The cursor at the end of this page. Pass as `after` of the query or the subscription, with the same other arguments and the same account: a cursor of another account is not rejected, and leads to wrong changes. It does not expire soon. Null if no change can follow.',
    reset:
      'Whether the cursor was too old. If true, changes are missing: read the files again. The cursor of this page continues with the changes from now on.',
    pollAfter:
      'The time to wait before the next page is read. Always null: Google Drive states none.',
  },
});

export function addChange(): void {
  builder.objectType<ChangeShape>('FileChanged', 'Change').implement({
    interfaces: [FileChange],
    description: 'A file, folder or shortcut was created or changed, or moved to the trash.',
    fields: (t) =>
      fields(t, {
        fileId,
        file: [
          File,
          'The changed file. Comes with the change: its own fields need no further call.',
        ],
      }),
  });
  builder.objectType<ChangeShape>('FileRemoved', 'Change').implement({
    interfaces: [FileChange],
    description:
      'A file was deleted, or the caller has lost the access to the file. A file in the trash is not removed.',
    fields: (t) => fields(t, { fileId }),
  });
  builder.objectType<ChangeShape>('SharedDriveChanged', 'Change').implement({
    interfaces: [FileChange],
    description: 'A shared drive was created or changed, or the caller became a member.',
    fields: (t) =>
      fields(t, {
        driveId,
        sharedDrive: [
          SharedDrive,
          'The changed shared drive. Comes with the change: its own fields need no further call.',
          { path: 'drive' },
        ],
      }),
  });
  builder.objectType<ChangeShape>('SharedDriveRemoved', 'Change').implement({
    interfaces: [FileChange],
    description: 'A shared drive was deleted, or the caller is no longer a member.',
    fields: (t) => fields(t, { driveId }),
  });
}
