/** `npm run schema`: prints the schema and writes it to `schema/schema.graphql`. */
import { writeFile } from 'node:fs/promises';
import { printContract } from './graph/print.ts';
import { schema } from './graph/schema.ts';

const sdl = printContract(schema);
await writeFile(new URL('../schema/schema.graphql', import.meta.url), sdl);
process.stdout.write(sdl);
