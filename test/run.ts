/**
 * `npm test`: types, lint, format, and the tests that need no program but Node.
 * `npm test -- <words>`: only the tests whose path has one of the words; a path of `src` means the
 * tests of its module or folder.
 * `npm test -- --for thirdPartyLinks.list`: the tests of one REST operation.
 * `npm run gate`: the rest of the tests, or those whose path has one of the words after `--`.
 * With `CI` set, missing programs are installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { filesOf } from './support/report/files.ts';
import { compiledFolder, isCi, type Part } from './support/report/part.ts';
import { type FolderApart, foldersApart, installApart } from './support/tool/installed-apart.ts';
import {
  filesThatNeed,
  filesThatNeedPrograms,
  install,
  missingPackages,
} from './support/tool/programs.ts';

const cwd = fileURLToPath(new URL('..', import.meta.url));

/** The type checker of oxlint is a Go program, whose collector may let much garbage grow. */
const checkEnv = { GOGC: '400', ...process.env };

/** Runs a program. @returns whether it succeeds; its output is printed as a whole */
async function check([file, ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(file!, args, { cwd, env: checkEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [code: number | null];
  process.stdout.write(output + errors);
  return code === 0;
}

/** The frontend of the example has types that its own test generates, and checks. */
const withoutTypes = 'examples/studio';

const lint = ['oxlint', '--type-aware', '--deny-warnings'];

const checks = [
  [...lint, '--type-check', `--ignore-pattern=${withoutTypes}`],
  [...lint, withoutTypes],
  ['biome', 'format'],
];

/** @param args of Vitest. @returns its exit code */
function runTests(part: Part, ...args: readonly string[]): number {
  const { status, error } = spawnSync('vitest', ['run', ...args], {
    cwd,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_PART: part,
      // Each worker loads all modules.
      NODE_COMPILE_CACHE: compiledFolder,
    },
  });
  if (error) throw error;
  return status ?? 1;
}

/** Says once what this machine cannot run. */
function sayWhatIsMissing(): void {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const byPurpose = Object.entries(Object.groupBy(missing, ([, purpose]) => purpose));
  const list = byPurpose
    .map(([purpose, all]) => `${purpose} (${all!.map(([name]) => name).join(', ')})`)
    .join(', ');
  const names = missing.map(([name]) => name).join(' ');
  console.log(`Not run here: ${list}: \`apt-get install ${names}\`, then \`npm run gate\`.`);
}

/** The test files of a part. */
function filesIn(part: Part): string[] {
  const { include, exclude } = filesOf(part);
  return globSync(include, { cwd, exclude });
}

/** The tests of `npm test`, preceded by all other checks. */
async function runQuickTests(): Promise<number> {
  const misnamed = filesThatNeedPrograms().filter((file) => !file.endsWith('.gate.test.ts'));
  if (misnamed.length > 0) {
    console.error(`These tests need other programs, so name them *.gate.test.ts:`);
    console.error(misnamed.join('\n'));
    return 1;
  }
  sayWhatIsMissing();
  const results = await Promise.all(checks.map(check));
  return results.includes(false) ? 1 : runTests('quick');
}

/** The tests that mirror some words: of a word without tests of `npm test`, those of the gate. */
function runTestsOf(words: readonly string[]): number {
  const all = filesIn('whole');
  const filters = new Map(words.map((word) => [word, mirroredPath(word, all)]));
  const unknown = words.filter((word) => filters.get(word) === undefined);
  if (unknown.length > 0) {
    console.error(
      `No test has this in its path: ${unknown.join(', ')}. Words are parts of paths in test/, or a path in src/.`,
    );
    return 1;
  }
  const chosen = (part: Part, filter: string): string[] =>
    filesIn(part).filter((file) => file.includes(filter));
  const quick = new Set<string>();
  const rest = new Set<string>();
  const left = new Set<string>();
  for (const [word, filter] of filters) {
    if (!word.includes(filter!)) console.log(`${word}: ${filter}`);
    const ofGate = chosen('rest', filter!).filter((file) => !file.endsWith('.law.test.ts'));
    const files = chosen('quick', filter!);
    for (const file of files) quick.add(file);
    for (const file of ofGate) (files.length > 0 ? left : rest).add(file);
  }
  const statuses = [
    quick.size > 0 ? runTests('quick', ...quick) : 0,
    rest.size > 0 ? runTests('rest', ...rest) : 0,
  ];
  if (left.size > 0)
    console.log(`Not run: gate tests (${left.size}), \`npm run gate -- ${words.join(' ')}\`.`);
  return Math.max(...statuses);
}

/**
 * @returns what the paths of the tests of a word contain: of a path of `src`, the tests of the
 * module, or else those of the nearest folder that has some; undefined if there are none
 */
function mirroredPath(word: string, files: readonly string[]): string | undefined {
  const has = (part: string): boolean => files.some((file) => file.includes(part));
  let path = word
    .replace(/^\.\//, '')
    .replace(/^src\//, 'test/')
    .replace(/(\.test)?\.tsx?$/, '');
  while (path.startsWith('test/') && path.includes('/', 'test/'.length) && !has(path))
    path = path.slice(0, path.lastIndexOf('/'));
  return has(path) ? path : undefined;
}

/** Beginnings of the paths of tests whose rules hold for each operation and its types. */
const rulesOfOperations = [
  'test/contract/oracle',
  'test/contract/operation/',
  'test/contract/schema/',
  'test/contract/source/generated-file',
  'test/reference/',
  'test/sandbox/handler-table',
  'test/services/answer/differential',
];

/** A row of `test/data/operations.json`. */
interface Row {
  readonly key: string;
}

/** Google's client makes the same calls as the other tests of the run. */
const agreement = 'test/contract/operation/agreement.gate.test.ts';

/**
 * The tests of one operation: rules of all operations, tests that name it, and random queries that
 * call it, whose calls Google's client makes again.
 * @param name with or without the service: `thirdPartyLinks.list`
 */
function runTestsOfOperation(name: string): number {
  const rows = JSON.parse(readFileSync(`${cwd}/test/data/operations.json`, 'utf8')) as Row[];
  const key = rows.map((row) => row.key).find((each) => each === name || each.endsWith(`:${name}`));
  if (key === undefined) {
    console.error(`${name} has no descriptor: \`npm run reference\` makes one.`);
    return 1;
  }
  process.env['TEST_OPERATION'] = key;
  const files = filesIn('quick').filter(
    (file) =>
      rulesOfOperations.some((path) => file.startsWith(path)) ||
      readFileSync(`${cwd}/${file}`, 'utf8').includes(`'${key}'`),
  );
  return runTests('whole', ...files, agreement);
}

/** @returns the folders whose packages could not be installed */
async function missingFolders(): Promise<FolderApart[]> {
  const folders = Object.keys(foldersApart) as FolderApart[];
  const isThere = await Promise.all(folders.map(installApart));
  return folders.filter((_, index) => !isThere[index]);
}

/** @param words parts of the paths of the tests to run; none: all */
async function runGate(words: readonly string[]): Promise<number> {
  const programs = missingPackages().map(([name]) => name);
  if (!isCi) sayWhatIsMissing();
  else if (programs.length > 0 && !install(programs)) return 1;
  const folders = await missingFolders();
  if (isCi && folders.length > 0) return 1;
  const withoutPackages = folders.map((folder) => foldersApart[folder]);
  const status = runTests(
    'rest',
    ...words.map((word) => mirroredPath(word, filesIn('rest')) ?? word),
    ...withoutPackages.map((file) => `--exclude=${file}`),
  );
  const left = new Set([...withoutPackages, ...filesThatNeed(isCi ? [] : programs)]);
  if (left.size > 0)
    console.log(
      `Not run here: ${left.size} test files that need ${[...programs, ...folders].join(', ')}.`,
    );
  return status;
}

const [command, ...words] = process.argv.slice(2);

if (command === '--gate') process.exitCode = await runGate(words);
else if (command === '--for') process.exitCode = runTestsOfOperation(words[0] ?? '');
else if (command === undefined) process.exitCode = await runQuickTests();
else process.exitCode = runTestsOf([command, ...words]);
