/** A program that uses the gateway with an access key: who it is, what it may do and spend. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { openSocket } from '../../support/client/web-socket.ts';
import { connectAgent } from '../../support/client/mcp-client.ts';
import { newFolder, runKey } from './key-setup.ts';

/** It stands still: what is spent in a minute stays so. */
let present = systemClock.wallTime();
const clock = { ...systemClock, now: () => present, wallTime: () => present };

let gateway: RunningGateway;
let file: string;

/** The keys, by their names, with the options that they are made with. */
const options = {
  drive: [],
  renewed: [],
  limited: ['--operations=storage:files.list'],
  agent: [],
  socket: [],
  download: [],
  slow: [],
  failing: [],
  refused: [],
  small: ['--budget=CALENDAR=4'],
  large: ['--budget=CALENDAR=9'],
  other: [],
} as const;

const headers = {} as Record<keyof typeof options, { readonly authorization: string }>;

const codesOf = ({ body }: { readonly body: any }): unknown[] =>
  (body.errors ?? []).map(({ extensions }: any) => extensions.code);

beforeAll(async () => {
  const folder = newFolder();
  file = join(folder, 'keys.json');
  const account = join(folder, 'sa.json');
  const sandbox = await startSandbox({});
  const key = await fetch(`${sandbox.url}/_sandbox/service-account`);
  writeFileSync(account, await key.text());
  for (const [name, own] of Object.entries(options)) {
    const who = [`--service-account=${account}`, `--subject=${ids.person.ava}`];
    const args = [`--file=${file}`, `--name=${name}`, '--services=drive,calendar', ...who, ...own];
    headers[name as keyof typeof options] = {
      authorization: `Bearer ${(await runKey('create', ...args))[0]}`,
    };
  }
  gateway = await startGateway({
    sandbox,
    clock,
    env: { ACCESS_KEYS: file, MCP: 'on', QUOTA_BUDGET: 'CALENDAR=100000' },
  });
});

beforeEach(() => {
  gateway.sandbox.reset();
  gateway.sandbox.setSignIn({ delegates: true });
});

afterAll(async () => {
  await gateway.close();
  await gateway.sandbox.close();
});

const files = '{ files(first: 1) { nodes { id } } }';
const calendar = '{ calendar(id: "primary") { timeZone } }';

describe('a request with an access key', () => {
  it('acts as the user that the key names, by one token for all requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => gateway.query(files, {}, headers.drive)),
    );
    for (const { body } of answers) expect(body.data.files.nodes).toHaveLength(1);
    expect(gateway.sandbox.signIns()).toEqual({
      'urn:ietf:params:oauth:grant-type:jwt-bearer': 1,
    });
  });
  it('is repeated with a new token when the services refuse the old one', async () => {
    await gateway.query(files, {}, headers.renewed);
    gateway.sandbox.expireTokens();
    const { body } = await gateway.query(files, {}, headers.renewed);
    expect(body.errors).toBeUndefined();
  });
  it('is refused for what the key does not allow, without a call', async () => {
    const { body } = await gateway.query(calendar, {}, headers.limited);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringMatching(/does not allow calendar:\S+\. Ask whoever issued it\.$/),
      extensions: { code: 'FORBIDDEN', reason: 'outsideGrant' },
    });
    const write = 'mutation { createFile(input: { name: "a" }) { errors { code } } }';
    expect(JSON.stringify((await gateway.query(write, {}, headers.limited)).body)).toContain(
      'FORBIDDEN',
    );
    expect(gateway.sandbox.calls()).toEqual([]);
  });
  it('is refused with 401 if there is no such key, also over MCP', async () => {
    const unknown = { authorization: `Bearer sg_000000000000_${'x'.repeat(43)}` };
    const answer = await gateway.query(files, {}, unknown);
    expect([answer.status, codesOf(answer)]).toEqual([401, ['UNAUTHENTICATED']]);
    await expect(connectAgent(gateway.url, unknown)).rejects.toThrow(/401|access key/);
    expect(gateway.sandbox.calls()).toEqual([]);
  });
  it('counts as one caller, over MCP too', async () => {
    await using agent = await connectAgent(gateway.url, headers.agent);
    const { tools } = await agent.client.listTools();
    expect(tools.length).toBeGreaterThan(10);
  });
  it('can open a WebSocket, and end with its key', async () => {
    await using socket = await openSocket(gateway.url, {});
    socket.send({ type: 'connection_init', payload: headers.socket });
    await socket.next('connection_ack');
    expect(JSON.stringify(await socket.run(files))).toContain('"nodes":[{"id"');
    await runKey('end', 'socket', `--file=${file}`);
    present += 1_000;
    expect(JSON.stringify(await socket.run(files))).toContain('accessKeyEnded');
  });
  it('gets download URLs, which end with its key', async () => {
    const query = `{ file(id: "${ids.file.storyboard}") { content { url } } }`;
    const { body } = await gateway.query(query, {}, headers.download);
    const { url } = body.data.file.content;
    gateway.sandbox.expireTokens();
    expect((await fetch(url)).status).toBe(200);
    await runKey('end', 'download', `--file=${file}`);
    present += 1_000;
    expect((await fetch(url)).status).toBe(401);
  });
  it('waits for nobody else while the endpoint of tokens is slow, and says that it fails', async () => {
    await gateway.query(files, {}, headers.drive);
    const { promise, resolve } = Promise.withResolvers<void>();
    const match = { signIn: '/token' };
    gateway.sandbox.fault({ match, until: promise, times: 1 });
    const slow = gateway.query(files, {}, headers.slow);
    expect((await gateway.query(files, {}, headers.drive)).body.errors).toBeUndefined();
    resolve();
    expect((await slow).body.errors).toBeUndefined();
    gateway.sandbox.fault({ match, status: 500 });
    const failed = await gateway.query(files, {}, headers.failing);
    expect(codesOf(failed)).toEqual(['UPSTREAM_UNAVAILABLE']);
    gateway.sandbox.clearFaults();
    present += 1_000;
    expect((await gateway.query(files, {}, headers.failing)).body.errors).toBeUndefined();
  });
  it('says why there is no token', async () => {
    gateway.sandbox.setSignIn({ delegates: false });
    const { body } = await gateway.query(files, {}, headers.refused);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('gets no access token of the caller'),
      extensions: { code: 'UNAUTHENTICATED', reason: 'unauthorized_client' },
    });
  });
});

describe('the budget of a key', () => {
  const quota = '{ quota { buckets { bucket limit spent } } }';
  const balanceOf = async (caller: Readonly<Record<string, string>>) => {
    const { body } = await gateway.query(quota, {}, caller);
    return body.data.quota.buckets.find(({ bucket }: any) => bucket === 'CALENDAR');
  };
  it('is its own, and not that of its account', async () => {
    const { small, large, other } = headers;
    // The answers name the account, whose other callers are counted together.
    for (const each of [small, small, large, other, other, other]) {
      const { body } = await gateway.query(calendar, {}, each);
      expect(body.errors).toBeUndefined();
    }
    expect(await balanceOf(small)).toEqual({ bucket: 'CALENDAR', limit: 4, spent: 3 });
    expect(await balanceOf(large)).toEqual({ bucket: 'CALENDAR', limit: 9, spent: 2 });
    expect(await balanceOf(other)).toEqual({ bucket: 'CALENDAR', limit: 100_000, spent: 4 });
    const refused = await gateway.query(calendar, {}, small);
    expect(codesOf(refused)).toContain('QUOTA_EXCEEDED');
    const { body } = await gateway.query(calendar, {}, large);
    expect(body.errors).toBeUndefined();
  });
});
