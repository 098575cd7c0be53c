import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { factsOf, packageOf } from '../contract/source/syntax.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;

const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, object>>;
};

/** Packages that the files import. @param types whether to include imports of types only */
async function imported(
  patterns: readonly string[],
  types: boolean,
  exclude: readonly string[] = [],
): Promise<string[]> {
  const files = globSync(patterns, { cwd: root.pathname, exclude });
  const facts = await Promise.all(files.map((file) => factsOf(read(file), file)));
  const specifiers = facts.flatMap(({ imports, valueImports }) => (types ? imports : valueImports));
  const names = specifiers.filter(
    (name) => name !== undefined && !name.startsWith('.') && !isBuiltin(name),
  ) as string[];
  return [...new Set(names.map(packageOf))].toSorted();
}

describe('packages', () => {
  it('of production are exactly those that src imports at run time', async () => {
    // The explorer is bundled with its packages.
    expect(await imported(['src/**/*.ts'], false, ['src/explorer/**'])).toEqual(
      Object.keys(manifest.dependencies).toSorted(),
    );
  });
  it('of development include all others that are imported', async () => {
    const declared = { ...manifest.dependencies, ...manifest.devDependencies };
    const folders = ['src', 'test', 'bench', 'compare'];
    const needed = await imported(
      ['*.ts', ...folders.map((name) => `${name}/**/*.{ts,tsx}`)],
      true,
      ['bench/peers/**'],
    );
    expect(needed.filter((name) => declared[name] === undefined)).toEqual([]);
  });
  it('have exact versions, equal to the lockfile', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    const locked = Object.keys(all).map((name) => [
      name,
      (packages[`node_modules/${name}`] as { version?: string }).version,
    ]);
    expect(Object.fromEntries(locked)).toEqual(all);
  });
  it('run no installation script but that of Node', () => {
    expect(manifest.allowScripts).toEqual({ node: true });
    expect(process.versions.node).toBe(manifest.devDependencies['node']);
  });
});
