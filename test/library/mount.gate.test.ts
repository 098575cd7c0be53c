/** The examples in `examples/mount/`: the gateway in the servers that people have. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { transports } from '../support/client/subscription-client.ts';
import { launch, type Program } from '../support/gateway/program.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const running: Program[] = [];

afterAll(() => {
  for (const program of running) program.signal('SIGKILL');
});

/** A module by which `studiograph` is what the source makes of it. */
const preload = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const url = '${pathToFileURL(`${cwd}dist-test/index.js`).href}';
  registerHooks({
    resolve: (name, context, next) =>
      name === 'studiograph' ? { url, shortCircuit: true } : next(name, context),
  });
`)}`;

/** As Next.js passes requests to the handlers of a route. */
const nextServer = `data:text/javascript,${encodeURIComponent(`
  import { createServer } from 'node:http';
  import { Readable } from 'node:stream';
  import * as route from '${pathToFileURL(`${cwd}examples/mount/next-route.js`).href}';
  const server = createServer(async (req, res) => {
    const { method, headers } = req;
    const body = method === 'GET' ? undefined : Readable.toWeb(req);
    const url = 'http://' + headers.host + req.url;
    const request = new Request(url, { method, headers, body, duplex: 'half' });
    const response = await route[method](request);
    res.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) return res.end();
    const stream = Readable.fromWeb(response.body);
    stream.on('error', () => {}).pipe(res).once('close', () => stream.destroy());
  });
  server.listen(0, () => console.log('http://localhost:' + server.address().port + '/api/graphql'));
`)}`;

const token = 'studio-owner';

describe.for(['node', 'express', 'fastify', 'hono', 'next-route'])(
  'examples/mount/%s.js',
  (name) => {
    it('answers, uploads, downloads, shows the explorer, and sends events', async () => {
      const script =
        name === 'next-route'
          ? ['--input-type=module', '--eval', `await import(${JSON.stringify(nextServer)})`]
          : [`examples/mount/${name}.js`];
      const program = launch(['node', '--import', preload, ...script], { cwd, env: { PORT: '0' } });
      running.push(program);
      const [url] = await program.printed(/http:\S+(?=\/graphql\n)/);
      const graphql = `${url}/graphql`;
      const post = async (query: string, variables = {}): Promise<any> => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const body = JSON.stringify({ query, variables });
        return (await fetch(graphql, { method: 'POST', headers, body })).json();
      };
      const opened = await post(`mutation {
      createUploadSession(input: {
        newFile: { name: "mounted", parentId: "root", contentType: "text/plain", contentLength: "300000" }
      }) { uploadSession { uploadUrl } }
    }`);
      const { uploadUrl } = opened.data.createUploadSession.uploadSession;
      expect(uploadUrl).toContain(`${url}/uploads/`);
      const content = 'abc'.repeat(100_000);
      const { result } = (await (
        await fetch(uploadUrl, { method: 'PUT', body: content })
      ).json()) as {
        readonly result: string;
      };
      const { data } = await post('query ($id: ID!) { file(id: $id) { content { url } } }', {
        id: result,
      });
      expect(await (await fetch(data.file.content.url)).text()).toBe(content);
      const page = await fetch(graphql, { headers: { accept: 'text/html' } });
      const [, path] = /src='([^']+)'/.exec(await page.text())!;
      const file = await fetch(new URL(path!, graphql));
      expect(file.headers.get('content-type')).toBe('text/javascript');
      await file.body!.cancel();
      const query = 'subscription { chatMessages(liveChatId: "Cg0KeVaDEB4_HCt") { cursor } }';
      for (const [transport, subscribe] of Object.entries(transports)) {
        if (transport === 'graphql-ws' && name === 'next-route') continue;
        const events = await subscribe(url, { token, query });
        const [event] = await events.until(1);
        events.leave();
        expect(event).toMatchObject({ data: { chatMessages: { cursor: expect.any(String) } } });
      }
    });
  },
);
