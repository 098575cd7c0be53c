/**
 * `npm run schema`: writes the files that follow from the schema, `schema/schema.graphql` and
 * `docs/operations.md`, and prints the schema.
 */
import { writeFile } from 'node:fs/promises';
import { printOperations } from './graph/operation-table.ts';
import { printContract } from './graph/print.ts';
import { schema } from './graph/schema.ts';

const sdl = printContract(schema);
await writeFile(new URL('../schema/schema.graphql', import.meta.url), sdl);
await writeFile(new URL('../docs/operations.md', import.meta.url), printOperations(schema));
process.stdout.write(sdl);
