/** The three ways of bringing bytes: what arrives is what was sent, and what was cut off is gone on with. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { useSandbox } from '../support/sandbox.ts';
import { jpeg, png } from '../support/image.ts';

const box = useSandbox();
const grain = 256 * 1024;
const root = '/upload/youtube/v3';
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const noise = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 256);

interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  url: string,
  body: Uint8Array | string | ReadableStream,
  { method = 'POST', token = 'studio-owner', headers = {} }: Sent = {},
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

const thumbnail = `${root}/thumbnails/set?videoId=${ids.video.trailer}&uploadType=media`;
const captions = (type: string) => `${root}/captions?part=snippet&uploadType=${type}`;
const snippet = { videoId: ids.video.trailer, language: 'fi', name: 'Suomi – ääkköset' };
const srt = '1\n00:00:00,000 --> 00:00:01,000\nHyvää yötä ♪\n';

const related = (parts: readonly (readonly [string, string])[], end = '--') =>
  `${parts.map(([type, text]) => `--b0\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`).join('')}--b0${end}`;

const relatedHeaders = { 'content-type': 'multipart/related; boundary=b0' };

describe('media', () => {
  it('takes the bytes as they are, and shows what they made', async () => {
    const got = await send(thumbnail, png, { headers: { 'content-type': 'image/png' } });
    expect([got.status, got.body.items[0].maxres.width]).toEqual([200, 1280]);
    expect(
      videoState(box.sandbox.simulation()).videos.get(ids.video.trailer)!.snippet.thumbnails,
    ).toEqual(got.body.items[0]);
    const arrived = {
      operation: 'video:thumbnails.set',
      protocol: 'media',
      type: 'image/png',
      size: png.length,
      sha256: hashOf(png),
    };
    expect(box.sandbox.uploads()).toEqual([arrived]);
    expect((await box.ask('/_sandbox/uploads', { token: null })).body).toEqual([arrived]);
    expect(box.sandbox.calls()).toMatchObject([
      {
        operation: 'video:thumbnails.set',
        status: 200,
        upload: { protocol: 'media', bytes: png.length },
      },
    ]);
  });
  it('never holds a long file: it is counted and hashed', async () => {
    const piece = noise(1024 * 1024);
    let left = 64;
    const hash = createHash('sha256');
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left-- === 0) return controller.close();
        hash.update(piece);
        controller.enqueue(piece.slice());
      },
    });
    const got = await send(`${root}/videos?part=snippet&uploadType=media`, stream, {
      headers: { 'content-type': 'video/mp4' },
    });
    expect([got.status, got.body.snippet.channelId]).toEqual([200, ids.channel.studio]);
    expect(box.sandbox.uploads()).toMatchObject([
      { size: 64 * 1024 * 1024, sha256: hash.digest('hex') },
    ]);
  });
});

describe('multipart/related', () => {
  it('takes metadata and content of one request, however it is cut into pieces', async () => {
    const body = Buffer.from(
      related([
        ['application/json; charset=UTF-8', JSON.stringify({ snippet })],
        ['text/xml', srt],
      ]),
    );
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        at >= body.length ? controller.close() : controller.enqueue(body.subarray(at, (at += 7))),
    });
    const got = await send(captions('multipart'), stream, { headers: relatedHeaders });
    expect(got).toMatchObject({
      status: 200,
      body: { snippet: { ...snippet, status: 'serving' } },
    });
    expect(videoState(box.sandbox.simulation()).captions.get(got.body.id)!.content).toBe(srt);
    expect(box.sandbox.uploads()).toMatchObject([
      { protocol: 'multipart', type: 'text/xml', sha256: hashOf(Buffer.from(srt)) },
    ]);
    expect(box.sandbox.calls()).toMatchObject([
      { body: { snippet }, upload: { bytes: Buffer.byteLength(srt) } },
    ]);
  });
  it.each([
    [
      'without its last boundary',
      related(
        [
          ['application/json', '{}'],
          ['text/xml', srt],
        ],
        '',
      ),
    ],
    ['of something else', 'no boundary at all'],
    ['with an endless head', `--b0\r\n${'x'.repeat(20_000)}`],
  ])('is refused %s', async (_, body) => {
    expect(await send(captions('multipart'), body, { headers: relatedHeaders })).toMatchObject({
      status: 400,
      reason: 'badRequest',
    });
  });
});

describe('resumable', () => {
  const begin = async (headers: Readonly<Record<string, string>> = {}) => {
    const got = await send(
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
    expect(got.status).toBe(200);
    expect(new URL(got.location!).origin).toBe(box.sandbox.url);
    return got.location!;
  };
  const put = (url: string, bytes: Uint8Array | string, range?: string) =>
    send(url, bytes, {
      method: 'PUT',
      headers: range === undefined ? {} : { 'content-range': range },
    });

  it('takes pieces, says after each how much it has, and answers with the resource at the end', async () => {
    const bytes = noise(2 * grain + 100);
    const url = await begin({ 'x-upload-content-length': String(bytes.length) });
    expect(await put(url, '', `bytes */${bytes.length}`)).toMatchObject({
      status: 308,
      range: null,
    });
    expect(
      await put(url, bytes.subarray(0, grain), `bytes 0-${grain - 1}/${bytes.length}`),
    ).toMatchObject({
      status: 308,
      range: `bytes=0-${grain - 1}`,
    });
    expect(
      await put(url, bytes.subarray(grain, 2 * grain), `bytes ${grain}-${2 * grain - 1}/*`),
    ).toMatchObject({ status: 308 });
    const last = await put(
      url,
      bytes.subarray(2 * grain),
      `bytes ${2 * grain}-${bytes.length - 1}/${bytes.length}`,
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
      [0, 0, grain, grain, 100, 0].map((count) => ['video:videos.insert', count]),
    );
  });
  it('takes a file whole, with and without its range', async () => {
    const bytes = noise(1000);
    for (const range of [undefined, `bytes 0-999/1000`])
      expect(await put(await begin(), bytes, range)).toMatchObject({ status: 200 });
    expect(box.sandbox.uploads().map(({ sha256 }) => sha256)).toEqual([
      hashOf(bytes),
      hashOf(bytes),
    ]);
  });
  it('keeps what came before a cut, and passes over what it has already', async () => {
    const bytes = noise(grain + 10);
    const url = await begin();
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
  it('takes nothing of a piece that a fault refuses', async () => {
    const url = await begin();
    box.sandbox.fault({ match: { method: 'PUT' }, times: 1, status: 503 });
    expect(await put(url, noise(10), 'bytes 0-9/10')).toMatchObject({ status: 503 });
    expect(await put(url, '', 'bytes */10')).toMatchObject({ status: 308, range: null });
  });
  it.each([
    ['leaves a gap', `bytes 10-19/20`, 416, 'requestedRangeNotSatisfiable'],
    ['is no multiple of the grain and not the last', `bytes 0-9/20`, 400, 'badRequest'],
    ['contradicts the length announced', `bytes 0-9/11`, 400, 'badRequest'],
    ['cannot be read', `bytes 0-`, 400, 'badRequest'],
  ])('refuses a piece that %s', async (_, range, status, reason) => {
    const url = await begin({ 'x-upload-content-length': '20' });
    expect(await put(url, noise(10), range)).toMatchObject({ status, reason });
  });
  it('is gone when nobody began it, and after everything was put back', async () => {
    const url = await begin();
    expect(await put(url.replace(/upload_id=[^&]+/, 'upload_id=none'), '')).toMatchObject({
      status: 404,
    });
    box.sandbox.reset();
    expect(await put(url, '')).toMatchObject({ status: 404 });
  });
  it('refuses translations of a video that name no language to translate from', async () => {
    const video = { snippet: { title: 'Film' }, localizations: { sv: { title: 'Filmen' } } };
    const headers = { 'content-type': 'application/json', 'x-upload-content-type': 'video/mp4' };
    const refused = await send(
      `${root}/videos?part=snippet,localizations&uploadType=resumable`,
      JSON.stringify(video),
      { headers },
    );
    expect(refused).toMatchObject({ status: 400, reason: 'defaultLanguageNotSet' });
    const named = { ...video, snippet: { ...video.snippet, defaultLanguage: 'en' } };
    const taken = await send(
      `${root}/videos?part=snippet,localizations&uploadType=resumable`,
      JSON.stringify(named),
      { headers },
    );
    expect(taken).toMatchObject({ status: 200, location: expect.stringContaining(root) });
  });
  it('refuses bad metadata, a bad type and a file too large before a byte is sent', async () => {
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

describe('an upload is refused', () => {
  const image = { headers: { 'content-type': 'image/jpeg' } };
  it.each<[string, string, Uint8Array | string, Sent, number, string]>([
    [
      'at the address that takes none',
      thumbnail.replace('/upload', ''),
      jpeg,
      image,
      400,
      'wrongUrlForUpload',
    ],
    [
      'where no bytes are due',
      `${root}/videos?part=id&id=x`,
      '',
      { method: 'GET' },
      400,
      'notUpload',
    ],
    [
      'in a way there is none',
      thumbnail.replace('media', 'other'),
      jpeg,
      image,
      400,
      'invalidParameter',
    ],
    [
      'with a type that is none of its own',
      thumbnail,
      jpeg,
      { headers: { 'content-type': 'text/plain' } },
      400,
      'badContent',
    ],
    ['when it is no image', thumbnail, 'GIF89a', image, 400, 'invalidImage'],
    ['when it is empty', thumbnail, '', image, 400, 'mediaBodyRequired'],
    ['when it is too large', thumbnail, noise(2 * 1024 * 1024 + 1), image, 413, 'uploadTooLarge'],
    [
      'for a video of nobody',
      thumbnail.replace(ids.video.trailer, ids.video.missing),
      jpeg,
      image,
      404,
      'videoNotFound',
    ],
    [
      "for a stranger's video",
      thumbnail,
      jpeg,
      { ...image, token: 'studio-guest' },
      403,
      'forbidden',
    ],
    [
      'without the scope',
      thumbnail,
      jpeg,
      { ...image, token: 'studio-reader' },
      403,
      'insufficientPermissions',
    ],
    [
      'as a watermark that is no image',
      `${root}/watermarks/set?channelId=${ids.channel.studio}&uploadType=media`,
      'GIF',
      image,
      400,
      'imageFormatUnsupported',
    ],
    [
      "for a stranger's channel",
      `${root}/watermarks/set?channelId=${ids.channel.ben}&uploadType=media`,
      jpeg,
      image,
      403,
      'forbidden',
    ],
    [
      'as a banner without a picture',
      '/youtube/v3/channelBanners/insert',
      '{}',
      { headers: { 'content-type': 'application/json' } },
      400,
      'mediaBodyRequired',
    ],
    [
      'for storage, which is not simulated',
      '/upload/drive/v3/files?uploadType=media',
      jpeg,
      image,
      501,
      'notImplemented',
    ],
  ])('%s', async (_, url, bytes, sent, status, reason) => {
    const got = sent.method === 'GET' ? await box.ask(url) : await send(url, bytes, sent);
    expect([got.status, got.reason]).toEqual([status, reason]);
    expect(box.sandbox.uploads()).toEqual([]);
  });
});

describe('captions', () => {
  const json = { 'content-type': 'application/json' };
  const multipart = (body: object, content: string = srt) =>
    send(
      captions('multipart'),
      related([
        ['application/json', JSON.stringify(body)],
        ['text/xml', content],
      ]),
      { headers: relatedHeaders },
    );
  it.each<[string, object, string, number, string]>([
    [
      'of a language and name that are there',
      { snippet: { ...snippet, language: 'en', name: 'Commentary' } },
      srt,
      200,
      '',
    ],
    [
      'with a name too long',
      { snippet: { ...snippet, name: 'n'.repeat(151) } },
      srt,
      400,
      'nameTooLong',
    ],
    ['in no language', { snippet: { ...snippet, language: '?' } }, srt, 400, 'invalidMetadata'],
    ['without content', { snippet }, '', 400, 'contentRequired'],
    [
      'of no video',
      { snippet: { ...snippet, videoId: ids.video.missing } },
      srt,
      404,
      'videoNotFound',
    ],
    [
      "of a stranger's video",
      { snippet: { ...snippet, videoId: ids.video.benPreview } },
      srt,
      403,
      'forbidden',
    ],
    [
      'without a language',
      { snippet: { videoId: ids.video.trailer, name: '' } },
      srt,
      400,
      'required',
    ],
  ])('are inserted, or refused: %s', async (_, body, content, status, reason) => {
    const got = await multipart(body, content);
    expect([got.status, got.reason ?? '']).toEqual([status, reason]);
  });
  it('of the same language and name are refused, but for what the service heard itself', async () => {
    expect(await multipart({ snippet })).toMatchObject({ status: 200 });
    expect(await multipart({ snippet })).toMatchObject({ status: 409, reason: 'captionExists' });
  });
  it('that nobody can read say so', async () => {
    expect(await multipart({ snippet }, 'lorem')).toMatchObject({
      body: { snippet: { status: 'failed', failureReason: 'unknownFormat' } },
    });
  });
  it('keep their draft state when a file alone comes, and lose it when the snippet is named without it', async () => {
    const { draft } = ids.caption;
    const update = (part: string, body: object) =>
      send(`/youtube/v3/captions?part=${part}`, JSON.stringify(body), {
        method: 'PUT',
        headers: json,
      });
    const file = await send(
      `${root}/captions?part=id&uploadType=multipart`,
      related([
        ['application/json', JSON.stringify({ id: draft })],
        ['text/xml', srt],
      ]),
      {
        method: 'PUT',
        headers: relatedHeaders,
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
  it('are listed to those who may edit the video', async () => {
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
