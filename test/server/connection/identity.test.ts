import { describe, expect, it } from 'vitest';
import { useSmall } from '../../support/gateway/small-schema.ts';

describe('the identity of a request', () => {
  const server = useSmall();

  it.each([
    [{}, {}],
    [{ authorization: 'Bearer ya29.a-b_c~d+e/f==' }, { token: 'ya29.a-b_c~d+e/f==' }],
    [{ authorization: 'bearer  lower' }, { token: 'lower' }],
    // Of pages that send it signed out, too.
    [{ authorization: '' }, {}],
    [{ 'x-content-owner': 'CMS_1' }, { onBehalfOf: 'CMS_1' }],
    [
      { authorization: 'Bearer t', 'x-content-owner': 'CMS', 'x-content-owner-channel': 'UC-x_1' },
      { token: 't', onBehalfOf: 'CMS', subaccount: 'UC-x_1' },
    ],
    [{ cookie: 'token=t', 'x-goog-api-key': 'k' }, {}],
  ])('is read from the headers: %j', async (headers, identity) => {
    expect((await server.query('{ name }', undefined, headers)).status).toBe(200);
    const { token, onBehalfOf, subaccount } = server.seen.facts.at(-1)!.identities.main;
    expect({ token, onBehalfOf, subaccount }).toEqual(identity);
  });
  it.each([
    [401, 'authorization', 'Bearer a b'],
    [401, 'authorization', 'Bearer a"b'],
    [401, 'authorization', 'Bearer a,b'],
    [401, 'authorization', 'Bearer \u00e4'],
    [401, 'authorization', 'Bearer a=b'],
    [401, 'authorization', `Bearer ${'a'.repeat(8_193)}`],
    [401, 'authorization', 'Basic a'],
    [400, 'x-content-owner', 'a b'],
    [400, 'x-content-owner', 'a/b'],
    [400, 'x-content-owner', 'a&b'],
    [400, 'x-content-owner', ''],
    [400, 'x-content-owner', 'a'.repeat(129)],
    [400, 'x-content-owner-channel', 'a b'],
  ])('is rejected with %i for another form of %s: %j', async (status, name, value) => {
    const before = server.seen.facts.length;
    const response = await server.query('{ name }', undefined, { [name]: value });
    expect([response.status, server.seen.facts.length]).toEqual([status, before]);
  });
  it('is rejected with a www-authenticate header', async () => {
    const { status, headers } = await server.query('{ name }', undefined, {
      authorization: 'token',
    });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });
});

describe('the id of a request', () => {
  const server = useSmall();

  it("is the client's if it consists of plain characters", async () => {
    const { headers } = await server.query('{ name }', undefined, { 'x-request-id': 'mine-1.a_b' });
    expect(headers.get('x-request-id')).toBe('mine-1.a_b');
    expect(server.seen.facts.at(-1)?.requestId).toBe('mine-1.a_b');
    await expect
      .poll(() => server.lines.some(({ requestId }) => requestId === 'mine-1.a_b'))
      .toBe(true);
  });
  it.each(['two words', 'x'.repeat(65), '<script>', '', '"', '.'])(
    'is a new one otherwise: %j',
    async (requestId) => {
      const ids = [];
      for (let i = 0; i < 2; i += 1)
        ids.push(
          (await server.query('{ name }', undefined, { 'x-request-id': requestId })).headers.get(
            'x-request-id',
          ),
        );
      expect(ids).not.toContain(requestId);
      expect(new Set(ids).size).toBe(2);
      for (const id of ids) expect(id).toMatch(/^[\w-]{36}$/);
    },
  );
  it('is in every error', async () => {
    const { headers, body } = await server.query('{ nothing nowhere }');
    const ids = body.errors.map(
      (error: { extensions: { requestId: string } }) => error.extensions.requestId,
    );
    expect(ids).toEqual(ids.map(() => headers.get('x-request-id')));
    const again = await server.query('{ nothing nowhere }');
    expect(again.body.errors[0].extensions.requestId).toBe(again.headers.get('x-request-id'));
  });
});
