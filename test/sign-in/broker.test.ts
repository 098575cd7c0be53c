/** Users sign in at the gateway, and stay signed in: sessions, accounts, renewals, ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../src/engine/store/memory-store.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { ShiftedClock } from '../support/clock/shifted-clock.ts';
import { type Env, type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { signInEnv, UserAgent } from '../support/page/user-agent.ts';

const replicaCount = 4;
const hour = 3_600_000;
const day = 24 * hour;

const clock = new ShiftedClock();
const store = new MemoryStore(clock.now);
let sandbox: Sandbox;
let gateways: readonly RunningGateway[];
let gateway: RunningGateway;

const start = (env: Env = {}, sharedStore = store): Promise<RunningGateway> =>
  startGateway({ env: { ...signInEnv, ...env }, sandbox, sharedStore, clock });

beforeAll(async () => {
  sandbox = await startSandbox();
  gateways = await Promise.all(Array.from({ length: replicaCount }, () => start()));
  gateway = gateways[0]!;
});

beforeEach(() => {
  sandbox.reset(new Date(clock.wallTime()));
  sandbox.clearCalls();
});

afterAll(async () => {
  for (const each of gateways) await each.close();
  await sandbox.close();
});

/** The clocks of the gateways and of Google go on. */
function advance(ms: number): void {
  clock.shift(ms);
  sandbox.advance(ms);
}

const hourInCalifornia = (): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', hour: 'numeric' }).format(
      clock.wallTime(),
    ),
  );

const viewer = '{ viewer { channel { channelId } } }';

const rename = `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "A" }) {
  errors { code } } }`;

const channelOf = async (browser: UserAgent, at?: RunningGateway): Promise<unknown> =>
  (await browser.query(viewer, {}, at)).body.data?.viewer.channel?.channelId;

/** @returns a browser in which a user has signed in */
async function signedIn(...args: Parameters<UserAgent['signIn']>): Promise<UserAgent> {
  const browser = new UserAgent(gateway);
  expect((await browser.signIn(...args)).status).toBe(303);
  return browser;
}

const renewals = (): number => sandbox.signIns()['refresh_token'] ?? 0;

describe('a user who signs in', () => {
  it('is the account for the services that it has allowed', async () => {
    const browser = new UserAgent(gateway);
    const back = await browser.signIn({}, { user: ids.person.ben });
    expect(back.headers.get('location')).toBe(`${gateway.url}/graphql`);
    expect(back.headers.getSetCookie().at(-1)).toMatch(
      /^__Host-studiograph=[\w-]{43}; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect([...browser.cookies.keys()]).toEqual(['__Host-studiograph']);
    expect((await browser.me()).body).toMatchObject({
      signedIn: true,
      accounts: [{ email: ids.person.ben, services: ['youtube', 'drive', 'calendar'] }],
    });
    expect(await channelOf(browser)).toBe(ids.channel.ben);
  });
  it('gets the scope of a write by one step more', async () => {
    const browser = await signedIn();
    const errorsOf = async () => (await browser.query(rename)).body.data.updateVideo.errors;
    expect(await errorsOf()).toMatchObject([{ code: 'MISSING_SCOPE' }]);
    await browser.signIn({ scope: 'youtube.force-ssl' });
    expect(await errorsOf()).toEqual([]);
    expect((await browser.me()).body.accounts).toHaveLength(1);
  });
  it('can use an account for each service', async () => {
    const browser = await signedIn({ service: 'youtube' }, { user: ids.person.ben });
    await browser.signIn({ service: 'drive,calendar' }, { user: ids.person.chloe });
    expect((await browser.me()).body.accounts).toMatchObject([
      { email: ids.person.ben, services: ['youtube'] },
      { email: ids.person.chloe, services: ['drive', 'calendar'] },
    ]);
    const { body } = await browser.query(
      `{ viewer { channel { channelId } drive { user { email } } } }`,
    );
    expect(body.data ?? body).toMatchObject({
      viewer: { channel: { channelId: ids.channel.ben } },
    });
  });
  it('is used for the services that were asked for, whatever it has allowed before', async () => {
    await signedIn({ service: 'youtube,drive' });
    const other = await signedIn({ service: 'calendar' });
    expect((await other.me()).body.accounts).toMatchObject([{ services: ['calendar'] }]);
    sandbox.setSignIn({ unchecked: ['youtube.readonly', 'drive.readonly'] });
    await other.signIn({ service: 'youtube,drive' });
    expect((await other.me()).body.signedIn).toBe(true);
  });
  it('has the services that it has allowed, and nobody for the others', async () => {
    sandbox.setSignIn({ unchecked: ['drive.readonly', 'calendar.readonly'] });
    const browser = await signedIn();
    expect((await browser.me()).body.accounts).toMatchObject([{ services: ['youtube'] }]);
    const { errors } = (await browser.query('{ calendar(id: "primary") { calendarId } }')).body;
    expect(errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
  it('is told what to do if nothing is allowed, or the account may not enter', async () => {
    const browser = new UserAgent(gateway);
    const denied = await browser.signIn({}, { decision: 'deny' });
    expect(denied.status).toBe(403);
    expect(denied.text).toContain('Sign in again to allow it');
    expect((await browser.me()).body).toEqual({ signedIn: false, accounts: [] });
    await using strict = await start({ SIGN_IN_ALLOWED: '@other.example, ben@studio.example' });
    const other = new UserAgent(strict);
    const refused = await other.signIn();
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('may not sign in'),
    ]);
    expect(other.cookies.size).toBe(0);
    expect(sandbox.signIns()['/revoke']).toBe(1);
    expect((await other.signIn({}, { user: ids.person.ben })).status).toBe(303);
    await using stricter = await start({ SIGN_IN_ALLOWED: 'ava@studio.example' });
    expect((await other.query(viewer, {}, stricter)).status).toBe(401);
  });
});

describe('a session', () => {
  it('lasts for as long as it is used, in all replicas', async () => {
    const browser = await signedIn();
    for (let passed = 0; passed < 60; passed += 1) {
      advance(passed % 3 === 0 ? 29 * hour : 6 * hour);
      expect(await channelOf(browser, gateways[passed % replicaCount])).toBe(ids.channel.studio);
    }
    expect(renewals()).toBe(60);
  });
  it('ends after the stated time without use', async () => {
    const browser = await signedIn();
    advance(30 * day + hour);
    expect((await browser.query(viewer)).status).toBe(401);
  });
  it('asks Google once for a token that 50 requests need in all replicas', async () => {
    const browser = await signedIn();
    advance(hour + 1);
    const all = Array.from({ length: 50 }, (_, index) =>
      channelOf(browser, gateways[index % replicaCount]),
    );
    expect(new Set(await Promise.all(all))).toEqual(new Set([ids.channel.studio]));
    expect(renewals()).toBe(1);
  });
  it('keeps a new sign-in that comes while the token of before is renewed', async () => {
    const browser = await signedIn();
    advance(hour + 1);
    const held = Promise.withResolvers<void>();
    sandbox.fault({ match: { signIn: '/token' }, until: held.promise, times: 1 });
    const before = new UserAgent(gateway);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    const waiting = channelOf(before);
    await expect.poll(renewals).toBe(1);
    await browser.signIn({ access: 'write' }, {}, gateways[1]);
    expect(await channelOf(browser)).toBe(ids.channel.studio);
    held.resolve();
    await waiting;
    for (const each of gateways) {
      const { body } = await browser.query(rename, {}, each);
      expect(body.data?.updateVideo?.errors).toEqual([]);
    }
  });
  it('goes on with a new sign-in although Google has ended the one of before', async () => {
    const browser = await signedIn();
    advance(hour + 1);
    const held = Promise.withResolvers<void>();
    sandbox.setSignIn({ revoke: 'ava@studio.example' });
    sandbox.fault({ match: { signIn: '/token' }, until: held.promise, times: 1 });
    const before = new UserAgent(gateway);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    const waiting = channelOf(before);
    await expect.poll(renewals).toBe(1);
    await browser.signIn({}, {}, gateways[1]);
    held.resolve();
    expect(await waiting).toBe(ids.channel.studio);
    for (const each of gateways) expect(await channelOf(browser, each)).toBe(ids.channel.studio);
  });
  it('is revoked by the sign-out of somebody who may not sign in any more', async () => {
    const own = new MemoryStore(clock.now);
    await using open = await start({}, own);
    const browser = new UserAgent(open);
    await browser.signIn();
    await using closed = await start({ SIGN_IN_ALLOWED: 'ben@studio.example' }, own);
    expect((await browser.signOut(closed)).status).toBe(204);
    expect(sandbox.signIns()['/revoke']).toBe(1);
  });
  it('is one caller with all its tokens: what it has spent stays spent', async () => {
    // The day of a budget ends at midnight in California.
    while (hourInCalifornia() > 20) advance(hour);
    await using limited = await start({ QUOTA_BUDGET: 'VIDEO=2' }, new MemoryStore(clock.now));
    const browser = new UserAgent(limited);
    await browser.signIn();
    const codeOf = async (): Promise<unknown> =>
      (await browser.query(viewer)).body.errors?.[0].extensions.code;
    expect([await codeOf(), await codeOf()]).toEqual([undefined, undefined]);
    advance(61 * 60_000);
    expect(await codeOf()).toBe('QUOTA_EXCEEDED');
    expect(renewals()).toBeLessThanOrEqual(1);
    const again = new UserAgent(limited);
    await again.signIn();
    expect((await again.query(viewer)).body.errors[0].extensions.code).toBe('QUOTA_EXCEEDED');
  });
  it('renews a token that Google does not take any more, and reads again', async () => {
    const browser = await signedIn();
    sandbox.expireTokens();
    expect(await channelOf(browser)).toBe(ids.channel.studio);
    expect(renewals()).toBe(1);
  });
  it('never repeats a write that was refused', async () => {
    const browser = await signedIn({ access: 'write' });
    sandbox.fault({ match: { method: 'PUT' }, status: 401, times: 1 });
    const { errors } = (await browser.query(rename)).body;
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(sandbox.calls().filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(renewals()).toBe(1);
    expect((await browser.query(rename)).body.data.updateVideo.errors).toEqual([]);
  });
  it('goes on with a refresh token that Google has replaced', async () => {
    sandbox.setSignIn({ rotates: true });
    const browser = await signedIn();
    for (const each of gateways) {
      advance(2 * hour);
      expect(await channelOf(browser, each)).toBe(ids.channel.studio);
    }
  });
  it('ends everywhere by one click', async () => {
    const [browser, other] = [await signedIn(), await signedIn()];
    for (const each of gateways) expect(await channelOf(browser, each)).toBe(ids.channel.studio);
    const out = await browser.signOut();
    expect([out.status, browser.cookies.size]).toEqual([204, 0]);
    const { cookie } = other;
    for (const each of gateways) {
      const { status, body } = await other.query(viewer, { cookie }, each);
      expect([status, body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
    expect(sandbox.signIns()['/revoke']).toBe(1);
    await browser.signIn();
    expect((await other.query(viewer, { cookie })).status).toBe(401);
  });
  it('ends when the user has revoked it at Google, and says so', async () => {
    const browser = await signedIn();
    sandbox.setSignIn({ revoke: 'ava@studio.example' });
    const first = await browser.query(viewer);
    expect(first.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect((await browser.me()).body).toEqual({ signedIn: false, accounts: [], ended: true });
    expect(browser.cookies.size).toBe(0);
    await browser.signIn();
    expect(await channelOf(browser)).toBe(ids.channel.studio);
  });
  it('says that it has ended if the store is lost', async () => {
    const own = new MemoryStore(clock.now);
    await using one = await start({}, own);
    const browser = new UserAgent(one);
    await browser.signIn();
    await using another = await start({}, new MemoryStore(clock.now));
    const { status, body, headers } = await browser.query(viewer, {}, another);
    expect([status, body.errors[0].message]).toEqual([
      401,
      expect.stringContaining('sign in again'),
    ]);
    expect(headers.get('set-cookie')).toContain('Max-Age=0');
  });
});
