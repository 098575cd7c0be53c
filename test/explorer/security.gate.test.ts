/** The explorer between hostile data, hostile links and pages of other origins. */
import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useExplorer } from '../support/page/explorer.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { servePage } from '../support/page/page-server.ts';
import { startSmall } from '../support/gateway/small-schema.ts';

const html = { headers: { accept: 'text/html,application/xhtml+xml' } };

describe('the page of the explorer', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  const users = [{ token: 'demo', description: '</script><script>alert(1)</script>' }];
  beforeAll(async () => {
    server = await startSmall({}, { users });
  });
  afterAll(() => server.close());

  it('has a policy that names one script, which is the only one that can run', async () => {
    const { headers, text } = await server.send('/graphql', html);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = [...text.matchAll(/<script(?![^>]*json)[^>]*>([^]*?)<\/script/g)];
    expect(scripts).toHaveLength(1);
    const digest = createHash('sha256').update(scripts[0]![1]!).digest('base64');
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src 'sha256-${digest}' 'strict-dynamic'`,
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(text).toContain(String.raw`\u003c/script>\u003cscript>alert(1)\u003c/script>`);
  });
  it('is asked for again with its etag, its files never', async () => {
    const { headers, text } = await server.send('/graphql', html);
    const etag = headers.get('etag')!;
    const again = await server.send('/graphql', {
      headers: { ...html.headers, 'if-none-match': etag },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const script = /s\.src='\.(\/explorer\/[^']+)'/.exec(text)![1]!;
    const file = await fetch(server.url + script);
    expect(file.headers.get('cache-control')).toContain('immutable');
  });
  it.each(['/explorer/', '/explorer/none.js', '/explorer/../index.html', '/explorer/%2e%2e/x'])(
    'has no file %s',
    async (path) => {
      expect((await server.send(path)).status).toBe(404);
    },
  );
});

describe('a file of the explorer', () => {
  const folder = new URL('../../dist/explorer/explorer/', import.meta.url);
  const file = new URL(`gone-${randomUUID()}.js`, folder);
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    await writeFile(file, '"here"');
    server = await startSmall();
  });
  afterAll(async () => {
    await server.close();
    await rm(file, { force: true });
  });

  it('that is gone since the gateway has read the names ends one response, and nothing else', async () => {
    const path = `/explorer/${basename(file.pathname)}`;
    expect((await server.send(path)).text).toBe('"here"');
    await rm(file);
    await expect(server.send(path)).rejects.toThrow(TypeError);
    expect((await server.send('/graphql', html)).status).toBe(200);
  });
});

describe('a gateway in production', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway({ env: { NODE_ENV: 'production', SANDBOX: '1' } });
  });
  afterAll(() => gateway.close());

  it.each(['/explorer/index.js', '/schema.graphql', '/auth/me'])(
    'does not have %s',
    async (path) => {
      expect((await gateway.send(path)).status).toBe(404);
    },
  );
  it('has no page, and sends no trace', async () => {
    const page = await gateway.send('/graphql', html);
    expect(page.headers.get('content-type')).not.toContain('html');
    const { text } = await gateway.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-trace': '1' },
      body: '{"query":"{ __typename }"}',
    });
    expect(JSON.parse(text).extensions).not.toHaveProperty('trace');
  });
});

describe('the explorer in a browser', () => {
  const messages: string[] = [];
  const explorer = useExplorer({}, ({ page }) =>
    page.on('dialog', async (dialog) => {
      messages.push(dialog.message());
      await dialog.dismiss();
    }),
  );

  const hostile = '</script><img src=x onerror=alert(1)>[a](javascript:alert(2))\u0007\u202e';

  it('runs nothing of a link', async () => {
    const search = new URLSearchParams({
      query: `# ${hostile}`,
      variables: hostile,
      state: '</script>',
      code: 'javascript:alert(1)',
      error: '<img>',
    });
    await explorer.open(`/graphql?${search}`);
    expect(await explorer.operation()).toContain('onerror');
    expect(messages).toEqual([]);
  });
  it('runs nothing of names and descriptions that users have written', async () => {
    await explorer.write(
      'mutation M($title: String!, $text: String) { updateVideo(input: { id: "' +
        `${ids.video.trailer}", title: $title, description: $text }) { video { title description } errors { message } } }`,
    );
    const text = hostile.replaceAll(/[<>]/g, '');
    await explorer.writeVariables(JSON.stringify({ title: text, text }));
    const { data } = await explorer.run();
    expect(data.updateVideo.video?.title ?? data.updateVideo.errors[0].message).toEqual(
      expect.any(String),
    );
    explorer.gateway.sandbox.postChatMessages(ids.chat.nightShift, [{ text: hostile }]);
    await explorer.write(
      `{ broadcast(id: "${ids.broadcast.nightShift}") { liveChat { messages { messages { displayText } } } } }`,
    );
    await explorer.run();
    expect(messages).toEqual([]);
  });
  it('runs nothing of errors, which repeat what was wrong', async () => {
    await explorer.write(`{ video(id: ${JSON.stringify(hostile)}) { id title } }`);
    const { errors } = await explorer.run();
    expect(errors).toHaveLength(1);
    await explorer.write(`{ viewer { ${'x'.repeat(10)} } } # ${hostile}`);
    await expect
      .poll(() => explorer.page.getByTestId('plan-line').innerText())
      .toContain('No plan');
    expect([messages, await explorer.page.locator('img').count()]).toEqual([[], 0]);
  });
  it('cannot be framed, read or driven by a page of another origin', async () => {
    const other = await servePage(
      `<iframe src="${explorer.gateway.url}/graphql"></iframe><script>
        window.opened = window.open('${explorer.gateway.url}/graphql?query={x}');
        window.read = Promise.allSettled([
          fetch('${explorer.gateway.url}/graphql', { headers: { accept: 'text/html' } }),
          fetch('${explorer.gateway.url}/explorer/'),
        ]);
      </script>`,
    );
    const page = await explorer.page.context().newPage();
    await page.goto(other.url);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { opened } = window as any;
          try {
            return opened === null || opened.closed || opened.document === undefined;
          } catch {
            return 'refused';
          }
        }),
      )
      .toBe(true);
    // Before the window has loaded all of the explorer, for which no test waits.
    for (const opened of page.context().pages())
      if (![page, explorer.page].includes(opened)) await opened.close();
    const read = await page.evaluate(() => (window as any).read);
    expect(read.map(({ status }: PromiseSettledResult<string>) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    const frame = page.frames()[1]!;
    expect(await frame.locator('#root').count()).toBe(0);
    await page.close();
    await other.close();
  });
});
