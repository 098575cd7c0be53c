/** Typed documents: `npm run codegen` writes them to `src/generated/`. */
import type { CodegenConfig } from '@graphql-codegen/cli';
import scalars from '../../schema/codegen-scalars.json' with { type: 'json' };

const config: CodegenConfig = {
  schema: '../../schema/schema.graphql',
  documents: 'src/documents.ts',
  generates: {
    'src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { strictScalars: true, enumsAsTypes: true, useTypeImports: true, scalars },
    },
  },
};

export default config;
