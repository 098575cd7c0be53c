/** No caller ever receives what a service has answered another one. */
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { type Env, type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { startRedis } from '../../support/gateway/redis.ts';
import { promised } from '../../support/report/promised-size.ts';
import { type HttpServer, httpServer } from '../../support/http-server.ts';

/** A caller, and what the services show in each text: the token and the content owner. */
interface Caller {
  readonly youtube: string;
  readonly workspace: string;
  readonly owner: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Some act for a content owner, with the token of another caller. */
const callers = Array.from({ length: 50 }, (_, index): Caller => {
  const token = `token-${index % 40}`;
  const owner = index < 40 ? 'nobody' : `owner-${index}`;
  const headers = { authorization: `Bearer ${token}` };
  return { youtube: token, workspace: token, owner, headers: withOwner(headers, owner) };
});

/**
 * Callers with one token for YouTube and another one for Google Drive and Google Calendar. Each
 * token is that of several callers, for YouTube of some and for the others of some.
 */
const callersOfTwo = Array.from({ length: 50 }, (_, index): Caller => {
  const youtube = `token-${index % 25}`;
  const workspace = `token-${((index % 25) + 1 + (index % 7)) % 25}`;
  const owner = index % 5 === 0 ? `owner-${index}` : 'nobody';
  const headers = headersOfTwo(`Bearer ${youtube}`, `Bearer ${workspace}`)[index % 3]!;
  return { youtube, workspace, owner, headers: withOwner(headers, owner) };
});

/** The forms in which a request can have two tokens. */
function headersOfTwo(youtube: string, workspace: string): readonly Record<string, string>[] {
  const forWorkspace = {
    'x-drive-authorization': workspace,
    'x-calendar-authorization': workspace,
  };
  return [
    { authorization: youtube, ...forWorkspace },
    { authorization: workspace, 'x-youtube-authorization': youtube },
    { 'x-youtube-authorization': youtube, ...forWorkspace },
  ];
}

function withOwner(headers: Record<string, string>, owner: string): Caller['headers'] {
  return owner === 'nobody' ? headers : { ...headers, 'x-content-owner': owner };
}

/** The services: every text names the caller, or the API key. Answers come in random order. */
let server: HttpServer;
const random = randomFrom('answers');

/** The number of the last write of each entity, which its texts have. */
const versions = new Map<string, number>();

/** Tokens whose next call YouTube refuses. */
const refused = new Set<string>();

/** The id of an entity that nobody finds but one token. */
const privateOf = (token: string): string => `private-${token}`;

/** The services' state changes with the number in a written title, and by nothing else. */
function setVersion(id: string, number: number): void {
  versions.set(id, Math.max(number, versions.get(id) ?? 0));
}

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(req.url!, 'http://service');
  const token = req.headers.authorization?.slice('Bearer '.length) ?? 'key';
  const owner = searchParams.get('onBehalfOfContentOwner') ?? 'nobody';
  const isYoutube = pathname.startsWith('/youtube');
  const sent = req.method === 'PUT' ? ((await json(req)) as any) : undefined;
  const send = (status: number, body: object): void => {
    const text = JSON.stringify(body);
    setTimeout(
      () => res.writeHead(status, { 'content-type': 'application/json' }).end(text),
      random.int(0, 4),
    );
  };
  if (isYoutube && refused.delete(token)) return send(401, unauthorized);
  if (sent) setVersion(sent.id, Number(sent.snippet.title));
  const entityOf = (id: string): object => {
    const service = isYoutube ? 'youtube' : 'workspace';
    const text = `${service}.${token} for ${owner} version ${versions.get(id) ?? 0}`;
    const snippet = { title: text, channelId: 'UCchannel', resourceId: { videoId: 'video' } };
    return { id, name: text, summary: text, snippet, contentDetails: { videoId: 'video' } };
  };
  if (sent) return send(200, sent);
  const isFound = (id: string): boolean => !id.startsWith('private') || id === privateOf(token);
  const ids = searchParams.get('id')?.split(',') ?? [`youtube.${token}`];
  if (isYoutube) return send(200, { items: ids.filter(isFound).map(entityOf) });
  send(200, entityOf(pathname.endsWith('/primary') ? `workspace.${token}@mail.example` : 'file'));
}

const unauthorized = {
  error: { code: 401, message: 'Unauthorized', errors: [{ reason: 'authError' }] },
};

let gateway: RunningGateway;
let pool: Pool;

/** Answers are stored, too, and given again. */
const start = (env: Env = {}): Promise<RunningGateway> => {
  const { url } = server;
  return startGateway({
    bases: { video: `${url}/youtube/v3`, storage: url, calendar: `${url}/calendar/v3` },
    env: { CACHE: 'callers', QUOTA_BUDGET: 'VIDEO=100000000', LOG_LEVEL: 'warn', ...env },
  });
};

beforeAll(async () => {
  server = await httpServer((req, res) => void answer(req, res));
  gateway = await start();
  pool = new Pool(gateway.url, { connections: 50 });
});

afterAll(async () => {
  await pool.close();
  await gateway.close();
  await server.close();
});

const queries = [
  '{ video(id: "video") { title channel { title } } }',
  '{ playlist(id: "list") { title items(first: 1) { nodes { title video { title } } } } }',
  '{ viewer { channel { channelId title } } }',
  '{ file(id: "file") { name } video(id: "video") { title } }',
  '{ calendar(id: "primary") { calendarId summary } }',
  '{ calendar(id: "primary") { summary } file(id: "file") { name } viewer { channel { title } } }',
];

/** @returns the texts of the response that name a caller */
async function ask(caller: Caller, query: string): Promise<string[]> {
  const text = await textOf(pool, caller, query);
  expect(text).not.toContain('"errors"');
  return text.match(/(youtube|workspace)\.token-\d+( for [\w-]+)?/g) ?? [];
}

async function textOf(to: Pool, { headers }: Caller, query: string): Promise<string> {
  const { body } = await to.request({
    method: 'POST',
    path: '/graphql',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return body.text();
}

it.each([
  ['one token', callers],
  ['a token for YouTube and another one for the other services', callersOfTwo],
])(
  '50 callers with %s whose requests interleave receive their own answers alone',
  {
    tags: ['S24', 'fullSize'],
    timeout: 1_500_000,
  },
  async (_, all) => {
    const requests = promised(100_000, 1_000);
    const choice = randomFrom('requests');
    let sent = 0;
    let seen = 0;
    const work = async (): Promise<void> => {
      while (sent < requests) {
        sent += 1;
        const caller = choice.pick(all);
        const names = await ask(caller, choice.pick(queries));
        seen += names.length;
        for (const name of names) {
          const [source, owner = 'nobody'] = name.split(' for ');
          const [service, token] = source!.split('.') as ['youtube' | 'workspace', string];
          // Drive and Calendar have no content owners.
          const isOwn = owner === 'nobody' || owner === caller.owner;
          expect([service, token, isOwn]).toEqual([service, caller[service], true]);
        }
      }
    };
    await Promise.all(all.map(work));
    expect(seen).toBeGreaterThanOrEqual(requests);
  },
);

/** Seconds for which a playlist counts as current: it is shown for twice the time. */
const ttl = 1;

interface Replica {
  readonly name: string;
  readonly pool: Pool;
}

/** Four replicas with a Redis, and what may be seen of each entity by whom. */
async function openReplicas() {
  const redis = await startRedis();
  const env = {
    PUBLIC_READS: 'key',
    CACHE_TTLS: `video:playlists.list=${ttl}`,
    REDIS_URL: redis.url,
    STORE_FAILURE: 'allow',
    LINK_SECRET: 'x'.repeat(32),
  };
  const gateways = await Promise.all(Array.from({ length: 4 }, () => start(env)));
  const all = gateways.map(({ url }): Replica => {
    return { name: url, pool: new Pool(url, { connections: 20 }) };
  });
  return {
    redis,
    all,
    [Symbol.asyncDispose]: async () => {
      for (const { pool: each } of all) await each.close();
      for (const each of gateways) await each.close();
      await redis.close();
    },
  };
}

/** What is known of the versions of entities. */
class Versions {
  #last = 0;
  /** By entity: the writes that have ended, the oldest first. */
  readonly #written = new Map<string, { readonly at: number; readonly version: number }[]>();
  /** The oldest versions that tokens may still see of entities, by what names them. */
  readonly #seen = new Map<string, number>();

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** A token has written a version. Everybody knows it, after a time. */
  noteWrite(token: string, id: string, version: number): void {
    this.#note(`${token} ${id}`, version);
    const written = this.#written.get(id) ?? [];
    this.#written.set(id, [...written.slice(-1_000), { at: Date.now(), version }]);
  }

  /** A service has refused a token to a replica, which shows nothing older from now on. */
  noteRefusal(token: string, id: string, replica: Replica, version: number): void {
    this.#note(`${token} ${id} ${replica.name}`, version);
  }

  /** @returns the oldest version that a request may show which begins now */
  oldest(token: string, id: string, replica: Replica): number {
    const known = (this.#written.get(id) ?? []).filter(({ at }) => at < Date.now() - 2_000 * ttl);
    const names = [`${token} ${id}`, `${token} ${id} ${replica.name}`];
    const own = names.map((name) => this.#seen.get(name) ?? 0);
    return Math.max(...own, ...known.map(({ version }) => version));
  }

  #note(name: string, version: number): void {
    this.#seen.set(name, Math.max(version, this.#seen.get(name) ?? 0));
  }
}

describe('four replicas that store answers, whose Redis hangs, is full, and is lost', () => {
  it('show 50 callers nothing of others, and each their own changes at once', {
    tags: ['S24', 'fullSize'],
    timeout: 1_500_000,
  }, async () => {
    await using replicas = await openReplicas();
    const { redis, all } = replicas;
    const requests = promised(100_000, 3_000);
    const choice = randomFrom('stored');
    const known = new Versions();
    const counts = { sent: 0, own: 0, byKey: 0, hidden: 0, stored: 0, written: 0, refused: 0 };
    const publicIds = ['list-0', 'list-1', 'list-2'];
    const write = async (to: Replica, caller: Caller, id: string): Promise<void> => {
      const version = known.next();
      const input = `{ id: "${id}", title: "${version}" }`;
      const mutation = `mutation { updatePlaylist(input: ${input}) { playlist { title } errors { code } } }`;
      const text = await textOf(to.pool, caller, mutation);
      if (text.includes('UNAUTHENTICATED')) return;
      expect(JSON.parse(text).data.updatePlaylist.playlist).toEqual({ title: `${version}` });
      known.noteWrite(caller.youtube, id, version);
      counts.written += 1;
    };
    const read = async (to: Replica, caller: Caller, id: string): Promise<void> => {
      const token = caller.youtube;
      const oldest = known.oldest(token, id, to);
      const now = versions.get(privateOf(token)) ?? 0;
      const text = await textOf(to.pool, caller, `{ playlist(id: "${id}") { title } }`);
      if (text.includes('UNAUTHENTICATED')) {
        // Something has changed that only reads after the refusal show.
        known.noteRefusal(token, privateOf(token), to, now);
        counts.refused += 1;
        return;
      }
      const { data, errors, extensions } = JSON.parse(text);
      const [, by, owner, version] =
        /^youtube\.(\S+) for (\S+) version (\d+)$/.exec(data.playlist?.title ?? '') ?? [];
      const isForeign = id.startsWith('private') && id !== privateOf(token);
      const isByKey = by === 'key' && publicIds.includes(id);
      const code = errors?.[0].extensions.code;
      const seen = { token, id, state, by, owner, code, isOld: Number(version) < oldest };
      const source = isByKey ? { by: 'key' } : { by: token, owner: caller.owner };
      const right = isForeign
        ? { by: undefined, code: 'NOT_FOUND' }
        : { ...source, code: undefined };
      expect(seen).toEqual({ ...seen, ...right, isOld: false });
      if (isForeign) counts.hidden += 1;
      else counts[isByKey ? 'byKey' : 'own'] += 1;
      if (extensions.cost.requests === 0) counts.stored += 1;
    };
    let state = '';
    const step = async (): Promise<void> => {
      counts.sent += 1;
      const [to, caller] = [choice.pick(all), choice.pick(callers)];
      const token = caller.youtube;
      const own = privateOf(token);
      // Who never writes reads more by the key, and more of what is stored.
      const kind = Number.parseInt(token.slice('token-'.length), 10) % 2 ? 99 : choice.int(0, 49);
      if (kind < 8) return write(to, caller, choice.pick([own, ...publicIds]));
      if (kind < 10) {
        setVersion(own, known.next());
        refused.add(token);
      }
      const foreign = privateOf(choice.pick(callers).youtube);
      return read(to, caller, choice.pick([own, own, own, foreign, ...publicIds]));
    };
    const states: readonly (readonly [string, () => unknown])[] = [
      ['reachable', () => {}],
      ['frozen', () => redis.hang()],
      ['thawed', () => redis.resume()],
      ['full', () => redis.cli('config', 'set', 'maxmemory', '1')],
      ['emptied', () => redis.cli('config', 'set', 'maxmemory', '0')],
      ['lost', () => redis.stop()],
      ['new', () => redis.start()],
    ];
    for (const [index, [name, begin]] of states.entries()) {
      state = name;
      await begin();
      const end = (requests * (index + 1)) / states.length;
      const work = async (): Promise<void> => {
        while (counts.sent < end) await step();
      };
      await Promise.all(callers.map(work));
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(requests / 100);
  });
});
