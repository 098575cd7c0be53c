/**
 * `npm pack` packs a manifest without what only a checkout needs: the bundle contains the packages
 * that the gateway imports, and a package with the script `prepare` asks its users to allow it. In
 * its pages, a link to a file that is not packed is text. Before, `node pack.ts` writes these
 * files; after, `node pack.ts --restore` restores them.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

process.chdir(import.meta.dirname);

/** The files as they are in the checkout. Not below `node_modules`, which checkouts may share. */
const kept = '.packing';

/** Fields of the manifest that users of the package do not have. */
const ofCheckout = [
  'private',
  'dependencies',
  'devDependencies',
  'overrides',
  'allowScripts',
] as const;

// It is there, too, if packing was interrupted before.
if (existsSync(kept)) {
  cpSync(kept, '.', { recursive: true });
  rmSync(kept, { recursive: true });
}

if (!process.argv.includes('--restore')) {
  const packed = packedFiles();
  replace('package.json', publishedManifest);
  for (const file of packed)
    if (file.endsWith('.md')) replace(file, (page) => withoutOutsideLinks(page, file, packed));
}

/** Writes what `change` makes of the text of a file, and keeps it as it is. */
function replace(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  mkdirSync(join(kept, dirname(file)), { recursive: true });
  writeFileSync(join(kept, file), text);
  writeFileSync(file, change(text));
}

function publishedManifest(text: string): string {
  const { scripts, ...rest } = JSON.parse(text) as Record<string, any>;
  for (const field of ofCheckout) delete rest[field];
  // npm reads again from here which script restores the files.
  const published = { ...rest, scripts: { postpack: scripts.postpack } };
  return `${JSON.stringify(published, null, 2)}\n`;
}

/** @returns the paths of the files that npm packs */
function packedFiles(): ReadonlySet<string> {
  const list = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ files }] = JSON.parse(list) as [{ readonly files: readonly { path: string }[] }];
  return new Set(files.map(({ path }) => path));
}

/** @param file the path of the page, which its links are relative to */
function withoutOutsideLinks(page: string, file: string, packed: ReadonlySet<string>): string {
  return page.replace(
    /(!?)\[([^[\]]*)\]\(([^()\s#]+)(#[^()\s]*)?\)/g,
    (link, image: string, text: string, target: string) => {
      const path = join(dirname(file), target);
      const isPacked = [...packed].some((each) => each === path || each.startsWith(`${path}/`));
      if (isPacked || !existsSync(path)) return link;
      return image ? '' : `${text} (in the repository)`;
    },
  );
}
