import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { storyboard, launchScript, scripts } = ids.file;

const history = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!.history;

describe('the revisions of a file', () => {
  it('are listed oldest first, with the selected fields alone', async () => {
    const data = await studio.data(
      `{ file(id: "${storyboard}") { revisions(first: 3) { nodes { id revisionId fileId size md5Checksum keepForever originalFilename modifiedAt lastModifyingUser { email } file { fileId } } pageInfo { hasNextPage } } } }`,
    );
    expect(studio.calls()).toMatchObject([
      {
        operation: 'storage:revisions.list',
        call: { path: `/drive/v3/files/${storyboard}/revisions` },
        query: {
          pageSize: ['3'],
          fields: [
            'nextPageToken,revisions(id,keepForever,lastModifyingUser/emailAddress,md5Checksum,modifiedTime,originalFilename,size)',
          ],
        },
      },
    ]);
    const stored = history(storyboard);
    expect(stored.length).toBeGreaterThan(3);
    expect(data.file.revisions).toEqual({
      nodes: stored.slice(0, 3).map((revision) => ({
        id: globalId('FileRevision', [storyboard, revision.id]),
        revisionId: revision.id,
        fileId: storyboard,
        size: `${revision.content!.size}`,
        md5Checksum: revision.content!.md5Checksum,
        keepForever: revision.options.keepForever ?? false,
        originalFilename: revision.originalFilename,
        modifiedAt: revision.modifiedTime,
        lastModifyingUser: { email: revision.modifiedBy },
        file: { fileId: storyboard },
      })),
      pageInfo: { hasNextPage: true },
    });
  });
  it('of a document show how they are published', async () => {
    const { data } = await studio.query(
      `{ file(id: "${launchScript}") { revisions { nodes { size keepForever published publishAuto publishedOutsideDomain publishedLink } } } }`,
    );
    expect(data.file.revisions.nodes[1]).toEqual({
      size: null,
      keepForever: null,
      published: true,
      publishAuto: true,
      publishedOutsideDomain: true,
      publishedLink: expect.stringContaining(launchScript),
    });
  });
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
  it('are null with a warning for a folder, and for a caller who cannot edit the file', async () => {
    const of = async (id: string, token: string) => {
      const query = `{ file(id: "${id}") { fileId revisions { nodes { id } } } }`;
      const { data, errors, extensions } = await studio.query(query, {}, token);
      const [warning] = extensions['warnings'] as { value: string }[];
      return [data.file.revisions, errors, warning!.value];
    };
    expect(await of(scripts, 'studio-owner')).toEqual([null, undefined, 'revisionsNotSupported']);
    expect(await of(launchScript, 'studio-guest')).toEqual([
      null,
      undefined,
      'insufficientFilePermissions',
    ]);
  });
  it('have the current one as the head', async () => {
    const data = await studio.data(
      `{ head: file(id: "${storyboard}") { headRevisionId headRevision { revisionId keepForever } } none: file(id: "${launchScript}") { headRevision { revisionId } } }`,
    );
    const head = revisionId('storyboard');
    expect(data).toEqual({
      head: { headRevisionId: head, headRevision: { revisionId: head, keepForever: false } },
      none: { headRevision: null },
    });
  });
});

describe('a revision', () => {
  it('can be read by its global id', async () => {
    const id = globalId('FileRevision', [launchScript, '2']);
    const data = await studio.data(
      'query ($id: ID!) { node(id: $id) { ... on FileRevision { mimeType file { name } } } }',
      { id },
    );
    expect(studio.operations().toSorted()).toEqual(['storage:files.get', 'storage:revisions.get']);
    const { name } = storageState(studio.sandbox.simulation()).files.get(launchScript)!.fields;
    expect(data.node).toEqual({
      mimeType: 'application/vnd.google-apps.document',
      file: { name },
    });
  });
});

describe('writes of revisions', () => {
  it('report a flag that Google Drive ignores for the file', async () => {
    const update = async (fileId: string, revision: string, fields: string) => {
      const { data } = await studio.query(
        `mutation { updateFileRevision(input: { by: { key: { fileId: "${fileId}", revisionId: "${revision}" } }, ${fields} }) { revision { id } errors { code path message } } }`,
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
