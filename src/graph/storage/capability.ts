/** Capabilities of the caller on a file. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../builder.ts';
import { fields } from '../field/path-field.ts';

type Capabilities = NonNullable<drive_v3.Schema$File['capabilities']>;

export const FileCapabilities = builder.objectRef<Capabilities>('FileCapabilities').implement({
  description: 'The permissions of the caller on a file, for example to show or hide buttons.',
  fields: (t) =>
    fields(t, {
      canEdit: [
        'Boolean',
        'Whether the caller can change the content and the metadata of the file.',
      ],
      canComment: ['Boolean', 'Whether the caller can comment on the file.'],
      canShare: ['Boolean', 'Whether the caller can change who has access to the file.'],
      canCopy: ['Boolean', 'Whether the caller can copy the file.'],
      canDownload: ['Boolean', 'Whether the caller can download the content of the file.'],
      canRename: ['Boolean', 'Whether the caller can rename the file.'],
      canTrash: ['Boolean', 'Whether the caller can move the file to the trash.'],
      canUntrash: ['Boolean', 'Whether the caller can restore the file from the trash.'],
      canDelete: ['Boolean', 'Whether the caller can permanently delete the file.'],
      canModifyContent: ['Boolean', 'Whether the caller can replace the content of the file.'],
      canReadRevisions: ['Boolean', 'Whether the caller can read the revisions of the file.'],
      canListChildren: [
        'Boolean',
        'Whether the caller can list the files of the folder. False for other files.',
      ],
      canAddChildren: [
        'Boolean',
        'Whether the caller can add files to the folder. False for other files.',
      ],
      canRemoveChildren: [
        'Boolean',
        'Whether the caller can remove files from the folder. False for other files.',
      ],
      canMoveItemWithinDrive: [
        'Boolean',
        'Whether the caller can move the file to another folder of the drive that contains the file.',
      ],
      canMoveItemOutOfDrive: ['Boolean', 'Whether the caller can move the file to another drive.'],
      canMoveChildrenWithinDrive: [
        'Boolean',
        'Whether the caller can move files of the folder to other folders of the drive that contains the folder.',
      ],
      canMoveChildrenOutOfDrive: [
        'Boolean',
        'Whether the caller can move files of the folder to another drive.',
      ],
      canTrashChildren: [
        'Boolean',
        'Whether the caller can move files of the folder to the trash. Null outside shared drives.',
      ],
      canDeleteChildren: [
        'Boolean',
        'Whether the caller can permanently delete files of the folder. Null outside shared drives.',
      ],
      canReadDrive: [
        'Boolean',
        'Whether the caller can read the shared drive of the file. Null outside shared drives.',
      ],
      canAddMyDriveParent: [
        'Boolean',
        'Whether the caller can add a parent folder in My Drive of the caller.',
      ],
      canRemoveMyDriveParent: [
        'Boolean',
        'Whether the caller can remove the parent folder in My Drive of the caller.',
      ],
      canAcceptOwnership: [
        'Boolean',
        'Whether the caller is the pending owner of the file and can accept the ownership.',
      ],
      canChangeCopyRequiresWriterPermission: [
        'Boolean',
        'Whether the caller can change `copyRequiresWriterPermission`.',
      ],
    }),
});
