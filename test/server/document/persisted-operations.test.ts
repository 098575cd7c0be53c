/** Documents that the operator has listed: which requests name them, and which are rejected. */
import { hash } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../src/config.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { connectSocket } from '../../support/client/web-socket.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const folder = mkdtempSync(join(tmpdir(), 'studiograph-operations-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | object): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const title =
  '# The title.\nquery Title($id: ID!) { playlist(id: $id) { ...Named } }\nfragment Named on Playlist { title }\n';

const rate = `mutation Rate { rateVideo(input: { id: "${ids.video.trailer}", rating: LIKE }) { errors { code } } }`;
const variables = { id: ids.playlist.fifty };

write('listed/title.graphql', title);
write('listed/deeper/rate.graphql', rate);
write('listed/.hidden/copy.graphql', 'not GraphQL');
write('listed/notes.txt', 'not GraphQL');

const textsById = { 'a2f1-title': title, rate };

const manifests = {
  'a folder': { path: join(folder, 'listed'), id: hash('sha256', title) },
  'a file': { path: join(folder, 'listed/title.graphql'), id: hash('sha256', title) },
  'a manifest of Apollo': {
    path: write('apollo.json', {
      format: 'apollo-persisted-query-manifest',
      version: 1,
      operations: [
        { id: hash('sha256', title), name: 'Title', type: 'query', body: title },
        { id: hash('sha256', rate), name: 'Rate', type: 'mutation', body: rate },
      ],
    }),
    id: hash('sha256', title),
  },
  'a manifest of Relay or graphql-codegen': {
    path: write('texts.json', textsById),
    id: 'a2f1-title',
  },
};

const authorization = { authorization: 'Bearer studio-owner' };
const accept = { accept: 'application/graphql-response+json' };

describe.each(Object.entries(manifests))('the documents of %s', (_, { path, id }) => {
  const studio = useStudio({ env: { PERSISTED_OPERATIONS: path, PERSISTED_ONLY: 'on' } });
  const sha256 = hash('sha256', title);
  const post = (body: object, headers: object = authorization) =>
    studio.gateway.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...accept, ...headers },
      body: JSON.stringify(body),
    });
  const get = (parameters: Record<string, string>, headers: object = authorization) =>
    studio.gateway.send(`/graphql?${new URLSearchParams(parameters)}`, {
      headers: { ...accept, ...headers },
    });
  const named = {
    documentId: { documentId: id, variables },
    'documentId with the SHA-256': { documentId: `sha256:${sha256.toUpperCase()}`, variables },
    'extensions.persistedQuery': {
      extensions: { persistedQuery: { version: 1, sha256Hash: sha256 } },
      variables,
    },
    query: { query: title, variables },
    'query and extensions.persistedQuery': {
      query: title,
      extensions: { persistedQuery: { version: 1, sha256Hash: sha256 } },
      variables,
    },
  };
  const answer = { playlist: { title: expect.any(String) } };

  it.each(Object.entries(named))('run by POST: %s', async (__, body) => {
    const { status, body: result } = await post(body);
    expect([status, result.data, result.errors]).toEqual([200, answer, undefined]);
    expect(studio.operations()).toEqual(['video:playlists.list']);
  });
  it.each(Object.entries(named))('run by GET: %s', async (__, body) => {
    const parameters = Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const { status, body: result } = await get(Object.fromEntries(parameters));
    expect([status, result.data]).toEqual([200, answer]);
  });
  it.each(Object.entries(named))('run over a WebSocket: %s', async (__, body) => {
    await using socket = await connectSocket(studio.gateway.url, authorization);
    const [message] = await socket.runWith(body);
    expect(message).toMatchObject({ type: 'next', payload: { data: answer } });
  });
  it('are for anonymous callers, too', async () => {
    const { body } = await post({ documentId: id, variables }, {});
    expect(body.data).toEqual(answer);
  });
  it('are the only ones: others make no call', async () => {
    const other = `{ playlist(id: "${ids.playlist.fifty}") { title } }`;
    const others = [
      { query: other },
      { query: `${title} ` },
      { query: getIntrospectionQuery() },
      {
        query: other,
        extensions: { persistedQuery: { version: 1, sha256Hash: hash('sha256', other) } },
      },
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash('sha256', other) } } },
      { documentId: hash('sha256', other) },
      { documentId: 'nothing' },
      { query: '' },
    ];
    for (const body of others) {
      const { status, body: result } = await post(body);
      expect([status, result.errors[0].extensions.code]).toEqual([400, 'PERSISTED_QUERY_ONLY']);
      await using socket = await connectSocket(studio.gateway.url, authorization);
      const [message] = await socket.runWith(body);
      expect(message).toMatchObject({
        type: 'error',
        payload: [{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }],
      });
    }
    const { body: result } = await get({ query: other });
    expect(result.errors).toMatchObject([{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }]);
    expect(studio.calls()).toEqual([]);
  });
  it.each([
    [{ documentId: 7 }, /^documentId: 7 is not an id; expected/],
    [{ documentId: '' }, /^documentId: "" is not an id; expected/],
    [{ documentId: id, query: title }, /^documentId: ".*" comes with another document; expected/],
    [
      { documentId: id, ...named['extensions.persistedQuery'] },
      /^documentId: ".*" comes with another document; expected/,
    ],
  ])('need one name: %j', async (body, message) => {
    const { status, body: result } = await post(body);
    expect([status, result.errors[0].extensions.code]).toEqual([400, 'INVALID_INPUT']);
    expect(result.errors[0].message).toMatch(message);
    expect(studio.calls()).toEqual([]);
  });
  it('are not run by a GET that another site could have sent', async () => {
    const { status } = await get({ documentId: id, variables: JSON.stringify(variables) }, {});
    expect(status).toBe(403);
    const byHash = await get(
      { extensions: JSON.stringify(named['extensions.persistedQuery'].extensions) },
      {},
    );
    expect(byHash.body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
    expect(studio.calls()).toEqual([]);
  });
  it('have the limits of all others', async () => {
    studio.sandbox.fault({ status: 401 });
    const { body } = await post({ documentId: id, variables: { id: ['a'] } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });
});

describe('a mutation', () => {
  const studio = useStudio({ env: { PERSISTED_OPERATIONS: manifests['a folder'].path } });
  const documentId = hash('sha256', rate);
  const preflight = { ...authorization, 'x-preflight': '1', ...accept };

  it('runs by POST alone', async () => {
    const byGet = await studio.gateway.send(`/graphql?documentId=${documentId}`, {
      headers: preflight,
    });
    expect(byGet.status).toBe(405);
    expect(studio.calls()).toEqual([]);
    const byPost = await studio.gateway.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...preflight },
      body: JSON.stringify({ documentId }),
    });
    expect(byPost.body.data).toEqual({ rateVideo: { errors: [] } });
  });
  it('may be another one, unless only listed documents may run', async () => {
    const { data } = await studio.query('{ __typename }');
    expect(data).toEqual({ __typename: 'Query' });
  });
});

describe.each([
  ['with listed documents', { PERSISTED_OPERATIONS: manifests['a folder'].path }],
  ['without', {}],
])('an unknown id, %s', (_, env) => {
  const studio = useStudio({ env });

  it('is an error that says so', async () => {
    const { status, body } = await studio.gateway.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization, ...accept },
      body: JSON.stringify({ documentId: 'sha256:00' }),
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      {
        message: 'documentId: "sha256:00" is not the id of a document that the gateway has',
        extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
      },
    ]);
  });
});

describe('PERSISTED_ONLY', () => {
  it('needs PERSISTED_OPERATIONS', () => {
    expect(() => readConfig({ PERSISTED_ONLY: '1' })).toThrow(
      new ConfigError({ PERSISTED_ONLY: 'needs PERSISTED_OPERATIONS' }),
    );
  });
});
