/** `npm run operations`: writes `docs/operations.md` from the schema and what the last run of all tests has seen. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { schema } from '../../src/graph/schema.ts';
import { operationTable, readTable, tableFile, witnessFile } from './operation-table.ts';

if (!existsSync(witnessFile)) {
  console.error(
    'Run all tests first (`npm test`): they leave behind which of them saw which call.',
  );
  process.exit(1);
}

const witnesses = new Map(
  Object.entries(JSON.parse(readFileSync(witnessFile, 'utf8')) as Record<string, string[]>),
);

mkdirSync(new URL('.', tableFile), { recursive: true });

writeFileSync(
  tableFile,
  operationTable(schema, witnesses, existsSync(tableFile) ? readTable() : ''),
);
