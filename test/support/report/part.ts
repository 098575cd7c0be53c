/**
 * The parts of the tests. `npm test` runs those that need no program but Node and prove what one
 * process does; `npm run gate` runs the rest. Without either, Vitest runs all of them.
 *
 * | name of a file      | `npm test`            | gate             |
 * | ------------------- | --------------------- | ---------------- |
 * | `*.test.ts`         | yes                   | no               |
 * | `*.law.test.ts`     | a part of its samples | the others       |
 * | `*.gate.test.ts`    | no                    | yes              |
 * | `*.promise.test.ts` | no                    | no               |
 *
 * `npm run promises` runs the last ones, and those of the others that have a promised size.
 */
import { fileURLToPath } from 'node:url';

/** `quick` is `npm test`, `rest` is the gate. */
export type Part = 'quick' | 'rest' | 'whole';

const parts: ReadonlySet<string> = new Set<Part>(['quick', 'rest', 'whole']);

const isPart = (text: string): text is Part => parts.has(text);

/**
 * The part that the variable `TEST_PART` names. Default: everything.
 * @throws Error if it names no part
 */
export function partOf({ TEST_PART: text = 'whole' }: Readonly<NodeJS.ProcessEnv>): Part {
  if (isPart(text)) return text;
  throw new Error(`TEST_PART: "${text}" is not quick, rest or whole`);
}

/** The part that runs. */
export const part = partOf(process.env);

/** What one part leaves for the next. */
export const cacheFolder = new URL('../../../node_modules/.cache/studiograph/', import.meta.url);

/** Where Node stores the modules that it has compiled: it takes half as long to read them. */
export const compiledFolder = fileURLToPath(new URL('compiled', cacheFolder));

/** Whether missing programs and skipped tests are failures. */
export const isCi = (process.env['CI'] ?? '') !== '';
