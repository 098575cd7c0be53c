/** Download URLs of the content of files, of revisions and of exports, against the sandbox. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { logCalls } from '../../support/report/call-log.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

/** Downloads from the URL that a query returns. @param selection below `file`, a field `link` */
async function download(fileId: string, selection: string): Promise<Response> {
  const data = await studio.data(`query ($id: ID!) { file(id: $id) { ${selection} } }`, {
    id: fileId,
  });
  const { link, revisions } = data.file;
  const before = studio.sandbox.calls().length;
  const response = await fetch((link ?? revisions.nodes.at(-1).link).url as string);
  logCalls(studio.sandbox.calls().slice(before), []);
  return response;
}

const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer());

/** The bytes of a file that Google Drive itself returns; there are some. */
async function direct(path: string): Promise<Buffer> {
  const response = await fetch(`${studio.sandbox.url}/drive/v3/files/${path}`, {
    headers: { authorization: 'Bearer studio-owner' },
  });
  expect(response.status).toBe(200);
  const bytes = await bytesOf(response);
  expect(bytes.length).toBeGreaterThan(0);
  return bytes;
}

describe('a download URL', () => {
  it.each([
    ['a file', ids.file.script, 'link: export(mimeType: "text/plain") { url }', 'text/plain'],
    [
      'a PDF',
      ids.file.script,
      'link: export(mimeType: "application/pdf") { url }',
      'application/pdf',
    ],
  ])('exports a document: %s', async (_, fileId, selection, type) => {
    const response = await download(fileId, selection);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    const path = `${fileId}/export?mimeType=${encodeURIComponent(type)}`;
    expect(await bytesOf(response)).toEqual(await direct(path));
  });
  it('of an earlier revision works as soon as the revision is kept, and says so before', async () => {
    const { data } = await studio.query(
      `{ file(id: "${ids.file.storyboard}") { revisions { nodes { id keepForever size content { url } } } } }`,
    );
    const [first] = data.file.revisions.nodes;
    expect(first.keepForever).toBe(false);
    const get = async () => {
      const before = studio.sandbox.calls().length;
      const response = await fetch(first.content.url as string);
      logCalls(studio.sandbox.calls().slice(before), []);
      return response;
    };
    const refused = await get();
    const { message, extensions } = (await refused.json()).errors[0];
    expect([refused.status, extensions.code, extensions.reason]).toEqual([
      403,
      'FORBIDDEN',
      'download_restricted_for_revision',
    ]);
    expect(message).toMatch(/keepForever: true with updateFileRevision/);
    expect(message).not.toMatch(/token/);
    await studio.query(
      'mutation ($id: ID!) { updateFileRevision(input: { by: { id: $id }, keepForever: true }) { errors { message } } }',
      { id: first.id },
    );
    const response = await get();
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([
      200,
      Number(first.size),
    ]);
  });
  it('of a file that Google Drive holds for malware needs an acknowledgement', async () => {
    const refused = await download(ids.file.subtitleTool, 'link: content { url }');
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('cannotDownloadAbusiveFile');
    for (const selection of [
      'link: content(acknowledgeAbuse: true) { url }',
      'revisions { nodes { link: content(acknowledgeAbuse: true) { url } } }',
    ]) {
      const response = await download(ids.file.subtitleTool, selection);
      expect(response.status).toBe(200);
      const path = `${ids.file.subtitleTool}?alt=media&acknowledgeAbuse=true`;
      expect(await bytesOf(response)).toEqual(await direct(path));
    }
  });
});
