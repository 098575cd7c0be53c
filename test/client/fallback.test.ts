/** Features of Apollo Client that the gateway does not have: how the client continues. */
import { createHash } from 'node:crypto';
import { ApolloClient, type ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { BatchHttpLink } from '@apollo/client/link/batch-http';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmall } from '../support/gateway/small-schema.ts';

const sha256 = async (text: string): Promise<string> =>
  createHash('sha256').update(text).digest('hex');

describe('Apollo Client', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  let sent: string[];
  beforeAll(async () => {
    server = await startSmall();
  });
  afterAll(() => server.close());

  /** `fetch` that records method and status of each request. */
  const recordingFetch: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    sent.push(`${init?.method} ${response.status}`);
    return response;
  };
  const options = () => ({ uri: `${server.url}/graphql`, fetch: recordingFetch });
  const open = (link: ApolloLink): ApolloClient => {
    sent = [];
    const query = { fetchPolicy: 'no-cache' } as const;
    return new ApolloClient({ cache: new InMemoryCache(), link, defaultOptions: { query } });
  };

  it.each([
    [false, ['POST 400', 'POST 200', 'POST 200']],
    [true, ['GET 400', 'POST 200', 'POST 200']],
  ])(
    'sends documents after the first hash of a persisted query, by GET: %s',
    async (useGETForHashedQueries, requests) => {
      const persisted = new PersistedQueryLink({ sha256, useGETForHashedQueries });
      const client = open(persisted.concat(new HttpLink(options())));
      const query = gql('{ name }');
      for (let time = 0; time < 2; time += 1)
        expect((await client.query({ query })).data).toEqual({ name: 'name' });
      expect(sent).toEqual(requests);
    },
  );
  it('gets one error for a batch', async () => {
    const client = open(new BatchHttpLink({ ...options(), batchInterval: 20 }));
    const results = await Promise.allSettled(
      ['query A { name }', 'query B { need }'].map((text) => client.query({ query: gql(text) })),
    );
    const message = expect.stringMatching(/batches are not supported/) as string;
    for (const result of results)
      expect(result).toMatchObject({ reason: { result: [{ errors: [{ message }] }] } });
    expect(sent).toEqual(['POST 400']);
  });
});
