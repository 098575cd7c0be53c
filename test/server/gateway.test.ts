import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmall } from '../support/small.ts';

describe('the gateway over HTTP', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  beforeAll(async () => {
    server = await startSmall();
  });
  afterAll(() => server.close());

  it('answers a query with data', async () => {
    const { status, body } = await server.query('{ name }');
    expect([status, body]).toEqual([200, { data: { name: 'name' } }]);
  });
  it('lives without asking anybody', async () => {
    const { status, body } = await server.send('/health');
    expect([status, body]).toEqual([200, { status: 'alive' }]);
  });
});
