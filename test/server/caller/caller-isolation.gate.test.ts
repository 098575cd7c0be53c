/** No caller ever receives what a service has answered another one. */
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
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

/** The services: every text names the caller. Answers come in random order. */
let server: HttpServer;
const random = randomFrom('answers');

function answer(req: IncomingMessage, res: ServerResponse): void {
  const { pathname, searchParams } = new URL(req.url!, 'http://service');
  const token = req.headers.authorization!.slice('Bearer '.length);
  const owner = searchParams.get('onBehalfOfContentOwner') ?? 'nobody';
  const isYoutube = pathname.startsWith('/youtube');
  const text = `${isYoutube ? 'youtube' : 'workspace'}.${token} for ${owner}`;
  const snippet = { title: text, channelId: 'UCchannel', resourceId: { videoId: 'video' } };
  const entity = { name: text, summary: text, snippet, contentDetails: { videoId: 'video' } };
  const ids = searchParams.get('id')?.split(',') ?? [`youtube.${token}`];
  const body = isYoutube
    ? { items: ids.map((id) => ({ ...entity, id })) }
    : { ...entity, id: pathname.endsWith('/primary') ? `workspace.${token}@mail.example` : 'file' };
  setTimeout(
    () => {
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
    random.int(0, 4),
  );
}

let gateway: Awaited<ReturnType<typeof startGateway>>;
let pool: Pool;

beforeAll(async () => {
  server = await httpServer((req, res) => answer(req, res));
  const { url } = server;
  gateway = await startGateway({
    bases: { video: `${url}/youtube/v3`, storage: url, calendar: `${url}/calendar/v3` },
    // Answers are stored, too, and given again.
    env: { CACHE: 'callers', QUOTA_BUDGET: 'VIDEO=100000000' },
  });
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
async function ask({ headers }: Caller, query: string): Promise<string[]> {
  const { body } = await pool.request({
    method: 'POST',
    path: '/graphql',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const text = await body.text();
  expect(text).not.toContain('"errors"');
  return text.match(/(youtube|workspace)\.token-\d+( for [\w-]+)?/g) ?? [];
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
