import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

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

describe('packages', () => {
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
