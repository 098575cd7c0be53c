/** Studiograph in a server of `node:http`: `node node.js`. */
import { createServer } from 'node:http';
import { createStudiograph } from 'studiograph';

const graph = await createStudiograph({ sandbox: true, basePath: '/api' });

const server = createServer((req, res) => {
  if (req.url.startsWith('/api/')) graph.nodeHandler(req, res);
  else res.end('Hello');
});

server.on('upgrade', graph.upgrade).listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`http://localhost:${server.address().port}/api/graphql`);
});
