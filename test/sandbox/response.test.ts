/**
 * Responses: compression and formatting. Requests: the gateway's equal those of the official
 * client.
 */
import { gunzipSync } from 'node:zlib';
import { request as send } from 'node:http';
import { describe, expect, it } from 'vitest';
import { auth, youtube } from '@googleapis/youtube';
import { googleApis } from '../../src/services/api.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { liveBroadcasts } from '../../src/services/live/operations.ts';
import { playlistItems, playlists, videos } from '../../src/services/video/operations.ts';
import type { AnyOperation } from '../../src/engine/api/operation.ts';
import { buildRequest } from '../../src/engine/rest/request/request.ts';
import { comparableCall, useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();
const fifty = `/youtube/v3/playlistItems?part=snippet&playlistId=${ids.playlist.fifty}`;

/** Sends a request without fetch, because fetch decompresses responses. */
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

describe('a response', () => {
  it('is compressed if the client accepts gzip, with the same content', async () => {
    const compressed = await raw(fifty, { 'accept-encoding': 'gzip' });
    const plain = await raw(fifty, {});
    expect([compressed.encoding, plain.encoding]).toEqual(['gzip', undefined]);
    expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length);
  });
  it('is formatted on several lines unless prettyPrint is false', async () => {
    const formatted = (await raw(fifty, {})).bytes.toString();
    const compact = (await raw(`${fifty}&prettyPrint=false`, {})).bytes.toString();
    expect(formatted.split('\n').length).toBeGreaterThan(50);
    expect(compact.split('\n')).toHaveLength(1);
    expect(JSON.parse(compact)).toEqual(JSON.parse(formatted));
  });
});

/** Sends the request that the gateway builds for a call. */
const sendAsGateway = async (operation: AnyOperation, args: object): Promise<void> => {
  const { method, path, body } = buildRequest(googleApis, operation, args as never);
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
  ])(
    'equals the request of the official client: %s',
    async (_, sendOfficially, operation, args) => {
      await sendOfficially();
      await sendAsGateway(operation, args);
      const [official, gateway] = box.sandbox.calls();
      expect(comparableCall(gateway!)).toEqual(comparableCall(official!));
    },
  );
});
