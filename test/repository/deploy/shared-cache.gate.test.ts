/** Real caches in front of a real gateway, with the configuration that their packages have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/engine/caller/clock.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { type Env, type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { endWithWorker } from '../../support/tool/worker-end.ts';

const [nginx, varnish] = ['/usr/sbin/nginx', '/usr/sbin/varnishd'];

const query = '{ viewer { calendars { nodes { calendar { calendarId } } } } }';
const path = `/graphql?${new URLSearchParams({ query })}`;

const preflight = { 'x-preflight': '1' };
const owner = { authorization: 'Bearer studio-owner' };

/** The documents that the operator has listed. */
const documents = {
  video: 'query Video($id: ID!) { video(id: $id) { title } }',
  nodes: 'query Nodes($ids: [ID!]!) { nodes(ids: $ids) { ... on Video { title } } }',
} as const;

const listed = mkdtempSync(join(tmpdir(), 'studiograph-listed-'));

for (const [name, text] of Object.entries(documents))
  writeFileSync(join(listed, `${name}.graphql`), text);

const publicPath = (name: keyof typeof documents, variables: object): string =>
  `/graphql?${new URLSearchParams({ documentId: hash('sha256', documents[name]), variables: JSON.stringify(variables) })}`;

const trailer = publicPath('video', { id: ids.video.trailer });
const hidden = publicPath('nodes', { ids: [globalId('Video', [ids.video.privateCut])] });

/** A cache that runs: it listens at `port`, and asks the gateway at `upstream`. */
type StartCache = (folder: string, port: number, upstream: string) => Promise<ChildProcess>;

/** @param more directives of the cached location */
const startNginx =
  (more = ''): StartCache =>
  async (folder, port, upstream) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const text = `
      daemon off; master_process off; pid ${folder}/pid; error_log stderr;
      events {}
      http {
        access_log off;
        ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
        proxy_cache_path ${folder}/cache keys_zone=all:1m;
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass ${upstream}; proxy_cache all; proxy_cache_valid 200 10m; ${more}
            add_header x-cache $upstream_cache_status;
          }
        }
      }`;
    await writeFile(join(folder, 'nginx.conf'), text);
    return spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  };

const startVarnish: StartCache = async (folder, port, upstream) =>
  spawn(
    varnish,
    ['-F', '-n', folder, '-a', `127.0.0.1:${port}`, '-b', new URL(upstream).host, '-j', 'none'],
    { stdio: 'ignore' },
  );

describe('a shared cache before the gateway', () => {
  let gateway: RunningGateway;
  let cache: ChildProcess;
  let folder: string;

  afterEach(async () => {
    const exit = once(cache, 'exit');
    if (cache.kill()) await exit;
    await gateway.close();
    await rm(folder, { recursive: true, force: true });
  });

  afterAll(() => rm(listed, { recursive: true }));

  /** Starts both. @returns a function that sends a GET to the cache */
  async function start(
    startCache: StartCache,
    env: Env = {},
    clock?: Clock,
  ): Promise<(path: string, headers?: object) => Promise<Response>> {
    gateway = await startGateway({ env, clock });
    folder = await mkdtemp(join(tmpdir(), 'studiograph-cache-'));
    const port = await closedPort();
    cache = await startCache(folder, port, gateway.url);
    endWithWorker(cache);
    const get = (to: string, headers: object = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${to}`, { headers: { ...headers } });
    const isReady = async (): Promise<boolean> =>
      get('/health').then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (cache.exitCode !== null) throw new Error('the cache has ended');
      await wait(50);
    }
    return get;
  }

  const caches: readonly (readonly [name: string, start: StartCache])[] = [
    ['nginx', startNginx()],
    ['nginx that ignores cache-control', startNginx('proxy_ignore_headers Cache-Control;')],
    ['Varnish', startVarnish],
  ];

  it.each(caches)(
    'gives one caller nothing of another, and nothing without a token: %s',
    { tags: ['S43'] },
    async (_, startCache) => {
      const get = await start(startCache);
      const calendars = async (headers: object): Promise<unknown> => {
        const { data } = (await (await get(path, { ...preflight, ...headers })).json()) as {
          data: { viewer: { calendars: { nodes: unknown[] } | null } | null };
        };
        return data.viewer?.calendars?.nodes;
      };
      const header = 'x-calendar-authorization';
      const owner = await calendars({ [header]: 'Bearer studio-owner' });
      expect(owner).not.toEqual([]);
      const guest = await calendars({ [header]: 'Bearer studio-guest' });
      expect(guest).not.toEqual(undefined);
      expect(guest).not.toEqual(owner);
      expect(await calendars({})).toBeUndefined();
      expect(await calendars({ [header]: 'Bearer studio-owner' })).toEqual(owner);
    },
  );

  describe.each([caches[0]!, caches[2]!])('and public answers: %s', (_, startCache) => {
    const env = { CACHE: 'public', PERSISTED_OPERATIONS: listed, PUBLIC_READS: 'key' };

    /** @returns the answer, and the id of the request by which the gateway has made it */
    const ask = async (get: Awaited<ReturnType<typeof start>>, to: string, headers = {}) => {
      const response = await get(to, { ...preflight, ...headers });
      const text = await response.text();
      return { response, text, madeBy: response.headers.get('x-request-id') };
    };

    it('answers the second visitor without the gateway, also in short', async () => {
      const get = await start(startCache, env);
      const first = await ask(get, trailer);
      const second = await ask(get, trailer);
      expect([second.madeBy, second.text]).toEqual([first.madeBy, first.text]);
      const etag = first.response.headers.get('etag')!;
      const known = await ask(get, trailer, { 'if-none-match': etag });
      expect([known.response.status, known.text]).toEqual([304, '']);
    });

    it('gives callers their own answer, and others nothing of it', { tags: ['S43'] }, async () => {
      const get = await start(startCache, env);
      const [absent, own] = [await ask(get, hidden), await ask(get, hidden, owner)];
      expect(JSON.parse(absent.text)).toEqual({ data: { nodes: [null] } });
      expect(JSON.parse(own.text).data.nodes[0].title).toBeTypeOf('string');
      const again = await ask(get, hidden);
      expect([again.madeBy, again.text]).toEqual([absent.madeBy, absent.text]);
      const header = { 'x-youtube-authorization': owner.authorization };
      for (const headers of [owner, header, { cookie: 'session=1' }])
        expect((await ask(get, trailer, headers)).madeBy).not.toBe(
          (await ask(get, trailer, headers)).madeBy,
        );
    });

    it('lets each page read what it may', async () => {
      const get = await start(startCache, env);
      for (const origin of ['http://localhost:1', 'http://localhost:2', 'https://evil.example']) {
        const { response } = await ask(get, trailer, { origin });
        const allowed = origin.startsWith('http:') ? origin : null;
        expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
      }
    });

    it('stores no answer with an error', async () => {
      const get = await start(startCache, env);
      gateway.sandbox.fault({ match: { service: 'video' }, status: 400, times: 1 });
      expect(JSON.parse((await ask(get, trailer)).text).errors).toHaveLength(1);
      expect(JSON.parse((await ask(get, trailer)).text)).not.toHaveProperty('errors');
    });

    it('asks again when the time of an answer is over', async () => {
      const get = await start(startCache, { ...env, CACHE_TTLS: 'video:videos.list=1' });
      const { madeBy } = await ask(get, trailer);
      await expect.poll(async () => (await ask(get, trailer)).madeBy).not.toBe(madeBy);
    });
  });

  it('counts the age of the answer before it: Varnish', async () => {
    const clock = new DrivenClock();
    const env = { CACHE: 'public', PERSISTED_OPERATIONS: listed };
    const get = await start(startVarnish, env, clock);
    await gateway.send(trailer, { headers: preflight });
    await clock.advance(59_000);
    const idOf = async (): Promise<string | null> =>
      (await get(trailer, preflight)).headers.get('x-request-id');
    const madeBy = await idOf();
    await expect.poll(idOf).not.toBe(madeBy);
  });

  it('stores what is the same for everybody', async () => {
    const get = await start(startNginx());
    const page = await (await get('/graphql', { accept: 'text/html' })).text();
    const file = /(\/explorer\/[^"]+\.js)/.exec(page)![1]!;
    const states: (string | null)[] = [];
    for (let index = 0; index < 2; index += 1) {
      const response = await get(file);
      await response.bytes();
      states.push(response.headers.get('x-cache'));
    }
    expect(states).toEqual(['MISS', 'HIT']);
  });
});
