/** The package that `npm pack` makes. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programEnv } from '../gateway/program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const run = (cwd: string, file: string, ...args: readonly string[]): string =>
  execFileSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...programEnv },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** @returns the path of the packed file */
function pack(cwd: string, destination: string, ...options: readonly string[]): string {
  const args = ['--json', '--foreground-scripts=false', '--pack-destination', destination];
  const [{ filename }] = JSON.parse(run(cwd, 'npm', 'pack', ...args, ...options));
  return join(destination, filename);
}

/**
 * Packs a copy of the checkout as the release does: with a build.
 * @param folder an empty one, for the copy. @returns the path of the packed file
 */
export function packBuild(folder: string): string {
  const listed = run(root, 'git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  const copy = join(folder, 'copy');
  for (const path of listed.split('\0').filter((each) => each && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return pack(copy, folder);
}

/** Puts what the package has of the checkout without a build into `node_modules` of a project. */
export function installUnbuilt(project: string): void {
  const folder = join(project, 'node_modules/studiograph');
  mkdirSync(folder, { recursive: true });
  const file = pack(root, folder, '--ignore-scripts');
  run(folder, 'tar', '--extract', '--gzip', '--strip-components=1', '--file', file);
}

/** Lets a project use packages of this repository. */
export function linkPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
}
