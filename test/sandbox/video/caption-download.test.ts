import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { parseCues } from '../../../src/sandbox/video/caption/format.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { type RequestOptions, type TestResponse, useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const { english, swedish, broken, ben, missing, heard } = ids.caption;

const download = (id: string, query = '', ask: RequestOptions = {}): Promise<TestResponse> =>
  box.ask(`/youtube/v3/captions/${id}?${query}`, ask);

const storedContent = (id: string): string =>
  videoState(box.sandbox.simulation()).captions.get(id)!.content;

describe('captions.download', () => {
  it('returns the uploaded file', async () => {
    const { status, body, headers } = await download(swedish);
    expect([status, body, headers.get('content-type')]).toEqual([
      200,
      storedContent(swedish),
      'application/octet-stream',
    ]);
  });
  it.each(['srt', 'vtt', 'sbv'])('keeps times and texts in the format %s', async (format) => {
    const { status, body } = await download(swedish, `tfmt=${format}`);
    expect(status).toBe(200);
    expect(parseCues(body as string)).toEqual(parseCues(storedContent(swedish)));
    expect(parseCues(storedContent(swedish))).toEqual([
      { from: 0, to: 1_500, text: 'Hamnen sover.' },
      { from: 2_000, to: 3_500, text: 'Tills ljusen tänds – på riktigt.' },
    ]);
  });
  it.each([
    ['vtt', /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.500\nThe harbour sleeps\.\n/],
    ['sbv', /^0:00:00\.000,0:00:01\.500\nThe harbour sleeps\.\n/],
    ['ttml', /<p begin="00:00:02\.000" end="00:00:03\.500">Until the lights come on\.<\/p>/],
    ['scc', /^Scenarist_SCC V1\.0\n\n00:00:00:00\t9420 9420 5468 /],
  ])('writes the format %s', async (format, pattern) => {
    expect((await download(english, `tfmt=${format}`)).body).toMatch(pattern);
  });
  it('returns a machine translation', async () => {
    const { body } = await download(english, 'tlang=sv&tfmt=srt');
    expect(parseCues(body as string)[0]).toEqual({
      from: 0,
      to: 1_500,
      text: '[sv] The harbour sleeps.',
    });
  });
  it('supports ranges and If-Match', async () => {
    const whole = storedContent(english);
    const first = await download(english, '', { headers: { range: 'bytes=0-9' } });
    const etag = first.headers.get('etag')!;
    const rest = await download(english, '', { headers: { range: 'bytes=10-', 'if-match': etag } });
    expect([first.status, first.headers.get('content-range'), rest.status]).toEqual([
      206,
      `bytes 0-9/${Buffer.byteLength(whole)}`,
      206,
    ]);
    expect(`${String(first.body)}${String(rest.body)}`).toBe(whole);
    expect((await download(swedish, '', { headers: { 'if-match': etag } })).status).toBe(412);
    expect(await download(english, '', { headers: { range: 'bytes=9999-' } })).toMatchObject({
      status: 416,
      reason: 'requestedRangeNotSatisfiable',
    });
  });
  it.each([
    ['an unknown track', missing, '', 'studio-owner', 404, 'captionNotFound'],
    ["a track of another channel's video", ben, '', 'studio-owner', 403, 'forbidden'],
    [
      'a track, for a caller who does not own the video',
      english,
      '',
      'studio-guest',
      403,
      'forbidden',
    ],
    ['an unknown format', english, 'tfmt=doc', 'studio-owner', 400, 'couldNotConvert'],
    ['an invalid language', english, 'tlang=42', 'studio-owner', 400, 'couldNotConvert'],
    [
      'a conversion of an unreadable file',
      broken,
      'tfmt=srt',
      'studio-owner',
      400,
      'couldNotConvert',
    ],
    ['a token with read-only scopes', heard, '', 'studio-reader', 403, 'insufficientPermissions'],
  ])('rejects %s', async (_, id, query, token, status, reason) => {
    expect(await download(id, query, { token })).toMatchObject({ status, reason });
  });
});

describe('a new video', () => {
  it('is in processing at the first read and processed after that', async () => {
    const inserted = await box.ask('/upload/youtube/v3/videos?part=snippet&uploadType=media', {
      method: 'POST',
      body: 'bytes',
      headers: { 'content-type': 'video/mp4' },
    });
    const { id } = inserted.body as { id: string };
    const reads = [1, 2, 3].map(
      () => () => box.ask(`/youtube/v3/videos?part=status,processingDetails&id=${id}`),
    );
    const states: unknown[] = [];
    for (const read of reads) {
      const { status, processingDetails } = (await read()).body.items[0];
      states.push([status.uploadStatus, processingDetails.processingStatus]);
    }
    expect(states).toEqual([
      ['uploaded', 'processing'],
      ['processed', 'succeeded'],
      ['processed', 'succeeded'],
    ]);
  });
});
