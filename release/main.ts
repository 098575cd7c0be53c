/**
 * Releases. `npx node release/main.ts <command>`:
 *
 *   prepare 0.2.0   gives the version to package.json, the lock and the changelog, and keeps the
 *                   schema as released. Commit it, and tag the commit: `v0.2.0`
 *   check v0.2.0    what the workflow asks before it publishes; exit code 1 names what is missing
 *   notes v0.2.0    prints the changes of the version
 *   try 0.2.0       does all of this, the build and the package in a copy, and publishes nothing
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printWithoutDescriptions } from '../src/engine/schema/print.ts';
import { schema } from '../src/services/schema.ts';
import { notesOf, prepare, problemsOf, type ReleaseFiles, releaseFiles } from './release.ts';

const root = join(import.meta.dirname, '..');
const released = printWithoutDescriptions(schema);

const readFiles = (folder: string): ReleaseFiles =>
  Object.fromEntries(
    releaseFiles.map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  ) as unknown as ReleaseFiles;

/** Writes the files of a release into a folder that has those of the repository. */
function prepareIn(folder: string, version: string): void {
  const files = prepare(readFiles(folder), version, released);
  for (const path of releaseFiles) writeFileSync(join(folder, path), files[path]);
}

function check(folder: string, tag: string): void {
  const problems = problemsOf(readFiles(folder), tag, released);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

const printNotes = (folder: string, tag: string): void =>
  console.log(notesOf(readFiles(folder)['CHANGELOG.md'], tag.replace(/^v/, '')));

/** What the workflow does, as far as it needs no registry and no container engine. */
function tryIn(copy: string, version: string): void {
  const run = (file: string, ...args: string[]): string =>
    execFileSync(file, args, { cwd: copy, encoding: 'utf8' });
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of listed.split('\0').filter(Boolean)) cpSync(join(root, path), join(copy, path));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  prepareIn(copy, version);
  check(copy, `v${version}`);
  printNotes(copy, `v${version}`);
  const [packed] = JSON.parse(run('npm', 'pack', '--json', '--foreground-scripts=false')) as [
    { filename: string; unpackedSize: number; entryCount: number },
  ];
  console.log(`\n${packed.filename}: ${packed.entryCount} files, ${packed.unpackedSize} bytes`);
}

const [command, name = ''] = process.argv.slice(2);

if (command === 'prepare') prepareIn(root, name);
else if (command === 'check') check(root, name);
else if (command === 'notes') printNotes(root, name);
else if (command === 'try') {
  const copy = mkdtempSync(join(tmpdir(), 'studiograph-release-'));
  process.once('exit', () => rmSync(copy, { recursive: true }));
  tryIn(copy, name);
} else {
  console.error('expected prepare, check, notes or try, and a version');
  process.exit(2);
}
