/** The gateway has the same origin as the page: its URL is a path of the development server. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, getDirectiveValues } from 'graphql';
import { defineConfig } from 'vite';

const gateway = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:4000';
const folder = fileURLToPath(new URL('../../schema/', import.meta.url));

// `ws` is for subscriptions.
const proxy = { '/graphql': { target: gateway, ws: true } };

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
