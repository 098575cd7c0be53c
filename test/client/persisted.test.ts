/** Apollo Client with automatic persisted queries. */
import { createHash } from 'node:crypto';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { createClient } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useStudio } from '../support/gateway/studio.ts';

const sha256 = async (text: string): Promise<string> =>
  createHash('sha256').update(text).digest('hex');

describe('Apollo Client', () => {
  const studio = useStudio();

  it.each([
    ['studio-owner', false, ['POST 400', 'POST 200', 'POST 200', 'POST 200']],
    ['studio-guest', true, ['GET 400', 'POST 200', 'GET 200', 'GET 200']],
    [null, true, ['GET 400', 'POST 200', 'POST 200', 'POST 200']],
  ])(
    'sends a document once: token %s, by GET: %s',
    async (token, useGETForHashedQueries, requests) => {
      const sent: string[] = [];
      const recordingFetch: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        sent.push(`${init?.method} ${response.status}`);
        return response;
      };
      const link = new PersistedQueryLink({ sha256, useGETForHashedQueries }).concat(
        new HttpLink({
          uri: `${studio.gateway.url}/graphql`,
          fetch: recordingFetch,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        }),
      );
      const client = new ApolloClient({
        cache: new InMemoryCache(),
        link,
        defaultOptions: { query: { fetchPolicy: 'no-cache' } },
      });
      // A document that no other test sends.
      const name = `P${useGETForHashedQueries}${token?.replace('-', '')}`;
      const query = gql(`query ${name}($id: ID!) { playlist(id: $id) { id title } }`);
      for (let time = 0; time < 3; time += 1) {
        const { data } = await client.query({ query, variables: { id: ids.playlist.fifty } });
        expect(data).toMatchObject({ playlist: { title: expect.any(String) } });
      }
      expect(sent).toEqual(requests);
    },
  );
  it('sends documents with their hashes over a WebSocket, which HTTP then knows', async () => {
    const socket = createClient({
      url: `${studio.gateway.url.replace('http', 'ws')}/graphql`,
      connectionParams: { authorization: 'Bearer studio-owner' },
    });
    const cache = new InMemoryCache();
    let sha256Hash: string | undefined;
    const persisted = new PersistedQueryLink({
      sha256: async (text) => (sha256Hash = await sha256(text)),
    });
    const client = new ApolloClient({ cache, link: persisted.concat(new GraphQLWsLink(socket)) });
    const query = gql(`query OverWebSocket($id: ID!) { playlist(id: $id) { id title } }`);
    const variables = { id: ids.playlist.fifty };
    const { data } = await client.query<object>({ query, variables });
    const response = await studio.gateway.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({
        variables,
        extensions: { persistedQuery: { version: 1, sha256Hash } },
      }),
    });
    expect(response.body.data).toEqual(data);
    await socket.dispose();
  });
});
