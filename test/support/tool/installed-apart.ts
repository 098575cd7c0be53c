/**
 * Packages that cannot be among those of this repository, because they need other versions of the
 * same ones. A test that needs them installs them outside of the sources, where later runs find
 * them again.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/studiograph/', import.meta.url));

/**
 * @param source a folder with `package.json` and `package-lock.json`
 * @returns the path of a copy that has the packages
 * @throws Error if npm cannot install them, for example without a network
 */
export function installedApart(source: URL): string {
  const lock = readFileSync(new URL('package-lock.json', source));
  const { name } = JSON.parse(lock.toString()) as { readonly name: string };
  const folder = `${cache}${name}-${hash('sha256', lock).slice(0, 12)}`;
  if (!existsSync(folder)) {
    const installing = `${folder}-${process.pid}`;
    rmSync(installing, { recursive: true, force: true });
    cpSync(source, installing, { recursive: true });
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: installing });
    renameSync(installing, folder);
  }
  // Its own files may have changed since.
  cpSync(source, folder, { recursive: true });
  return folder;
}
