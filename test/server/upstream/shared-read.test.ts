/** Reads that requests share: in flight always, and by stored answers with `CACHE_TTL_MS`. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { TestResponse } from '../../support/gateway/gateway.ts';
import { openStudio, type Studio } from '../../support/gateway/studio.ts';

const video = `{ video(id: "${ids.video.trailer}") { title } }`;
const hot = `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } } }`;
const privateList = '{ viewer { subscriptions(first: 5) { nodes { id } } } }';

const ask = (
  studio: Studio,
  document: string,
  token: string | null = 'studio-owner',
): Promise<TestResponse> =>
  studio.gateway.query(document, {}, token === null ? {} : { authorization: `Bearer ${token}` });

const dataOf = (responses: readonly TestResponse[]): unknown[] =>
  responses.map(({ body }) => body.data);

const costOf = ({ body }: TestResponse): unknown => body.extensions.cost;

const day = { CACHE_TTL_MS: '3600000' };

describe('equal queries at one moment', () => {
  it('of one caller share their calls, which the first one pays', async () => {
    await using studio = await openStudio();
    const { promise: until, resolve } = Promise.withResolvers<void>();
    studio.sandbox.fault({ match: { service: 'video' }, until });
    const asked = Promise.all(Array.from({ length: 10 }, () => ask(studio, video)));
    await expect.poll(() => studio.gateway.gateway.load().requests).toBe(10);
    resolve();
    const responses = await asked;
    const [first] = dataOf(responses);
    expect(dataOf(responses)).toEqual(Array(10).fill(first));
    const requests = responses.map(({ body }) => body.extensions.cost.requests as number);
    const calls = studio.calls().length;
    expect(requests.reduce((sum, each) => sum + each)).toBe(calls);
    expect(calls).toBeLessThan(10);
    for (const { body } of responses)
      expect(body.extensions.cost.requests + body.extensions.cost.avoided).toBe(1);
  });

  it('of different callers share nothing', { tags: ['S24'] }, async () => {
    await using studio = await openStudio();
    const tokens = ['studio-owner', 'studio-reader', null];
    await Promise.all(tokens.map((token) => ask(studio, video, token)));
    expect(studio.calls()).toHaveLength(3);
  });

  it('are sent again one after the other', async () => {
    await using studio = await openStudio();
    const costs = [costOf(await ask(studio, video)), costOf(await ask(studio, video))];
    expect(studio.calls()).toHaveLength(2);
    expect(costs[0]).toEqual(costs[1]);
  });
});

describe('with CACHE_TTL_MS', () => {
  it('a hot query costs at most 0.2 calls', async () => {
    await using studio = await openStudio({ env: day });
    const responses: TestResponse[] = [];
    for (let count = 0; count < 20; count += 1) responses.push(await ask(studio, hot));
    expect(dataOf(responses)).toEqual(Array(20).fill(responses[0]!.body.data));
    expect(studio.calls()).toHaveLength(3);
    expect(costOf(responses[19]!)).toMatchObject({ requests: 0, units: {} });
  });

  it('a caller reads no answer of another one', async () => {
    await using studio = await openStudio({ env: day });
    for (const token of ['studio-owner', 'studio-reader', null]) await ask(studio, video, token);
    expect(studio.calls()).toHaveLength(3);
  });

  it('private lists and owner-only parts are read each time', async () => {
    await using studio = await openStudio({ env: day });
    const ownerOnly = `{ video(id: "${ids.video.trailer}") { fileDetails { container } } }`;
    for (const document of [privateList, ownerOnly]) {
      studio.sandbox.clearCalls();
      const first = await ask(studio, document);
      expect(first.body.errors).toBeUndefined();
      const calls = studio.calls().length;
      await ask(studio, document);
      expect(studio.calls()).toHaveLength(2 * calls);
    }
  });

  it('a query after a write of the caller reads what was written', async () => {
    await using studio = await openStudio({ env: day });
    const playlist = `{ playlist(id: "${ids.playlist.fifty}") { title } }`;
    await ask(studio, playlist);
    const written = await ask(
      studio,
      `mutation { updatePlaylist(input: { id: "${ids.playlist.fifty}", title: "New title" }) { playlist { title } errors { code } } }`,
    );
    expect(written.body.errors).toBeUndefined();
    expect((await ask(studio, playlist)).body.data.playlist.title).toBe('New title');
  });

  it('a mutation reads itself what it changes', async () => {
    await using studio = await openStudio({ env: day });
    const id = ids.playlist.localized;
    const change = `mutation { updatePlaylist(input: { id: "${id}", title: "Quays" }) { playlist { title } errors { code } } }`;
    const callsOf = async (): Promise<string[]> => {
      studio.sandbox.clearCalls();
      await ask(studio, change);
      return studio.calls().map(({ operation }) => operation);
    };
    const alone = await callsOf();
    await ask(studio, `{ playlist(id: "${id}") { title description } }`);
    expect(await callsOf()).toEqual(alone);
    expect(alone).toContain('video:playlists.list');
  });

  it('a query after an upload is sent', async () => {
    await using studio = await openStudio({ env: day });
    const created = await ask(
      studio,
      'mutation { createVideo(input: { title: "Film", contentType: "video/mp4", contentLength: "3" }) { uploadSession { uploadUrl } } }',
    );
    await ask(studio, video);
    const { uploadUrl } = created.body.data.createVideo.uploadSession as { uploadUrl: string };
    const headers = { 'content-type': 'video/mp4' };
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: 'abc' })).status).toBe(200);
    const { body } = await ask(studio, video);
    expect(body.extensions.cost.requests).toBe(1);
  });
});
