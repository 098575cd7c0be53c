/** Which file may import which: the layers, their folders, and what only certain files may use. */
import { dirname, join, normalize } from 'node:path/posix';
import { packageOf, type SourceFacts } from './syntax.ts';

/** The layers from the top: each may import itself and the layers after it. */
const layers = ['sign-in', 'mcp', 'observability', 'server', 'services', 'engine'];

const services = ['video', 'live', 'storage', 'calendar'];

/**
 * Folders that a layer may have: one a subject. Those of a layer in `ordered` are listed from the
 * ground: each may import itself and those before it.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  services: ['links', 'shared', ...services],
  server: [
    'error',
    'record',
    'limits',
    'document',
    'connection',
    'response',
    'execution',
    'transfer',
    'pipeline',
    'websocket',
    'page',
    'lifecycle',
    'gateway',
  ],
  engine: [
    'api',
    'caller',
    'rest',
    'store',
    'cache',
    'trace',
    'read',
    'lock',
    'cost',
    'transfer',
    'execution',
    'write',
    'feed',
    'schema',
  ],
  explorer: [
    'answer',
    'builder',
    'code',
    'collections',
    'editor',
    'errors',
    'examples',
    'map',
    'parts',
    'plan',
    'service',
    'share',
    'sign-in',
  ],
  observability: ['tracing'],
  mcp: ['tools'],
  'sign-in': ['agents', 'keys', 'login'],
  sandbox: ['call', 'data', 'http', 'picture', 'seed', 'sign-in', 'upload', ...services],
};

const ordered: ReadonlySet<string> = new Set(['server', 'engine']);

/** The only imports that lead upwards, of types. */
const upwards: readonly (readonly [from: string, to: string])[] = [
  ['engine/read', 'engine/execution'],
  ['engine/read', 'engine/transfer'],
  ['engine/lock', 'engine/execution'],
];

/** Files that assemble the layers, as those of these folders do: they may import all of `src`. */
const assemblyFiles: ReadonlySet<string> = new Set([
  'src/main.ts',
  'src/serve.ts',
  'src/assemble.ts',
  'src/open-store.ts',
  'src/optional-parts.ts',
  'src/own-sandbox.ts',
  'src/process-log.ts',
  'src/shared-pauses.ts',
  'src/write-schema.ts',
]);

const assemblyFolders: ReadonlySet<string> = new Set(['library', 'command']);

const settingFiles: ReadonlySet<string> = new Set([
  'src/config.ts',
  'src/constants.ts',
  'src/setting.ts',
  'src/amount-setting.ts',
  'src/service-settings.ts',
  'src/settings.ts',
  'src/sign-in-settings.ts',
  'src/setting-page.ts',
]);

/** The defaults of settings, stated once: where the client that uses them has them. */
const clientDefaults = 'src/engine/rest/settings.ts';

/** The sandbox may read which operations and schemas there are, but not how calls are sent. */
const catalogue =
  /^src\/(engine\/(api|rest\/operation)\/|services\/(catalogue|rest-schema|shared\/scope|.+\/operations)\.ts$)/;

/** The files that may import a package. */
const packageUsers: Readonly<Record<string, RegExp>> = {
  'prom-client': /^src\/observability\//,
  '@opentelemetry/api': /^src\/observability\//,
  '@opentelemetry/sdk-trace': /^src\/observability\//,
  '@opentelemetry/resources': /^src\/observability\//,
  '@opentelemetry/exporter-trace-otlp-http': /^src\/observability\//,
  undici: /^src\/engine\/rest\/(connection\/|call\/(call-handler|http-call)\.ts)/,
  '@modelcontextprotocol/server': /^src\/mcp\//,
  ioredis: /^src\/engine\/(store\/redis-(connection|store)|cache\/redis-tier)\.ts$/,
  unpdf: /^src\/services\/storage\/content\/pdf-thread\.ts$/,
  'unpdf/pdfjs': /^src\/services\/storage\/content\/pdf-thread\.ts$/,
  dataloader: /^src\/engine\/(read\/load\/batching|schema\/own-field)\.ts$/,
};

/** The only files with computed imports: of written files, and of the modules of a schema. */
const computedImports: ReadonlySet<string> = new Set([
  'test/support/page/studio-page.ts',
  'test/support/page/frontend.ts',
  'test/support/tool/kubernetes.ts',
]);

/** The expected answers of random queries are computed here, independently of the product. */
const oracle = 'test/support/oracle/';

/** What Google's clients state is read here, independently of the descriptors. */
const reference = 'reference/';

/** The only file of the oracle that may import from `src`: the schema. */
const oracleSchema = `${oracle}schema.ts`;

/** What `oracleSchema` may import: the schema, and how its resolvers see entities and lists. */
const schemaFiles: ReadonlySet<string> = new Set([
  'src/services/schema.ts',
  'src/engine/read/resource.ts',
  'src/engine/read/list/list.ts',
]);

/**
 * @param file path from the repository's root
 * @returns one sentence for each rule that the file breaks
 */
export function violations(file: string, facts: SourceFacts): string[] {
  const problems = facts.imports.flatMap((specifier) => wrongImport(file, specifier) ?? []);
  for (const address of facts.addresses)
    if (join(dirname(file), address).startsWith('..'))
      problems.push(`${file} reads ${address}, which is outside the repository`);
  if (!file.startsWith('src/')) return problems;
  for (const specifier of facts.imports) {
    const target = join(dirname(file), specifier ?? '');
    if (isUpwards(file, target)) problems.push(`${file} imports ${target}, which is above it`);
  }
  const folder = unknownFolder(file);
  if (folder !== undefined) problems.push(`${file}: ${folder} is no folder of its layer`);
  if (facts.readsEnvironment && file !== 'src/config.ts')
    problems.push(`${file} reads the environment; only src/config.ts may`);
  if (
    facts.makesGraphQLError &&
    file !== 'src/engine/schema/error/error.ts' &&
    !file.startsWith(page)
  )
    problems.push(`${file} makes a GraphQLError; only src/engine/schema/error/error.ts may`);
  return problems;
}

/** Whether a file imports one of a later folder of its layer. */
function isUpwards(file: string, target: string): boolean {
  const [[layer = '', from = ''], [other, to = '']] = [placeOf(file), placeOf(target)];
  if (layer !== other || !ordered.has(layer)) return false;
  const order = folders[layer]!;
  if (order.indexOf(to) <= order.indexOf(from)) return false;
  return !upwards.some(
    ([below, above]) => below === `${layer}/${from}` && above === `${layer}/${to}`,
  );
}

/** The layer and the folder of a file; nothing for a file that lies in no folder of a layer. */
const placeOf = (path: string): readonly string[] =>
  /^src\/([^/]+)\/([^/]+)\//.exec(path)?.slice(1) ?? [];

/** More files in one folder are too many to see what belongs together. */
const maxFiles = 15;

/** @returns the folders of the services with too many files of their own */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const folder of files.map((file) => dirname(file)))
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => folder.startsWith('src/services/') && count > maxFiles)
    .map(([folder]) => folder);
}

function unknownFolder(file: string): string | undefined {
  const [layer, folder] = placeOf(file);
  if (layer === undefined || folder === undefined) return undefined;
  return folders[layer]?.includes(folder) ? undefined : folder;
}

function wrongImport(file: string, specifier: string | undefined): string | undefined {
  if (specifier === undefined && computedImports.has(file)) return undefined;
  if (specifier === undefined) return `${file} has an import whose specifier is computed`;
  if (!specifier.startsWith('.')) {
    const users = file.startsWith('src/') ? packageUsers[packageOf(specifier)] : undefined;
    return users && !users.test(file) ? `${file} imports ${specifier}` : undefined;
  }
  const target = normalize(join(dirname(file), specifier));
  if (target.startsWith('..')) return `${file} imports ${specifier}, outside the repository`;
  return isAllowed(file, target) ? undefined : `${file} imports ${target}`;
}

function isAllowed(file: string, target: string): boolean {
  if (file.startsWith(oracle)) return mayOracleImport(file, target);
  if (file.startsWith(reference)) return target.startsWith(reference);
  return !file.startsWith('src/') || mayImport(file, target);
}

/** Files of the oracle import each other only, so that none reaches `src` through another file. */
const mayOracleImport = (file: string, target: string): boolean =>
  target.startsWith(oracle) || (file === oracleSchema && schemaFiles.has(target));

/** The folder below `src`, or the path of a file that lies in none. */
const layerOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? path;

const page = 'src/explorer/';

/** What the page may import besides its own files: what the gateway and its users share with it. */
const sharedWithPage =
  /^(schema\/(extensions\.js|(codegen-scalars|errors|error-sections)\.json)|src\/server\/page\/page-settings\.ts|src\/services\/shared\/scope\.ts|licenses\.ts)$/;

function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)];
  // The page is a client like others.
  if (from === 'explorer')
    return ['explorer', 'client', 'react'].includes(to) || sharedWithPage.test(target);
  // People build it without the gateway.
  if (from === 'client') return to === 'client' || target === 'schema/extensions.js';
  if (from === 'react') return to === 'react' || to === 'client';
  if (from === 'services' && to === 'services') return mayServiceImport(file, target);
  if (from === to || assemblyFolders.has(from) || assemblyFiles.has(file))
    return target.startsWith('src/') || target === 'compare/main.ts';
  if (from === 'sandbox') return catalogue.test(target);
  if (settingFiles.has(file)) return settingFiles.has(target) || target === clientDefaults;
  if (target === 'src/config.ts')
    return ['sign-in', 'mcp', 'server', 'observability'].includes(from);
  return layers.includes(from) && layers.indexOf(to) > layers.indexOf(from);
}

/** The folder below `src/services`; undefined for a file that lies in none. */
const slice = (path: string): string | undefined => /^src\/services\/([^/]+)\//.exec(path)?.[1];

/**
 * A service imports no other service, and what several share imports none. Only `links/` and the
 * files that make the whole schema of the services import several.
 */
function mayServiceImport(file: string, target: string): boolean {
  const [from, to] = [slice(file), slice(target)];
  if (from === undefined) return true;
  if (from === 'links') return to !== undefined;
  return to === from || (to === 'shared' && services.includes(from));
}
