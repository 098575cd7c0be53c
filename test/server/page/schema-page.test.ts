/** The schema as SDL, over HTTP. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';

const file = readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8');

describe('/schema.graphql', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());
  const get = (init?: RequestInit) => gateway.send('/schema.graphql', init);

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])(
    'is the contract with its directives, for a client that accepts %s',
    async (accepted, used) => {
      const { status, text, headers } = await get({ headers: { 'accept-encoding': accepted } });
      expect(status).toBe(200);
      expect(text === file).toBe(true);
      expect(headers.get('content-encoding')).toBe(used);
      expect(headers.get('content-type')).toBe('application/graphql; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('vary')).toContain('accept-encoding');
    },
  );
  it('is not sent again to a client that has it', async () => {
    const etag = (await get()).headers.get('etag')!;
    const again = await get({ headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await get({ headers: { 'if-none-match': '"other"' } });
    expect([other.status, other.text === file]).toEqual([200, true]);
  });
  it('has no body in answer to HEAD', async () => {
    const { status, text, headers } = await get({
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(file)));
  });
  it('is read only', async () => {
    const { status, headers, body } = await get({ method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(body.errors[0].extensions.code).toBe('INVALID_INPUT');
  });
  it('is a path of the log', async () => {
    await get();
    await expect
      .poll(() =>
        gateway.lines.some(({ path, status }) => path === '/schema.graphql' && status === 200),
      )
      .toBe(true);
  });
});

describe('/schema.graphql without introspection', () => {
  it('is an unknown path', async () => {
    await using gateway = await startGateway({ env: { INTROSPECTION: '0' } });
    const [schema, unknown] = [await gateway.send('/schema.graphql'), await gateway.send('/x')];
    expect(schema.status).toBe(404);
    const messageOf = ({ body }: typeof schema): string => body.errors[0].message;
    expect(messageOf(schema)).toBe(messageOf(unknown));
  });
});
