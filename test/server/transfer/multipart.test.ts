/** Requests with files: accepted and rejected forms, and the limits of their memory. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { buildSchema, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { UploadedFile } from '../../../src/engine/schema/upload/file.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { preflightHeader, formOf } from '../../support/client/form.ts';
import { type Resolver, startSmall, useSmall } from '../../support/gateway/small-schema.ts';

function schema(): GraphQLSchema {
  const built = buildSchema(`
    scalar Upload
    input In { file: Upload  files: [Upload!]  n: Int }
    type Query { name: String }
    type Mutation { take(input: In!): String  both(one: Upload!, two: Upload!): String }
  `);
  (built.getType('Upload') as GraphQLScalarType).parseValue = (value) => {
    if (!(value instanceof UploadedFile)) throw new TypeError('no file');
    return value;
  };
  return built;
}

interface In {
  readonly input: { readonly file?: UploadedFile; readonly files?: readonly UploadedFile[] };
}

const description = ({ type, bytes }: UploadedFile): string =>
  `${type} ${bytes.length} ${bytes.toString('hex').slice(0, 8)}`;

/** Awaited by a resolver before it returns. */
let beforeResult: (() => Promise<void>) | undefined;

const resolvers: Readonly<Record<string, Resolver>> = {
  take: async ({ input: { file, files } }: In) => {
    await beforeResult?.();
    return [...(file ? [file] : []), ...(files ?? [])].map(description).join();
  },
  both: ({ one, two }: { readonly one: UploadedFile; readonly two: UploadedFile }) =>
    `${description(one)} ${one === two}`,
};

const take = 'mutation ($input: In!) { take(input: $input) }';
const png = { type: 'image/png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) };

const server = useSmall(
  { MAX_UPLOAD_BYTES: '100000', MAX_CONCURRENT_REQUESTS: '2' },
  { schema: schema(), resolvers },
);

const send = (body: BodyInit, headers: Readonly<Record<string, string>> = preflightHeader) =>
  server.send('/graphql', {
    method: 'POST',
    headers: { accept: 'application/graphql-response+json', ...headers },
    body,
  });

/** A form of any parts: name, content, and the file name of a file. */
const parts = (...all: readonly (readonly [name: string, text: string, file?: string])[]) => {
  const form = new FormData();
  for (const [name, text, file] of all)
    if (file === undefined) form.append(name, text);
    else form.append(name, new Blob([text]), file);
  return form;
};

const operations = (query: string, variables: object = { input: { file: null } }) =>
  JSON.stringify({ query, variables });

describe('a request with files', () => {
  it('puts the file at its path in the variables', async () => {
    const { status, body } = await send(
      formOf(take, { input: { file: null } }, { 'input.file': png }),
    );
    expect([status, body]).toEqual([200, { data: { take: 'image/png 4 89504e47' } }]);
  });
  it('may have several files, and several paths for one file', async () => {
    const two = { type: 'text/plain', bytes: 'ä' };
    const many = await send(
      formOf(
        take,
        { input: { files: [null, null] } },
        { 'input.files.0': png, 'input.files.1': two },
      ),
    );
    expect(many.body.data.take).toBe('image/png 4 89504e47,text/plain 2 c3a4');
    const form = parts(
      [
        'operations',
        operations('mutation ($a: Upload!, $b: Upload!) { both(one: $a, two: $b) }', {
          a: null,
          b: null,
        }),
      ],
      ['map', '{"f":["variables.a","variables.b"]}'],
      ['f', 'abc', 'f.txt'],
    );
    expect((await send(form)).body.data.both).toBe('application/octet-stream 3 616263 true');
  });
  it('may have an empty file', async () => {
    const { body } = await send(
      formOf(take, { input: { file: null } }, { 'input.file': { type: 'image/png', bytes: '' } }),
    );
    expect(body.data.take).toBe('image/png 0 ');
  });
  it('is rejected without a preflight header, before anything is read', async () => {
    const { status, body } = await send(
      formOf(take, { input: { file: null } }, { 'input.file': png }),
      {},
    );
    expect([status, body.errors[0].extensions.code]).toEqual([403, 'INVALID_INPUT']);
  });
  it('has the limits of other requests: lists, depth, documents', async () => {
    const long = await send(
      formOf(
        take,
        { input: { files: Array.from({ length: 201 }, () => null) } },
        { 'input.files.0': png },
      ),
    );
    expect([long.status, long.body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_LARGE']);
    const deep = await send(
      formOf(`{ ${'a { '.repeat(200)} a ${'} '.repeat(200)} }`, { file: null }, { file: png }),
    );
    expect(deep.body.errors[0].extensions.code).toBe('QUERY_TOO_DEEP');
    const wrong = await send(
      formOf('mutation ($n: Int) { take(input: { n: $n }) }', { n: null }, { n: png }),
    );
    expect([wrong.status, wrong.body.errors[0].extensions.code]).toEqual([400, 'INVALID_INPUT']);
  });
  it('is rejected if its files are too large, and names the argument', async () => {
    const big = { type: 'image/png', bytes: new Uint8Array(100_001) };
    const { status, body } = await send(
      formOf(take, { input: { file: null } }, { 'input.file': big }),
    );
    expect([status, body.errors[0].extensions]).toMatchObject([
      413,
      { code: 'INVALID_INPUT', argument: 'input.file', limit: 100_000 },
    ]);
    const half = { type: 'image/png', bytes: new Uint8Array(50_001) };
    const two = await send(
      formOf(
        take,
        { input: { files: [null, null] } },
        { 'input.files.0': half, 'input.files.1': half },
      ),
    );
    expect([two.status, two.body.errors[0].extensions.argument]).toEqual([413, 'input.files.1']);
    const fits = await send(
      formOf(
        take,
        { input: { file: null } },
        { 'input.file': { ...big, bytes: new Uint8Array(100_000) } },
      ),
    );
    expect(fits.body.data.take).toContain('100000');
  });
  it('is answered while the client sends far more than the limit', async () => {
    let pieces = 0;
    const head = `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${operations(take)}\r\n--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["variables.input.file"]}\r\n--b\r\ncontent-disposition: form-data; name="0"; filename="f"\r\n\r\n`;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      pull: (controller) =>
        pieces++ < 160 ? controller.enqueue(new Uint8Array(65_536)) : controller.close(),
    });
    const init: RequestInit & { readonly duplex: string } = {
      method: 'POST',
      headers: { ...preflightHeader, 'content-type': 'multipart/form-data; boundary=b' },
      body,
      duplex: 'half',
    };
    expect((await server.send('/graphql', init)).status).toBe(413);
  });
  it('is rejected while too many forms are served, and accepted when they are answered', async () => {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    let waiting = 0;
    beforeResult = () => {
      if (++waiting === 2) arrived.resolve();
      return gate.promise;
    };
    const one = () => send(formOf(take, { input: { file: null } }, { 'input.file': png }));
    const slow = [one(), one()];
    await arrived.promise;
    const rejected = await one();
    expect([
      rejected.status,
      rejected.headers.get('retry-after'),
      rejected.body.errors[0].extensions.code,
    ]).toEqual([503, '1', 'OVERLOADED']);
    beforeResult = undefined;
    gate.resolve();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await one()).status).toBe(200);
  });

  const map = '{"0":["variables.input.file"]}';
  it('has extra time to arrive, and its deadline starts when it has arrived', async () => {
    const clock = new DrivenClock();
    const longTimeout = await startSmall(
      { RECEIVE_TIMEOUT_MS: '2000', REQUEST_DEADLINE_MS: '5000' },
      { schema: schema(), resolvers, clock },
    );
    try {
      const large = { type: 'image/png', bytes: new Uint8Array(4_000_000) };
      const form = new Response(formOf(take, { input: { file: null } }, { 'input.file': large }));
      const bytes = await form.bytes();
      const connected = once(longTimeout.gateway.server, 'connection') as Promise<[Socket]>;
      const headers = { ...preflightHeader, 'content-type': form.headers.get('content-type')! };
      const sent = request(`${longTimeout.url}/graphql`, { method: 'POST', headers, agent: false });
      const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
      const pieceBytes = Math.ceil(bytes.length / 8);
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        sent.write(bytes.subarray(at, at + pieceBytes));
        const [connection] = await connected;
        await expect
          .poll(() => connection.bytesRead)
          .toBeGreaterThan(Math.min(at + pieceBytes, bytes.length));
        await clock.advance(500);
      }
      sent.end();
      const [response] = await responded;
      expect(await json(response)).toMatchObject({
        data: { take: expect.stringContaining('image/png') },
      });
      expect(longTimeout.seen.facts[0]!.deadline).toBe(clock.now() + 5_000);
    } finally {
      await longTimeout.close();
    }
  });

  const malformed: readonly (readonly [title: string, body: BodyInit, type?: string])[] = [
    ['no boundary', 'x', 'multipart/form-data'],
    ['a body that is not a form', 'x', 'multipart/form-data; boundary=b'],
    [
      'an incomplete body',
      '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{',
      'multipart/form-data; boundary=b',
    ],
    ['an empty form', parts()],
    ['no operations', parts(['map', map], ['0', 'x', 'f'])],
    ['no map', parts(['operations', operations(take)], ['0', 'x', 'f'])],
    ['the map first', parts(['map', map], ['operations', operations(take)], ['0', 'x', 'f'])],
    ['operations twice', parts(['operations', operations(take)], ['operations', operations(take)])],
    ['operations that are not JSON', parts(['operations', '{'], ['map', map], ['0', 'x', 'f'])],
    ['a batch', parts(['operations', `[${operations(take)}]`], ['map', map], ['0', 'x', 'f'])],
    [
      'a map that is not JSON',
      parts(['operations', operations(take)], ['map', '{'], ['0', 'x', 'f']),
    ],
    ['a map that is a list', parts(['operations', operations(take)], ['map', '[]'])],
    [
      'a map of strings',
      parts(
        ['operations', operations(take)],
        ['map', '{"0":"variables.input.file"}'],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'a map of empty lists',
      parts(['operations', operations(take)], ['map', '{"0":[]}'], ['0', 'x', 'f']),
    ],
    [
      'a path outside the variables',
      parts(['operations', operations(take)], ['map', '{"0":["query"]}'], ['0', 'x', 'f']),
    ],
    [
      'a path in the prototype',
      parts(
        ['operations', operations(take)],
        ['map', '{"0":["variables.__proto__.file"]}'],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'an unknown path',
      parts(
        ['operations', operations(take)],
        ['map', '{"0":["variables.input.other"]}'],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'a path to a value that is not null',
      parts(
        ['operations', operations(take, { input: { file: 1 } })],
        ['map', map],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'a map that is too long',
      parts(
        ['operations', operations(take)],
        ['map', JSON.stringify({ 0: ['variables.a', 'x'.repeat(20_000)] })],
      ),
    ],
    [
      'a file that is not in the map',
      parts(['operations', operations(take)], ['map', map], ['1', 'x', 'f']),
    ],
    ['a missing file', parts(['operations', operations(take)], ['map', map])],
    [
      'a repeated file',
      parts(['operations', operations(take)], ['map', map], ['0', 'x', 'f'], ['0', 'x', 'f']),
    ],
    [
      'eleven files',
      formOf(
        take,
        { input: { files: Array.from({ length: 11 }, () => null) } },
        Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`input.files.${index}`, png])),
      ),
    ],
  ];
  it.each(malformed.map(([title, body, type]) => ({ title, body, type })))(
    'is rejected with $title',
    async ({ body, type }) => {
      const before = server.seen.facts.length;
      const response = await send(
        body,
        type === undefined ? preflightHeader : { ...preflightHeader, 'content-type': type },
      );
      expect([response.status, response.body.errors[0].extensions.code]).toEqual([
        400,
        'INVALID_INPUT',
      ]);
      expect(server.seen.facts.length).toBe(before);
    },
  );
  it('is rejected with operations that are too long', async () => {
    const { status, body } = await send(
      parts(
        ['operations', operations(`${take}${' '.repeat(1024 * 1024)}`)],
        ['map', map],
        ['0', 'x', 'f'],
      ),
    );
    expect([status, body.errors[0].extensions.code]).toEqual([413, 'QUERY_TOO_LARGE']);
  });
});
