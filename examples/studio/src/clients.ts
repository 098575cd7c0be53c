/** Apollo Client for queries and mutations, and a WebSocket for subscriptions. */
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { type Client, createClient } from 'graphql-ws';
import { tap } from 'rxjs';
import policies from '../../../schema/cache-policies.json' with { type: 'json' };
import { countCost } from './cost';

// Return the data that arrived if one part of a query failed.
const errorPolicy = 'all';

declare module '@apollo/client' {
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface WatchQuery {
        errorPolicy: 'all';
      }
      interface Query {
        errorPolicy: 'all';
      }
      interface Mutate {
        errorPolicy: 'all';
      }
    }
  }
}

const merged = policies.mergedTypes.map((type) => [type, { merge: true }]);

const connections = Object.entries(policies.connections).map(([type, fields]) => [
  type,
  {
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, args]) => [field, relayStylePagination(args)]),
    ),
  },
]);

const countCosts = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ extensions }) => countCost(operation.operationName ?? 'Unnamed', extensions)),
  ),
);

/** The clients of one access token. */
export interface Clients {
  readonly apollo: ApolloClient;
  readonly webSocket: Client;
}

export function createClients(token: string): Clients {
  const authorization = `Bearer ${token}`;
  const apollo = new ApolloClient({
    cache: new InMemoryCache({
      possibleTypes: policies.possibleTypes,
      typePolicies: Object.fromEntries([...merged, ...connections]),
    }),
    link: ApolloLink.from([
      countCosts,
      new HttpLink({ uri: '/graphql', headers: { authorization } }),
    ]),
    defaultOptions: {
      watchQuery: { errorPolicy },
      query: { errorPolicy },
      mutate: { errorPolicy },
    },
  });
  const webSocket = createClient({
    url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { authorization },
    // `follow` repeats subscriptions itself, with new variables.
    retryAttempts: 0,
  });
  return { apollo, webSocket };
}
