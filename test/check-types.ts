/**
 * Checks the types, and stores what it takes for a test. The compiler skips files that it has
 * checked before, and whose imports are unchanged.
 */
import { existsSync, readFileSync } from 'node:fs';
import { checkTypes, storeFigures } from './support/type-check.ts';

interface Configuration {
  readonly compilerOptions: { readonly tsBuildInfoFile: string };
}

const root = new URL('..', import.meta.url);

const { compilerOptions }: Configuration = JSON.parse(
  readFileSync(new URL('tsconfig.json', root), 'utf8'),
);

const isOfAllFiles = !existsSync(new URL(compilerOptions.tsBuildInfoFile, root));
const check = checkTypes('--pretty', process.stdout.isTTY ? 'true' : 'false');
console.log(check.output);
storeFigures(check, isOfAllFiles);
if (!check.isCorrect) process.exitCode = 1;
