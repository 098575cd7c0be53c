/** No caller ever receives what a service has answered another one. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomFrom } from '../../src/sandbox/random.ts';
import { startGateway } from '../support/gateway.ts';
import { promised } from '../support/promised-size.ts';

/** A caller, and what the services show in each text: the token and the content owner. */
interface Caller {
  readonly token: string;
  readonly owner: string;
}

/** Some act for a content owner, with the token of another caller. */
const callers = Array.from(
  { length: 50 },
  (_, index): Caller => ({
    token: `token-${index % 40}`,
    owner: index < 40 ? 'nobody' : `owner-${index}`,
  }),
);

/** The services: every text names the caller. Answers come in random order. */
const server = createServer((req, res) => answer(req, res));
const random = randomFrom('answers');

function answer(req: IncomingMessage, res: ServerResponse): void {
  const { pathname, searchParams } = new URL(req.url!, 'http://service');
  const token = req.headers.authorization!.slice('Bearer '.length);
  const owner = searchParams.get('onBehalfOfContentOwner') ?? 'nobody';
  const text = `by ${token} for ${owner}`;
  const snippet = { title: text, channelId: 'UCchannel', resourceId: { videoId: 'video' } };
  const entity = { name: text, summary: text, snippet, contentDetails: { videoId: 'video' } };
  const ids = searchParams.get('id')?.split(',') ?? [`own-${token}`];
  const body = pathname.startsWith('/youtube')
    ? { items: ids.map((id) => ({ ...entity, id })) }
    : { ...entity, id: pathname.endsWith('/primary') ? `${token}@mail.example` : 'file' };
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
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = await startGateway({
    bases: { video: `${url}/youtube/v3`, storage: url, calendar: `${url}/calendar/v3` },
    // Answers are stored, too, and given again.
    env: { CACHE_TTL_MS: '50', QUOTA_BUDGET: 'video=100000000' },
  });
  pool = new Pool(gateway.url, { connections: 50 });
});

afterAll(async () => {
  await pool.close();
  await gateway.close();
  server.closeAllConnections();
  server.close();
});

const queries = [
  '{ video(id: "video") { title channel { title } } }',
  '{ playlist(id: "list") { title items(first: 1) { nodes { title video { title } } } } }',
  '{ viewer { channel { channelId title } } }',
  '{ file(id: "file") { name } video(id: "video") { title } }',
  '{ calendar(id: "primary") { calendarId summary } }',
];

/** @returns the texts of the response that name a caller, as `token` or `token owner` */
async function ask({ token, owner }: Caller, query: string): Promise<string[]> {
  const { body } = await pool.request({
    method: 'POST',
    path: '/graphql',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(owner !== 'nobody' && { 'x-content-owner': owner }),
    },
    body: JSON.stringify({ query }),
  });
  const text = await body.text();
  expect(text).not.toContain('"errors"');
  return text.match(/token-\d+( for [\w-]+)?/g) ?? [];
}

it('50 callers whose requests interleave receive their own answers alone', {
  tags: ['S24', 'fullSize'],
  timeout: 1_500_000,
}, async () => {
  const requests = promised(100_000, 1_000);
  const choice = randomFrom('requests');
  let sent = 0;
  let seen = 0;
  const work = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1;
      const caller = choice.pick(callers);
      const names = await ask(caller, choice.pick(queries));
      seen += names.length;
      for (const name of names) {
        const [token, owner = 'nobody'] = name.split(' for ');
        // Drive and Calendar have no content owners.
        expect([token, owner === 'nobody' || owner === caller.owner]).toEqual([caller.token, true]);
      }
    }
  };
  await Promise.all(callers.map(work));
  expect(seen).toBeGreaterThanOrEqual(requests);
});
