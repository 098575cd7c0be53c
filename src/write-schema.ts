/** `npm run schema`: prints the contract, and writes it to `schema/schema.graphql`, where clients, codegen and a test find it. */
import { writeFile } from 'node:fs/promises';
import { printContract } from './graph/print.ts';
import { schema } from './graph/schema.ts';

const contract = printContract(schema);
await writeFile(new URL('../schema/schema.graphql', import.meta.url), contract);
process.stdout.write(contract);
