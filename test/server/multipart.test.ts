/** Requests with files: what is taken, what is refused, and that never more is held than may be. */
import { buildSchema, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UploadedFile } from '../../src/graph/upload/file.ts';
import { askedFirst, formOf } from '../support/form.ts';
import { type Resolver, startSmall } from '../support/small-schema.ts';

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

const said = ({ type, bytes }: UploadedFile): string =>
  `${type} ${bytes.length} ${bytes.toString('hex').slice(0, 8)}`;

/** What a resolver waits for. */
let held: (() => Promise<void>) | undefined;

const resolvers: Readonly<Record<string, Resolver>> = {
  take: async ({ input: { file, files } }: In) => {
    await held?.();
    return [...(file ? [file] : []), ...(files ?? [])].map(said).join();
  },
  both: ({ one, two }: { readonly one: UploadedFile; readonly two: UploadedFile }) =>
    `${said(one)} ${one === two}`,
};

const take = 'mutation ($input: In!) { take(input: $input) }';
const png = { type: 'image/png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) };

let server: Awaited<ReturnType<typeof startSmall>>;

beforeAll(async () => {
  server = await startSmall(
    { MAX_UPLOAD_BYTES: '100000', MAX_CONCURRENT_UPLOADS: '2' },
    { schema: schema(), resolvers },
  );
});

afterAll(() => server.close());

const send = (body: BodyInit, headers: Readonly<Record<string, string>> = askedFirst) =>
  server.send('/graphql', {
    method: 'POST',
    headers: { accept: 'application/graphql-response+json', ...headers },
    body,
  });

/** A form of any parts: a name, its text, and what makes a file of it. */
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
  it('gives resolvers the file that the map puts in its place', async () => {
    const { status, body } = await send(
      formOf(take, { input: { file: null } }, { 'input.file': png }),
    );
    expect([status, body]).toEqual([200, { data: { take: 'image/png 4 89504e47' } }]);
  });
  it('may bring several, and put one in several places', async () => {
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
  it('is taken empty', async () => {
    const { body } = await send(
      formOf(take, { input: { file: null } }, { 'input.file': { type: 'image/png', bytes: '' } }),
    );
    expect(body.data.take).toBe('image/png 0 ');
  });
  it('is refused from a page that did not ask first, before anything is read', async () => {
    const { status, body } = await send(
      formOf(take, { input: { file: null } }, { 'input.file': png }),
      {},
    );
    expect([status, body.errors[0].extensions.code]).toEqual([403, 'INVALID_INPUT']);
  });
  it('is under the limits of every other: lists, depth, documents', async () => {
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
  it('names the argument of a file that is too large, and holds no more of it than the limit', async () => {
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
  it('answers a client that goes on sending far more than is taken', async () => {
    let pieces = 0;
    const head = `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${operations(take)}\r\n--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["variables.input.file"]}\r\n--b\r\ncontent-disposition: form-data; name="0"; filename="f"\r\n\r\n`;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      pull: (controller) =>
        pieces++ < 160 ? controller.enqueue(new Uint8Array(65_536)) : controller.close(),
    });
    const init: RequestInit & { readonly duplex: string } = {
      method: 'POST',
      headers: { ...askedFirst, 'content-type': 'multipart/form-data; boundary=b' },
      body,
      duplex: 'half',
    };
    expect((await server.send('/graphql', init)).status).toBe(413);
  });
  it('is refused while too many others are held, and taken again when they are answered', async () => {
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    let waiting = 0;
    held = () => {
      if (++waiting === 2) arrived.resolve();
      return gate.promise;
    };
    const one = () => send(formOf(take, { input: { file: null } }, { 'input.file': png }));
    const slow = [one(), one()];
    await arrived.promise;
    const refused = await one();
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.body.errors[0].extensions.code,
    ]).toEqual([503, '1', 'OVERLOADED']);
    held = undefined;
    gate.resolve();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await one()).status).toBe(200);
  });

  const map = '{"0":["variables.input.file"]}';
  it('has longer to arrive than one without, and its time to answer begins when it is there', async () => {
    const patient = await startSmall(
      { RECEIVE_TIMEOUT_MS: '200', REQUEST_DEADLINE_MS: '5000' },
      { schema: schema(), resolvers },
    );
    try {
      // What has come earns the time for the rest.
      const large = { type: 'image/png', bytes: new Uint8Array(400_000) };
      const form = new Response(formOf(take, { input: { file: null } }, { 'input.file': large }));
      const bytes = await form.bytes();
      const half = bytes.length >> 1;
      const body = new ReadableStream<Uint8Array>({
        start: async (controller) => {
          controller.enqueue(bytes.subarray(0, half));
          await new Promise((resolve) => setTimeout(resolve, 700));
          controller.enqueue(bytes.subarray(half));
          controller.close();
        },
      });
      const headers = { ...askedFirst, 'content-type': form.headers.get('content-type')! };
      const began = performance.now();
      const init: RequestInit & { readonly duplex: string } = {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      };
      expect((await patient.send('/graphql', init)).body.data.take).toContain('image/png');
      expect(patient.seen.facts[0]!.deadline).toBeGreaterThan(began + 5_500);
    } finally {
      await patient.close();
    }
  });

  const malformed: readonly (readonly [title: string, body: BodyInit, type?: string])[] = [
    ['no boundary', 'x', 'multipart/form-data'],
    ['no form in it', 'x', 'multipart/form-data; boundary=b'],
    [
      'an end in the middle',
      '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{',
      'multipart/form-data; boundary=b',
    ],
    ['nothing in it', parts()],
    ['no operations', parts(['map', map], ['0', 'x', 'f'])],
    ['no map', parts(['operations', operations(take)], ['0', 'x', 'f'])],
    ['the map first', parts(['map', map], ['operations', operations(take)], ['0', 'x', 'f'])],
    ['operations twice', parts(['operations', operations(take)], ['operations', operations(take)])],
    ['operations that are no JSON', parts(['operations', '{'], ['map', map], ['0', 'x', 'f'])],
    ['a batch', parts(['operations', `[${operations(take)}]`], ['map', map], ['0', 'x', 'f'])],
    [
      'a map that is no JSON',
      parts(['operations', operations(take)], ['map', '{'], ['0', 'x', 'f']),
    ],
    ['a map that is a list', parts(['operations', operations(take)], ['map', '[]'])],
    [
      'a map of texts',
      parts(
        ['operations', operations(take)],
        ['map', '{"0":"variables.input.file"}'],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'a map of nothing',
      parts(['operations', operations(take)], ['map', '{"0":[]}'], ['0', 'x', 'f']),
    ],
    [
      'a place outside the variables',
      parts(['operations', operations(take)], ['map', '{"0":["query"]}'], ['0', 'x', 'f']),
    ],
    [
      'a place in the prototype',
      parts(
        ['operations', operations(take)],
        ['map', '{"0":["variables.__proto__.file"]}'],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'a place that is not there',
      parts(
        ['operations', operations(take)],
        ['map', '{"0":["variables.input.other"]}'],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'a place that is taken',
      parts(
        ['operations', operations(take, { input: { file: 1 } })],
        ['map', map],
        ['0', 'x', 'f'],
      ),
    ],
    [
      'a map too long',
      parts(
        ['operations', operations(take)],
        ['map', JSON.stringify({ 0: ['variables.a', 'x'.repeat(20_000)] })],
      ),
    ],
    [
      'a file that the map does not name',
      parts(['operations', operations(take)], ['map', map], ['1', 'x', 'f']),
    ],
    ['a file that does not come', parts(['operations', operations(take)], ['map', map])],
    [
      'a file that comes twice',
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
    'is malformed with $title',
    async ({ body, type }) => {
      const before = server.seen.facts.length;
      const answer = await send(
        body,
        type === undefined ? askedFirst : { ...askedFirst, 'content-type': type },
      );
      expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([
        400,
        'INVALID_INPUT',
      ]);
      expect(server.seen.facts.length).toBe(before);
    },
  );
  it('is malformed with operations too long', async () => {
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
