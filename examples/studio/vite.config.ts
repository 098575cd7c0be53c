/** The gateway has the same origin as the page: its URL is a path of the development server. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, getDirectiveValues } from 'graphql';
import { defineConfig } from 'vite';

const gateway = new URL(process.env['GATEWAY_URL'] ?? 'http://localhost:4000/graphql');
const folder = fileURLToPath(new URL('../../schema/', import.meta.url));

const proxy = {
  '/graphql': {
    target: gateway.origin,
    // Subscriptions.
    ws: true,
    rewrite: (path: string) => path.replace(/^\/graphql/, gateway.pathname),
  },
};

// What the mutations do beside their results, from the directive `@effect`.
const schema = buildSchema(readFileSync(`${folder}schema.graphql`, 'utf8'));

const effects = Object.values(schema.getMutationType()!.getFields()).map(({ name, astNode }) => [
  name,
  getDirectiveValues(schema.getDirective('effect')!, astNode!),
]);

export default defineConfig({
  define: { effects: JSON.stringify(Object.fromEntries(effects)) },
  server: { proxy, fs: { allow: ['.', folder] } },
  preview: { proxy },
});
