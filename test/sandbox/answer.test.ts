/** How answers travel: compressed, compact, and the same call in whichever spelling. */
import { gunzipSync } from 'node:zlib';
import { request as send } from 'node:http';
import { describe, expect, it } from 'vitest';
import { auth, youtube } from '@googleapis/youtube';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { liveBroadcasts } from '../../src/upstream/live/index.ts';
import type { AnyOperation } from '../../src/upstream/operation.ts';
import { buildRequest } from '../../src/upstream/request.ts';
import { playlistItems, playlists, videos } from '../../src/upstream/video/index.ts';
import { meaning, useSandbox } from '../support/sandbox.ts';

const box = useSandbox();
const fifty = `/youtube/v3/playlistItems?part=snippet&playlistId=${ids.playlist.fifty}`;

/** One call without fetch, which unpacks by itself. */
const raw = (
  path: string,
  headers: Record<string, string>,
): Promise<{ encoding: string | undefined; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const call = send(
      box.sandbox.url + path,
      { headers: { authorization: 'Bearer studio-owner', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        );
      },
    );
    call.on('error', reject).end();
  });

describe('an answer', () => {
  it('is compressed for those who take gzip, and holds the same', async () => {
    const packed = await raw(fifty, { 'accept-encoding': 'gzip' });
    const plain = await raw(fifty, {});
    expect([packed.encoding, plain.encoding]).toEqual(['gzip', undefined]);
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
  });
  it('has lines unless prettyPrint is false', async () => {
    const wide = (await raw(fifty, {})).bytes.toString();
    const compact = (await raw(`${fifty}&prettyPrint=false`, {})).bytes.toString();
    expect(wide.split('\n').length).toBeGreaterThan(50);
    expect(compact.split('\n')).toHaveLength(1);
    expect(JSON.parse(compact)).toEqual(JSON.parse(wide));
  });
});

/** Sends what the gateway's own request building makes of a call. */
const own = async (operation: AnyOperation, args: object): Promise<void> => {
  const { method, path, body } = buildRequest(operation, args as never);
  await box.ask(`/youtube/v3${path}`, { method, ...(body === undefined ? {} : { body }) });
};

describe("a call built from an operation's descriptor", () => {
  const credentials = new auth.OAuth2();
  credentials.setCredentials({ access_token: 'studio-owner' });
  const official = () =>
    youtube({ version: 'v3', auth: credentials, rootUrl: `${box.sandbox.url}/` });
  const video = {
    id: ids.video.trailer,
    snippet: { title: 'A & B, "C"', categoryId: '1', tags: ['ü', '#'] },
  };
  it.each<[string, () => Promise<unknown>, AnyOperation, object]>([
    [
      'videos.list',
      () =>
        official().videos.list({
          part: ['id', 'snippet'],
          id: [ids.video.trailer, ids.video.rtl],
          hl: 'sv',
        }),
      videos.list,
      { part: ['id', 'snippet'], id: [ids.video.trailer, ids.video.rtl], hl: 'sv' },
    ],
    [
      'videos.update',
      () => official().videos.update({ part: ['snippet'], requestBody: video }),
      videos.update,
      { part: ['snippet'], body: video },
    ],
    [
      'playlists.delete',
      () => official().playlists.delete({ id: ids.playlist.empty }),
      playlists.delete,
      { id: ids.playlist.empty },
    ],
    [
      'playlistItems.list',
      () =>
        official().playlistItems.list({
          part: ['id'],
          playlistId: ids.playlist.long,
          maxResults: 50,
        }),
      playlistItems.list,
      { part: ['id'], playlistId: ids.playlist.long, maxResults: 50 },
    ],
    [
      'liveBroadcasts.transition',
      () =>
        official().liveBroadcasts.transition({
          part: ['status'],
          id: ids.broadcast.launch,
          broadcastStatus: 'testing',
        }),
      liveBroadcasts.transition,
      { part: ['status'], id: ids.broadcast.launch, broadcastStatus: 'testing' },
    ],
  ])('asks what the official client asks: %s', async (_, theirs, operation, args) => {
    await theirs();
    await own(operation, args);
    const [official, ours] = box.sandbox.calls();
    expect(meaning(ours!)).toEqual(meaning(official!));
  });
});
