/** Typed documents: `npm run codegen` writes them to `src/generated/`. */
import type { CodegenConfig } from '@graphql-codegen/cli';
import scalars from 'studiograph/codegen-scalars.json' with { type: 'json' };

const config: CodegenConfig = {
  schema: 'node_modules/studiograph/schema/schema.graphql',
  documents: 'src/documents.ts',
  generates: {
    'src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        // The page needs no parser and printer of GraphQL.
        documentMode: 'string',
        strictScalars: true,
        enumsAsTypes: true,
        useTypeImports: true,
        scalars,
      },
    },
  },
};

export default config;
