/** `npm run operations`: writes `docs/operations.md` from the schema and the last test run. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { operationTable, readTable, tableFile, testsFile } from './operation-table.ts';

if (!existsSync(testsFile)) {
  console.error('Run all tests first (`npm test`): they write which test has made which call.');
  process.exit(1);
}

const tests = new Map(
  Object.entries(JSON.parse(readFileSync(testsFile, 'utf8')) as Record<string, string[]>),
);

mkdirSync(new URL('.', tableFile), { recursive: true });
writeFileSync(tableFile, operationTable(tests, existsSync(tableFile) ? readTable() : ''));
