/** The clients of `docs/subscriptions.md` in a browser, on a page of another origin. */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { pageFiles } from '../../support/page/frontend-page.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { httpServer } from '../../support/http-server.ts';

const modules = new URL('../../../node_modules/', import.meta.url);

/** Paths of packages on the page, as a bundler would resolve them. */
const imports = {
  'graphql-sse': '/node_modules/graphql-sse/lib/client.mjs',
  'graphql-ws': '/node_modules/graphql-ws/dist/client.js',
  'studiograph/errors.json': '/schema/errors.json',
};

const html = `<!doctype html><title>Chat</title>
<script type="importmap">${JSON.stringify({ imports })}</script><ul></ul>`;

/** @returns the content at a path of the page's server */
async function contentOf(path: string): Promise<string> {
  if (path.startsWith('/node_modules/'))
    return readFile(new URL(path.slice('/node_modules/'.length), modules), 'utf8');
  if (path === '/schema/errors.json') return readFile(new URL(`..${path}`, modules), 'utf8');
  const file = pageFiles.get(`${path.slice(1)}.ts`);
  return file === undefined ? html : stripTypeScriptTypes(file);
}

const servePage = () =>
  httpServer((req, res) => {
    void contentOf(req.url!).then((content) => {
      const script = req.url!.endsWith('.json') ? 'application/json' : 'text/javascript';
      const type = content === html ? 'text/html' : script;
      res.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content);
    });
  }, 'localhost');

describe('a page that shows a chat', () => {
  const liveChatId = ids.chat.nightShift;
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof servePage>>;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    gateway = await startGateway();
    gateway.sandbox.runClock(1);
    gateway.sandbox.setChat(liveChatId, { pollingIntervalMillis: 1_000 });
    pages = await servePage();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
    await gateway.close();
  });

  it.each([
    ['server-sent events', '/src/chat-sse', 'createSseClient'],
    ['a WebSocket', '/src/chat-ws', 'createWsClient'],
  ])('receives its messages over %s', async (transport, file, name) => {
    const { page, consoleErrors, externalRequests } = browser;
    const webSockets: string[] = [];
    page.on('websocket', (socket) => webSockets.push(socket.url()));
    await page.goto(pages.url);
    const values = [`${gateway.url}/graphql`, liveChatId].map((value) => JSON.stringify(value));
    await page.addScriptTag({
      type: 'module',
      content: `
        import { followChat } from '/src/follow-chat';
        import { ${name} } from '${file}';
        const [url, liveChatId] = [${values.join(', ')}];
        const list = document.querySelector('ul');
        followChat(${name}(url, () => 'studio-owner'), liveChatId, (messages) => {
          for (const { displayText } of messages)
            list.append(displayText, document.createElement('li'));
        });`,
    });
    const shown = (): Promise<string> => page.locator('ul').innerText();
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(50);
    gateway.sandbox.postChatMessages(liveChatId, [{ text: `planted over ${transport}` }]);
    await expect.poll(shown).toContain(`planted over ${transport}`);
    expect(webSockets).toHaveLength(name === 'createWsClient' ? 1 : 0);
    expect([consoleErrors, externalRequests.filter((url) => !url.startsWith(pages.url))]).toEqual([
      [],
      [],
    ]);
  });
  it('cannot open a WebSocket in production, unless CORS_ORIGINS has its origin', async () => {
    const { page } = browser;
    const connect = async (env: Record<string, string>): Promise<string> => {
      const other = await startGateway({
        sandbox: gateway.sandbox,
        env: { NODE_ENV: 'production', SANDBOX: '1', ...env },
      });
      await page.goto(pages.url);
      const outcome = await page.evaluate(
        (url) =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(url, 'graphql-transport-ws');
            socket.addEventListener('open', () => {
              resolve('open');
              socket.close();
            });
            socket.addEventListener('error', () => resolve('error'));
          }),
        `${other.url.replace('http', 'ws')}/graphql`,
      );
      await page.goto('about:blank');
      await other.close();
      return outcome;
    };
    expect(await connect({})).toBe('error');
    expect(await connect({ CORS_ORIGINS: pages.url })).toBe('open');
  });
});
