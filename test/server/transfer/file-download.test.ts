/** Downloads of files whose service does not state the version of the content. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { type ByteResponse, codeOf, send } from '../../support/client/byte-client.ts';
import {
  checksumOf,
  type FileServer,
  startFileServer,
} from '../../support/upstream/file-server.ts';
import { type Env, startGateway } from '../../support/gateway/gateway.ts';

const first = Buffer.from('one two three');
const second = Buffer.from('eins zwei drei vier');
const etagOf = (content: Buffer): string => `"${checksumOf(content)}"`;

let server: FileServer;
let gateway: Awaited<ReturnType<typeof startGateway>>;

async function open(env: Env = {}): Promise<void> {
  server = await startFileServer(first);
  gateway = await startGateway({ env, bases: { storage: server.origin } });
}

async function close(): Promise<void> {
  await gateway.close();
  await server[Symbol.asyncDispose]();
}

const owner = { authorization: 'Bearer studio-owner' };

async function linkOf(field: string): Promise<string> {
  const { body } = await gateway.query(`{ file(id: "the-file") { ${field} { url } } }`, {}, owner);
  expect(body.errors).toBeUndefined();
  return body.data.file[field.replace(/\(.*/, '')].url as string;
}

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<ByteResponse> =>
  send(url, { method: 'GET', headers });

const shown = ({ status, bytes, headers }: ByteResponse): readonly unknown[] => [
  status,
  bytes.toString(),
  headers.etag,
];

/** Requests for content, and those that read the version. */
const calls = (): readonly string[] =>
  server.requests.map(({ url, headers }) =>
    url.searchParams.has('alt') ? `content ${headers.range ?? ''}`.trim() : 'version',
  );

describe('a download of a file of Google Drive', () => {
  beforeEach(() => open());
  afterEach(close);

  it('has a name that is harmless on all systems, whatever the file is called', async () => {
    server.metadata['name'] = '../\u202efdp.exe"\r\nx: y';
    const { headers } = await get(await linkOf('content(acknowledgeAbuse: true)'));
    expect(headers).not.toHaveProperty('x');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="__fdp.exe__x__y"; filename*=UTF-8\'\'__fdp.exe_%20x_%20y',
    );
  });
  it('has the checksum of the content as its etag, and the name of the file', async () => {
    server.metadata['name'] = "Räksmörgås (2)'.txt";
    const url = await linkOf('content(acknowledgeAbuse: true)');
    const response = await get(url);
    expect(shown(response)).toEqual([200, 'one two three', etagOf(first)]);
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="R_ksm_rg_s__2__.txt"; ' +
        "filename*=UTF-8''R%C3%A4ksm%C3%B6rg%C3%A5s%20%282%29%27.txt",
    );
    expect(
      server.requests.slice(1).map(({ url: { pathname, search } }) => pathname + search),
    ).toEqual([
      '/drive/v3/files/the-file?acknowledgeAbuse=true&supportsAllDrives=true&prettyPrint=false&alt=media',
      '/drive/v3/files/the-file?supportsAllDrives=true&fields=md5Checksum,headRevisionId&prettyPrint=false',
    ]);
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([owner.authorization]),
    );
  });
  it.each([true, false])(
    'continues with a range of the same version, whether Google Drive supports ranges or not: %j',
    async (ranges) => {
      server.plan.ranges = ranges;
      const url = await linkOf('content');
      for (const headers of [
        { range: 'bytes=4-' },
        { range: 'bytes=4-', 'if-range': etagOf(first) },
        { range: 'bytes=4-', 'if-match': etagOf(first) },
      ])
        expect(shown(await get(url, headers))).toEqual([206, 'two three', etagOf(first)]);
    },
  );
  it.each([
    [{ 'if-match': etagOf(second) }, 412, 'CONFLICT'],
    [{ 'if-match': `${etagOf(second)}, ${etagOf(first)}` }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-none-match': etagOf(first) }, 304],
    [{ 'if-none-match': etagOf(second) }, 200],
    [{ range: 'bytes=99-' }, 416, 'INVALID_INPUT'],
  ])('is answered by the etag: %j', async (headers, status, code?: string) => {
    const response = await get(await linkOf('content'), headers);
    expect(response.status).toBe(status);
    expect(codeOf(response)).toBe(code);
    expect(response.bytes.length > 0).toBe(status !== 304);
  });
  it('is of the new version if the file has changed since the URL was made', async () => {
    const url = await linkOf('content');
    server.change(second);
    const range = { range: 'bytes=5-', 'if-range': etagOf(first) };
    expect(shown(await get(url, range))).toEqual([200, second.toString(), etagOf(second)]);
    expect(calls().slice(1)).toEqual(['content bytes=5-', 'version', 'content', 'version']);
  });
  it('is opened again if the file was changed and changed back while it was opened', async () => {
    const url = await linkOf('content');
    server.plan.beforeOpen = () => void server.change(second);
    server.plan.afterOpen = () => {
      server.change(first);
      Object.assign(server.plan, { beforeOpen: () => {}, afterOpen: () => {} });
    };
    expect(shown(await get(url))).toEqual([200, first.toString(), etagOf(first)]);
    expect(calls().slice(1)).toEqual(['content', 'version', 'content', 'version']);
  });
  it('fails if the file changes each time', async () => {
    const url = await linkOf('content');
    let version = 0;
    server.plan.afterOpen = () => void server.change(Buffer.from(`version ${(version += 1)}`));
    const response = await get(url);
    expect([response.status, codeOf(response), response.headers['retry-after']]).toEqual([
      409,
      'CONFLICT',
      '1',
    ]);
  });
  it('is sent whole if the file has no checksum', async () => {
    server.metadata['md5Checksum'] = null;
    const url = await linkOf('content');
    const response = await get(url, { range: 'bytes=4-' });
    expect(shown(response)).toEqual([200, 'one two three', undefined]);
  });
  it.each([
    [403, 'cannotDownloadAbusiveFile', 'acknowledgeAbuse'],
    [403, 'fileNotDownloadable', 'export'],
    [403, 'exportSizeLimitExceeded', 'startFileDownload'],
  ])('tells what to do next: %i %s', async (status, reason, advice) => {
    server.plan.rejection = { status, reason };
    const response = await get(await linkOf('content'));
    expect([response.status, codeOf(response)]).toEqual([403, 'FORBIDDEN']);
    expect(response.json.errors[0].extensions.reason).toBe(reason);
    expect(response.json.errors[0].message).toContain(advice);
  });
  it('never joins two versions, whenever it is cut and the file changes', {
    tags: ['R29'],
  }, async () => {
    const step = fc.record({
      /** Bytes that are read before the connection breaks. */
      cut: fc.integer({ min: 1, max: 40 }),
      change: fc.constantFrom('none', 'between', 'before', 'after'),
      size: fc.integer({ min: 10, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        let version = 0;
        const change = (size: number): void =>
          void server.change(Buffer.alloc(size, `${(version += 1)}`));
        Object.assign(server.plan, { beforeOpen: () => {}, afterOpen: () => {} });
        server.change(first);
        const url = await linkOf('content');
        let etag: string | undefined;
        let bytes = Buffer.alloc(0);
        for (const { cut, change: when, size } of [...steps, ...steps]) {
          let changed = when === 'none';
          const once = (): void => {
            if (!changed) change(size);
            changed = true;
          };
          if (when === 'between') once();
          Object.assign(server.plan, {
            beforeOpen: when === 'before' ? once : () => {},
            afterOpen: when === 'after' ? once : () => {},
          });
          const headers = etag && { range: `bytes=${bytes.length}-`, 'if-range': etag };
          const response = await get(url, headers || {});
          if (response.status === 416) break;
          const kept = response.status === 206 ? bytes : Buffer.alloc(0);
          const whole = Buffer.concat([kept, response.bytes]);
          const expected = response.status === 206 ? etag : etagOf(whole);
          expect([etagOf(whole), response.headers.etag]).toEqual([expected, expected]);
          etag = expected;
          bytes = whole.subarray(0, Math.min(kept.length + cut, whole.length - 1));
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('a download of a revision', () => {
  beforeEach(() => open());
  afterEach(close);

  it('has the checksum of the revision as its etag, and takes one call', async () => {
    Object.assign(server.metadata, { id: 'r1', originalFilename: 'draft.txt' });
    const id = globalId('FileRevision', ['the-file', 'r1']);
    const document = `{ node(id: "${id}") { ... on FileRevision { content(acknowledgeAbuse: true) { url } } } }`;
    const { body } = await gateway.query(document, {}, owner);
    expect(body.errors).toBeUndefined();
    const { url } = body.data.node.content;
    const whole = await get(url);
    expect(shown(whole)).toEqual([200, 'one two three', etagOf(first)]);
    expect(whole.headers['content-disposition']).toBe('attachment; filename="draft.txt"');
    const headers = { range: 'bytes=4-', 'if-range': etagOf(first) };
    expect(shown(await get(url, headers))).toEqual([206, 'two three', etagOf(first)]);
    const [, ...requests] = server.requests.map(
      ({ url: { pathname, search } }) => pathname + search,
    );
    expect(new Set(requests)).toEqual(
      new Set([
        '/drive/v3/files/the-file/revisions/r1?acknowledgeAbuse=true&prettyPrint=false&alt=media',
      ]),
    );
    expect(requests).toHaveLength(2);
  });
  it('has a fixed revision, also if the revision was named as the head', async () => {
    server.metadata['id'] = 'r1';
    const id = globalId('FileRevision', ['the-file', 'head']);
    const document = `{ node(id: "${id}") { ... on FileRevision { content { url } } } }`;
    const { body } = await gateway.query(document, {}, owner);
    expect(body.errors).toBeUndefined();
    await get(body.data.node.content.url);
    expect(server.requests.map(({ url }) => url.pathname)).toEqual([
      '/drive/v3/files/the-file/revisions/head',
      '/drive/v3/files/the-file/revisions/r1',
    ]);
  });
});

describe('an export of a Google Workspace document', () => {
  beforeEach(async () => {
    await open();
    Object.assign(server.metadata, {
      name: 'Drehbuch',
      mimeType: 'application/vnd.google-apps.document',
      exportLinks: {
        'application/pdf': 'https://docs.example/pdf',
        'text/markdown': 'https://docs.example/md',
      },
      md5Checksum: undefined,
    });
  });
  afterEach(close);

  it('is downloaded in the format, under the name of the document', async () => {
    const response = await get(await linkOf('export(mimeType: "application/pdf")'));
    expect([response.status, response.bytes.toString()]).toEqual([200, 'one two three']);
    expect(response.headers['content-disposition']).toBe('attachment; filename="Drehbuch.pdf"');
    expect(server.requests.at(-1)!.url.pathname).toBe('/drive/v3/files/the-file/export');
    expect(server.requests.at(-1)!.url.searchParams.get('mimeType')).toBe('application/pdf');
  });
  it('is sent whole: two exports can differ', async () => {
    const url = await linkOf('export(mimeType: "text/markdown")');
    const response = await get(url, { range: 'bytes=4-' });
    expect([response.status, response.bytes.toString()]).toEqual([200, 'one two three']);
  });
  it.each([{}, { etag: 'W/"v1"' }])(
    'is sent whole, also with the time of the last change: %j',
    async (headers) => {
      const lastModified = 'Sat, 21 Nov 2026 06:00:00 GMT';
      server.plan.headers = { ...headers, 'last-modified': lastModified };
      const url = await linkOf('export(mimeType: "text/markdown")');
      const response = await get(url, { range: 'bytes=4-', 'if-range': lastModified });
      expect([response.status, response.bytes.toString()]).toEqual([200, 'one two three']);
    },
  );
  it('is rejected for a format that the document does not have', async () => {
    const { body } = await gateway.query(
      '{ file(id: "the-file") { content { url } export(mimeType: "image/gif") { url } } }',
      {},
      owner,
    );
    expect(body.data.file).toEqual({ content: null, export: null });
    expect(body.errors).toMatchObject([
      {
        path: ['file', 'export'],
        message:
          'mimeType: "image/gif" is no format of the document; expected one of application/pdf, text/markdown',
        extensions: { code: 'INVALID_INPUT', argument: 'mimeType' },
      },
    ]);
  });
  it('is null for a file with content', async () => {
    Object.assign(server.metadata, { mimeType: 'text/plain', exportLinks: undefined });
    const { body } = await gateway.query(
      '{ file(id: "the-file") { export(mimeType: "application/pdf") { url } } }',
      {},
      owner,
    );
    expect(body).toMatchObject({ data: { file: { export: null } } });
  });
});

describe('the result of a prepared download', () => {
  afterEach(close);

  async function resultUrl(args = '(fileName: "result.mp4")'): Promise<string> {
    const { body } = await gateway.query(
      `{ longRunningOperation(id: "op-1") { done download${args} { url } } }`,
      {},
      owner,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.longRunningOperation.done).toBe(true);
    return body.data.longRunningOperation.download.url as string;
  }

  it('is downloaded with the token of the caller, also in parts', async () => {
    await open();
    server.plan.downloadUri = `${server.origin}/results/1?alt=media`;
    const url = await resultUrl();
    const whole = await get(url);
    expect([whole.status, whole.bytes.toString()]).toEqual([200, 'one two three']);
    expect(whole.headers['content-disposition']).toBe('attachment; filename="result.mp4"');
    const headers = { range: 'bytes=4-', 'if-range': whole.headers.etag! };
    expect(shown(await get(url, headers))).toEqual([206, 'two three', whole.headers.etag]);
    const other = await get(url, { ...headers, 'if-range': '"other"' });
    expect([other.status, other.bytes.toString()]).toEqual([200, 'one two three']);
    expect(server.requests.slice(1).map((request) => request.headers.authorization)).toEqual(
      Array.from({ length: 4 }, () => owner.authorization),
    );
  });
  it.each([
    ['a shorter content', second, {}, first, {}],
    ['a longer content', first, {}, second, {}],
    [
      'a content of the same length',
      first,
      { 'last-modified': 'Sat, 21 Nov 2026 06:00:00 GMT' },
      Buffer.from('ein zwei drei'),
      { 'last-modified': 'Sat, 21 Nov 2026 07:00:00 GMT' },
    ],
    ['a content with another etag', first, { etag: '"v1"' }, first, { etag: '"v2"' }],
  ] as const)(
    'is sent whole if its URL leads to %s since',
    async (_, before, oldHeaders, after, newHeaders) => {
      await open();
      Object.assign(server.plan, {
        downloadUri: `${server.origin}/results/1`,
        headers: oldHeaders,
      });
      server.change(before);
      const url = await resultUrl();
      const { etag } = (await get(url)).headers;
      const range = { range: `bytes=${before.length - 2}-`, 'if-range': etag! };
      expect((await get(url, range)).status).toBe(206);
      server.change(after);
      server.plan.headers = newHeaders;
      const whole = await get(url, range);
      expect([whole.status, whole.bytes.toString()]).toEqual([200, after.toString()]);
      expect(whole.headers.etag).not.toBe(etag);
      expect((await get(url, { 'if-match': etag! })).status).toBe(412);
    },
  );
  it.each([
    ['text/plain; charset=utf-8', 'download.txt'],
    ['application/pdf', 'download.pdf'],
    ['application/x-unknown', 'download'],
  ])('has the extension of its type if it has no name: %s', async (type, fileName) => {
    await open();
    Object.assign(server.plan, {
      downloadUri: `${server.origin}/results/1`,
      headers: { 'content-type': type },
    });
    const { headers } = await get(await resultUrl(''));
    expect(headers['content-disposition']).toBe(`attachment; filename="${fileName}"`);
  });
  it.each([
    'http://127.0.0.1:9/results/1',
    'file:///etc/passwd',
    'no url',
    'https://user@www.googleapis.com/x',
  ])('is not fetched from an origin that the gateway does not trust: %s', async (downloadUri) => {
    await open();
    server.plan.downloadUri = downloadUri;
    const response = await get(await resultUrl());
    expect([response.status, codeOf(response)]).toEqual([502, 'UPSTREAM_INVALID']);
    expect(server.requests).toHaveLength(1);
  });
  it('is fetched from the origins of the setting', { tags: ['S27'] }, async () => {
    const other = await startFileServer(second);
    try {
      await open({ DOWNLOAD_ORIGINS: other.origin });
      server.plan.downloadUri = `${other.origin}/results/2`;
      const response = await get(await resultUrl());
      expect([response.status, response.bytes.toString()]).toEqual([200, second.toString()]);
      expect(other.requests[0]!.headers.authorization).toBe(owner.authorization);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});
