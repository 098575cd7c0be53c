/** The version of the gateway. */
import { readFileSync } from 'node:fs';

/** The file is two folders above this one, also in the bundle. */
export function version(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { readonly version: string }).version;
}
