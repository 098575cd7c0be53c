/** Writes of revisions. Content makes new ones: upload sessions. */
import { patch } from '../../../engine/write/update/patch.ts';
import { revisions } from '../operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes } from '../../../engine/schema/write/write-input.ts';
import { FileRevisionRef } from '../file/ref.ts';
import { FileRevision } from '../resources.ts';

/** The files whose revisions have a field; Google Drive ignores it for other files. */
const binary = 'files with binary content';
const documents = 'Google Docs, Sheets and Slides';

const updateFileRevision = write('updateFileRevision', {
  description:
    'Keep a revision of a file, or publish it on the web. Requires permission to edit the file. An omitted field keeps its value.',
  operation: revisions.update,
  target: FileRevision,
  id: {
    ref: FileRevisionRef,
    description: 'The revision to keep or to publish. Requires permission to edit the file.',
  },
  strategy: patch({
    ignored: {
      keepForever: binary,
      published: documents,
      publishAuto: documents,
      publishedOutsideDomain: documents,
    },
  }),
  input: changes(revisions.update, {
    keepForever: [
      `Whether Google Drive keeps the revision, which also makes the \`content\` of an earlier revision available. Only for ${binary}. Maximum: 200 kept revisions of a file. Only the newest revision can be set back to false.`,
      { clearable: false },
    ],
    published: [
      `Whether the revision is published on the web. Only for ${documents}.`,
      { clearable: false },
    ],
    publishAuto: [
      `Whether later revisions are published automatically. Only for ${documents}.`,
      { clearable: false },
    ],
    publishedOutsideDomain: [
      `Whether the revision is published outside the Google Workspace domain. Only for ${documents}.`,
      { clearable: false },
    ],
  }),
  reasons: {
    illegalKeepForeverModification: 'keepForever',
    keepForeverRevisionLimitExceeded: 'keepForever',
    publishOutNotPermitted: 'publishedOutsideDomain',
  },
  result: 'The revision after the change.',
});

const deleteFileRevision = write('deleteFileRevision', {
  description:
    'Delete a revision of a file with binary content permanently. Revisions of Google Docs, Sheets and Slides, and the only revision of a file, cannot be deleted.',
  operation: revisions.delete,
  target: FileRevision,
  id: {
    ref: FileRevisionRef,
    description: 'The revision to delete, not the only one of its file.',
  },
});

export const fileRevisionWrites = [updateFileRevision, deleteFileRevision];
