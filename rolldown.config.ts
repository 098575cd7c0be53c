/**
 * `npm run build`: bundles the source and its packages into `dist/`. Node takes about as long
 * to find and read 1,300 modules as to run them.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type OutputOptions, type Plugin, type RolldownOptions } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { licenses } from './licenses.ts';

/**
 * One character beyond ASCII makes Node keep the whole text of a module with two bytes for each
 * character. Without comments such characters are in literals only, and a longer literal moves no
 * line of the source map.
 */
const asciiText: Plugin = {
  name: 'ascii-text',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeSequence);
  },
};

const escapeSequence = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The modules whose types are those of the package; they import no others. */
const typedModules = [
  'library/index',
  'library/options',
  'library/setting-options',
  'engine/schema/schema-extension',
];

/** Writes the types of the package to `types/`, in the folders of the source. */
const declarations: Plugin = {
  name: 'declarations',
  generateBundle() {
    for (const module of typedModules) {
      const path = fileURLToPath(new URL(`src/${module}.ts`, import.meta.url));
      const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'));
      if (errors.length > 0) this.error(`${path}: ${errors[0]!.message}`);
      const source = code.replace(/(from "[^"]+)\.ts"/g, '$1.js"');
      this.emitFile({ type: 'asset', fileName: `types/${module}.d.ts`, source });
    }
  },
};

const output: OutputOptions = {
  dir: 'dist',
  cleanDir: true,
  // As deep as `src/server/package-file.ts`, which finds files from its own address.
  chunkFileNames: 'chunks/[name].js',
  // For `node --enable-source-maps`.
  sourcemap: true,
  sourcemapExcludeSources: true,
  // The process keeps the text of its modules in memory. Licenses are in a file of their own.
  comments: false,
  // Names of classes and functions are in errors and stack traces.
  keepNames: true,
};

const config = {
  // The thread is a file that `health-port.ts` names.
  input: {
    main: 'src/main.ts',
    index: 'src/library/index.ts',
    'chunks/health-thread': 'src/server/lifecycle/health-thread.ts',
  },
  platform: 'node',
  // As Node resolves imports: packages that also `require` graphql get the same copy.
  resolve: { conditionNames: ['node', 'import', 'module-sync', 'default'] },
  plugins: [licenses(), asciiText, declarations],
  output,
} satisfies RolldownOptions;

export default config;

/**
 * Bundles in the same way.
 * @param dir path of the bundle's folder in the repository
 * @param input path of a module in the repository. Default: the gateway
 */
export async function bundle(
  dir: string,
  input: RolldownOptions['input'] & {} = config.input,
): Promise<void> {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  await build({ ...config, cwd, input, output: { ...output, dir } });
}
