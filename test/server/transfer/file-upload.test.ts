/** Content of files: uploaded in pieces through connections that break, and downloaded again. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type ByteResponse, codeOf, send } from '../../support/client/byte-client.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { bytesFrom, digestOf } from '../../support/upstream/upload-server.ts';

const MiB = 1024 * 1024;

const studio = useStudio();

const create = `mutation ($input: CreateUploadSessionInput!) { createUploadSession(input: $input) {
  uploadSession { id uploadUrl state totalBytes result { id } } errors { code message path reason } } }`;

const resultOf = `query ($id: ID!) { uploadSession(id: $id) { state receivedBytes result {
  ... on File { fileId name mimeType size sha256Checksum md5Checksum content { url }
    revisions { nodes { revisionId size content { url } } } } } } }`;

async function session(
  input: object,
): Promise<{ readonly id: string; readonly uploadUrl: string }> {
  const { data, errors } = await studio.query(create, { input });
  expect([errors, data?.createUploadSession.errors]).toEqual([undefined, []]);
  return data.createUploadSession.uploadSession;
}

async function fileOf(id: string): Promise<any> {
  const { data, errors } = await studio.query(resultOf, { id });
  expect(errors).toBeUndefined();
  expect(data.uploadSession.state).toBe('COMPLETED');
  return data.uploadSession.result;
}

const put = (
  url: string,
  total: number,
  [start, end]: readonly [start: number, end: number],
  disconnectAfter?: number,
): Promise<ByteResponse> =>
  send(url, {
    headers: {
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${total}`,
    },
    body: bytesFrom(total, start, end),
    disconnectAfter,
  });

const offsetOf = ({ headers }: ByteResponse): number =>
  headers.range === undefined ? 0 : Number(headers.range.slice('bytes=0-'.length)) + 1;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const download = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
  send(url, { method: 'GET', headers });

/** The state of an open upload, as soon as the broken request has ended. */
async function stateOf(url: string): Promise<ByteResponse> {
  await expect.poll(async () => (await send(url, { method: 'HEAD' })).status).toBe(308);
  return send(url, { method: 'HEAD' });
}

describe('an upload of a new file', () => {
  it('creates the file with its metadata when the last byte has arrived', async () => {
    const total = 300_000;
    const { id, uploadUrl } = await session({
      newFile: {
        name: 'Take 7.wav',
        parentId: ids.file.footage,
        properties: [{ key: 'take', value: '7' }],
        contentType: 'audio/wav',
        contentLength: String(total),
        keepRevisionForever: true,
      },
    });
    const opened = studio.calls();
    expect(opened.map(({ operation }) => operation)).toEqual([
      'storage:files.generateIds',
      'storage:files.create',
    ]);
    const [, { query, body, call }] = opened as [unknown, (typeof opened)[number]];
    expect(query).toMatchObject({
      uploadType: ['resumable'],
      supportsAllDrives: ['true'],
      keepRevisionForever: ['true'],
      fields: ['id'],
    });
    expect(call.headers).toMatchObject({
      'x-upload-content-type': 'audio/wav',
      'x-upload-content-length': String(total),
    });
    const { id: generated, ...metadata } = body as { readonly id: string };
    expect(metadata).toEqual({
      name: 'Take 7.wav',
      parents: [ids.file.footage],
      properties: { take: '7' },
    });
    const { status, json } = await put(uploadUrl, total, [0, total]);
    expect([status, json.state, json.receivedBytes]).toEqual([200, 'COMPLETED', String(total)]);
    const file = await fileOf(id);
    expect(file).toMatchObject({
      fileId: generated,
      name: 'Take 7.wav',
      mimeType: 'audio/wav',
      size: String(total),
      sha256Checksum: await digestOf(total),
    });
    const { bytes, headers } = await download(file.content.url);
    expect([sha256(bytes), headers.etag]).toEqual([file.sha256Checksum, `"${file.md5Checksum}"`]);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Take_7.wav"; filename*=UTF-8''Take%207.wav`,
    );
  });
  it('says that a complete upload takes no other file', async () => {
    const { uploadUrl } = await session({ newFile: { name: 'Done', contentType: 'text/plain' } });
    expect((await put(uploadUrl, 5, [0, 5])).status).toBe(200);
    const { status, json } = await put(uploadUrl, 7, [0, 7]);
    expect([status, json.errors[0].message]).toEqual([
      400,
      'The file has 7 bytes; the upload is already complete, with 5 bytes.',
    ]);
  });
  it('converts the content to a document without a generated id', async () => {
    const { id, uploadUrl } = await session({
      newFile: {
        name: 'Notes',
        mimeType: 'application/vnd.google-apps.document',
        contentType: 'text/plain',
        ocrLanguage: 'sv',
        useContentAsIndexableText: true,
      },
    });
    expect(studio.operations()).toEqual(['storage:files.create']);
    expect((await put(uploadUrl, 1_000, [0, 1_000])).status).toBe(200);
    expect(await fileOf(id)).toMatchObject({
      name: 'Notes',
      mimeType: 'application/vnd.google-apps.document',
      content: null,
    });
  });
  it('ends with the same bytes if its connections break 20 times', async () => {
    const total = 12 * MiB + 12_345;
    const { id, uploadUrl } = await session({
      newFile: { name: 'Film', contentType: 'video/mp4', contentLength: String(total) },
    });
    const random = randomFrom('broken uploads of files');
    let cuts = 0;
    let start = 0;
    let last: ByteResponse | undefined;
    while (last?.status !== 200) {
      // A connection that breaks earlier makes no progress in bytes that Google Drive has.
      const at = cuts < 20 ? random.int(1, MiB) : undefined;
      const breaksUpstream = at !== undefined && random.next() < 0.5;
      if (breaksUpstream)
        studio.sandbox.fault({
          match: { operation: 'storage:files.create' },
          cutAfter: at,
          times: 1,
        });
      const end = Math.min(total, start + 3 * MiB);
      const sent = put(uploadUrl, total, [start, end], breaksUpstream ? undefined : at);
      last = await sent.catch(() => undefined);
      if (last?.status !== 200 && last?.status !== 308) {
        cuts += 1;
        studio.sandbox.clearFaults();
        last = await stateOf(uploadUrl);
      }
      start = last?.status === 308 ? offsetOf(last) : start;
    }
    expect(cuts).toBe(20);
    const file = await fileOf(id);
    expect([file.size, file.sha256Checksum]).toEqual([String(total), await digestOf(total)]);
    expect(studio.sandbox.uploads()).toMatchObject([{ sha256: file.sha256Checksum, size: total }]);
  });
  it.each([
    ['0', {}],
    [undefined, {}],
    ['0', { 'content-range': 'bytes */0' }],
    [undefined, { 'content-range': 'bytes */0' }],
  ])('creates an empty file: contentLength %s, %j', async (contentLength, headers) => {
    const { id, uploadUrl } = await session({
      newFile: { name: 'Empty', contentType: 'text/plain', contentLength },
    });
    const { status, json } = await send(uploadUrl, {
      headers: { 'content-length': '0', ...headers },
      body: bytesFrom(0),
    });
    expect([status, json.receivedBytes]).toEqual([200, '0']);
    const file = await fileOf(id);
    expect(file).toMatchObject({ name: 'Empty', mimeType: 'text/plain', size: '0' });
    expect(json.result).toBe(globalId('File', [file.fileId]));
  });
  it.each([
    ['application/vnd.google-apps.folder', 'has no content'],
    ['application/vnd.google-apps.shortcut', 'has no content'],
  ])('is rejected for a type without content: %s', async (mimeType, message) => {
    const { data } = await studio.query(create, {
      input: { newFile: { name: 'x', contentType: 'text/plain', mimeType } },
    });
    expect(data.createUploadSession).toMatchObject({
      uploadSession: null,
      errors: [{ code: 'INVALID_INPUT', path: ['newFile', 'mimeType'] }],
    });
    expect(data.createUploadSession.errors[0].message).toContain(message);
    expect(studio.calls()).toEqual([]);
  });
  it('is rejected for a media type with parameters, with an example', async () => {
    const newFile = { name: 'x', contentType: 'text/plain; charset=utf-8' };
    const { data } = await studio.query(create, { input: { newFile } });
    expect(data.createUploadSession.errors).toMatchObject([
      {
        message:
          'newFile.contentType: "text/plain; charset=utf-8" is not a media type without parameters; expected for example text/plain',
        path: ['newFile', 'contentType'],
      },
    ]);
  });
  it('is rejected for a folder that the caller does not see, before a byte is sent', async () => {
    const newFile = { name: 'x', contentType: 'text/plain', parentId: ids.file.missing };
    const { data } = await studio.query(create, { input: { newFile } });
    expect(data.createUploadSession.errors).toMatchObject([
      { code: 'NOT_FOUND', path: ['newFile', 'parentId'] },
    ]);
  });
});

describe('an upload of content for a file', () => {
  const total = 500_000;
  async function replaceContent(): Promise<any> {
    const { id, uploadUrl } = await session({
      fileContent: {
        id: ids.file.storyboard,
        contentType: 'application/pdf',
        originalFilename: 'storyboard-2.pdf',
        keepRevisionForever: true,
      },
    });
    expect((await put(uploadUrl, total, [0, total])).status).toBe(200);
    return fileOf(id);
  }
  describe('with a version', () => {
    const { storyboard } = ids.file;
    const open = (ifVersion: string) =>
      studio.query(
        `mutation ($input: CreateUploadSessionInput!) { createUploadSession(input: $input) {
          uploadSession { id } errors { code path ... on ConflictError { current { ... on File { fileId version } } } } } }`,
        { input: { fileContent: { id: storyboard, contentType: 'application/pdf', ifVersion } } },
      );
    const version = async (): Promise<string> =>
      (await studio.query(`{ file(id: "${storyboard}") { version } }`)).data.file.version;

    it('opens a session for a file that has it', async () => {
      const ifVersion = await version();
      studio.sandbox.clearCalls();
      const { data } = await open(ifVersion);
      expect(data.createUploadSession).toEqual({
        uploadSession: { id: expect.any(String) },
        errors: [],
      });
      expect(studio.calls()).toMatchObject([
        { operation: 'storage:files.get', query: { fields: ['id,version'] } },
        { operation: 'storage:files.update' },
      ]);
    });
    it('is a conflict with the current file if the file has another, and opens none', async () => {
      const ifVersion = await version();
      await replaceContent();
      studio.sandbox.clearCalls();
      const { data, errors } = await open(ifVersion);
      expect(errors).toBeUndefined();
      expect(data.createUploadSession).toEqual({
        uploadSession: null,
        errors: [
          {
            code: 'CONFLICT',
            path: ['fileContent', 'ifVersion'],
            current: { fileId: storyboard, version: await version() },
          },
        ],
      });
      expect(studio.operations()).not.toContain('storage:files.update');
    });
  });
  it('changes the content, and adds a revision', async () => {
    const file = await replaceContent();
    const [opened] = studio.calls();
    expect([opened!.operation, opened!.call.path, opened!.body]).toEqual([
      'storage:files.update',
      `/upload/drive/v3/files/${ids.file.storyboard}`,
      { originalFilename: 'storyboard-2.pdf' },
    ]);
    expect(file).toMatchObject({
      fileId: ids.file.storyboard,
      size: String(total),
      sha256Checksum: await digestOf(total),
    });
    const revisions = file.revisions.nodes;
    expect(revisions.at(-1).size).toBe(String(total));
    const contents: string[] = [];
    for (const { content } of revisions) contents.push(sha256((await download(content.url)).bytes));
    expect(contents.at(-1)).toBe(await digestOf(total));
    expect(new Set(contents).size).toBe(revisions.length);
  });
  it.each([
    ['a Google Doc', ids.file.script],
    ['a folder', ids.file.footage],
  ])('is rejected with the accepted content: for %s', async (_, id) => {
    const { uploadUrl } = await session({ fileContent: { id, contentType: 'application/pdf' } });
    const rejected = await put(uploadUrl, 5, [0, 5]);
    expect(rejected.status).toBe(400);
    expect(rejected.json.errors[0]).toMatchObject({
      message: expect.stringMatching(/^body: .*; expected content that .*importConversions/),
      extensions: { code: 'INVALID_INPUT', argument: 'body', reason: 'badRequest' },
    });
    const again = await send(uploadUrl, {
      method: 'PUT',
      headers: { 'content-range': 'bytes */5' },
    });
    expect([again.status, codeOf(again)]).toEqual([410, 'GONE']);
  });
  it('can be empty', async () => {
    const { id, uploadUrl } = await session({
      fileContent: { id: ids.file.storyboard, contentType: 'application/pdf' },
    });
    const { status } = await send(uploadUrl, {
      headers: { 'content-length': '0' },
      body: bytesFrom(0),
    });
    expect([status, await fileOf(id)]).toMatchObject([200, { size: '0' }]);
  });
  it('is not joined with a download of the content before', async () => {
    const { data } = await studio.query(
      `{ file(id: "${ids.file.storyboard}") { content { url } md5Checksum } }`,
    );
    const { content, md5Checksum } = data.file;
    const before = await download(content.url, { range: 'bytes=0-99' });
    expect([before.status, before.bytes.length, before.headers.etag]).toEqual([
      206,
      100,
      `"${md5Checksum}"`,
    ]);
    const range = { range: 'bytes=100-', 'if-range': `"${md5Checksum}"` };
    expect((await download(content.url, range)).status).toBe(206);
    await replaceContent();
    const after = await download(content.url, range);
    expect([after.status, sha256(after.bytes)]).toEqual([200, await digestOf(total)]);
  });
});
