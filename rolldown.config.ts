/**
 * `npm run build`: bundles the source and its packages into `dist/`. Node takes about as long
 * to find and read 1,300 modules as to run them.
 */
import { fileURLToPath } from 'node:url';
import { build, type OutputOptions, type RolldownOptions } from 'rolldown';
import { licenses } from './licenses.ts';

const output: OutputOptions = {
  dir: 'dist',
  cleanDir: true,
  // As deep as `src/server/example.ts`, which finds the examples from its own address.
  chunkFileNames: 'chunks/[name].js',
  // For `node --enable-source-maps`.
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Names of classes and functions are in errors and stack traces.
  keepNames: true,
};

const config: RolldownOptions = {
  input: 'src/main.ts',
  platform: 'node',
  // As Node resolves imports: packages that also `require` graphql get the same copy.
  resolve: { conditionNames: ['node', 'import', 'module-sync', 'default'] },
  plugins: [licenses()],
  output,
};

export default config;

/**
 * Bundles a module in the same way.
 * @param input path of the module in the repository
 * @param dir path of the bundle's folder in the repository
 */
export async function bundle(input: string, dir: string): Promise<void> {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  await build({ ...config, cwd, input, output: { ...output, dir } });
}
