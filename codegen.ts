/** `npm run codegen`: typed documents for clients in TypeScript, from the contract and the worked examples. */
import type { CodegenConfig } from '@graphql-codegen/cli';

/** These travel as strings; only what is listed here or below has a type. */
const scalars = ['BigInt', 'Date', 'DateTime', 'Duration', 'EmailAddress', 'LanguageTag', 'URL'];

export const client = {
  preset: 'client',
  config: {
    scalars: {
      ID: 'string',
      JSON: 'unknown',
      Upload: 'Blob',
      ...Object.fromEntries(scalars.map((name) => [name, 'string'])),
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
