/** Commands of which a folder stores the files that they have written, so that they run once. */
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../support/report/part.ts';

const folder = fileURLToPath(new URL('commands/', cacheFolder));

/**
 * Runs a command, or copies what it has written when it ran with the same files.
 * @param cwd its folder; the file of locked versions in it stands for `node_modules`
 */
export function runOnce(command: string, cwd: string, run: () => void): void {
  const before = filesIn(cwd);
  const hash = createHash('sha256').update(`${command}\0${process.version}`);
  for (const file of before) hash.update(`\0${file}\0`).update(readFileSync(join(cwd, file)));
  const stored = join(folder, hash.digest('hex'));
  if (statSync(stored, { throwIfNoEntry: false })) {
    cpSync(stored, cwd, { recursive: true });
    return;
  }
  run();
  const known = new Set(before);
  const part = `${stored}.part`;
  rmSync(folder, { recursive: true, force: true });
  for (const file of filesIn(cwd).filter((each) => !known.has(each))) {
    mkdirSync(dirname(join(part, file)), { recursive: true });
    cpSync(join(cwd, file), join(part, file));
  }
  // Complete, or not there.
  renameSync(part, stored);
}

const filesIn = (cwd: string): string[] =>
  globSync('**', { cwd, exclude: ['node_modules'] })
    .filter((path) => statSync(join(cwd, path)).isFile())
    .toSorted();
