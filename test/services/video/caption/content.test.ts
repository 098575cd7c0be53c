import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { parseCues } from '../../../../src/sandbox/video/caption/format.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { send } from '../../../support/client/byte-client.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { trailer, benPreview } = ids.video;
const { english, swedish, draft, broken, ben } = ids.caption;
const idOf = (caption: string, video = trailer): string => globalId('Caption', [video, caption]);

const storedText = (caption: string): string =>
  videoState(studio.sandbox.simulation()).captions.get(caption)!.content;

describe('Caption.text', () => {
  const ask = (id: string, args = '', token?: string | null) =>
    studio.query(
      `query ($id: ID!) { node(id: $id) { ... on Caption { text${args} } } }`,
      { id },
      token,
    );

  it('is the content of the file, read with one call', async () => {
    const { data, extensions } = await ask(idOf(draft));
    expect(data.node).toEqual({ text: storedText(draft) });
    expect(studio.calls()).toMatchObject([
      { operation: 'video:captions.download', query: { prettyPrint: ['false'] } },
    ]);
    expect(studio.calls()[0]!.call.path).toBe(`/youtube/v3/captions/${draft}`);
    expect(extensions['cost']).toMatchObject({ units: { VIDEO: 200 } });
  });
  it('has the requested format and language', async () => {
    const { data } = await ask(idOf(english), '(format: VTT, language: "sv")');
    expect(data.node.text).toMatch(/^WEBVTT\n/);
    expect(parseCues(data.node.text)[0]!.text).toBe('[sv] The harbour sleeps.');
    expect(studio.calls()).toMatchObject([{ query: { tfmt: ['vtt'], tlang: ['sv'] } }]);
  });
  it('is requested once if it is selected several times, and once more in another format', async () => {
    const { data } = await studio.query(
      'query ($id: ID!) { a: node(id: $id) { ... on Caption { text } } b: node(id: $id) { ... on Caption { text again: text, sbv: text(format: SBV) } } }',
      { id: idOf(swedish) },
    );
    expect([data.a.text, data.b.text, data.b.again]).toEqual([
      storedText(swedish),
      storedText(swedish),
      storedText(swedish),
    ]);
    expect(parseCues(data.b.sbv)).toEqual(parseCues(storedText(swedish)));
    expect(studio.operations()).toEqual(['video:captions.download', 'video:captions.download']);
  });
  it('is requested on behalf of the content owner, as a field and by URL', async () => {
    const document =
      'query ($id: ID!) { node(id: $id) { ... on Caption { text content { url } } } }';
    const { data } = await studio.query(document, { id: idOf(english) }, 'studio-owner', {
      'x-content-owner': 'CMSowner',
    });
    await send(data.node.content.url, { method: 'GET' });
    expect(studio.calls().map(({ query }) => query['onBehalfOf'])).toEqual([
      ['CMSowner'],
      ['CMSowner'],
    ]);
  });
  it.each([
    [
      'a file that cannot be read',
      idOf(broken),
      '(format: SRT)',
      'studio-owner',
      'INVALID_INPUT',
      'couldNotConvert',
    ],
    [
      'a video of another channel',
      idOf(ben, benPreview),
      '',
      'studio-owner',
      'FORBIDDEN',
      'forbidden',
    ],
    [
      'a token without the scope for captions',
      idOf(english),
      '',
      'studio-reader',
      'MISSING_SCOPE',
      'insufficientPermissions',
    ],
  ])('fails at its own path: %s', async (_, id, args, token, code, reason) => {
    const { data, errors } = await ask(id, args, token);
    expect(data.node).toEqual({ text: null });
    expect(errors).toMatchObject([
      { path: ['node', 'text'], extensions: { code, ...(reason && { reason }) } },
    ]);
  });
});

describe('the URL of a caption file', () => {
  const ask = (id: string, args = '', token?: string | null) =>
    studio.query(
      `query ($id: ID!) { node(id: $id) { ... on Caption { content${args} { url expiresAt } } } }`,
      { id },
      token,
    );

  it('is created without a call, and expires within minutes', async () => {
    const before = Date.now();
    const { data } = await ask(idOf(english));
    const { url, expiresAt } = data.node.content;
    expect(url.startsWith(`${studio.gateway.url}/downloads/`)).toBe(true);
    expect(Date.parse(expiresAt)).toBeGreaterThan(before);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 300_000);
    expect(studio.calls()).toEqual([]);
  });
  it('returns the file without a token, completely or in ranges', async () => {
    const { data } = await ask(idOf(english), '(format: VTT)');
    const { url } = data.node.content;
    const whole = await send(url, { method: 'GET' });
    const part = await send(url, { method: 'GET', headers: { range: 'bytes=0-5' } });
    expect([
      whole.status,
      whole.headers['content-type'],
      part.status,
      part.bytes.toString(),
    ]).toEqual([200, 'text/vtt; charset=UTF-8', 206, 'WEBVTT']);
    expect(parseCues(whole.bytes.toString())).toEqual(parseCues(storedText(english)));
    expect(whole.headers['content-disposition']).toBe(
      `attachment; filename="captions-${english}.vtt"`,
    );
    expect(
      studio.calls().map(({ operation, query, call }) => [operation, query['tfmt'], call.user]),
    ).toEqual([
      ['video:captions.download', ['vtt'], 'studio-owner'],
      ['video:captions.download', ['vtt'], 'studio-owner'],
    ]);
  });
  it('reads only what its creator may read', async () => {
    const { data } = await ask(idOf(english), '', 'studio-guest');
    const { status, json } = await send(data.node.content.url, { method: 'GET' });
    expect([status, json.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a caption file in an upload session', () => {
  const srt = '1\n00:00:00,000 --> 00:00:01,000\nHei på deg 👋\n';
  const create = `mutation ($caption: CaptionUploadInput!) { createUploadSession(input: { caption: $caption }) {
    uploadSession { id uploadUrl } errors { code path reason } } }`;
  const file = {
    contentType: 'application/octet-stream',
    contentLength: String(Buffer.byteLength(srt)),
  };
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from(srt);
  }
  const put = (url: string) =>
    send(url, { headers: { 'content-length': file.contentLength }, body: body() });
  const resultOf = async (id: string) =>
    (
      await studio.query(
        'query ($id: ID!) { uploadSession(id: $id) { result { id ... on Caption { languageTag name isDraft } } } }',
        { id },
      )
    ).data.uploadSession.result;

  it('creates a track', async () => {
    const caption = { new: { videoId: trailer, languageTag: 'nb', name: 'Norsk', ...file } };
    const { data, extensions } = await studio.query(create, { caption });
    expect(studio.calls()).toMatchObject([
      {
        operation: 'video:captions.insert',
        query: { part: ['snippet'], uploadType: ['resumable'] },
        body: { snippet: { videoId: trailer, language: 'nb', name: 'Norsk', isDraft: false } },
      },
    ]);
    expect(extensions['cost']).toMatchObject({ units: { VIDEO: 400 } });
    const { id, uploadUrl } = data.createUploadSession.uploadSession;
    const { status, json } = await put(uploadUrl);
    const result = await resultOf(id);
    expect([status, result]).toEqual([
      200,
      { id: json.result, languageTag: 'nb', name: 'Norsk', isDraft: false },
    ]);
    expect([...videoState(studio.sandbox.simulation()).captions.values()].at(-1)!.content).toBe(
      srt,
    );
  });
  it.each([
    [undefined, 'id', true],
    [false, 'snippet', false],
  ])(
    'replaces the file of a track, and the draft state only if the input names it: %j',
    async (isDraft, part, after) => {
      const caption = {
        existing: { by: { id: idOf(draft) }, ...(isDraft !== undefined && { isDraft }), ...file },
      };
      const { data } = await studio.query(create, { caption });
      expect(studio.calls()).toMatchObject([
        { operation: 'video:captions.update', query: { part: [part] }, call: { method: 'PUT' } },
      ]);
      expect((await put(data.createUploadSession.uploadSession.uploadUrl)).status).toBe(200);
      expect(storedText(draft)).toBe(srt);
      expect(await resultOf(data.createUploadSession.uploadSession.id)).toMatchObject({
        id: idOf(draft),
        isDraft: after,
      });
    },
  );
  it('is rejected before any call with more bytes than YouTube accepts', async () => {
    const existing = { by: { id: idOf(draft) }, ...file, contentLength: '104857601' };
    const { data } = await studio.query(create, { caption: { existing } });
    expect(data.createUploadSession.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['caption', 'existing', 'contentLength'] },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('returns the error of YouTube if the track exists already, or does not exist', async () => {
    const existingTrack = await studio.query(create, {
      caption: { new: { videoId: trailer, languageTag: 'sv', name: 'Svenska 🇸🇪', ...file } },
    });
    expect(existingTrack.data.createUploadSession.errors).toMatchObject([
      { code: 'CONFLICT', reason: 'captionExists' },
    ]);
    const missing = await studio.query(create, {
      caption: { existing: { by: { id: idOf(ids.caption.missing) }, ...file } },
    });
    expect(missing.data.createUploadSession.errors).toMatchObject([
      { code: 'NOT_FOUND', reason: 'captionNotFound' },
    ]);
    expect(missing.data.createUploadSession.errors[0].path.slice(0, 2)).toEqual([
      'caption',
      'existing',
    ]);
  });
});
