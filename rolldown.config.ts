/**
 * `npm run build`: bundles the source and its packages into `dist/`. Node takes about as long
 * to find and read 1,300 modules as to run them.
 */
import { fileURLToPath } from 'node:url';
import { build, type OutputOptions, type Plugin, type RolldownOptions } from 'rolldown';
import { parseSync, Visitor } from 'rolldown/utils';
import { declarations } from './declarations.ts';
import { licenses } from './licenses.ts';
import { packedThread } from './packed-thread.ts';

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

/**
 * An `import` of a module of Node reads all its exports, and some of them load other modules: the
 * WebSocket client, the blocklist, WebCrypto. This reads what is used.
 */
const builtinModules: Plugin = {
  name: 'builtin-modules',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /^import (\w+|\{ .+ \}) from "(node:[^"]+)";$/gm,
          (_all, names: string, name: string) =>
            // `process` alone can be what such an import defines.
            `const ${names.replaceAll(' as ', ': ')} = globalThis.process.getBuiltinModule("${name}");`,
        );
  },
};

/**
 * Modules of Node that packages load for clients which the gateway never makes: those of HTTP/2,
 * without which undici does where Node has none, and those of WebSockets. Loading them took a
 * twentieth of a start.
 */
const clientModules: Readonly<Record<string, RegExp>> = {
  'node:http2': /\/undici\/lib\/dispatcher\/client-h2\.js$/,
  https: /\/ws\/lib\/websocket\.js$/,
  tls: /\/ws\/lib\/websocket\.js$/,
};

/**
 * The types of the few answers that the authorization server for agents has, in the place of all
 * types of the world: a third of its size.
 */
const answerTypes: Plugin = {
  name: 'answer-types',
  resolveId: (source) => (source === 'mime-db' ? '\0answer-types.json' : undefined),
  load: (id) =>
    id === '\0answer-types.json'
      ? JSON.stringify({
          'application/json': { charset: 'UTF-8', extensions: ['json'] },
          'application/octet-stream': { extensions: ['bin'] },
          'text/html': { extensions: ['html'] },
          'text/plain': { extensions: ['txt'] },
        })
      : undefined,
};

const withoutClients: Plugin = {
  name: 'without-clients',
  resolveId: (source, importer = '') =>
    clientModules[source]?.test(importer) ? '\0unused-client' : undefined,
  load: (id) => (id === '\0unused-client' ? 'export const constants = {};' : undefined),
};

/**
 * V8 compiles a function in parentheses with its module, and Node stores both for the next start;
 * any other it compiles anew in each process, when it is first called. Of the functions outside of
 * others, such as those that make the fields of types, a start calls most.
 */
const storedFunctions: Plugin = {
  name: 'stored-functions',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = withParentheses(file.code);
  },
};

function withParentheses(code: string): string {
  const pieces: string[] = [];
  let depth = 0;
  let end = 0;
  const enter = (): void => void (depth += 1);
  const exit = (): void => void (depth -= 1);
  const visitor = new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': exit,
    FunctionExpression: enter,
    'FunctionExpression:exit': exit,
    ArrowFunctionExpression: (node) => {
      if (depth === 0) {
        pieces.push(code.slice(end, node.start), '(', code.slice(node.start, node.end), ')');
        ({ end } = node);
      }
      enter();
    },
    'ArrowFunctionExpression:exit': exit,
  });
  visitor.visit(parseSync('chunk.js', code).program);
  return pieces.join('') + code.slice(end);
}

/**
 * A twentieth of the text of the modules, which is in the package and in the memory of the process.
 * No line of the source map moves.
 */
const withoutIndentation: Plugin = {
  name: 'without-indentation',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = unindented(file.code);
  },
};

/** White space at the start of a line is a part of the text only in a template. */
function unindented(code: string): string {
  const templates: { readonly start: number; readonly end: number }[] = [];
  new Visitor({ TemplateElement: (node) => void templates.push(node) }).visit(
    parseSync('chunk.js', code).program,
  );
  let next = 0;
  return code.replace(/^[\t ]+/gm, (space, at: number) => {
    while (next < templates.length && templates[next]!.end <= at) next += 1;
    const isText = next < templates.length && templates[next]!.start <= at;
    return isText ? space : '';
  });
}

const escapeSequence = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Chunks, each with all that these modules import, but for what the chunks before have. Without
 * them, each set of modules that the same entries share is a chunk: a start needs 60, and spends a
 * tenth of its time on finding, reading and linking them.
 */
const chunks: Readonly<Record<string, RegExp>> = {
  // For the thread of the probes, which needs nothing else.
  clock: /\/src\/engine\/caller\/clock\.ts$/,
  // For the command line.
  config: /\/src\/config\.ts$/,
  // What the sandbox has in common with the gateway.
  api: /\/src\/(services\/api|engine\/rest\/operation\/answer-check)\.ts$|\/[a-z-]*temporal[a-z-]*\//,
  gateway: /\/src\/assemble\.ts$/,
};

const output: OutputOptions = {
  dir: 'dist',
  cleanDir: true,
  // As deep as `src/server/package-file.ts`, which finds files from its own address.
  chunkFileNames: 'chunks/[name].js',
  codeSplitting: {
    groups: Object.entries(chunks).map(([name, test]) => ({ name, test })),
  },
  // For `node --enable-source-maps`.
  sourcemap: true,
  sourcemapExcludeSources: true,
  // The process keeps the text of its modules in memory. Licenses are in a file of their own.
  comments: false,
  // Names of classes and functions are in errors and stack traces.
  keepNames: true,
};

const config = {
  // Files that `health-port.ts`, `pdf-text.ts` and `pdf-process.ts` name.
  input: {
    main: 'src/main.ts',
    index: 'src/library/index.ts',
    sandbox: 'src/sandbox/package.ts',
    'chunks/health-thread': 'src/server/lifecycle/health-thread.ts',
    'chunks/pdf-process': 'src/services/storage/content/pdf-process.ts',
    'chunks/pdf-thread': 'src/services/storage/content/pdf-thread.ts',
  },
  platform: 'node',
  // As Node resolves imports: packages that also `require` graphql get the same copy.
  resolve: { conditionNames: ['node', 'import', 'module-sync', 'default'] },
  plugins: [
    licenses(),
    packedThread(),
    withoutClients,
    answerTypes,
    builtinModules,
    storedFunctions,
    withoutIndentation,
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
