import { gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { readExamples } from '../../../src/server/example.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { noBrowser, openBrowser, type Browser, skipReason } from '../../support/browser.ts';
import { startGateway } from '../../support/gateway.ts';
import { startSmall } from '../../support/small-schema.ts';

const html = { headers: { accept: 'text/html,application/xhtml+xml' } };

describe('GraphiQL', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    server = await startSmall({}, { demoToken: '</script><b>token' });
  });
  afterAll(() => server.close());

  it('is one page whose policy allows its script only', async () => {
    const { headers, text } = await server.send('/graphql', html);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = [
      ...text.slice(text.indexOf('<body')).matchAll(/<script>([^]*?)<\/script/g),
    ].map(([, script]) => script!);
    expect(scripts).toHaveLength(1);
    expect(policy).toContain(
      `script-src 'sha256-${createHash('sha256').update(scripts[0]!).digest('base64')}';`,
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text).toContain(String.raw`\u003c/script>\u003cb>token`);
  });
  it('is compressed if the client accepts gzip, and cached by its etag', async () => {
    const raw = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve) => {
      get(
        `${server.url}/graphql`,
        { headers: { accept: 'text/html', 'accept-encoding': 'br, gzip' } },
        (res) => {
          const chunks: Buffer[] = [];
          res
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () =>
              resolve({ encoding: res.headers['content-encoding'], body: Buffer.concat(chunks) }),
            );
        },
      );
    });
    const plain = await server.send('/graphql', {
      headers: { ...html.headers, 'accept-encoding': 'identity' },
    });
    expect(raw.encoding).toBe('gzip');
    expect(gunzipSync(raw.body).toString()).toBe(plain.text);
    const again = await server.send('/graphql', {
      headers: { ...html.headers, 'if-none-match': plain.headers.get('etag')! },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
  it('executes no operation', () => {
    expect(server.seen.facts).toEqual([]);
  });
});

describe.skipIf(noBrowser !== undefined)(`GraphiQL in a browser${skipReason}`, () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  let browser: Browser;
  beforeAll(async () => {
    server = await startSmall({}, { demoToken: 'demo-token' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Executes the query on the page, and waits for its result. */
  const firstClick = async (): Promise<void> => {
    await browser.page.getByRole('button', { name: /execute query/i }).click();
    const result = async (): Promise<string> =>
      (await browser.page.locator('.result-window').innerText()).replaceAll(/\s/g, ' ');
    await expect.poll(result, { timeout: 10_000 }).toMatch(/"name": "name"/);
  };

  it('runs a query with the demo token at the first click, without external requests', async () => {
    const { page, externalRequests, consoleErrors } = browser;
    await page.goto(`${server.url}/graphql?query=${encodeURIComponent('{ name }')}`);
    await firstClick();
    expect(server.seen.facts.at(-1)?.identities.main.token).toBe('demo-token');
    expect([externalRequests, consoleErrors]).toEqual([[], []]);
  });
  it('stores no token in the browser', async () => {
    const stored = await browser.page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain('demo-token');
  });
  it('has the demo token after a reload', async () => {
    server.seen.facts.length = 0;
    await browser.page.reload();
    await firstClick();
    expect(new Set(server.seen.facts.map(({ identities }) => identities.main.token))).toEqual(
      new Set(['demo-token']),
    );
  });
});

describe.skipIf(noBrowser !== undefined)(`the examples in GraphiQL${skipReason}`, () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let browser: Browser;
  beforeAll(async () => {
    gateway = await startGateway();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  it('are its tabs, and the first one returns data of the sandbox at the first click', async () => {
    const { page, externalRequests, consoleErrors } = browser;
    const examples = await readExamples();
    const names = examples.map(
      (query) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1],
    );
    await page.goto(`${gateway.url}/graphql`);
    await expect
      .poll(() => page.locator('.graphiql-tab').allInnerTexts(), { timeout: 10_000 })
      .toEqual(names);
    await page.getByRole('button', { name: /execute query/i }).click();
    const result = async (): Promise<string> => page.locator('.result-window').innerText();
    await expect.poll(result, { timeout: 10_000 }).toMatch(/"data"/);
    expect(await result()).not.toMatch(/"errors"/);
    expect(gateway.sandbox.calls().length).toBeGreaterThan(0);
    expect(new Set(gateway.sandbox.calls().map(({ user }) => user))).toEqual(
      new Set(['studio-owner']),
    );
    expect([externalRequests, consoleErrors]).toEqual([[], []]);
  });
  it('are opened by a click with the mouse', async () => {
    const { page } = browser;
    const tab = page.locator('.graphiql-tab').nth(2);
    const { x, y } = (await tab.boundingBox())!;
    await page.mouse.move(x + 20, y + 10);
    await page.mouse.down();
    // The press of a finger is longer than a frame: the page may move the tab meanwhile.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
    });
    await page.mouse.up();
    await expect
      .poll(() => page.locator('.graphiql-tab-active').innerText())
      .toBe(await tab.innerText());
  });
  it('can be replaced by a subscription, whose events are shown as they arrive', async () => {
    const { page, externalRequests, consoleErrors } = browser;
    const { sandbox, url } = gateway;
    const chat = ids.chat.nightShift;
    sandbox.runClock(1);
    sandbox.setChat(chat, { pollingIntervalMillis: 1_000 });
    const query = `subscription Chat { chatMessages(liveChatId: "${chat}") { messages { displayText } } }`;
    await page.goto(`${url}/graphql?query=${encodeURIComponent(query)}`);
    await page.getByRole('button', { name: /execute query/i }).click();
    const result = async (): Promise<string> =>
      (await page.locator('.result-window').innerText()).replaceAll(/\s/g, ' ');
    await expect.poll(result).toMatch(/"chatMessages"/);
    sandbox.postChatMessages(chat, [{ text: 'first planted text' }]);
    await expect.poll(result).toContain('first planted text');
    sandbox.postChatMessages(chat, [{ text: 'second planted text' }]);
    await expect.poll(result).toContain('second planted text');
    expect(await result()).not.toMatch(/"errors"/);
    await page.getByRole('button', { name: /stop query/i }).click();
    expect([externalRequests, consoleErrors]).toEqual([[], []]);
  });
});
