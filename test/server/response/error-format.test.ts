import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput, UpstreamError } from '../../../src/engine/api/error.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

const secret = 'ya29.secret-token';

/** Ways in which a resolver fails, by name. */
const failures: Readonly<Record<string, () => unknown>> = {
  bug: () => {
    throw new TypeError(`cannot read ${secret} of https://upstream.example/x?key=${secret}`);
  },
  text: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a resolver may throw anything
    throw secret;
  },
  upstream: () => {
    const failure = {
      code: 'UPSTREAM_UNAVAILABLE',
      service: 'storage',
      operation: 'storage:files.get',
      status: 502,
    } as const;
    throw new UpstreamError(failure, new Error(secret));
  },
  argument: () => {
    throw new InvalidInput('id', 'this is no id');
  },
  shape: () => ({ text: secret }),
};

const fail = ({ how }: { how: string }): unknown => failures[how]?.();

describe('an error', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    server = await startSmall({}, { resolvers: { fail } });
  });
  afterAll(() => server.close());
  const failing = async (how: string) =>
    (await server.query('query ($how: String!) { self { fail(how: $how) } }', { how })).body;

  it.each(['bug', 'text'])(
    'that is unexpected shows the request id only: %s',
    { tags: ['S15'] },
    async (how) => {
      const { data, errors } = await failing(how);
      expect(data).toEqual({ self: { fail: null } });
      expect(errors).toEqual([
        {
          message: 'An unexpected error occurred in the gateway. Report it with its requestId.',
          path: ['self', 'fail'],
          locations: [{ line: 1, column: 32 }],
          extensions: { code: 'INTERNAL', requestId: expect.any(String) },
        },
      ]);
    },
  );
  it('that is unexpected is logged with request id and stack, without its message', async () => {
    const { errors } = await failing('bug');
    const { requestId } = errors[0].extensions;
    await expect
      .poll(() =>
        server.lines.filter(
          (line) => line['msg'] === 'internal error' && line['requestId'] === requestId,
        ),
      )
      .toHaveLength(1);
    const line = server.lines.find(
      (each) => each['msg'] === 'internal error' && each['requestId'] === requestId,
    );
    expect(line).toMatchObject({ path: ['self', 'fail'], error: { name: 'TypeError' } });
    expect(JSON.stringify(line)).toContain('error-format.test.ts');
    expect(JSON.stringify(server.lines)).not.toContain(secret);
  });
  it('of a value that cannot be serialised is UPSTREAM_INVALID, without the value', {
    tags: ['S15'],
  }, async () => {
    const { data, errors } = await failing('shape');
    expect(data).toEqual({ self: { fail: null } });
    expect(errors).toMatchObject([
      { path: ['self', 'fail'], extensions: { code: 'UPSTREAM_INVALID' } },
    ]);
    expect(JSON.stringify(errors)).not.toContain(secret);
  });
  it('of a service has code, service and path', async () => {
    const { errors } = await failing('upstream');
    expect(errors).toMatchObject([
      {
        path: ['self', 'fail'],
        extensions: {
          code: 'UPSTREAM_UNAVAILABLE',
          service: 'storage',
          operation: 'storage:files.get',
        },
      },
    ]);
    expect(JSON.stringify(errors)).not.toContain(secret);
  });
  it('of an argument names the argument', async () => {
    const { errors } = await failing('argument');
    expect(errors).toMatchObject([
      { path: ['self', 'fail'], extensions: { code: 'INVALID_INPUT', argument: 'id' } },
    ]);
  });
  it.each([
    ['a value of another type', 'query ($c: Color!) { paint(color: $c) }', { c: 5 }],
    ['a value that is none of the enum', 'query ($c: Color!) { paint(color: $c) }', { c: 'BLUE' }],
    ['no value', 'query ($c: Color!) { paint(color: $c) }', {}],
  ])(
    'of the variables is INVALID_INPUT, and nothing is executed: %s',
    async (_, document, variables) => {
      const before = server.seen.resolved;
      const { status, body } = await server.query(document, variables);
      expect([status, body.data, body.errors[0].extensions.code, server.seen.resolved]).toEqual([
        400,
        undefined,
        'INVALID_INPUT',
        before,
      ]);
    },
  );
  it('of a null variable for a non-null argument is INVALID_INPUT', async () => {
    const { body } = await server.query('query ($n: Int) { name need(n: $n) }', { n: null });
    expect(body.data).toEqual({ name: 'name', need: null });
    expect(body.errors).toMatchObject([{ path: ['need'], extensions: { code: 'INVALID_INPUT' } }]);
  });
  it('does not quote a long value in full', async () => {
    const { text } = await server.query('query ($c: Color!) { paint(color: $c) }', {
      c: 'x'.repeat(100_000),
    });
    expect(text.length).toBeLessThan(1_000);
  });
});

describe('the production profile', () => {
  it.each([
    ['development', true],
    ['production', false],
  ])(
    'in %s introspection, suggestions and GraphiQL are available: %s',
    { tags: ['S14'] },
    async (NODE_ENV, open) => {
      await using server = await startSmall({ NODE_ENV, ...(open ? {} : { SANDBOX: '1' }) });
      const introspection = await server.query('{ __schema { queryType { name } } }');
      const field = await server.query('{ nam }');
      const object = await server.query('{ self }');
      const value = await server.query('query ($c: Color!) { paint(color: $c) }', { c: 'GREN' });
      const page = await server.send('/graphql', { headers: { accept: 'text/html' } });
      expect(introspection.body.data !== undefined).toBe(open);
      expect(field.text.includes('Did you mean')).toBe(open);
      expect(object.text.includes('Did you mean')).toBe(open);
      expect(value.text.includes('Did you mean')).toBe(open);
      expect(page.headers.get('content-type')?.startsWith('text/html') ?? false).toBe(open);
      expect([introspection.status, page.status]).toEqual(open ? [200, 200] : [400, 406]);
    },
  );
  it('is overridden by the settings', async () => {
    await using server = await startSmall({
      NODE_ENV: 'production',
      SANDBOX: '1',
      INTROSPECTION: '1',
      GRAPHIQL: '1',
    });
    const introspection = await server.query('{ __schema { queryType { name } } }');
    const page = await server.send('/graphql', { headers: { accept: 'text/html' } });
    expect([introspection.status, page.status]).toEqual([200, 200]);
  });
});
