/** Real caches in front of a real gateway, with the configuration that their packages have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { endWithWorker } from '../../support/tool/worker-end.ts';

const [nginx, varnish] = ['/usr/sbin/nginx', '/usr/sbin/varnishd'];

const query = '{ viewer { calendars { nodes { calendar { calendarId } } } } }';
const path = `/graphql?${new URLSearchParams({ query })}`;

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

  /** Starts both. @returns a function that sends a GET to the cache */
  async function start(
    startCache: StartCache,
  ): Promise<(path: string, headers?: object) => Promise<Response>> {
    gateway = await startGateway();
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
        const { data } = (await (await get(path, { 'x-preflight': '1', ...headers })).json()) as {
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
