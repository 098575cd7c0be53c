/** Studiograph in a server of Express: `node express.js`. */
import { createServer } from 'node:http';
import express from 'express';
import { createStudiograph } from 'studiograph';

const graph = await createStudiograph({ sandbox: true, basePath: '/api' });

const app = express();

// Before parsers of bodies such as `express.json()`.
app.use('/api', graph.nodeHandler);

app.get('/', (_, res) => res.send('Hello'));

const server = createServer(app).on('upgrade', graph.upgrade);

server.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`http://localhost:${server.address().port}/api/graphql`);
});
