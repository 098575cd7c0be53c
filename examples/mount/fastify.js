/** Studiograph in a server of Fastify: `node fastify.js`. */
import fastify from 'fastify';
import { createStudiograph } from 'studiograph';

const graph = await createStudiograph({ sandbox: true, basePath: '/api' });

const app = fastify({ forceCloseConnections: true });

app.register(async (scope) => {
  // Fastify leaves the bodies of these routes to Studiograph.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, body, done) => done(null));
  scope.all('/api/*', (request, reply) => {
    reply.hijack();
    graph.nodeHandler(request.raw, reply.raw);
  });
});

app.get('/', async () => 'Hello');

app.server.on('upgrade', graph.upgrade);

console.log(`${await app.listen({ port: Number(process.env.PORT ?? 3000) })}/api/graphql`);
