/** A plugin of Rolldown and Vite that writes down which packages are in a bundle. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** What a package states in its `package.json`. */
interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/**
 * Writes the licenses of the bundled packages to `licenses.txt`, because copies have to contain
 * them, and a list of these packages to `sbom.cdx.json`, in the format of CycloneDX.
 */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      const folders = new Set(
        modules.flatMap((id) => /.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
      );
      const packages = [...folders].toSorted().map(read);
      const files = {
        'licenses.txt': packages.map(licenseOf).join('\n\n'),
        'sbom.cdx.json': `${JSON.stringify(billOf(packages))}\n`,
      };
      for (const [fileName, source] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

const read = (folder: string): Package => ({
  ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  folder,
});

/** @returns name, version and license of a package */
function licenseOf({ folder, name, version, license, author }: Package): string {
  const head = `${name} ${version} (${license})\n\n`;
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return `${head}${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  // These packages state the license without its text. That of MIT is the same for all.
  if (license !== 'MIT') throw new Error(`${name} has no text of its license ${license}`);
  const stated = typeof author === 'object' ? author.name : author?.replace(/ *[<(].*/, '');
  const owner = `Copyright (c) ${stated ?? `the authors of ${name}`}`;
  const text = readFileSync(join(import.meta.dirname, 'LICENSE'), 'utf8').trim();
  return `${head}${text.replace(/^Copyright .*$/m, owner)}\n`;
}

/** @returns the software bill of materials, with nothing that changes from build to build */
function billOf(packages: readonly Package[]): object {
  // A version that is installed in several folders is one component.
  const components = new Map(packages.map((each) => [purlOf(each), componentOf(each)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...componentOf(read(import.meta.dirname)), type: 'application' } },
    components: [...components.values()],
  };
}

const componentOf = (each: Package): object => ({
  type: 'library',
  'bom-ref': purlOf(each),
  name: each.name,
  version: each.version,
  licenses: [{ expression: each.license }],
  purl: purlOf(each),
});

const purlOf = ({ name, version }: Package): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;
