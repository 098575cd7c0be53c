/** The gateway has the same origin as the page: its URLs are paths of the development server. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, getDirectiveValues } from 'graphql';
import { defineConfig } from 'vite';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:4000';

// With the name of the page as the host: the gateway leads users back to it.
const proxy = { '/graphql': { target: gateway }, '/auth': { target: gateway } };

// What the mutations do beside their results, from the directive `@effect`.
const file = fileURLToPath(import.meta.resolve('studiograph/schema.graphql'));
const schema = buildSchema(readFileSync(file, 'utf8'));

const effects = Object.values(schema.getMutationType()!.getFields()).map(({ name, astNode }) => [
  name,
  getDirectiveValues(schema.getDirective('effect')!, astNode!),
]);

export default defineConfig({
  define: { effects: JSON.stringify(Object.fromEntries(effects)) },
  // `studiograph` is a link to a folder that has React, too.
  resolve: { dedupe: ['react'] },
  server: { proxy, fs: { allow: ['.', '../../dist'] } },
  preview: { proxy },
});
