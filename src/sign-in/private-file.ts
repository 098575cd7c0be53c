/** Files that only their owner may read. Readers see the old content or the new one. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
// oxlint-disable-next-line studiograph/no-clock -- The timers of a Clock keep no command alive.
import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedError } from '../engine/api/stackless.ts';

/** A file that cannot be used. The message names it and says what to do, and nothing in it. */
export class FileError extends ExpectedError {
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.name = 'FileError';
  }
}

/** The code of an error of the file system, for messages. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'failed';

/** @throws FileError */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new FileError(path, `cannot be written (${codeOf(error)})`);
  }
}

/** Milliseconds after which a lock counts as left behind by a process that has died. */
const staleMs = 60_000;

const retryMs = 25;

/**
 * Runs work that reads the file and then writes it, while no other process does. The folder is made
 * if it is missing.
 * @throws FileError, or the error of the work
 */
export async function withFileLock<Result>(
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new FileError(path, `its folder cannot be made (${codeOf(error)})`);
  });
  while (!(await take(lock))) {
    if (await isStale(lock)) await rm(lock, { force: true });
    else await sleep(retryMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** @returns whether the lock was free @throws FileError */
async function take(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new FileError(lock, `cannot be made (${codeOf(error)})`);
  }
}

async function isStale(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  // By the clock of the computer, as the file system has it.
  // oxlint-disable-next-line studiograph/no-clock -- It is compared with the time of a file.
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
}
