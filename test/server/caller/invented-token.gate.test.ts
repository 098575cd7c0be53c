/** Requests with tokens that no service has issued. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'undici';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { promised } from '../../support/report/promised-size.ts';
import { start } from '../../support/gateway/sandbox.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const budget = 20;
const owner = 'studio-owner';

let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeEach(async () => {
  gateway = await startGateway({
    sandbox: { now: start },
    env: { QUOTA_BUDGET: `VIDEO=${budget}`, MAX_CONCURRENT_REQUESTS: '500' },
  });
});

afterEach(() => gateway.close());

interface Result {
  readonly data: any;
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[];
}

async function send(token: string, query: string, variables: object = {}): Promise<Result> {
  const headers = { authorization: `Bearer ${token}` };
  return (await gateway.query(query, variables, headers)).body as Result;
}

const codes = ({ errors = [] }: Result): unknown[] =>
  errors.map(({ extensions }) => extensions['code']);

const spent = async (token: string): Promise<number> => {
  const { data } = await send(token, '{ quota { buckets { bucket spent } } }');
  return data.quota.buckets.find((each: { bucket: string }) => each.bucket === 'VIDEO').spent;
};

const video = `{ video(id: "${ids.video.trailer}") { title } }`;

/** What strangers send: operations with units that are reserved, and that make no call. */
const withoutCall = [
  '{ video(id: "not an id") { title } }',
  '{ video(id: "not an id") { title } search(search: "") { nodes { title } } }',
  '{ quota { buckets { spent } } viewer { id } }',
];

/** Fewer of them, because the tests are slower than the gateway. */
const withCall = [
  video,
  `mutation { deletePlaylist(input: {id: "${ids.playlist.fifty}"}) { deletedId } }`,
];

const attackOf = (index: number): string =>
  index % 20 < withCall.length ? withCall[index % 20]! : withoutCall[index % withoutCall.length]!;

/** Sends requests, each with a token of its own. */
async function attack(count: number, from: number): Promise<void> {
  const pool = new Pool(gateway.url, { connections: 10 });
  let next = from;
  const work = async (): Promise<void> => {
    while (next < from + count) {
      const index = next;
      next += 1;
      const { body } = await pool.request({
        method: 'POST',
        path: '/graphql',
        headers: {
          authorization: `Bearer invented-${index}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query: attackOf(index) }),
      });
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  await pool.close();
}

/** Without what the tests record. */
const heapAfterCollection = (): number => {
  gateway.sandbox.clearCalls();
  gateway.lines.length = 0;
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

it('requests with invented tokens neither create nor displace shared state', {
  tags: ['S37', 'fullSize'],
  timeout: 1_500_000,
}, async () => {
  const requests = promised(100_000, 1_000);
  // What must stay: a spent budget, and an upload session.
  for (let call = 0; call < budget; call += 1)
    expect(codes(await send(owner, `{ a${call}: ${video.slice(2)}`))).toEqual([]);
  const { data } = await send(
    owner,
    'mutation ($input: CreateUploadSessionInput!) { createUploadSession(input: $input) { uploadSession { id uploadUrl } } }',
    { input: { newFile: { name: 'a.txt', contentType: 'text/plain', contentLength: '3' } } },
  );
  const { id, uploadUrl } = data.createUploadSession.uploadSession;
  await attack(requests / 5, 0);
  const changes = (['set', 'add', 'replace', 'delete'] as const).map((name) =>
    vi.spyOn(gateway.store, name),
  );
  const heap = heapAfterCollection();
  await attack(requests - requests / 5, requests / 5);
  // A step of the heap is no growth: 80,000 entries of 200 bytes would be 16 MB.
  expect(heapAfterCollection() - heap).toBeLessThan(12 * 1024 * 1024);
  expect(changes.flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect([await spent(owner), codes(await send(owner, video))]).toEqual([
    budget,
    ['QUOTA_EXCEEDED'],
  ]);
  const upload = await fetch(uploadUrl, { method: 'PUT', body: 'abc' });
  expect(upload.status).toBeLessThan(300);
  const session = await send(owner, `{ uploadSession(id: "${id}") { state receivedBytes } }`);
  expect(session.data.uploadSession).toEqual({ state: 'COMPLETED', receivedBytes: '3' });
});

it('parallel requests with a new valid token do not exceed its budget', {
  tags: ['S37'],
}, async () => {
  await attack(200, 0);
  const results = await Promise.all(
    Array.from({ length: budget + 10 }, (_, index) =>
      send('studio-guest', `{ playlist(id: "${ids.playlist.fifty}") { title a${index}: id } }`),
    ),
  );
  const calls = gateway.sandbox.calls().filter(({ user }) => user === 'studio-guest').length;
  expect(results.flatMap(codes).every((code) => code === 'QUOTA_EXCEEDED')).toBe(true);
  expect(await spent('studio-guest')).toBe(calls);
  expect(calls).toBeLessThanOrEqual(budget);
});
