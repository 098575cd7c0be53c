/** The package as its users have it: its files, its command and its module. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { gatewayCommand } from '../support/gateway/bundle.ts';
import { launch, programEnv } from '../support/gateway/program.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'package-'));

afterAll(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** @returns what a program has printed, and its exit code */
const run = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { cwd, env: { ...programEnv, ...env }, maxBuffer: 16_000_000 };
    execFile(file, args, options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });

const [node, main] = gatewayCommand;

const studiograph = (...args: readonly string[]): Promise<Outcome> => run(node, [main, ...args]);

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const manifest = JSON.parse(readFileSync(`${cwd}package.json`, 'utf8')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly version: string;
};

describe('the package', () => {
  it('has no sources, tests and source maps', async () => {
    const { output } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
    const [{ files }] = JSON.parse(output);
    const paths: string[] = files.map(({ path }: { readonly path: string }) => path);
    expect(paths).toContain('schema/schema.graphql');
    expect(paths).toContain('llms.txt');
    const folders = new Set(paths.map((path) => path.split('/')[0]!));
    expect([...folders].filter((each) => ['src', 'test', 'examples'].includes(each))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.map'))).toEqual([]);
  });
  it('exports files that exist', () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? target : Object.values(target),
    );
    const missing = [...targets, ...Object.values(manifest.bin)]
      // Bundled apart, see `client.gate.test.ts` and `react.gate.test.ts`.
      .filter((path) => !['./dist/client/client.js', './dist/react/react.js'].includes(path))
      .map((path) => path.replace(/^(\.\/)?dist\//, './dist-test/').replace(/\*$/, ''))
      .filter((path) => !existsSync(join(cwd, path)));
    expect(missing).toEqual([]);
  });
  it('has types that need none but those of Node, and of React for its hooks', () => {
    const files = globSync('dist-test/types/**/*.d.ts', { cwd });
    for (const name of ['library/index', 'sandbox/package', 'client/client', 'react/react'])
      expect(files).toContain(`dist-test/types/${name}.d.ts`);
    const foreign = files.flatMap((file) =>
      [...readFileSync(`${cwd}${file}`, 'utf8').matchAll(/ from "([^"]+)"/g)]
        .map(([, from]) => from!)
        .filter((from) => !from.startsWith('node:'))
        .filter((from) => from !== 'react' || !file.includes('/types/react/'))
        .filter((from) => !existsSync(join(cwd, file, '..', from.replace(/\.js$/, '.d.ts')))),
    );
    expect(foreign).toEqual([]);
  });
  it('has types by which strict TypeScript accepts its users', async () => {
    fileWith(
      'user.mts',
      `import { createStudiograph, type OwnField } from '${cwd}dist-test/types/library/index.js';
      import { startSandbox, type Fault } from '${cwd}dist-test/types/sandbox/package.js';
      import { createClient, RequestError } from '${cwd}dist-test/types/client/client.js';
      import { useQuery } from '${cwd}dist-test/types/react/react.js';
      export const useTitle = () => useQuery<{ title: string }>('{ title }').data?.title;
      const client = createClient({ url: '/graphql' });
      const error: unknown = RequestError.prototype ?? client;
      const note: OwnField = (parents) => parents.map(({ id }) => id);
      const fault: Fault = { status: 500, times: 1 };
      const sandbox = await startSandbox({ seed: 'a', faults: [fault] });
      const id: string = sandbox.add('videos', { snippet: { title: 'A' } }).id;
      const graph = await createStudiograph({
        videoBaseUrl: sandbox.bases.video,
        maxDepth: 5,
        quotaBudget: { VIDEO: 5 },
        identify: async (request) => ('socket' in request ? { token: id } : undefined),
        extend: { typeDefs: '', resolvers: { Video: { note } } },
      });
      const response: Response = await graph.fetch(new Request('http://host/graphql'));
      // @ts-expect-error -- no option has this name
      await createStudiograph({ maxDeep: response });
      // @ts-expect-error -- no kind of entities has this name
      sandbox.add('nothing', error as object);`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024'];
    const types = ['--typeRoots', `${cwd}node_modules/@types`, '--types', 'node'];
    const args = [...options, ...types, '--ignoreConfig', join(folder, 'user.mts')];
    expect(await run('tsc', args)).toEqual({ code: 0, output: '', errors: '' });
  });
  it('is a module whose gateways read no environment, and leave the process free to end', async () => {
    const script = fileWith(
      'host.mjs',
      `import { createStudiograph } from '${cwd}dist-test/index.js';
      const graph = await createStudiograph({ sandbox: true });
      const url = 'http://host/graphql?query={viewer{channel{title}}}';
      const headers = { authorization: 'Bearer studio-owner' };
      const response = await graph.fetch(new Request(url, { headers }));
      console.log((await response.json()).data.viewer.channel.title);
      await graph.close();`,
    );
    const env = { MAX_DEPTH: 'no number', PORT: 'no port' };
    expect(await run('node', [script], env)).toEqual({
      code: 0,
      output: 'Northlight Studio\n',
      errors: '',
    });
  });
});

describe('the command', () => {
  it('has a help, which names all commands', async () => {
    const { code, output } = await studiograph('--help');
    expect(code).toBe(0);
    for (const name of ['serve', 'sandbox', 'mcp', 'schema', 'check', 'compare'])
      expect(output).toContain(`\n  ${name} `);
    expect(output).toContain('--max-depth=…');
    expect(output).not.toContain('--upstream-api-key=');
  });
  it('prints its version', async () => {
    expect((await studiograph('--version')).output).toBe(`${manifest.version}\n`);
  });
  it.for([
    [['bogus'], 'bogus is no command'],
    [['serve', '--max-deep=1'], "Unknown option '--max-deep'"],
    [['--upstream-api-key=x'], 'UPSTREAM_API_KEY is a secret'],
    [['--settings=/nowhere'], '--settings: /nowhere: ENOENT'],
  ] as const)('ends with 2 for %j', async ([args, message]) => {
    const { code, output, errors } = await studiograph(...args);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(message);
  });
  it('takes settings from flags, then the environment, then a file', async () => {
    const file = fileWith('settings', 'PORT=no port\nMAX_DEPTH=0\nMAX_LIST=0\n');
    const env = { MAX_DEPTH: '-1', MAX_TOKENS: '0' };
    const args = [`--settings=${file}`, '--max-tokens=1', '--port=0'];
    const { code, errors } = await run(node, [main, ...args], env);
    expect(code).toBe(1);
    expect(errors).toMatch(/MAX_DEPTH .+\n?MAX_LIST .+/);
    expect(errors).not.toMatch(/PORT|MAX_TOKENS/);
  });
  it('starts the gateway with the settings of its flags', async () => {
    const program = launch([node, main, 'serve', '--port=0', '--mcp'], { cwd, env: {} });
    await program.printed(/^MCP {7}http:\S+\/mcp$/m);
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
  });
  it('prints the schema', async () => {
    const { output } = await studiograph('schema');
    expect(output).toBe(readFileSync(`${cwd}schema/schema.graphql`, 'utf8'));
  });
  it('checks documents: their cost and scopes', async () => {
    const { code, output } = await studiograph('check', 'schema/operations/03-playlist.graphql');
    expect(code).toBe(0);
    expect(output).toMatch(/: Playlist: at most \d+ calls, \d+ units of VIDEO\n$/);
    const own = await studiograph('check', 'schema/operations/05-my-studio.graphql');
    expect(own.output).toContain('\n  needs https://www.googleapis.com/auth/youtube or ');
  });
  it('ends with 1 for a document that is invalid or over a limit', async () => {
    const invalid = fileWith('invalid.graphql', '{ viewer { nothing } }');
    expect(await studiograph('check', invalid)).toMatchObject({ code: 1 });
    const large = fileWith(
      'large.graphql',
      'query Large($id: ID!) { playlist(id: $id) { items(first: 50) { nodes { video { title } } } } }',
    );
    const { code, output } = await studiograph('check', '--max-query-units=1', large);
    expect([code, output]).toEqual([1, expect.stringContaining('over the limit: ')]);
    expect(await studiograph('check', large)).toMatchObject({ code: 0 });
  });
});
