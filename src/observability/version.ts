/** The version of the gateway. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';

/** @returns the name of the build, or the version in `package.json` */
export function versionOf({ BUILD_VERSION }: Pick<Config, 'BUILD_VERSION'>): string {
  if (BUILD_VERSION !== undefined) return BUILD_VERSION;
  // Two folders above this one, also in the bundle.
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { readonly version: string }).version;
}
