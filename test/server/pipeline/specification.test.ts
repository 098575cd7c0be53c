import { serverAudits } from 'graphql-http';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { useSmall } from '../../support/gateway/small-schema.ts';

/** No GET is executed without a header that needs a preflight. */
const preflightHeader = { 'x-preflight': '1' };

describe('GraphQL over HTTP, as graphql-http audits it', () => {
  const server = useSmall(
    {},
    { schema: buildSchema('type Query { _: String } type Mutation { _: String }') },
  );
  const audits = serverAudits({
    url: () => `${server.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, {
        ...init,
        headers: { ...preflightHeader, ...(init.headers as Record<string, string>) },
      }),
  });
  it.each(audits)('$id $name', async (audit) => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
});
