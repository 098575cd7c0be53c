/** `npm run codegen`: typed documents for TypeScript clients, from the schema and the examples. */
import type { CodegenConfig } from '@graphql-codegen/cli';

/** Scalars that are strings in JSON. A scalar that is listed neither here nor below is an error. */
const stringScalars = [
  'BigInt',
  'Date',
  'DateTime',
  'Duration',
  'EmailAddress',
  'LanguageTag',
  'URL',
];

export const client = {
  preset: 'client',
  config: {
    scalars: {
      ID: 'string',
      JSON: 'unknown',
      Upload: 'Blob',
      ...Object.fromEntries(stringScalars.map((name) => [name, 'string'])),
    },
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
