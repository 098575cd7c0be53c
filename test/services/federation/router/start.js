/** A router in a process of its own: it needs another version of graphql than the gateway. */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';

const router = createGatewayRuntime({
  supergraph: readFileSync(process.argv[2], 'utf8'),
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }) => ({
      authorization: request.headers.get('authorization') ?? undefined,
    }),
  },
  logging: false,
  maskedErrors: false,
});

const server = createServer(router);
server.listen(0, '127.0.0.1', () => console.log(`Listens on ${server.address().port}`));
