/** Budgets of accounts: of several access tokens that belong to one person. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RunningServer, startGateway } from '../../support/gateway/gateway.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { startTokenProxy, type TokenProxy } from '../../support/proxy/token-proxy.ts';

let sandbox: Sandbox;
let proxy: TokenProxy;
let gateway: RunningServer;

/** Tokens of `studio-owner`. */
const [first, refreshed] = ['studio-owner.1', 'studio-owner.2'] as const;
const originalOf = (token: string): string => token.split('.')[0]!;

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
  proxy = await startTokenProxy(sandbox.url, originalOf);
});

beforeEach(async () => {
  sandbox.reset(start);
  proxy.calls.length = 0;
  const { video, calendar } = sandbox.bases;
  gateway = await startGateway({
    sandbox,
    bases: {
      video: video.replace(sandbox.url, proxy.url),
      calendar: calendar.replace(sandbox.url, proxy.url),
    },
    env: { QUOTA_BUDGET: 'VIDEO=20,CALENDAR=10' },
  });
  return () => gateway.close();
});

afterAll(async () => {
  await proxy.close();
  await sandbox.close();
});

async function send(token: string, query: string, headers: Readonly<Record<string, string>> = {}) {
  const sent = { ...headers, authorization: `Bearer ${token}` };
  const { data, errors = [] } = (await gateway.query(query, {}, sent)).body;
  return { data, codes: errors.map((each: any) => each.extensions.code) as string[] };
}

const spent = async (token: string, bucket = 'VIDEO'): Promise<number> => {
  const { data } = await send(token, '{ quota { buckets { bucket spent } } }');
  return data.quota.buckets.find((each: { bucket: string }) => each.bucket === bucket).spent;
};

/** One call, one unit. */
const playlist = `{ playlist(id: "${ids.playlist.fifty}") { title } }`;
const channel = '{ viewer { channel { title } } }';
const calendar = '{ calendar(id: "primary") { summary } }';

it('continue with a refreshed token when an answer has named its channel', async () => {
  for (let call = 0; call < 5; call += 1) await send(first, playlist);
  await send(first, channel);
  await send(refreshed, playlist);
  // Nothing says yet that the tokens belong to one person.
  expect([await spent(first), await spent(refreshed)]).toEqual([6, 1]);
  await send(refreshed, channel);
  expect([await spent(first), await spent(refreshed)]).toEqual([8, 8]);
  for (let call = 0; call < 12; call += 1)
    expect((await send([first, refreshed][call % 2]!, playlist)).codes).toEqual([]);
  for (const token of [first, refreshed])
    expect((await send(token, playlist)).codes).toEqual(['QUOTA_EXCEEDED']);
  expect((await send('studio-guest', playlist)).codes).toEqual([]);
});

it('of Google Calendar belong to the address of the primary calendar', async () => {
  await send(first, calendar);
  const before = await spent(first, 'CALENDAR');
  await send(refreshed, calendar);
  expect(before).toBeGreaterThan(0);
  expect([await spent(first, 'CALENDAR'), await spent(refreshed, 'CALENDAR')]).toEqual([
    2 * before,
    2 * before,
  ]);
  // The address does not say which channel the caller has.
  await send(first, playlist);
  expect([await spent(first), await spent(refreshed)]).toEqual([1, 0]);
});

it('get the units of calls that are in flight when the channel becomes known', async () => {
  const release = proxy.hold(({ path }) => path.endsWith('/playlists'));
  const running = send(first, playlist);
  await expect.poll(() => proxy.calls.length, { interval: 2 }).toBe(1);
  await send(first, channel);
  await send(refreshed, channel);
  expect(await spent(refreshed)).toBe(3);
  release();
  expect((await running).codes).toEqual([]);
  await expect.poll(async () => [await spent(first), await spent(refreshed)]).toEqual([3, 3]);
});

it('follow answers, and no header of the client', async () => {
  await send(first, channel);
  const asOwner = { 'x-content-owner': 'studio-partners', 'x-content-owner-channel': 'UCother' };
  await send('studio-guest', playlist, asOwner);
  await send('studio-guest', `{ channel(by: { id: "${ids.channel.studio}" }) { title } }`);
  expect(await spent('studio-guest')).toBe(
    proxy.calls.filter(({ token }) => token === 'studio-guest').length,
  );
  expect(await spent(first)).toBe(1);
});
