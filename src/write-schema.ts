/**
 * `npm run schema`: writes the files that follow from the schema, the settings and the alert rules.
 * At a release, `npm run schema -- --released` also keeps the schema that later ones are compared
 * with.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { printCachePolicies } from './engine/schema/cache-policy.ts';
import { printCodegenScalars } from './engine/schema/type/codegen-scalar.ts';
import { printClientErrors, printErrors } from './engine/schema/error/error-code.ts';
import { printExtensionTypes } from './engine/schema/extension-types.ts';
import { readOperationFiles } from './server/document/operation-files.ts';
import { printOperationModule, printOperationTypes } from './server/document/operation-module.ts';
import { printErrorSections } from './services/error-section.ts';
import { printOperations, withOperationCounts } from './services/operation-table.ts';
import { printPrometheusRule } from './observability/prometheus-rule.ts';
import { printContract, printWithoutDescriptions } from './engine/schema/print.ts';
import { googleApis } from './services/api.ts';
import errorExamples from './services/error-examples.json' with { type: 'json' };
import { schema } from './services/schema.ts';
import { printSettingOptions, printSettings } from './setting-page.ts';

const root = new URL('../', import.meta.url);

const documents = readOperationFiles(fileURLToPath(new URL('schema/operations', root)));

const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const files = {
  'README.md': withOperationCounts(await read('README.md'), schema),
  'schema/schema.graphql': printContract(schema),
  'schema/cache-policies.json': printCachePolicies(schema),
  'schema/codegen-scalars.json': printCodegenScalars(schema),
  'schema/errors.json': printErrors(googleApis),
  'schema/error-sections.json': printErrorSections(errorExamples),
  'schema/extensions.d.ts': printExtensionTypes(googleApis),
  'schema/operations.js': printOperationModule(schema, documents),
  'schema/operations.d.ts': printOperationTypes(documents),
  'src/client/error-code.ts': printClientErrors(googleApis),
  'docs/operations.md': printOperations(schema),
  'docs/settings.md': printSettings(),
  'deploy/kubernetes/monitoring/prometheus-rule.yaml': printPrometheusRule(
    await read('deploy/prometheus/rules.yml'),
  ),
  'src/library/setting-options.ts': printSettingOptions(),
  ...(process.argv.includes('--released') && {
    'schema/released.graphql': printWithoutDescriptions(schema),
  }),
};

for (const [path, text] of Object.entries(files)) {
  await writeFile(new URL(path, root), text);
  console.log(path);
}
