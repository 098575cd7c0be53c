/** The gateway as a value, mounted in the servers of hosts. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createStudiograph } from '../../src/library/index.ts';
import type { Studiograph } from '../../src/library/options.ts';
import { transports } from '../support/client/subscription-client.ts';
import { create, listen } from '../support/gateway/mounted.ts';

const token = { authorization: 'Bearer studio-owner' };

async function post(url: string, query: string, variables = {}, headers = {}): Promise<any> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...token, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const openUpload = `mutation ($size: BigInt!) {
  createUploadSession(input: {
    newFile: { name: "mounted.txt", parentId: "root", contentType: "text/plain", contentLength: $size }
  }) { uploadSession { uploadUrl } errors { message } }
}`;

describe('a gateway as a value', () => {
  it('answers a request without a server', async () => {
    const { fetch } = await create({ sandbox: true });
    const request = new Request('https://host.example/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...token },
      body: JSON.stringify({ query: openUpload, variables: { size: '5' } }),
    });
    const { data } = await (await fetch(request)).json();
    expect(data.createUploadSession.uploadSession.uploadUrl).toMatch(
      'https://host.example/uploads/',
    );
  });
  it('has options of its own: another one in the same process has others', async () => {
    const [open, closed] = await Promise.all([
      create({ sandbox: true, maxDepth: 5 }),
      create({ sandbox: true, nodeEnv: 'production', publicUrl: 'https://public.example/graph' }),
    ]);
    const ask = async (gateway: Studiograph, query: string): Promise<any> =>
      (
        await gateway.fetch(
          new Request('http://host/graphql', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...token },
            body: JSON.stringify({ query, variables: { size: '5' } }),
          }),
        )
      ).json();
    const deep = '{ viewer { channel { uploads { channel { uploads { channel { title } } } } } } }';
    expect((await ask(open, deep)).errors[0].message).toContain('5');
    expect(await ask(open, '{ __schema { queryType { name } } }')).not.toHaveProperty('errors');
    expect((await ask(closed, '{ __schema { queryType { name } } }')).errors).toBeInstanceOf(Array);
    const opened = await ask(closed, openUpload);
    expect(opened.data.createUploadSession.uploadSession.uploadUrl).toMatch(
      'https://public.example/graph/uploads/',
    );
  });
  it('names invalid options', async () => {
    await expect(createStudiograph({ sandbox: true, maxDepth: 0 })).rejects.toThrow(
      'maxDepth must be a whole number from 1 to 200',
    );
    await expect(createStudiograph({ maxDeep: 1 } as object)).rejects.toThrow(
      'maxDeep is no option',
    );
    const typeDefs = 'extend type Video { note: String }';
    const resolvers = { Video: { title: () => [] } };
    await expect(
      createStudiograph({ sandbox: true, extend: { typeDefs, resolvers } }),
    ).rejects.toThrow('Video.title is no field of typeDefs');
  });
  it('takes tokens from the session of the host, and none from the client', async () => {
    const lines: string[] = [];
    const gateway = await create({
      sandbox: true,
      log: { write: (line) => void lines.push(line) },
      identify: async (request) => {
        const { headers } = request as IncomingMessage;
        if (headers.cookie === 'session=broken') throw new Error('broken');
        return headers.cookie === 'session=1' ? { token: 'studio-guest' } : undefined;
      },
    });
    const url = await listen(gateway.nodeHandler, gateway);
    const query = '{ viewer { channel { title } } }';
    const { data } = await post(url, query, {}, { cookie: 'session=1' });
    const other = await post(url, query);
    expect([data.viewer.channel.title, other.data.viewer]).toEqual(['Ben Okafor', null]);
    const request = { token: 'studio-owner', query };
    const [byWebSocket] = await (await transports['graphql-ws']!(url, request)).until(1);
    expect(byWebSocket.data.viewer).toBe(null);
    const failed = await post(url, query, {}, { cookie: 'session=broken' });
    expect(failed.errors[0].extensions.code).toBe('INTERNAL');
    expect(lines.join('')).toContain('identify has failed');
  });
  it('says that the host has read the body', async () => {
    const gateway = await create({ sandbox: true });
    const url = await listen((req, res) => {
      req.resume().once('end', () => gateway.nodeHandler(req, res));
    }, gateway);
    expect((await post(url, '{ viewer { id } }')).errors[0].message).toContain('parsers of bodies');
  });
  it('leaves the process of its host as it was', async () => {
    const count = (): number[] =>
      ['SIGTERM', 'SIGINT', 'exit', 'beforeExit', 'uncaughtException'].map((event) =>
        process.listenerCount(event),
      );
    const before = count();
    const gateway = await createStudiograph({ sandbox: true, metricsPort: 0 });
    const second = await createStudiograph({ sandbox: true, metricsPort: 0 });
    expect(count()).toEqual(before);
    await Promise.all([gateway.close(), second.close()]);
  });
});

describe('fields of the host', () => {
  it('are resolved once for all objects of a list', async () => {
    const calls: string[][] = [];
    const { fetch } = await create({
      sandbox: true,
      extend: {
        typeDefs: `
          "A note of the editors."
          type Note { text(upper: Boolean = false): String! stars: Int }
          extend type Video { internalNote: Note }
        `,
        resolvers: {
          Video: {
            internalNote: async (parents) => {
              calls.push(parents.map(({ id }) => id!));
              return parents.map(({ id }) => ({ about: id, stars: 5 }));
            },
          },
          Note: {
            text: (parents, { upper }) =>
              parents.map(({ value }) => {
                const text = `note of ${(value as { about: string }).about}`;
                return upper === true ? text.toUpperCase() : text;
              }),
          },
        },
      },
    });
    const response = await fetch(
      new Request('http://host/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...token },
        body: JSON.stringify({
          query: `{ viewer { channel { uploads { items(first: 5) { nodes { video {
            id internalNote { text stars shout: text(upper: true) }
          } } } } } } }`,
        }),
      }),
    );
    const body = await response.json();
    expect(body).not.toHaveProperty('errors');
    const videos = body.data.viewer.channel.uploads.items.nodes.map((node: any) => node.video);
    expect(calls).toEqual([videos.map(({ id }: any) => id)]);
    expect(videos.length).toBeGreaterThan(2);
    for (const { id, internalNote } of videos)
      expect(internalNote).toEqual({
        text: `note of ${id}`,
        stars: 5,
        shout: `NOTE OF ${id.toUpperCase()}`,
      });
  });
});
