/**
 * `npm run build`: bundles the source and its packages into `dist/`. Node takes about as long
 * to find and read 1,300 modules as to run them.
 */
import { fileURLToPath } from 'node:url';
import { build, type OutputOptions, type Plugin, type RolldownOptions } from 'rolldown';
import { declarations } from './declarations.ts';
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
    sandbox: 'src/sandbox/package.ts',
    'chunks/health-thread': 'src/server/lifecycle/health-thread.ts',
  },
  platform: 'node',
  // As Node resolves imports: packages that also `require` graphql get the same copy.
  resolve: { conditionNames: ['node', 'import', 'module-sync', 'default'] },
  plugins: [
    licenses(),
    asciiText,
    declarations(['library/index', 'sandbox/package', 'client/client', 'react/react']),
  ],
  output,
} satisfies RolldownOptions;

export default {
  ...config,
  plugins: [
    ...config.plugins,
    {
      name: 'client',
      async closeBundle() {
        await bundleClient('dist/client');
        await bundleHooks('dist/react');
      },
    },
  ],
} satisfies RolldownOptions;

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

/** @returns the text of `studiograph/client`, one module @param dir none: it is not written */
export const bundleClient = (dir?: string): Promise<string> =>
  bundleForBrowsers({ input: 'src/client/client.ts' }, dir);

/** @returns the text of `studiograph/react`, one module @param dir none: it is not written */
export const bundleHooks = (dir?: string): Promise<string> =>
  bundleForBrowsers(
    { input: 'src/react/react.ts', external: ['react'], plugins: [oneClient] },
    dir,
  );

/** Hooks and their users need the same class `RequestError`. */
const oneClient: Plugin = {
  name: 'one-client',
  resolveId: (source) =>
    source === '../client/client.ts' ? { id: '../client/client.js', external: 'relative' } : null,
};

/** A module for browsers and Node. */
async function bundleForBrowsers(
  config: RolldownOptions,
  dir: string | undefined,
): Promise<string> {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const output = { minify: true, comments: false, ...(dir !== undefined && { dir }) };
  const write = dir !== undefined;
  const bundled = await build({ ...config, cwd, platform: 'neutral', write, output });
  return bundled.output[0].code;
}
