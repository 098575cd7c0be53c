/**
 * The gateway as operators run it: bundled. Its processes start in less than half the time that
 * they need from the source.
 */
import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../../rolldown.config.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));

/** Beside `dist/`, which also has the explorer, and which a developer may have built. */
const folder = 'dist-test';

/** The command of a gateway process, in the folder of the repository. */
export const gatewayCommand = ['node', `${folder}/main.js`] as const;

/** Bundles the source, unless no file has changed since it was bundled last. */
export async function bundleGateway(): Promise<void> {
  const sources = globSync(['src/**/*.{ts,json,js}', 'package-lock.json'], { cwd });
  const newest = Math.max(...sources.map(changedAt));
  if (changedAt(gatewayCommand[1]) > newest) return;
  await bundle(folder);
}

/** @returns 0 for a file that does not exist */
const changedAt = (path: string): number =>
  statSync(`${cwd}${path}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
