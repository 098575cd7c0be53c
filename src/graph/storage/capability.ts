/** Capabilities of the caller on a file. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../builder.ts';
import { fields } from '../field/path-field.ts';

type Capabilities = NonNullable<drive_v3.Schema$File['capabilities']>;

export const FileCapabilities = builder.objectRef<Capabilities>('FileCapabilities').implement({
  description: 'What the caller may do with a file: for showing or hiding buttons.',
  fields: (t) =>
    fields(t, {
      canEdit: ['Boolean', 'Whether they may change content and details.'],
      canComment: ['Boolean', 'Whether they may write comments.'],
      canShare: ['Boolean', 'Whether they may give others access.'],
      canCopy: ['Boolean', 'Whether they may copy it.'],
      canDownload: ['Boolean', 'Whether they may download its bytes.'],
      canRename: ['Boolean', 'Whether they may give it another name.'],
      canTrash: ['Boolean', 'Whether they may put it into the trash.'],
      canUntrash: ['Boolean', 'Whether they may take it out of the trash.'],
      canDelete: ['Boolean', 'Whether they may delete it for good.'],
      canModifyContent: ['Boolean', 'Whether they may replace its bytes.'],
      canReadRevisions: ['Boolean', 'Whether they may see its earlier versions.'],
      canListChildren: [
        'Boolean',
        'Whether they may see what lies in it; false for all but folders.',
      ],
      canAddChildren: ['Boolean', 'Whether they may put files into it; false for all but folders.'],
      canRemoveChildren: [
        'Boolean',
        'Whether they may take files out of it; false for all but folders.',
      ],
      canMoveItemWithinDrive: [
        'Boolean',
        'Whether they may move it to another folder of the same drive.',
      ],
      canMoveItemOutOfDrive: ['Boolean', 'Whether they may move it to another drive.'],
      canMoveChildrenWithinDrive: [
        'Boolean',
        'Whether the caller may move files of this folder to other folders of the same drive.',
      ],
      canMoveChildrenOutOfDrive: [
        'Boolean',
        'Whether the caller may move files of this folder to another drive.',
      ],
      canTrashChildren: [
        'Boolean',
        'Whether the caller may move files of this folder to the trash. Only on shared drives.',
      ],
      canDeleteChildren: [
        'Boolean',
        'Whether the caller may delete files of this folder permanently. Only on shared drives.',
      ],
      canReadDrive: [
        'Boolean',
        'Whether the caller may read the shared drive of the file. Only on shared drives.',
      ],
      canAddMyDriveParent: [
        'Boolean',
        "Whether the caller may add a folder of the caller's own drive as parent.",
      ],
      canRemoveMyDriveParent: [
        'Boolean',
        "Whether the caller may remove the parent in the caller's own drive.",
      ],
      canAcceptOwnership: [
        'Boolean',
        'Whether the caller was asked to become the owner, and may accept.',
      ],
      canChangeCopyRequiresWriterPermission: [
        'Boolean',
        'Whether the caller may change `copyRequiresWriterPermission`.',
      ],
    }),
});
