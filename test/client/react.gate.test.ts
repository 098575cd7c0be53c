/** `studiograph/react` in a browser, in React's strict mode, with the gateway on the sandbox. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'rolldown';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleHooks } from '../../rolldown.config.ts';
import { createClient } from '../../src/client/client.ts';
import { ClientProvider, useQuery } from '../../src/react/react.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Browser, openBrowser } from '../support/page/browser.ts';
import type { Page } from 'playwright-core';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { start } from '../support/gateway/sandbox.ts';
import { type HttpServer, httpServer } from '../support/http-server.ts';
import { signInEnv } from '../support/page/user-agent.ts';
import { startTcpProxy, type TcpProxy } from '../support/proxy/tcp-proxy.ts';

const video = 'query Video($id: ID!) { video(id: $id) { title } }';
const known = { id: 'hhpfnwaZrGh' };

const playlist = `query ($id: ID!, $after: String) { playlist(id: $id) {
  items(first: 20, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } } }`;

const rename = `mutation ($input: UpdatePlaylistInput!) {
  updatePlaylist(input: $input) { playlist { title } errors { code message path } } }`;

const chat = `subscription ($id: ID!, $after: String) {
  chatMessages(liveChatId: $id, after: $after) { messages { displayText } cursor } }`;

type Probes = Readonly<Record<string, readonly [hook: string, document: string, ...unknown[]]>>;

let browser: Browser;
let served: HttpServer;
let gateway: RunningGateway;
let way: TcpProxy;

beforeAll(async () => {
  const bundled = await build({
    input: fileURLToPath(new URL('../support/page/hooks-page.js', import.meta.url)),
    write: false,
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  });
  const script = bundled.output[0].code;
  served = await httpServer(({ url }, res) => {
    const [type, text] = url!.endsWith('.js')
      ? ['text/javascript', script]
      : [
          'text/html',
          '<link rel="icon" href="data:,"><body><script type="module" src="/page.js"></script>',
        ];
    res.writeHead(200, { 'content-type': type }).end(text);
  });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await served.close();
});

beforeEach(async () => {
  gateway = await startGateway({ sandbox: { now: start } });
  way = await startTcpProxy(Number(new URL(gateway.url).port));
  await browser.page.goto(`${served.url}/?gateway=http://127.0.0.1:${way.port}/graphql`);
  await browser.page.waitForFunction('globalThis.render');
});

afterEach(async () => {
  await browser.page.goto('about:blank');
  await way.close();
  await gateway.close();
});

const run = (script: string): Promise<any> => browser.page.evaluate(script);
const render = (probes: Probes): Promise<void> => run(`render(${JSON.stringify(probes)})`);

/** What a hook has returned: its values, without functions. */
const shown = (name: string): Promise<any> =>
  run(`JSON.parse(JSON.stringify(shown.${name} ?? {}))`);

async function until(name: string, state: object): Promise<void> {
  await expect.poll(() => shown(name)).toMatchObject(state);
}

const arrived = { isLoading: false, data: { video: { title: expect.any(String) } } };

describe('a query of a component', () => {
  it('is shared by all components, and shown again at once while it is read again', async () => {
    await render({ a: ['useQuery', video, known], b: ['useQuery', video, known] });
    await until('a', arrived);
    expect(await run('shown.a.data === shown.b.data')).toBe(true);
    await render({ b: ['useQuery', video, { id: 'AAAAAAAAAAA' }] });
    await render({});
    await run('renders.length = 0');
    await render({ a: ['useQuery', video, known] });
    await until('a', arrived);
    const [[, first]] = await run('renders');
    expect(JSON.parse(first)).toMatchObject({ data: arrived.data });
  });
  it('waits while it is skipped, and follows its variables', async () => {
    await render({ a: ['useQuery', video, known, { skip: true }] });
    await until('a', { isLoading: false });
    expect(gateway.sandbox.calls()).toEqual([]);
    await render({ a: ['useQuery', video, known] });
    await until('a', arrived);
    await render({ a: ['useQuery', video, { id: 'AAAAAAAAAAA' }] });
    await until('a', { isLoading: false, error: { errors: [{ code: 'NOT_FOUND' }] } });
    expect(await shown('a')).not.toHaveProperty('data');
  });
  it('keeps its data when they cannot be read again, and takes those of others', async () => {
    await render({ a: ['useQuery', video, known] });
    await until('a', arrived);
    gateway.sandbox.fault({ match: { operation: 'video:videos.list' }, status: 403 });
    await run('shown.a.refetch()');
    await until('a', { ...arrived, error: { errors: [{ code: 'FORBIDDEN' }] } });
    await run(`shown.a.update(({ video }) => ({ video: { title: video.title + '!' } }))`);
    expect((await shown('a')).data.video.title).toMatch(/!$/);
    gateway.sandbox.clearFaults();
    await run('shown.a.refetch()');
    await until('a', arrived);
    expect(await shown('a')).not.toHaveProperty('error');
  });
  it('has the nodes of all pages', async () => {
    const path = ['playlist', 'items'];
    await render({ a: ['usePages', playlist, { id: ids.playlist.fifty }, path] });
    await until('a', { isLoading: false, hasMore: true });
    for (const count of [40, 50]) {
      // As after two clicks.
      await run('Promise.all([shown.a.loadMore(), shown.a.loadMore()])');
      expect((await shown('a')).nodes).toHaveLength(count);
    }
    expect(await run('shown.a.loadMore()')).toEqual({});
    const { nodes, hasMore } = await shown('a');
    expect(new Set(nodes.map(({ id }: { id: string }) => id)).size).toBe(50);
    expect(hasMore).toBe(false);
    await run('shown.a.refetch()');
    expect((await shown('a')).nodes).toHaveLength(20);
  });
});

describe('a request of a component', () => {
  it('returns what has arrived and what went wrong, also without an answer', async () => {
    await render({ a: ['useRequest', rename] });
    const send = (title: string) => {
      const input = JSON.stringify({ id: ids.playlist.fifty, title });
      return run(`shown.a[0]({ input: ${input} }).then((all) => JSON.parse(JSON.stringify(all)))`);
    };
    const { data } = await send('Renamed');
    expect(data.updatePlaylist.playlist).toEqual({ title: 'Renamed' });
    const error = { errors: [{ kind: 'PAYLOAD', code: 'INVALID_INPUT', path: ['title'] }] };
    expect(await send('')).toMatchObject({ error });
    await expect.poll(async () => (await shown('a'))[1]).toMatchObject({ isLoading: false, error });
    await way.close();
    expect(await send('Lost')).toMatchObject({ error: { status: 0, mayBeApplied: true } });
  });
  it('shows its last call, whichever is answered last', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await render({ a: ['useRequest', video] });
    gateway.sandbox.fault({ match: { operation: 'video:videos.list' }, until: promise, times: 1 });
    await run(`globalThis.first = shown.a[0]({ id: '${known.id}' }); undefined`);
    await expect.poll(() => gateway.sandbox.calls().length).toBe(1);
    await run(`shown.a[0]({ id: 'AAAAAAAAAAA' }).then(() => {})`);
    resolve();
    await run('first.then(() => {})');
    const error = { errors: [{ code: 'NOT_FOUND' }] };
    expect((await shown('a'))[1]).toMatchObject({ isLoading: false, error });
  });
});

describe('a subscription of a component', () => {
  const liveChatId = ids.chat.nightShift;
  const used = () => gateway.gateway.load().shares['subscriptions']!.used;
  const texts = async (): Promise<string[]> =>
    (await run('events.a ?? []')).flatMap(({ chatMessages }: any) =>
      chatMessages.messages.map((each: any) => each.displayText),
    );

  beforeEach(() => {
    gateway.sandbox.setChat(liveChatId, { pollingIntervalMillis: 1_000 });
    gateway.sandbox.runClock(100);
  });

  it('continues after a cut, and ends with its component', async () => {
    await render({ a: ['useFollow', chat, { id: liveChatId }] });
    await until('a', { status: 'live' });
    way.cut();
    gateway.sandbox.postChatMessages(liveChatId, [{ text: 'Still there?' }]);
    await expect.poll(texts).toContain('Still there?');
    expect(await run('renders.map(([, state]) => JSON.parse(state).status)')).toContain('waiting');
    expect((await texts()).filter((text) => text === 'Still there?')).toHaveLength(1);
    await render({});
    await expect.poll(used).toBe(0);
  });
  it('begins and ends when it is told to', async () => {
    await render({ a: ['useFollow', chat] });
    await until('a', { status: 'idle' });
    await run(`shown.a.follow({ id: '${liveChatId}' })`);
    expect((await texts()).length).toBeGreaterThan(0);
    await run('shown.a.stop()');
    await until('a', { status: 'idle' });
    await expect.poll(used).toBe(0);
    await run(`shown.a.follow({ id: '${ids.chat.missing}' })`);
    await until('a', { status: 'failed', error: { errors: [{ code: 'NOT_FOUND' }] } });
  });
});

describe('the viewer of a component', () => {
  let signInGateway: RunningGateway;
  let tabs: Page[];

  beforeAll(async () => {
    signInGateway = await startGateway({ env: signInEnv });
  });
  afterAll(() => signInGateway.close());
  beforeEach(() => {
    tabs = [];
    return async () => {
      for (const page of tabs) await page.close();
      await browser.page.context().clearCookies();
    };
  });

  const title = '{ viewer { channel { title } } }';
  const probes: Probes = {
    a: ['useViewer', ''],
    b: ['useViewer', ''],
    q: ['useQuery', title],
  };

  /** Opens the page in one more tab. */
  async function openTab(): Promise<Page> {
    const page = await browser.page.context().newPage();
    tabs.push(page);
    const endpoint = encodeURIComponent(`${signInGateway.url}/graphql`);
    await page.goto(`${served.url}/?session&gateway=${endpoint}`);
    await show(page);
    return page;
  }

  async function show(page: Page): Promise<void> {
    await page.waitForFunction('globalThis.render');
    await page.evaluate(`render(${JSON.stringify(probes)})`);
  }

  /** What a hook has returned: its values, without functions. */
  const stateOf = (page: Page, name = 'a'): Promise<any> =>
    page.evaluate(`JSON.parse(JSON.stringify(shown.${name} ?? {}))`);

  const isUsedBy = async (page: Page, ...people: readonly string[]): Promise<void> => {
    const emails = async (): Promise<string[]> =>
      (await stateOf(page)).viewer?.accounts.map(({ email }: { email: string }) => email);
    await expect.poll(emails).toEqual(people);
  };

  /** Signs in, which leads back to the page. */
  async function signIn(page: Page, user: string): Promise<void> {
    const from = page.url();
    await page.evaluate('shown.a.signIn()');
    await page.getByLabel(user).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(({ href }) => href === from);
    await show(page);
  }

  const focus = (page: Page): Promise<unknown> =>
    page.evaluate("dispatchEvent(new Event('focus'))");
  const { ava, ben } = ids.person;

  it('is shared by all components and tabs, which learn of a sign-out', async () => {
    const first = await openTab();
    await isUsedBy(first);
    await signIn(first, ben);
    const second = await openTab();
    for (const page of tabs) {
      await isUsedBy(page, ben);
      expect(await page.evaluate('shown.a.viewer === shown.b.viewer')).toBe(true);
    }
    await second.evaluate('shown.a.signOut()');
    for (const page of tabs) {
      await isUsedBy(page);
      expect(await stateOf(page)).toMatchObject({ viewer: { signedIn: false }, isLoading: false });
      expect(await stateOf(page)).not.toMatchObject({ viewer: { ended: true } });
    }
  });
  it('stays while nothing answers, and then is read again', async () => {
    const page = await openTab();
    await signIn(page, ben);
    await isUsedBy(page, ben);
    await page.route('**/auth/*', (route) => route.abort());
    await focus(page);
    const failed = { viewer: { signedIn: true }, isLoading: false, error: { status: 0 } };
    await expect.poll(() => stateOf(page)).toMatchObject(failed);
    await page.evaluate('shown.a.signOut()');
    expect(await stateOf(page)).toMatchObject(failed);
    await page.unrouteAll();
    await page.evaluate('shown.a.signOut()');
    await isUsedBy(page);
    expect(await stateOf(page)).not.toHaveProperty('error');
  });
  it('takes the queries with it when it changes', async () => {
    const page = await openTab();
    const titleOf = async (): Promise<unknown> => (await stateOf(page, 'q')).data?.viewer.channel;
    await signIn(page, ben);
    await expect.poll(titleOf).toMatchObject({ title: expect.stringContaining('Ben') });
    const other = await openTab();
    await signIn(other, ava);
    await isUsedBy(other, ava);
    await focus(page);
    await expect.poll(titleOf).toEqual({ title: 'Northlight Studio' });
  });
  it('says that the session has ended, also if a query has learned it first', async () => {
    const page = await openTab();
    await signIn(page, ben);
    await isUsedBy(page, ben);
    signInGateway.store.reset();
    await page.evaluate('shown.q.refetch()');
    const ended = { viewer: { signedIn: false, ended: true } };
    await expect.poll(() => stateOf(page)).toMatchObject(ended);
    await focus(page);
    await expect.poll(() => stateOf(page)).toMatchObject(ended);
  });
});

describe('the module of the hooks', () => {
  const Title = () => {
    const { data, isLoading } = useQuery<{ video: { title: string } }>(video, known);
    return isLoading ? 'loading' : data?.video.title;
  };

  it('renders on a server what is shown first', () => {
    const client = createClient({ url: 'http://127.0.0.1:9/graphql' });
    const element = createElement(ClientProvider, { value: client }, createElement(Title));
    expect(renderToString(element)).toBe('loading');
    expect(() => renderToString(createElement(Title))).toThrow('There is no ClientProvider');
  });
  it('is small, and needs React and the client beside it', async () => {
    const text = await bundleHooks();
    const imported = [...text.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, name]) => name);
    expect(new Set(imported)).toEqual(new Set(['react', '../client/client.js']));
    expect(gzipSync(text).length).toBeLessThan(2_500);
  });
});
