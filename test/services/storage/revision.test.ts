import { describe, expect, it } from 'vitest';
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { storyboard, launchScript } = ids.file;

const history = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!.history;

describe('the revisions of a file', () => {
  it('of a document have the URLs of its formats', async () => {
    const data = await studio.data(
      `{ document: file(id: "${launchScript}") { exportFormats revisions { nodes { revisionId exportFormats exportLinks { mimeType url } } } }
         binary: file(id: "${storyboard}") { revisions { nodes { exportFormats exportLinks { url } } } } }`,
    );
    expect(studio.calls()).toContainEqual(
      expect.objectContaining({
        operation: 'storage:revisions.list',
        query: expect.objectContaining({ fields: ['nextPageToken,revisions(exportLinks,id)'] }),
      }),
    );
    const { exportFormats, revisions } = data.document;
    expect(exportFormats.length).toBeGreaterThan(1);
    expect(revisions.nodes.map(({ revisionId: id }: any) => id)).toEqual(
      history(launchScript).map(({ id }) => id),
    );
    for (const { revisionId: id, exportLinks, ...revision } of revisions.nodes) {
      expect(revision.exportFormats).toEqual(exportFormats);
      expect(exportLinks).toEqual(
        exportFormats.map((mimeType: string) => ({
          mimeType,
          url: expect.stringMatching(new RegExp(`${encodeURIComponent(mimeType)}&revision=${id}$`)),
        })),
      );
    }
    for (const node of data.binary.revisions.nodes)
      expect(node).toEqual({ exportFormats: null, exportLinks: null });
  });
});

describe('writes of revisions', () => {
  it('report a flag that Google Drive ignores for the file', async () => {
    const update = async (fileId: string, revision: string, fields: string) => {
      const { data } = await studio.query(
        `mutation { updateFileRevision(input: { by: { key: { fileId: "${fileId}", revisionId: "${revision}" } }, ${fields} }) { fileRevision { id } errors { code path message } } }`,
      );
      return data.updateFileRevision.errors;
    };
    const binary = revisionId('storyboard 1');
    expect(await update(storyboard, binary, 'published: true, keepForever: true')).toEqual([
      {
        code: 'INVALID_INPUT',
        path: ['published'],
        message:
          'published: true was ignored; expected it for Google Docs, Sheets and Slides only; written: keepForever',
      },
    ]);
    expect(await update(launchScript, '2', 'keepForever: true')).toEqual([
      {
        code: 'INVALID_INPUT',
        path: ['keepForever'],
        message: 'keepForever: true was ignored; expected it for files with binary content only',
      },
    ]);
    expect(await update(storyboard, binary, 'published: false, keepForever: true')).toEqual([]);
  });
});
