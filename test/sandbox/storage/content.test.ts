/** The storage service: uploads and downloads of content. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import checksums from '../../../src/sandbox/data/checksum.json' with { type: 'json' };
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { filePlans } from '../../../src/sandbox/seed/storage/file.ts';
import { checksumsOf } from '../../../src/sandbox/storage/content/content.ts';
import { type StorageState, storageState } from '../../../src/sandbox/storage/state.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { file } = ids;
const megabyte = 1024 * 1024;
const upload = '/upload/drive/v3/files';
const document = 'application/vnd.google-apps.document';

const state = (): StorageState => storageState(box.sandbox.simulation());
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const buildBytes = (length: number, seed = 31): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8)) % 256));

interface SendOptions {
  readonly method?: string;
  readonly body?: Uint8Array | string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly body: any;
}

const send = async (path: string, options: SendOptions = {}): Promise<Answer> => {
  const { method = 'GET', body, token = 'studio-owner', headers = {} } = options;
  const url = path.startsWith('http') ? path : box.sandbox.url + path;
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body: body as BodyInit }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : undefined,
  };
};

const download = (id: string, headers: Readonly<Record<string, string>> = {}, query = '') =>
  send(`/drive/v3/files/${id}?alt=media&supportsAllDrives=true${query}`, { headers });

const read = async (id: string): Promise<any> =>
  (await box.ask(`/drive/v3/files/${id}?fields=*&supportsAllDrives=true`)).body;

const revisions = async (id: string): Promise<readonly any[]> =>
  (await box.ask(`/drive/v3/files/${id}/revisions?fields=*`)).body.revisions;

const multipart = (metadata: object, type: string, content: string): SendOptions => ({
  headers: { 'content-type': 'multipart/related; boundary=b0' },
  body:
    `--b0\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(metadata)}\r\n` +
    `--b0\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--b0--`,
});

const create = (metadata: object, type: string, content: string, query = ''): Promise<Answer> =>
  send(`${upload}?uploadType=multipart&fields=*${query}`, {
    method: 'POST',
    ...multipart(metadata, type, content),
  });

const startSession = async (
  path: string,
  method: string,
  metadata: object,
  size?: number,
): Promise<string> => {
  const answer = await send(path, {
    method,
    body: JSON.stringify(metadata),
    headers: {
      'content-type': 'application/json',
      'x-upload-content-type': 'video/mp4',
      ...(size !== undefined && { 'x-upload-content-length': `${size}` }),
    },
  });
  expect([answer.status, answer.body]).toEqual([200, undefined]);
  return answer.headers.get('location')!;
};

const put = (url: string, body: Uint8Array, range: string): Promise<Answer> =>
  send(url, { method: 'PUT', body, headers: { 'content-range': `bytes ${range}` } });

describe('the seeded content', () => {
  it('has the checksums in the metadata', async () => {
    const small = filePlans.filter(({ size }) => size !== undefined && size < 6 * megabyte);
    for (const { id } of small) {
      const { bytes } = state().files.get(file[id])!.history.at(-1)!;
      expect(state().files.get(file[id])!.content).toMatchObject(checksumsOf(bytes!));
    }
    const { bytes } = await download(file.logo);
    expect([bytes.length, md5(bytes)]).toEqual([48_128, (await read(file.logo)).md5Checksum]);
  });
  it('has stored checksums exactly for the large files', () => {
    const large = filePlans.filter(({ size }) => (size ?? 0) > 64 * 1024).map(({ id }) => id);
    expect(Object.keys(checksums).toSorted()).toEqual(large.toSorted());
  });
  it('of a text file is its text', async () => {
    const { bytes, headers } = await download(file.location);
    expect(headers.get('content-type')).toBe('text/plain');
    expect(bytes.toString()).toMatch(/^Tide tables are on the door\.\nTide/);
  });
});

describe('a download', () => {
  it('has the MD5 checksum as entity tag, and accepts ranges', async () => {
    const { md5Checksum } = await read(file.logo);
    const whole = await download(file.logo);
    expect(whole.headers.get('etag')).toBe(`"${md5Checksum}"`);
    const part = await download(file.logo, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/48128']);
    expect(part.bytes).toEqual(whole.bytes.subarray(100, 200));
    const after = await download(file.logo, { range: 'bytes=48128-' });
    expect([after.status, after.headers.get('content-range')]).toEqual([416, 'bytes */48128']);
  });
  it('sends a range of a file of gigabytes at once', async () => {
    const { status, bytes, headers } = await download(file.firstSeason, {
      range: 'bytes=9399999990-',
    });
    expect([status, bytes.length, headers.get('content-range')]).toEqual([
      206,
      10,
      'bytes 9399999990-9399999999/9400000000',
    ]);
  });
  it('sends the whole new version if If-Range names another one', async () => {
    const etag = (await download(file.logo)).headers.get('etag')!;
    const headers = { range: 'bytes=10-', 'if-range': etag };
    expect((await download(file.logo, headers)).status).toBe(206);
    const next = buildBytes(1000);
    await send(`${upload}/${file.logo}?uploadType=media`, {
      method: 'PATCH',
      body: next,
      headers: { 'content-type': 'image/png' },
    });
    const { status, bytes } = await download(file.logo, headers);
    expect([status, bytes]).toEqual([200, next]);
  });
  it('is cut by a fault after some bytes', async () => {
    box.sandbox.fault({ match: { operation: 'storage:files.get' }, cutAfter: 1000, times: 1 });
    const response = await fetch(`${box.sandbox.url}/drive/v3/files/${file.logo}?alt=media`, {
      headers: { authorization: 'Bearer studio-owner' },
    });
    let received = 0;
    await expect(async () => {
      for await (const chunk of response.body!) received += chunk.length;
    }).rejects.toThrow('terminated');
    expect(received).toBe(1000);
    expect(box.sandbox.calls()).toMatchObject([{ status: 200, broken: true }]);
  });
  it('of malware needs the acknowledgement of the owner', async () => {
    const reason = ({ body }: Answer): string => body.error.errors[0].reason;
    expect(reason(await download(file.subtitleTool))).toBe('cannotDownloadAbusiveFile');
    const acknowledged = await download(file.subtitleTool, {}, '&acknowledgeAbuse=true');
    expect([acknowledged.status, acknowledged.bytes.length]).toEqual([200, 14_336]);
    const path = `/drive/v3/files/${file.subtitleTool}?alt=media&acknowledgeAbuse=true`;
    expect(reason(await send(path, { token: 'studio-guest' }))).toBe('cannotDownloadAbusiveFile');
  });
  it('is refused to readers of a restricted file', async () => {
    await box.ask(`/drive/v3/files/${file.harborAerial}`, {
      method: 'PATCH',
      body: { copyRequiresWriterPermission: true },
    });
    const path = `/drive/v3/files/${file.harborAerial}`;
    const { body } = await send(`${path}?alt=media`, { token: 'studio-guest' });
    expect(body.error.errors[0].reason).toBe('cannotDownloadFile');
    const metadata = await send(`${path}?fields=capabilities`, { token: 'studio-guest' });
    expect(metadata.body.capabilities).toMatchObject({ canDownload: false, canCopy: false });
  });
});

describe('an upload of a new file', () => {
  it('as media stores type, size, checksums and a first revision', async () => {
    const content = buildBytes(3000);
    const { body } = await send(`${upload}?uploadType=media&fields=*`, {
      method: 'POST',
      body: content,
      headers: { 'content-type': 'image/png' },
    });
    expect(body).toMatchObject({
      name: 'Untitled',
      mimeType: 'image/png',
      size: '3000',
      md5Checksum: md5(content),
      sha256Checksum: createHash('sha256').update(content).digest('hex'),
    });
    expect((await download(body.id)).bytes).toEqual(content);
    expect(await revisions(body.id)).toMatchObject([
      { id: body.headRevisionId, size: '3000', md5Checksum: md5(content), keepForever: false },
    ]);
  });
  it('as multipart has the metadata of the first part', async () => {
    const { body } = await create(
      { name: 'Crew.txt', parents: [file.scripts] },
      'text/plain',
      'Lanterns ready',
      '&keepRevisionForever=true',
    );
    expect(body).toMatchObject({
      name: 'Crew.txt',
      parents: [file.scripts],
      mimeType: 'text/plain',
      originalFilename: 'Crew.txt',
      size: '14',
    });
    expect(await revisions(body.id)).toMatchObject([{ keepForever: true }]);
    const q = encodeURIComponent("fullText contains 'lanterns'");
    expect((await box.ask(`/drive/v3/files?q=${q}`)).body.files).toMatchObject([{ id: body.id }]);
  });
  it('is converted to a document if the metadata ask for it', async () => {
    const metadata = { name: 'Notes', mimeType: document };
    const { body } = await create(metadata, 'text/plain', 'Hello harbor');
    expect(body.mimeType).toBe(document);
    expect(body).not.toHaveProperty('md5Checksum');
    const refused = await create(metadata, 'image/png', 'x');
    expect([refused.status, refused.body.error.errors[0].reason]).toEqual([400, 'badRequest']);
    const long = await create(metadata, 'text/plain', 'x'.repeat(10 * 1024 ** 2 + 1));
    expect([long.status, long.body.error.errors[0].reason]).toEqual([413, 'uploadTooLarge']);
  });
  it('with an id that was generated is a conflict the second time, before the bytes', async () => {
    const { body } = await box.ask('/drive/v3/files/generateIds?count=1');
    const metadata = { id: body.ids[0], name: 'A.bin' };
    expect((await create(metadata, 'application/zip', 'zip')).body.id).toBe(body.ids[0]);
    const again = await send(`${upload}?uploadType=resumable`, {
      method: 'POST',
      body: JSON.stringify(metadata),
      headers: { 'content-type': 'application/json' },
    });
    expect([again.status, again.body.error.errors[0].reason]).toEqual([409, 'conflict']);
    const control = { method: 'POST', token: null, body: { usedIdReason: 'fileIdInUse' } };
    await box.ask('/_sandbox/storage', control);
    const other = await box.ask('/drive/v3/files', { method: 'POST', body: { id: file.logo } });
    expect([other.status, other.reason]).toEqual([409, 'fileIdInUse']);
  });
  it('is resumed after breaks, and larger than the memory that the sandbox keeps', async () => {
    const content = buildBytes(9 * megabyte + 5);
    const url = await startSession(`${upload}?uploadType=resumable&fields=*`, 'POST', {
      name: 'Long.mp4',
    });
    const ask = () => put(url, new Uint8Array(), `*/${content.length}`);
    expect([(await ask()).status, (await ask()).headers.get('range')]).toEqual([308, null]);
    box.sandbox.fault({ match: { method: 'PUT' }, cutAfter: 2 * megabyte, times: 1 });
    await expect(put(url, content, `0-${content.length - 1}/${content.length}`)).rejects.toThrow(
      'fetch failed',
    );
    expect((await ask()).headers.get('range')).toBe(`bytes=0-${2 * megabyte - 1}`);
    const rest = `${2 * megabyte}-${content.length - 1}/${content.length}`;
    const { body } = await put(url, content.subarray(2 * megabyte), rest);
    expect(body).toMatchObject({ md5Checksum: md5(content), mimeType: 'video/mp4' });
    expect((await download(body.id)).bytes.equals(content)).toBe(true);
    const range = await download(body.id, {
      range: `bytes=${8 * megabyte - 3}-${8 * megabyte + 3}`,
    });
    expect(range.bytes).toEqual(content.subarray(8 * megabyte - 3, 8 * megabyte + 4));
  });
  it('may be empty', async () => {
    const url = await startSession(`${upload}?uploadType=resumable&fields=*`, 'POST', {}, 0);
    const { status, body } = await send(url, { method: 'PUT', body: new Uint8Array() });
    expect([status, body.size, body.md5Checksum]).toEqual([200, '0', md5(Buffer.alloc(0))]);
    const content = await download(body.id);
    expect([content.status, content.bytes.length]).toEqual([200, 0]);
    expect((await download(body.id, { range: 'bytes=0-' })).status).toBe(416);
  });
  it('ends after a week', async () => {
    const url = await startSession(`${upload}?uploadType=resumable`, 'POST', {}, 10);
    box.sandbox.advance(7 * 24 * 3_600_000);
    expect((await put(url, buildBytes(10), '0-9/10')).status).toBe(404);
  });
  it.each([
    ['a folder that does not exist', { parents: [file.missing] }, {}, 404, 'notFound'],
    ['a read-only field', { size: '1' }, {}, 403, 'fieldNotWritable'],
    [
      'more bytes than the storage has left',
      {},
      { 'x-upload-content-length': `${300 * 1024 ** 3}` },
      403,
      'storageQuotaExceeded',
    ],
    [
      'more bytes than Drive accepts',
      {},
      { 'x-upload-content-length': `${6 * 1024 ** 4}` },
      413,
      'uploadTooLarge',
    ],
  ])('is rejected before the bytes: %s', async (_, metadata, headers, status, reason) => {
    const answer = await send(`${upload}?uploadType=resumable`, {
      method: 'POST',
      body: JSON.stringify(metadata),
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect([answer.status, answer.body.error.errors[0].reason]).toEqual([status, reason]);
  });
});

describe('an upload of a new revision', () => {
  const replace = (id: string, body: Uint8Array | string, query = '', type = 'image/png') =>
    send(`${upload}/${id}?uploadType=media&fields=*&supportsAllDrives=true${query}`, {
      method: 'PATCH',
      body,
      headers: { 'content-type': type },
    });

  it('replaces the content and keeps the earlier one as revision', async () => {
    const before = await read(file.logo);
    const content = buildBytes(500);
    const { body } = await replace(file.logo, content);
    expect(body).toMatchObject({
      name: before.name,
      size: '500',
      md5Checksum: md5(content),
      version: `${Number(before.version) + 1}`,
    });
    expect(body.modifiedTime > before.modifiedTime).toBe(true);
    const list = await revisions(file.logo);
    expect(list.map(({ id }) => id)).toEqual([before.headRevisionId, body.headRevisionId]);
  });
  it('lets an earlier revision be downloaded if it is kept forever', async () => {
    const first = buildBytes(500, 7);
    const { body } = await replace(file.logo, first, '&keepRevisionForever=true');
    await replace(file.logo, buildBytes(600));
    const url = `/drive/v3/files/${file.logo}/revisions`;
    expect((await send(`${url}/${body.headRevisionId}?alt=media`)).bytes).toEqual(first);
    const [oldest] = await revisions(file.logo);
    const refused: TestResponse = await box.ask(`${url}/${oldest.id}?alt=media`);
    expect([refused.status, refused.reason]).toEqual([403, 'download_restricted_for_revision']);
  });
  it('cannot be kept forever if 200 revisions are', async () => {
    const entity = state().files.get(file.logo)!;
    const [head] = entity.history;
    const others = Array.from({ length: 200 }, (_, index) => ({
      ...head!,
      id: `r${index}`,
      options: { keepForever: true },
    }));
    entity.history.unshift(...others);
    const { status, body } = await replace(file.logo, 'x', '&keepRevisionForever=true');
    expect([status, body.error.errors[0].reason]).toEqual([
      403,
      'keepForeverRevisionLimitExceeded',
    ]);
    expect((await replace(file.logo, 'x')).status).toBe(200);
  });
  it('gives the file its type back when it is deleted', async () => {
    const { body } = await replace(file.logo, 'x', '', 'image/webp');
    const path = `/drive/v3/files/${file.logo}/revisions/${body.headRevisionId}`;
    expect((await box.ask(path, { method: 'DELETE' })).status).toBe(204);
    expect((await read(file.logo)).mimeType).toBe('image/png');
  });
  it('changes the type of the file', async () => {
    expect((await replace(file.logo, 'x', '', 'image/webp')).body.mimeType).toBe('image/webp');
    expect((await replace(file.logo, 'y', '', 'application/octet-stream')).body.mimeType).toBe(
      'image/webp',
    );
  });
  it('of a document replaces its text', async () => {
    await replace(file.script, 'Cut to the pier.', '', 'text/plain');
    expect(state().files.get(file.script)!.text).toBe('Cut to the pier.');
    expect((await revisions(file.script)).map(({ id }) => id)).toEqual(['1', '2']);
  });
  it('writes the metadata of a session, whose bytes come with PUT', async () => {
    const content = buildBytes(100);
    const url = await startSession(
      `${upload}/${file.introTake1}?uploadType=resumable&fields=*`,
      'PATCH',
      { description: 'Take 1b' },
      100,
    );
    const { body } = await put(url, content, '0-99/100');
    expect(body).toMatchObject({ description: 'Take 1b', md5Checksum: md5(content) });
  });
  it('is refused while the content is read-only', async () => {
    await box.ask(`/drive/v3/files/${file.logo}`, {
      method: 'PATCH',
      body: { contentRestrictions: [{ readOnly: true }] },
    });
    const { status, body } = await replace(file.logo, 'x');
    expect([status, body.error.errors[0].reason]).toEqual([403, 'insufficientFilePermissions']);
  });
  it('is refused to readers', async () => {
    const { status, body } = await send(`${upload}/${file.harborAerial}?uploadType=media`, {
      method: 'PATCH',
      body: 'x',
      token: 'studio-guest',
    });
    expect([status, body.error.errors[0].reason]).toEqual([403, 'insufficientFilePermissions']);
  });
});

describe('the storage quota', () => {
  const gibibyte = 1024 ** 3;
  const left = async (): Promise<number> => {
    const { limit, usage } = (await box.ask('/drive/v3/about?fields=storageQuota')).body
      .storageQuota;
    return Number(limit) - Number(usage);
  };
  const startWith = async (path: string, method: string, size: number): Promise<number> =>
    (
      await send(`${upload}${path}?uploadType=resumable`, {
        method,
        headers: { 'x-upload-content-length': `${size}` },
      })
    ).status;

  it('is used by the revisions that are kept forever', async () => {
    const { quotaBytesUsed, size } = await read(file.storyboard);
    expect(Number(quotaBytesUsed)).toBe(Number(size) + 3100);
  });
  it('counts a new revision in place of the one that it replaces', async () => {
    const free = await left();
    const size = Number((await read(file.logo)).size);
    expect(await startWith('', 'POST', free + 1)).toBe(403);
    expect(await startWith(`/${file.logo}`, 'PATCH', free + size)).toBe(200);
    expect(await startWith(`/${file.logo}`, 'PATCH', free + size + 1)).toBe(403);
  });
  it('limits copies', async () => {
    const large = state().files.get(file.logo)!;
    large.content = { ...large.content!, size: 150 * gibibyte };
    const copy = await box.ask(`/drive/v3/files/${file.logo}/copy`, { method: 'POST', body: {} });
    expect([copy.status, copy.reason]).toEqual([403, 'storageQuotaExceeded']);
  });
  it.each([
    ['quotaExceeded', 'usageLimits'],
    ['storageQuotaExceeded', 'global'],
  ])('that is full rejects content with %s, and nothing else', async (reason, domain) => {
    const control = { method: 'POST', token: null, body: { fullStorage: reason } };
    expect((await box.ask('/_sandbox/storage', control)).status).toBe(204);
    expect(await left()).toBe(0);
    const path = `/drive/v3/files/${file.logo}`;
    for (const rejected of [
      await box.ask('/drive/v3/files', { method: 'POST', body: { name: 'A' } }),
      await box.ask(`${path}/copy`, { method: 'POST', body: {} }),
      await box.ask(`/drive/v3/files/${file.script}/copy`, { method: 'POST', body: {} }),
      await box.ask(`/upload${path}?uploadType=media`, { method: 'PATCH', body: 'x' }),
    ])
      expect([rejected.status, rejected.body.error.errors[0]]).toEqual([
        403,
        expect.objectContaining({ reason, domain }),
      ]);
    expect((await box.ask(path)).status).toBe(200);
    expect((await box.ask(path, { method: 'PATCH', body: { name: 'A' } })).status).toBe(200);
    expect((await box.ask(path, { method: 'DELETE' })).status).toBe(204);
  });
});

describe('a copy', () => {
  it('can be converted to a document, without a generated id', async () => {
    const copy = (body: object): Promise<TestResponse> =>
      box.ask(`/drive/v3/files/${file.location}/copy?fields=*`, {
        method: 'POST',
        body: { mimeType: document, ...body },
      });
    const { body } = await copy({});
    expect(body.mimeType).toBe(document);
    expect(body).not.toHaveProperty('md5Checksum');
    const text = await send(`/drive/v3/files/${body.id}/export?mimeType=text/plain`);
    expect(text.bytes.toString()).toMatch(/^Tide tables are on the door\./);
    const { ids: generated } = (await box.ask('/drive/v3/files/generateIds?count=1')).body;
    expect((await copy({ id: generated[0] })).status).toBe(400);
  });
  it('is as large and as harmful as the original', async () => {
    const copy = async (id: string): Promise<string> =>
      (await box.ask(`/drive/v3/files/${id}/copy`, { method: 'POST', body: {} })).body.id;
    const malware = await send(`/drive/v3/files/${await copy(file.subtitleTool)}?alt=media`);
    expect(malware.body.error.errors[0].reason).toBe('cannotDownloadAbusiveFile');
    const deck = await copy(file.deck);
    const exported = await send(`/drive/v3/files/${deck}/export?mimeType=application/pdf`);
    expect(exported.body.error.errors[0].reason).toBe('exportSizeLimitExceeded');
  });
  it('has the content in a revision of its own', async () => {
    const { body } = await box.ask(`/drive/v3/files/${file.logo}/copy?fields=*`, {
      method: 'POST',
      body: {},
    });
    const source = await read(file.logo);
    expect(body.md5Checksum).toBe(source.md5Checksum);
    expect(body.headRevisionId).not.toBe(source.headRevisionId);
    expect(md5((await download(body.id)).bytes)).toBe(source.md5Checksum);
  });
});
