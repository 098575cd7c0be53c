/** Studiograph in a server of Hono: `node hono.js`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createStudiograph } from 'studiograph';

const graph = await createStudiograph({ sandbox: true, basePath: '/api' });

const app = new Hono();

app.all('/api/*', (context) => graph.fetch(context.req.raw));

app.get('/', (context) => context.text('Hello'));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) => {
  console.log(`http://localhost:${port}/api/graphql`);
}).on('upgrade', graph.upgrade);
