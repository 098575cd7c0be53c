/**
 * `npm run build`: bundles the source and its packages into `dist/`. Node takes about as long
 * to find and read 1,300 modules as to run them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // As Node resolves imports: packages that also `require` graphql get the same copy.
  resolve: { conditionNames: ['node', 'import', 'module-sync', 'default'] },
  plugins: [licenses()],
  output: {
    dir: 'dist',
    cleanDir: true,
    // As deep as `src/server/example.ts`, which finds the examples from its own address.
    chunkFileNames: 'chunks/[name].js',
    // For `node --enable-source-maps`.
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Names of classes and functions are in errors and stack traces.
    keepNames: true,
  },
});

/** Writes the licenses of the bundled packages to `licenses.txt`: copies have to contain them. */
function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      const folders = new Set(
        modules.flatMap((id) => /.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
      );
      const texts = [...folders].toSorted().map(licenseOf);
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: texts.join('\n\n') });
    },
  };
}

/** @returns name, version and license of a package */
function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
