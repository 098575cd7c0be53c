import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { parseCues } from '../../src/sandbox/video/caption-format.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { type Ask, type Got, useSandbox } from '../support/sandbox.ts';

const box = useSandbox();
const { english, swedish, broken, ben, missing, heard } = ids.caption;

const download = (id: string, query = '', ask: Ask = {}): Promise<Got> =>
  box.ask(`/youtube/v3/captions/${id}?${query}`, ask);

const kept = (id: string): string => videoState(box.sandbox.simulation()).captions.get(id)!.content;

describe('the file of a caption track', () => {
  it('is what was uploaded, as bytes', async () => {
    const { status, body, headers } = await download(swedish);
    expect([status, body, headers.get('content-type')]).toEqual([
      200,
      kept(swedish),
      'application/octet-stream',
    ]);
  });
  it.each(['srt', 'vtt', 'sbv'])('says the same in another format: %s', async (format) => {
    const { status, body } = await download(swedish, `tfmt=${format}`);
    expect(status).toBe(200);
    expect(parseCues(body as string)).toEqual(parseCues(kept(swedish)));
    expect(parseCues(kept(swedish))).toEqual([
      { from: 0, to: 1_500, text: 'Hamnen sover.' },
      { from: 2_000, to: 3_500, text: 'Tills ljusen tänds – på riktigt.' },
    ]);
  });
  it.each([
    ['vtt', /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.500\nThe harbour sleeps\.\n/],
    ['sbv', /^0:00:00\.000,0:00:01\.500\nThe harbour sleeps\.\n/],
    ['ttml', /<p begin="00:00:02\.000" end="00:00:03\.500">Until the lights come on\.<\/p>/],
    ['scc', /^Scenarist_SCC V1\.0\n\n00:00:00:00\t9420 9420 5468 /],
  ])('is written as that format is: %s', async (format, pattern) => {
    expect((await download(english, `tfmt=${format}`)).body).toMatch(pattern);
  });
  it('comes in another language by machine', async () => {
    const { body } = await download(english, 'tlang=sv&tfmt=srt');
    expect(parseCues(body as string)[0]).toEqual({
      from: 0,
      to: 1_500,
      text: '[sv] The harbour sleeps.',
    });
  });
  it('comes in parts, under a condition', async () => {
    const whole = kept(english);
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
    ['a track that is none', missing, '', 'studio-owner', 404, 'captionNotFound'],
    ["somebody else's track", ben, '', 'studio-owner', 403, 'forbidden'],
    ["a track that is not the guest's", english, '', 'studio-guest', 403, 'forbidden'],
    ['a format that there is not', english, 'tfmt=doc', 'studio-owner', 400, 'couldNotConvert'],
    ['a language that is none', english, 'tlang=42', 'studio-owner', 400, 'couldNotConvert'],
    ['a file that nobody could read', broken, 'tfmt=srt', 'studio-owner', 400, 'couldNotConvert'],
    ['a token that may only read', heard, '', 'studio-reader', 403, 'insufficientPermissions'],
  ])('is refused: %s', async (_, id, query, token, status, reason) => {
    expect(await download(id, query, { token })).toMatchObject({ status, reason });
  });
});

describe('a new video', () => {
  it('is being processed when it is first looked at, and can be watched after that', async () => {
    const made = await box.ask('/upload/youtube/v3/videos?part=snippet&uploadType=media', {
      method: 'POST',
      body: 'bytes',
      headers: { 'content-type': 'video/mp4' },
    });
    const { id } = made.body as { id: string };
    const looks = [1, 2, 3].map(
      () => () => box.ask(`/youtube/v3/videos?part=status,processingDetails&id=${id}`),
    );
    const seen: unknown[] = [];
    for (const look of looks) {
      const { status, processingDetails } = (await look()).body.items[0];
      seen.push([status.uploadStatus, processingDetails.processingStatus]);
    }
    expect(seen).toEqual([
      ['uploaded', 'processing'],
      ['processed', 'succeeded'],
      ['processed', 'succeeded'],
    ]);
  });
});
