/** `npm run codegen`: typed documents for TypeScript clients, from the schema and the examples. */
import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';

/** The TypeScript types of all scalars, by name. */
const scalars = JSON.parse(
  readFileSync(new URL('schema/codegen-scalars.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly input: string; readonly output: string }>>;

export const client = {
  preset: 'client',
  config: {
    scalars,
    strictScalars: true,
    enumsAsTypes: true,
    useTypeImports: true,
  },
} as const;

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: 'schema/operations/*.graphql',
  generates: { 'generated/': client },
};

export default config;
