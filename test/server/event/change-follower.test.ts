/** The example `examples/changes/follow.ts`, on a sandbox whose notifications are unreliable. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FolderFile, followFolder } from '../../../examples/changes/follow.ts';
import { createClient } from '../../../src/client/client.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useFeedGateway } from '../../support/feed/feed-gateway.ts';
import { promised } from '../../support/report/promised-size.ts';
import { randomNumbers } from '../../support/random/random-number.ts';
import { ask } from '../../support/gateway/sandbox.ts';
import { httpServer } from '../../support/http-server.ts';

const folder = ids.file.scripts;
const elsewhere = ids.file.footage;

/** A client that waits for a moment only. */
const clientOf = (url: string) =>
  createClient({
    url: `${url}/graphql`,
    headers: () => ({ authorization: 'Bearer studio-owner' }),
    firstPauseMs: 1,
  });

const changes = promised(1_000, 300);

describe('a replica of a folder', () => {
  const feeds = useFeedGateway();
  const client = new AbortController();
  beforeEach(() => feeds.open(true));
  afterEach(() => client.abort());

  const drive = async (path: string, method: string, body?: object): Promise<any> => {
    const answer = await ask(`${feeds.sandbox.url}/drive/v3/files${path}`, { method, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };

  /** Versions by id of the files in the folder, from the service itself. */
  async function truth(): Promise<Record<string, string>> {
    const q = encodeURIComponent(`'${folder}' in parents and trashed = false`);
    const { files } = await drive(`?q=${q}&pageSize=1000&fields=files(id,version)`, 'GET');
    return Object.fromEntries(files.map(({ id, version }: any) => [id, version]));
  }

  it('equals the folder after many changes with lost and doubled notifications', {
    tags: ['fullSize'],
  }, async () => {
    feeds.sandbox.setNotificationFaults({ dropped: 1 / 3, doubled: 1 / 2 });
    let replica: ReadonlyMap<string, FolderFile> = new Map();
    const { url } = feeds.gateway;
    const following = (async () => {
      const { signal } = client;
      for await (const files of followFolder(clientOf(url), folder, { signal })) replica = files;
    })();
    const random = randomNumbers(7);
    const pick = (count: number): number => Math.floor(random() * count);
    const own: string[] = [];
    const changeOne = async (): Promise<void> => {
      const kind = own.length < 20 ? 0 : pick(5);
      const index = pick(own.length);
      const id = own[index]!;
      if (kind === 0) {
        const parents = [random() < 0.5 ? folder : elsewhere];
        own.push((await drive('', 'POST', { name: 'New', parents })).id);
      } else if (kind === 1) await drive(`/${id}`, 'PATCH', { name: `Name ${pick(1_000)}` });
      else if (kind === 2)
        await drive(`/${id}?addParents=${random() < 0.5 ? folder : elsewhere}`, 'PATCH', {});
      else if (kind === 3) await drive(`/${id}`, 'PATCH', { trashed: random() < 0.5 });
      else {
        await drive(`/${id}`, 'DELETE');
        own.splice(index, 1);
      }
    };
    for (let count = 0; count < changes; count += 1) {
      await changeOne();
      await feeds.sandbox.notificationsSettled();
      await feeds.clock.advance(pick(10_000));
    }
    const expected = await truth();
    const versions = () =>
      Object.fromEntries([...replica.values()].map(({ fileId, version }) => [fileId, version]));
    await expect
      .poll(async () => {
        await feeds.clock.advance(10_000);
        return versions();
      })
      .toEqual(expected);
    expect(Object.keys(expected).length).toBeGreaterThan(changes / 50);
    const lost = feeds.sandbox.notifications().filter(({ status }) => status === 0).length;
    expect(lost).toBeGreaterThan(changes / 5);
    client.abort();
    await following;
  });
});

describe('a subscription that ends', () => {
  const page = (cursor: string, changes: readonly object[] = []) => ({
    data: { fileChanges: { changes, cursor, reset: false } },
  });
  const files = {
    data: { file: { children: { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } } } },
  };
  const sendEvents = (res: ServerResponse, ...events: readonly object[]): void => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) res.write(`event: next\ndata: ${JSON.stringify(event)}\n\n`);
  };

  it.each(['OVERLOADED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'])(
    'continues after the last cursor if the gateway is busy, and after the error %s',
    async (code) => {
      const cursors: unknown[] = [];
      const failure = { errors: [{ message: code, extensions: { code } }] };
      const file = { fileId: 'a', name: 'A', version: '1', parentIds: [folder], trashed: false };
      const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
        const { query, variables } = (await json(req)) as any;
        if (query.includes('FolderFiles')) return void res.end(JSON.stringify(files));
        cursors.push(variables.after);
        if (cursors.length === 1) return void res.writeHead(503).end('{}');
        if (cursors.length > 2) return sendEvents(res, page('second', [{ fileId: 'a', file }]));
        sendEvents(res, page('first'), failure);
        res.end();
      };
      await using server = await httpServer((req, res) => void answer(req, res));
      const client = new AbortController();
      const { signal } = client;
      const seen: number[] = [];
      for await (const { size } of followFolder(clientOf(server.url), folder, { signal })) {
        seen.push(size);
        if (size === 1) client.abort();
      }
      expect([cursors, seen]).toEqual([
        [undefined, undefined, 'first'],
        [0, 1],
      ]);
    },
  );
});
