/** The version of the gateway. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { packageFile } from '../server/package-file.ts';

/** @returns the name of the build, or the version in `package.json` */
export function versionOf({ BUILD_VERSION }: Pick<Config, 'BUILD_VERSION'>): string {
  if (BUILD_VERSION !== undefined) return BUILD_VERSION;
  const file = readFileSync(packageFile('package.json'), 'utf8');
  return (JSON.parse(file) as { readonly version: string }).version;
}
