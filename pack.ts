/**
 * `npm pack` packs a manifest without what only a checkout needs: the bundle contains the packages
 * that the gateway imports, and a package with the script `prepare` asks its users to allow it.
 * Before, `node pack.ts` writes that manifest; after, `node pack.ts --restore` restores this one.
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const file = (path: string): URL => new URL(path, import.meta.url);
const manifest = file('package.json');
const folder = file('node_modules/.cache/studiograph/');
const kept = new URL('package.json', folder);

/** Fields of the manifest that users of the package do not have. */
const ofCheckout = [
  'private',
  'dependencies',
  'devDependencies',
  'overrides',
  'allowScripts',
] as const;

if (process.argv.includes('--restore')) renameSync(kept, manifest);
else {
  mkdirSync(folder, { recursive: true });
  copyFileSync(manifest, kept);
  const { scripts, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, any>;
  for (const field of ofCheckout) delete rest[field];
  // npm reads again from here which script restores the manifest.
  const published = { ...rest, scripts: { postpack: scripts.postpack } };
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}
