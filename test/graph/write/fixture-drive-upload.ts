/** Uploads of file content. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../src/sandbox/storage/content/mime.ts';
import type { Fixtures, Rejected, WriteFixture } from './fixture.ts';

const content = {
  contentType: ['text/plain', 'text/csv'],
  contentLength: ['4096', '8192'],
  keepRevisionForever: [true, false],
  ocrLanguage: ['fi', 'nb'],
  useContentAsIndexableText: [true, false],
} as const;

const rejectedContent: Readonly<Record<string, readonly Rejected[]>> = {
  contentType: [{ input: { contentType: 'no type' } }],
  contentLength: [
    { input: { contentLength: '-1' } },
    { input: { contentLength: '5497558138881' } },
  ],
};

const accepted = ['keepRevisionForever', 'ocrLanguage', 'useContentAsIndexableText'];

/** @param createFile the fixture of the mutation, whose metadata a new file with content has too */
export function uploadFixtures(createFile: WriteFixture): Fixtures {
  const { shortcutTargetId: _, folderColorRgb: ____, ...fields } = createFile.fields!;
  const { shortcutTargetId: __, ...idArguments } = createFile.ids!;
  const { shortcutTargetId: ___, folderColorRgb: _____, ...rejected } = createFile.rejected!;
  return {
    'createUploadSession newFile': {
      ...createFile,
      fields: { ...fields, ...content },
      ids: idArguments,
      rejected: {
        ...rejected,
        ...rejectedContent,
        contentType: [
          ...rejectedContent['contentType']!,
          { input: { contentType: mime.document } },
        ],
        mimeType: [
          { input: { mimeType: mime.folder } },
          { input: { mimeType: mime.shortcut } },
          { input: { mimeType: 'document' } },
          { input: { mimeType: mime.document, contentType: 'video/mp4' } },
        ],
      },
      accepts: [...createFile.accepts!.filter((name) => name !== 'mimeType'), ...accepted],
      repeatable: { 'storage:files.create': 'Opens an upload session and nothing else.' },
    },
    'createUploadSession fileContent': {
      target: { id: ids.file.storyboard },
      entity: `storage/files/${ids.file.storyboard}`,
      fields: {
        ...content,
        mimeType: ['text/plain', 'text/csv'],
        originalFilename: ['script.txt', 'script.csv'],
      },
      // Shared with the guest as a writer.
      callers: { 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
      ids: { id: { missing: ids.file.missing } },
      rejected: {
        ...rejectedContent,
        mimeType: [{ input: { mimeType: mime.folder } }, { input: { mimeType: 'text' } }],
      },
      accepts: ['originalFilename', ...accepted, 'ifVersion'],
    },
  };
}
