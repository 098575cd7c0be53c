/** The three upload protocols, and the operations that accept uploads. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toStored } from '../../src/sandbox/picture/picture-url.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { type RequestOptions, useSandbox } from '../support/gateway/sandbox.ts';
import { testRejected } from '../support/scenario/rejected-request.ts';
import { jpeg, png } from '../support/page/image.ts';

const box = useSandbox();
const chunkSize = 256 * 1024;
const root = '/upload/youtube/v3';
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const buildBytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 256);

interface SendOptions {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  url: string,
  body: Uint8Array | string | ReadableStream,
  { method = 'POST', token = 'studio-owner', headers = {} }: SendOptions = {},
) {
  // A body that streams needs `duplex`, which the types of the platform do not know yet.
  const request: RequestInit & { readonly duplex: string } = {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: body as BodyInit,
    duplex: 'half',
  };
  const answer = await fetch(url.startsWith('http') ? url : box.sandbox.url + url, request);
  const text = await answer.text();
  const parsed: any = text.startsWith('{') ? JSON.parse(text) : undefined;
  return {
    status: answer.status,
    range: answer.headers.get('range'),
    location: answer.headers.get('location'),
    body: parsed,
    reason: parsed?.error?.errors[0].reason,
  };
}

const banner = `${root}/channelBanners/insert?uploadType=media`;
const thumbnail = `${root}/thumbnails/set?videoId=${ids.video.trailer}&uploadType=media`;
const captions = (type: string) => `${root}/captions?part=snippet&uploadType=${type}`;
const snippet = { videoId: ids.video.trailer, language: 'fi', name: 'Suomi – ääkköset' };
const srt = '1\n00:00:00,000 --> 00:00:01,000\nHyvää yötä ♪\n';

const multipartBody = (parts: readonly (readonly [string, string])[], end = '--') =>
  `${parts.map(([type, text]) => `--b0\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`).join('')}--b0${end}`;

const multipartHeaders = { 'content-type': 'multipart/related; boundary=b0' };

describe('a media upload', () => {
  it('stores and records the content', async () => {
    const response = await send(thumbnail, png, { headers: { 'content-type': 'image/png' } });
    expect([response.status, response.body.items[0].maxres.width]).toEqual([200, 1280]);
    expect(
      videoState(box.sandbox.simulation()).videos.get(ids.video.trailer)!.snippet.thumbnails,
    ).toEqual(JSON.parse(toStored(JSON.stringify(response.body.items[0]), box.sandbox.url)));
    const recorded = {
      operation: 'video:thumbnails.set',
      protocol: 'media',
      type: 'image/png',
      size: png.length,
      sha256: hashOf(png),
    };
    expect(box.sandbox.uploads()).toEqual([recorded]);
    expect((await box.ask('/_sandbox/uploads', { token: null })).body).toEqual([recorded]);
    expect(box.sandbox.calls()).toMatchObject([
      {
        operation: 'video:thumbnails.set',
        status: 200,
        upload: { protocol: 'media', bytes: png.length },
      },
    ]);
  });
  it('counts and hashes a long file', async () => {
    const piece = buildBytes(1024 * 1024);
    let left = 64;
    const hash = createHash('sha256');
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left-- === 0) return controller.close();
        hash.update(piece);
        controller.enqueue(piece.slice());
      },
    });
    const response = await send(`${root}/videos?part=snippet&uploadType=media`, stream, {
      headers: { 'content-type': 'video/mp4' },
    });
    expect([response.status, response.body.snippet.channelId]).toEqual([200, ids.channel.studio]);
    expect(box.sandbox.uploads()).toMatchObject([
      { size: 64 * 1024 * 1024, sha256: hash.digest('hex') },
    ]);
  });
});

describe('a multipart upload', () => {
  it('reads metadata and content of a body in small pieces', async () => {
    const body = Buffer.from(
      multipartBody([
        ['application/json; charset=UTF-8', JSON.stringify({ snippet })],
        ['text/xml', srt],
      ]),
    );
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        at >= body.length ? controller.close() : controller.enqueue(body.subarray(at, (at += 7))),
    });
    const response = await send(captions('multipart'), stream, { headers: multipartHeaders });
    expect(response).toMatchObject({
      status: 200,
      body: { snippet: { ...snippet, status: 'serving' } },
    });
    expect(videoState(box.sandbox.simulation()).captions.get(response.body.id)!.content).toBe(srt);
    expect(box.sandbox.uploads()).toMatchObject([
      { protocol: 'multipart', type: 'text/xml', sha256: hashOf(Buffer.from(srt)) },
    ]);
    expect(box.sandbox.calls()).toMatchObject([
      { body: { snippet }, upload: { bytes: Buffer.byteLength(srt) } },
    ]);
  });
  it.each([
    [
      'a body without its last boundary',
      multipartBody(
        [
          ['application/json', '{}'],
          ['text/xml', srt],
        ],
        '',
      ),
    ],
    ['a body without a boundary', 'no boundary at all'],
    ['a body without content', multipartBody([['application/json', JSON.stringify({ snippet })]])],
    ['a part with a header that is too long', `--b0\r\n${'x'.repeat(20_000)}`],
  ])('rejects %s', async (_, body) => {
    expect(await send(captions('multipart'), body, { headers: multipartHeaders })).toMatchObject({
      status: 400,
      reason: 'badRequest',
    });
  });
});

describe('a resumable upload', () => {
  const start = async (headers: Readonly<Record<string, string>> = {}) => {
    const response = await send(
      `${root}/videos?part=snippet&uploadType=resumable`,
      JSON.stringify({ snippet: { title: 'Långfilm', categoryId: '1' } }),
      {
        headers: {
          'content-type': 'application/json',
          'x-upload-content-type': 'video/mp4',
          ...headers,
        },
      },
    );
    expect(response.status).toBe(200);
    expect(new URL(response.location!).origin).toBe(box.sandbox.url);
    return response.location!;
  };
  const put = (url: string, bytes: Uint8Array | string, range?: string) =>
    send(url, bytes, {
      method: 'PUT',
      headers: range === undefined ? {} : { 'content-range': range },
    });

  it('reports the received range after each chunk, and returns the resource at the end', async () => {
    const bytes = buildBytes(2 * chunkSize + 100);
    const url = await start({ 'x-upload-content-length': String(bytes.length) });
    expect(await put(url, '', `bytes */${bytes.length}`)).toMatchObject({
      status: 308,
      range: null,
    });
    expect(
      await put(url, bytes.subarray(0, chunkSize), `bytes 0-${chunkSize - 1}/${bytes.length}`),
    ).toMatchObject({
      status: 308,
      range: `bytes=0-${chunkSize - 1}`,
    });
    expect(
      await put(
        url,
        bytes.subarray(chunkSize, 2 * chunkSize),
        `bytes ${chunkSize}-${2 * chunkSize - 1}/*`,
      ),
    ).toMatchObject({ status: 308 });
    const last = await put(
      url,
      bytes.subarray(2 * chunkSize),
      `bytes ${2 * chunkSize}-${bytes.length - 1}/${bytes.length}`,
    );
    expect(last).toMatchObject({
      status: 200,
      body: { snippet: { title: 'Långfilm', channelId: ids.channel.studio } },
    });
    expect(box.sandbox.uploads()).toMatchObject([
      { protocol: 'resumable', type: 'video/mp4', size: bytes.length, sha256: hashOf(bytes) },
    ]);
    expect(await put(url, '', `bytes */${bytes.length}`)).toMatchObject({
      status: 200,
      body: { id: last.body.id },
    });
    expect(box.sandbox.calls().map(({ operation, upload }) => [operation, upload?.bytes])).toEqual(
      [0, 0, chunkSize, chunkSize, 100, 0].map((count) => ['video:videos.insert', count]),
    );
  });
  it('accepts the whole file in one request, with and without a range', async () => {
    const bytes = buildBytes(1000);
    for (const range of [undefined, `bytes 0-999/1000`])
      expect(await put(await start(), bytes, range)).toMatchObject({ status: 200 });
    expect(box.sandbox.uploads().map(({ sha256 }) => sha256)).toEqual([
      hashOf(bytes),
      hashOf(bytes),
    ]);
  });
  it('keeps bytes from before a cut, and skips bytes that it has', async () => {
    const bytes = buildBytes(chunkSize + 10);
    const url = await start();
    box.sandbox.fault({ match: { method: 'PUT' }, times: 1, cutAfter: 70_000 });
    await expect(put(url, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`)).rejects.toThrow(
      'fetch failed',
    );
    expect(await put(url, '', `bytes */${bytes.length}`)).toMatchObject({
      status: 308,
      range: 'bytes=0-69999',
    });
    const again = await put(
      url,
      bytes.subarray(60_000),
      `bytes 60000-${bytes.length - 1}/${bytes.length}`,
    );
    expect([again.status, box.sandbox.uploads()[0]?.sha256]).toEqual([200, hashOf(bytes)]);
  });
  it('stores nothing of a chunk that a fault rejects', async () => {
    const url = await start();
    box.sandbox.fault({ match: { method: 'PUT' }, times: 1, status: 503 });
    expect(await put(url, buildBytes(10), 'bytes 0-9/10')).toMatchObject({ status: 503 });
    expect(await put(url, '', 'bytes */10')).toMatchObject({ status: 308, range: null });
  });
  it.each([
    ['leaves a gap', `bytes 10-19/20`, 416, 'requestedRangeNotSatisfiable'],
    ['has an invalid length and is not the last', `bytes 0-9/20`, 400, 'badRequest'],
    ['contradicts the declared length', `bytes 0-9/11`, 400, 'badRequest'],
    ['is invalid', `bytes 0-`, 400, 'badRequest'],
  ])('rejects a chunk whose range %s', async (_, range, status, reason) => {
    const url = await start({ 'x-upload-content-length': '20' });
    expect(await put(url, buildBytes(10), range)).toMatchObject({ status, reason });
  });
  it('does not learn its length from a chunk that is rejected', async () => {
    const url = await start();
    expect(await put(url, buildBytes(10), 'bytes 10-19/20')).toMatchObject({ status: 416 });
    expect(await put(url, buildBytes(10), 'bytes 0-9/10')).toMatchObject({ status: 200 });
  });
  it.each(['', '1e3', '-1', '1.5'])('is not started with the length "%s"', async (length) => {
    const headers = { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': length };
    const rejected = await send(`${root}/videos?part=snippet&uploadType=resumable`, '{}', {
      headers,
    });
    expect(rejected).toMatchObject({ status: 400, reason: 'badRequest' });
  });
  it.each([1, chunkSize / 2, chunkSize - 1, 1.5 * chunkSize])(
    'rejects a chunk of %d bytes that is not the last: it is no multiple of 256 KiB',
    async (length) => {
      const url = await start();
      const total = 3 * chunkSize;
      const range = `bytes 0-${length - 1}/${total}`;
      expect(await put(url, buildBytes(length), range)).toMatchObject({
        status: 400,
        reason: 'badRequest',
      });
      expect(await put(url, '', `bytes */${total}`)).toMatchObject({ status: 308, range: null });
    },
  );
  it('is unknown if it was not started, and after a reset', async () => {
    const url = await start();
    expect(await put(url.replace(/upload_id=[^&]+/, 'upload_id=none'), '')).toMatchObject({
      status: 404,
    });
    box.sandbox.reset();
    expect(await put(url, '')).toMatchObject({ status: 404 });
  });
  it('rejects translations of a video without a default language', async () => {
    const video = { snippet: { title: 'Film' }, localizations: { sv: { title: 'Filmen' } } };
    const headers = { 'content-type': 'application/json', 'x-upload-content-type': 'video/mp4' };
    const rejected = await send(
      `${root}/videos?part=snippet,localizations&uploadType=resumable`,
      JSON.stringify(video),
      { headers },
    );
    expect(rejected).toMatchObject({ status: 400, reason: 'defaultLanguageNotSet' });
    const named = { ...video, snippet: { ...video.snippet, defaultLanguage: 'en' } };
    const accepted = await send(
      `${root}/videos?part=snippet,localizations&uploadType=resumable`,
      JSON.stringify(named),
      { headers },
    );
    expect(accepted).toMatchObject({ status: 200, location: expect.stringContaining(root) });
  });
  it('rejects invalid metadata, media types and sizes before the content is sent', async () => {
    const start = (body: object, headers: Record<string, string>) =>
      send(`${root}/videos?part=snippet&uploadType=resumable`, JSON.stringify(body), { headers });
    const type = { 'x-upload-content-type': 'video/mp4' };
    expect(await start({ snippet: { title: '<', categoryId: '1' } }, type)).toMatchObject({
      status: 400,
      reason: 'invalidTitle',
    });
    expect(await start({}, { 'x-upload-content-type': 'image/png' })).toMatchObject({
      status: 400,
      reason: 'badContent',
    });
    expect(await start({}, { ...type, 'x-upload-content-length': String(2 ** 39) })).toMatchObject({
      status: 413,
      reason: 'uploadTooLarge',
    });
  });
});

describe('an upload', () => {
  const image = { headers: { 'content-type': 'image/jpeg' } };
  it('of a thumbnail may have more than 2 MB', async () => {
    const large = Buffer.concat([jpeg, buildBytes(3 * 1024 * 1024)]);
    expect((await send(thumbnail, large, image)).status).toBe(200);
  });
  const sending = (url: string, body: unknown, more: RequestOptions = {}) =>
    [url, { method: 'POST', body, ...image, ...more }] as const;
  const watermark = (channelId: string): string =>
    `${root}/watermarks/set?channelId=${channelId}&uploadType=media`;
  testRejected(box, {
    '400 wrongUrlForUpload': {
      'to the path without /upload': sending(thumbnail.replace('/upload', ''), jpeg),
    },
    '400 notUpload': { 'of an operation without uploads': `${root}/videos?part=id&id=x` },
    '400 invalidParameter': {
      'with an unknown protocol': sending(thumbnail.replace('media', 'other'), jpeg),
    },
    '400 badContent': {
      'with an unsupported media type': sending(thumbnail, jpeg, {
        headers: { 'content-type': 'text/plain' },
      }),
    },
    '400 invalidImage': { 'of a file that is not an image': sending(thumbnail, 'GIF89a') },
    '400 mediaBodyRequired': {
      'without content': sending(thumbnail, ''),
      'of a banner without an image': sending('/youtube/v3/channelBanners/insert', '{}', {
        headers: { 'content-type': 'application/json' },
      }),
    },
    '413 uploadTooLarge': {
      'that is too large': sending(banner, buildBytes(6 * 1024 * 1024 + 1)),
    },
    '404 videoNotFound': {
      'for an unknown video': sending(
        thumbnail.replace(ids.video.trailer, ids.video.missing),
        jpeg,
      ),
    },
    '403 forbidden': {
      "for another channel's video": sending(thumbnail, jpeg, { token: 'studio-guest' }),
      'of a watermark for another channel': sending(watermark(ids.channel.ben), jpeg),
    },
    '403 insufficientPermissions': {
      'without the required scope': sending(thumbnail, jpeg, { token: 'studio-reader' }),
    },
    '400 imageFormatUnsupported': {
      'of a watermark that is not an image': sending(watermark(ids.channel.studio), 'GIF'),
    },
  });
});

describe('caption tracks', () => {
  const json = { 'content-type': 'application/json' };
  const inserting = (body: object, content: string = srt) =>
    [
      captions('multipart'),
      {
        method: 'POST',
        headers: multipartHeaders,
        body: multipartBody([
          ['application/json', JSON.stringify(body)],
          ['text/xml', content],
        ]),
      },
    ] as const;
  const insert = (...track: Parameters<typeof inserting>) => box.ask(...inserting(...track));
  const withSnippet = (more: object) => inserting({ snippet: { ...snippet, ...more } });
  testRejected(box, {
    '400 nameTooLong': {
      'a track with a name of 151 characters': withSnippet({ name: 'n'.repeat(151) }),
    },
    '400 invalidMetadata': { 'a track with an invalid language': withSnippet({ language: '?' }) },
    '400 contentRequired': { 'a track without content': inserting({ snippet }, '') },
    '404 videoNotFound': {
      'a track of an unknown video': withSnippet({ videoId: ids.video.missing }),
    },
    '403 forbidden': {
      "a track of another channel's video": withSnippet({ videoId: ids.video.benPreview }),
    },
    '400 required': { 'a track without a language': withSnippet({ language: undefined }) },
  });
  it('may be in another language with another name', async () => {
    const other = { ...snippet, language: 'en', name: 'Commentary' };
    expect((await insert({ snippet: other })).status).toBe(200);
  });
  it('of an existing language and name are rejected', async () => {
    expect(await insert({ snippet })).toMatchObject({ status: 200 });
    expect(await insert({ snippet })).toMatchObject({ status: 409, reason: 'captionExists' });
  });
  it('of an unknown format have the status failed', async () => {
    expect(await insert({ snippet }, 'lorem')).toMatchObject({
      body: { snippet: { status: 'failed', failureReason: 'unknownFormat' } },
    });
  });
  it('keep isDraft when only the file is updated, and reset it with the snippet', async () => {
    const { draft } = ids.caption;
    const update = (part: string, body: object) =>
      send(`/youtube/v3/captions?part=${part}`, JSON.stringify(body), {
        method: 'PUT',
        headers: json,
      });
    const file = await send(
      `${root}/captions?part=id&uploadType=multipart`,
      multipartBody([
        ['application/json', JSON.stringify({ id: draft })],
        ['text/xml', srt],
      ]),
      {
        method: 'PUT',
        headers: multipartHeaders,
      },
    );
    expect(file).toMatchObject({ status: 200, body: { id: draft } });
    expect(videoState(box.sandbox.simulation()).captions.get(draft)).toMatchObject({
      content: srt,
      snippet: { isDraft: true },
    });
    expect(await update('snippet', { id: draft })).toMatchObject({
      status: 200,
      body: { snippet: { isDraft: false } },
    });
    expect(await update('snippet', { id: ids.caption.missing })).toMatchObject({
      status: 404,
      reason: 'captionNotFound',
    });
  });
  it('are listed for the owner of the video', async () => {
    const list = (query: string, token = 'studio-owner') =>
      box.ask(`/youtube/v3/captions?part=snippet&${query}`, { token });
    expect((await list(`videoId=${ids.video.trailer}`)).body.items).toHaveLength(5);
    expect(
      (await list(`videoId=${ids.video.trailer}&id=${ids.caption.swedish},${ids.caption.makingOf}`))
        .body.items,
    ).toMatchObject([{ id: ids.caption.swedish, snippet: { name: 'Svenska 🇸🇪' } }]);
    expect(await list(`videoId=${ids.video.trailer}`, 'studio-guest')).toMatchObject({
      status: 403,
      reason: 'forbidden',
    });
    expect(await list(`videoId=${ids.video.missing}`)).toMatchObject({
      status: 404,
      reason: 'videoNotFound',
    });
  });
  it('are deleted once', async () => {
    const remove = (id: string) => box.ask(`/youtube/v3/captions?id=${id}`, { method: 'DELETE' });
    expect(await remove(ids.caption.swedish)).toMatchObject({ status: 204 });
    expect(await remove(ids.caption.swedish)).toMatchObject({
      status: 404,
      reason: 'captionNotFound',
    });
    expect(await remove(ids.caption.ben)).toMatchObject({ status: 403, reason: 'forbidden' });
  });
});
