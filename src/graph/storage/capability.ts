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
    }),
});
