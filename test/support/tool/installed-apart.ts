/**
 * Packages that cannot be among those of this repository, because they need other versions of the
 * same ones. `npm run gate` installs them outside of the sources, where later runs find them again:
 * no test needs the network.
 */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/studiograph/', import.meta.url));

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders with `package.json` and `package-lock.json`, and the test that needs each. */
export const foldersApart = {
  'test/client/manifest-tool': 'test/client/persisted-operations.gate.test.ts',
  'test/services/federation/router': 'test/services/federation/subgraph.gate.test.ts',
} as const;

/** A folder whose packages are installed elsewhere. */
export type FolderApart = keyof typeof foldersApart;

/** @returns where the copy with the packages is, or will be */
function copyOf(folder: FolderApart): string {
  const lock = readFileSync(join(root, folder, 'package-lock.json'));
  return `${cache}${basename(folder)}-${hash('sha256', lock).slice(0, 12)}`;
}

/** Installs the packages of the folder, if they are not. @returns whether they are */
export async function installApart(folder: FolderApart): Promise<boolean> {
  const copy = copyOf(folder);
  if (existsSync(copy)) return true;
  const installing = `${copy}-${process.pid}`;
  rmSync(installing, { recursive: true, force: true });
  cpSync(join(root, folder), installing, { recursive: true });
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const child = spawn('npm', args, { cwd: installing, stdio: 'inherit' });
  const [status] = (await once(child, 'exit')) as [status: number | null];
  if (status === 0) renameSync(installing, copy);
  else rmSync(installing, { recursive: true, force: true });
  return status === 0;
}

/**
 * @returns the path of a copy of the folder that has the packages
 * @throws Error if they are not installed
 */
export function installedApart(folder: FolderApart): string {
  const copy = copyOf(folder);
  if (!existsSync(copy))
    throw new Error(`The packages of ${folder} are not installed: \`npm run gate\` does it.`);
  // Its own files may have changed since.
  cpSync(join(root, folder), copy, { recursive: true });
  return copy;
}
