/** The command and the module of the package; `installed.gate.test.ts` has all that is packed. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const { version } = JSON.parse(readFileSync(`${cwd}package.json`, 'utf8'));

describe('the package', () => {
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
    const names = ['serve', 'sandbox', 'mcp', 'schema', 'check', 'compare'];
    for (const name of [...names, 'key', 'login', 'token', 'logout'])
      expect(output).toContain(`\n  ${name} `);
    expect(output.split('\n').length).toBeLessThan(24);
  });
  it('has a help of its settings', async () => {
    const { code, output } = await studiograph('serve', '--help');
    expect([code, output]).toEqual([0, expect.stringContaining('--max-depth=…')]);
    expect(output).not.toContain('--upstream-api-key=');
    expect(output).toMatch(/^ {2}--cache=off\|public\|callers\n.+ Default: public\.$/m);
    expect(output).not.toContain('](');
    const pages = [...output.matchAll(/\S+\.md\b/g)].map(([page]) => page);
    expect(pages).toContain('docs/operating/networks.md');
    expect(pages.filter((page) => !existsSync(`${cwd}${page}`))).toEqual([]);
  });
  it('prints its version', async () => {
    expect((await studiograph('--version')).output).toBe(`${version}\n`);
  });
  it.for([
    [['bogus'], 'bogus is no command'],
    [['serve', '--max-deep=1'], 'Unknown option --max-deep; the nearest is --max-depth'],
    [['--upstream-api-key=x'], 'UPSTREAM_API_KEY is a secret'],
    [['--port=0', '--graphiql', '0'], '--graphiql takes no value, and 0 follows; expected'],
    [['serve', 'extra'], 'serve: unexpected extra'],
    [['--settings=/nowhere'], '--settings: /nowhere: ENOENT'],
  ] as const)('ends with 2 for %j', async ([args, message]) => {
    const { code, output, errors } = await studiograph(...args);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(message);
  });
  it('ends with 2 for a name in the file of settings that is none', async () => {
    const file = fileWith('misspelt', 'PORT=0\nQUOTA_BUGDET=VIDEO=1\n');
    const { code, errors } = await studiograph(`--settings=${file}`);
    expect(code).toBe(2);
    expect(errors).toContain('no setting of the gateway: QUOTA_BUGDET.');
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
  it('starts the sandbox, and prints its tokens and its API key', async () => {
    const program = launch([node, main, 'sandbox', '0'], { cwd, env: {} });
    await program.printed(/^ {2}studio-owner +Ava/m);
    expect(program.output()).toMatch(/^ {2}API key +sandbox-key$/m);
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
  });
  it('prints the schema', async () => {
    const { output } = await studiograph('schema');
    expect(output).toBe(readFileSync(`${cwd}schema/schema.graphql`, 'utf8'));
  });
  it('prints the schema that a gateway with the same setting serves', async () => {
    const program = launch([node, main, '--port=0', '--federation'], { cwd, env: {} });
    const [, url] = await program.printed(/^GraphQL {3}(\S+)\/graphql$/m);
    const served = await (await fetch(`${url}/schema.graphql`)).text();
    program.signal('SIGTERM');
    expect(served).toContain('_entities(');
    expect((await studiograph('schema', '--federation')).output).toBe(served);
    const { output } = await run(node, [main, 'schema'], { FEDERATION: '1' });
    expect(output).toBe(served);
  });
  it('names a tool of agents that there is not, also without a port', async () => {
    const outcomes = await Promise.all([
      studiograph('mcp', '--mcp-tools=bogus'),
      studiograph('serve', '--mcp', '--mcp-tools=bogus', '--port=0'),
    ]);
    const [first, second] = outcomes;
    expect(first).toEqual(second);
    expect(first).toMatchObject({ code: 1, output: '' });
    expect(first.errors).toMatch(
      /^Invalid settings:\nMCP_TOOLS: there is no tool bogus; expected none, .+\n$/,
    );
  });
  it('checks documents: their cost and scopes', async () => {
    const { code, output } = await studiograph('check', 'schema/operations/03-playlist.graphql');
    expect(code).toBe(0);
    expect(output).toMatch(/: Playlist: at most \d+ calls, \d+ units of VIDEO\n$/);
    const own = await studiograph('check', 'schema/operations/05-my-studio.graphql');
    expect(own.output).toContain('\n  needs https://www.googleapis.com/auth/youtube.readonly or ');
  });
  it('checks documents by the settings of a deployment', async () => {
    const settings = fileWith(
      'deployment',
      `NODE_ENV=production
      VIDEO_BASE_URL=https://youtube.googleapis.com/youtube/v3
      STORAGE_BASE_URL=https://www.googleapis.com
      CALENDAR_BASE_URL=https://www.googleapis.com/calendar/v3
      MAX_QUERY_UNITS=1`,
    );
    const document = 'schema/operations/03-playlist.graphql';
    const { code, output } = await studiograph('check', `--settings=${settings}`, document);
    expect([code, output]).toEqual([1, expect.stringContaining('over the limit: ')]);
  });
  it('ends with 1 for a document that is invalid or over a limit', async () => {
    const invalid = fileWith('invalid.graphql', '{ viewer { nothing } }');
    expect(await studiograph('check', invalid)).toEqual({
      code: 1,
      output: `${invalid}:1:12 Cannot query field "nothing" on type "Viewer".\n`,
      errors: '',
    });
    const misread = await studiograph('check', '--variables=/nowhere.json', invalid);
    expect([misread.code, misread.output]).toEqual([2, '']);
    expect(misread.errors).toMatch(/^--variables: \/nowhere\.json: ENOENT\. .+\n$/);
    const large = fileWith(
      'large.graphql',
      'query Large($id: ID!) { playlist(id: $id) { items(first: 50) { nodes { video { title } } } } }',
    );
    const { code, output } = await studiograph('check', '--max-query-units=1', large);
    expect([code, output]).toEqual([1, expect.stringContaining('over the limit: ')]);
    expect(await studiograph('check', large)).toMatchObject({ code: 0 });
  });
});
