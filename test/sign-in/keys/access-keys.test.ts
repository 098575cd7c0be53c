/** An access key gets tokens of its credential, within its limits, until it is ended. */
import { verify } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GrantError } from '../../../src/engine/caller/grant.ts';
import type { Grant } from '../../../src/engine/caller/identity.ts';
import { callerKey } from '../../../src/engine/caller/identities.ts';
import { defaultSettings } from '../../../src/engine/rest/settings.ts';
import { tokenFetch } from '../../../src/engine/rest/token-fetch.ts';
import { googleApis } from '../../../src/services/api.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { AccessKeys } from '../../../src/sign-in/keys/access-keys.ts';
import { configOf, recordedLog } from '../../support/gateway/server.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import {
  newFolder,
  privateKey,
  publicKey,
  runKey,
  serviceAccountFile,
  type TokenAnswer,
  tokenEndpoint,
} from './key-setup.ts';

const scope = 'https://www.googleapis.com/auth/';
const refreshToken = '1//a-planted-refresh-token';
const client = { clientId: 'client', clientSecret: 'a-planted-client-secret' };

interface KeyOptions {
  readonly answers?: readonly TokenAnswer[];
  /** Options of `key create`. Default: a service account that reads files. */
  readonly args?: readonly string[];
  readonly hasClient?: boolean;
}

/** A gateway's keys, with one key in their file. */
async function openKeys({ answers = [], args = [], hasClient = true }: KeyOptions = {}) {
  const endpoint = await tokenEndpoint(...answers);
  const folder = newFolder();
  const path = join(folder, 'keys.json');
  const account = serviceAccountFile(endpoint.url, folder);
  const isAccount = !args.some((arg) => arg.startsWith('--refresh-token-env'));
  const [key] = (await runKey(
    'create',
    `--file=${path}`,
    '--name=nightly',
    ...(isAccount ? [`--service-account=${account}`] : []),
    ...(args.some((arg) => arg.startsWith('--services')) ? [] : ['--services=drive']),
    ...args,
  )) as [string];
  const clock = new DrivenClock();
  const { log, lines } = recordedLog(configOf({}));
  const keys = new AccessKeys({
    path,
    api: googleApis,
    log,
    clock,
    send: tokenFetch(defaultSettings),
    tokenUrl: endpoint.url,
    client: hasClient ? client : undefined,
    variable: (name) => (name === 'OWN_REFRESH_TOKEN' ? refreshToken : undefined),
  });
  const grantOf = async (text = key): Promise<Grant> => {
    const identities = await keys.identitiesOf(text);
    return identities.main.grant!;
  };
  return { endpoint, folder, path, account, key, keys, clock, lines, grantOf };
}

const ready = async (grant: Grant): Promise<void> => {
  await grant.ready();
};

/** The parts of a JWT. */
const decoded = (token: string): [header: object, claims: Record<string, unknown>] =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString())) as [object, any];

describe('the token of a key', () => {
  it('is asked for by an assertion that the service account has signed', async () => {
    const { endpoint, clock, grantOf, keys, key } = await openKeys({
      args: ['--services=drive,calendar', '--access=write', '--subject=ann@example.org'],
    });
    await using _ = endpoint;
    const grant = await grantOf();
    expect(endpoint.forms).toHaveLength(0);
    await grant.ready();
    expect(grant.token).toBe('token-1');
    const [form] = endpoint.forms;
    expect(Object.keys(Object.fromEntries(form!))).toEqual(['grant_type', 'assertion']);
    expect(form!.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const assertion = form!.get('assertion')!;
    const now = Math.floor(clock.now() / 1_000);
    expect(decoded(assertion)).toEqual([
      { alg: 'RS256', typ: 'JWT', kid: 'key-id' },
      {
        iss: 'robot@project.iam.gserviceaccount.example',
        aud: endpoint.url,
        scope: `${scope}drive ${scope}calendar`,
        sub: 'ann@example.org',
        iat: now,
        exp: now + 3_600,
      },
    ]);
    const end = assertion.lastIndexOf('.');
    const signature = Buffer.from(assertion.slice(end + 1), 'base64url');
    expect(verify('sha256', Buffer.from(assertion.slice(0, end)), publicKey, signature)).toBe(true);
    const { main } = await keys.identitiesOf(key);
    expect(callerKey(main)).toMatch(/^key [\da-f]{12}$/);
    expect(main.token).toBe('token-1');
  });
  it('is asked for by a refresh token of the environment', async () => {
    const { endpoint, grantOf } = await openKeys({
      args: ['--refresh-token-env=OWN_REFRESH_TOKEN', '--services=youtube'],
    });
    await using _ = endpoint;
    await ready(await grantOf());
    expect(Object.fromEntries(endpoint.forms[0]!)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    });
  });
  it('is renewed by one request for all', async () => {
    const { endpoint, clock, grantOf } = await openKeys();
    await using _ = endpoint;
    const grants = await Promise.all(Array.from({ length: 50 }, () => grantOf()));
    await Promise.all(grants.map(ready));
    expect(endpoint.forms).toHaveLength(1);
    await clock.advance(3_599_000);
    await Promise.all(grants.map(ready));
    expect(endpoint.forms).toHaveLength(2);
    expect(grants[0]!.token).toBe('token-2');
  });
  it.each([
    ['invalid_grant', [400, { error: 'invalid_grant' }], 'UNAUTHENTICATED', 'invalid_grant'],
    ['another word', [401, { error: 'a "text"' }], 'UPSTREAM_UNAVAILABLE', 'status 401'],
    ['status 500', [500, { error: 'invalid_grant' }], 'UPSTREAM_UNAVAILABLE', 'status 500'],
    ['status 429', [429, { error: 'rate_limited' }], 'UPSTREAM_UNAVAILABLE', 'status 429'],
    ['no token', [200, { token_type: 'Bearer' }], 'UPSTREAM_UNAVAILABLE', 'status 200'],
    [
      'a token that ends a header',
      [200, { access_token: 'a\r\nb', token_type: 'Bearer' }],
      'UPSTREAM_UNAVAILABLE',
      'status 200',
    ],
  ] as const)('is refused for the answer %s', async (_, answer, code, message) => {
    const { endpoint, grantOf, lines } = await openKeys({ answers: [answer] });
    await using _endpoint = endpoint;
    const refused = ready(await grantOf());
    await expect(refused).rejects.toMatchObject({ code, message });
    await expect(refused).rejects.toBeInstanceOf(GrantError);
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, accessKey: 'nightly', reason: message }),
    ]);
  });
  it.each([
    ['the variable', { args: ['--refresh-token-env=OTHER'] }, 'OTHER is not in the environment'],
    [
      'the client',
      { args: ['--refresh-token-env=OWN_REFRESH_TOKEN'], hasClient: false },
      'OWN_REFRESH_TOKEN needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
    ],
  ])('needs %s', async (_, options, reason) => {
    const { endpoint, grantOf, lines } = await openKeys(options);
    await using _endpoint = endpoint;
    await expect(ready(await grantOf())).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'credentialMissing',
    });
    expect(endpoint.forms).toEqual([]);
    expect(lines).toMatchObject([{ level: 40, accessKey: 'nightly', reason }]);
  });
  it('needs the file of the service account, and takes a new one', async () => {
    const { endpoint, clock, grantOf, account, lines } = await openKeys();
    await using _ = endpoint;
    const content = readFileSync(account);
    rmSync(account);
    const grant = await grantOf();
    await expect(ready(grant)).rejects.toMatchObject({ message: 'credentialMissing' });
    expect(JSON.stringify(lines)).toContain('ENOENT');
    writeFileSync(account, content);
    await clock.advance(1_000);
    await ready(grant);
    expect(grant.token).toBe('token-1');
  });
});

describe('a key', () => {
  it.each([
    ['another secret', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['another id', (key: string) => `sg_000000000000_${key.slice(16)}`],
    ['the digest', (_: string, digest: string) => `sg_000000000000_${digest}`],
    ['a part', (key: string) => key.slice(0, -1)],
    ['more', (key: string) => `${key}A`],
    ['nothing', () => 'sg_'],
  ])('is refused with %s', async (_, change) => {
    const { endpoint, keys, key, path } = await openKeys();
    await using _endpoint = endpoint;
    const { digest } = JSON.parse(readFileSync(path, 'utf8')).keys[0];
    await expect(keys.identitiesOf(change(key, digest))).rejects.toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  });
  it('is of no use a second after its end, for calls that are running, too', async () => {
    const { endpoint, clock, grantOf, path, keys, key } = await openKeys();
    await using _ = endpoint;
    const grant = await grantOf();
    await ready(grant);
    await runKey('end', 'nightly', `--file=${path}`);
    await clock.advance(1_000);
    await expect(ready(grant)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(keys.identitiesOf(key)).rejects.toMatchObject({ status: 401 });
    // Also within the next second, in which nothing is read.
    await expect(ready(grant)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
  it('keeps its token when another one is made or ended', async () => {
    const { endpoint, clock, grantOf, path, account } = await openKeys();
    await using _ = endpoint;
    await ready(await grantOf());
    const [other] = await runKey(
      'create',
      `--file=${path}`,
      '--name=other',
      '--services=drive',
      `--service-account=${account}`,
    );
    await clock.advance(1_000);
    expect((await grantOf()).token).toBe('token-1');
    await ready(await grantOf(other));
    expect(endpoint.forms).toHaveLength(2);
  });
  it('is refused while the file cannot be read, and no longer', async () => {
    const { endpoint, clock, path, keys, key, grantOf, lines } = await openKeys();
    await using _ = endpoint;
    const grant = await grantOf();
    await ready(grant);
    const content = readFileSync(path);
    writeFileSync(path, '{"version":1,');
    await clock.advance(1_000);
    await expect(keys.identitiesOf(key)).rejects.toMatchObject({ status: 503 });
    await expect(ready(grant)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    rmSync(path);
    await clock.advance(1_000);
    await expect(keys.identitiesOf(key)).rejects.toMatchObject({ status: 503 });
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
    writeFileSync(path, content);
    await clock.advance(1_000);
    await expect(keys.identitiesOf(key)).resolves.toBeDefined();
    await ready(grant);
    expect(endpoint.forms).toHaveLength(1);
  });
});

describe('the limits of a key', () => {
  const allows = (grant: Grant, operation: string): boolean | string => {
    try {
      grant.check!(catalogue.get(operation)!);
      return true;
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };
  it.each([
    [['--services=drive'], 'storage:files.list', true],
    [['--services=drive'], 'storage:files.update', 'FORBIDDEN'],
    [['--services=drive'], 'calendar:events.list', 'FORBIDDEN'],
    [['--services=drive', '--access=write'], 'storage:files.update', true],
    [['--services=calendar'], 'calendar:freebusy.query', true],
    [['--services=drive', '--operations=storage:files.list'], 'storage:files.get', 'FORBIDDEN'],
    [['--services=drive', '--operations=storage:files.list'], 'storage:files.list', true],
    [
      ['--services=drive', '--operations=calendar:events.list'],
      'calendar:events.list',
      'FORBIDDEN',
    ],
    [['--refresh-token-env=A', '--services=youtube'], 'video:videos.list', true],
    [['--refresh-token-env=A', '--services=youtube'], 'live:liveBroadcasts.list', true],
    [['--refresh-token-env=A', '--services=youtube'], 'video:videos.delete', 'FORBIDDEN'],
  ])('of %j let %s: %s', async (args, operation, expected) => {
    const { endpoint, grantOf } = await openKeys({ args });
    await using _ = endpoint;
    expect(catalogue.has(operation)).toBe(true);
    expect(allows(await grantOf(), operation)).toBe(expected);
  });
});

describe('planted secrets', () => {
  it('are in no line of the log', async () => {
    const { endpoint, grantOf, key, lines } = await openKeys({
      answers: [[400, { error: 'invalid_grant', error_description: refreshToken }]],
      args: ['--refresh-token-env=OWN_REFRESH_TOKEN', '--services=drive'],
    });
    await using _ = endpoint;
    const failure = await ready(await grantOf()).catch((error: Error) => error);
    const all = JSON.stringify(lines) + String((failure as Error).stack);
    for (const secret of [key, refreshToken, client.clientSecret, privateKey])
      expect(all).not.toContain(secret);
  });
});
