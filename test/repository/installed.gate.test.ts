/** The package as other projects have it: packed, and installed without a network. */
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { transports } from '../support/client/subscription-client.ts';
import { launch, type Program } from '../support/gateway/program.ts';
import { scrape } from '../support/tool/exposition.ts';
import { linkPackages, packBuild } from '../support/tool/package.ts';
import { runProgram } from '../support/tool/run-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'studiograph-installed-'));
const project = join(folder, 'project');
const installed = join(project, 'node_modules/studiograph');
const running: Program[] = [];

let tarball: string;

const file = (path: string, text: string): string => {
  const full = join(project, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
};

const run = (program: string, ...args: readonly string[]) =>
  runProgram(program, args, { cwd: project });

// It builds; on a busy machine that takes minutes.
beforeAll(() => {
  chmodSync(folder, 0o755);
  tarball = packBuild(folder);
  file('package.json', '{ "type": "module" }');
  linkPackages(project, ['@types/react', 'csstype']);
  const { code, output } = run('npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
  if (code !== 0) throw new Error(output);
  linkPackages(project, ['vitest', '@googleapis/youtube', '@types/node']);
  linkPackages(project, ['graphql', '@graphql-codegen/cli', '@graphql-codegen/client-preset']);
  linkPackages(project, ['@graphql-typed-document-node/core']);
}, 600_000);

afterAll(() => {
  for (const program of running) program.signal('SIGKILL');
  rmSync(folder, { recursive: true });
});

describe('the types', () => {
  it('are right for bundlers and for modules of Node', () => {
    // Vitest would load its sources, by the condition `development`.
    const script = `import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
    import { readFileSync } from 'node:fs';
    const data = createPackageFromTarballData(readFileSync('${tarball}'));
    // That one is no module.
    const options = { excludeEntrypoints: ['schema.graphql'] };
    console.log(JSON.stringify((await checkPackage(data, options)).problems));`;
    const args = ['--input-type=module', '--eval', script];
    const { output } = runProgram('node', args, { cwd: root });
    const problems: any[] = JSON.parse(output);
    const unforeseen = problems.filter(
      ({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10',
    );
    expect(unforeseen).toEqual([]);
  });
  it.for([
    ['nodenext', 'nodenext'],
    ['node16', 'node16'],
    ['preserve', 'bundler'],
  ] as const)('compile a user with the module %s and the resolution %s', ([module, resolution]) => {
    file(
      'user.mts',
      `import { createStudiograph, type OwnField } from 'studiograph';
      import { type Bucket } from 'studiograph/extensions';
      import { operations } from 'studiograph/operations';
      import { startSandbox, type Fault } from 'studiograph/sandbox';
      import { createClient, RequestError } from 'studiograph/client';
      import { useQuery } from 'studiograph/react';
      export const useTitle = () => useQuery<{ title: string }>('{ title }').data?.title;
      const client = createClient({ url: '/graphql' });
      const error: unknown = RequestError.prototype ?? client;
      const note: OwnField = (parents, { upper }, { caller, request }) =>
        parents.map(({ key: [id] }) => [id, upper, caller?.session, request.headers].join());
      const fault: Fault = { status: 500, times: 1 };
      const sandbox = await startSandbox({ seed: 'a', faults: [fault] });
      const id: string = sandbox.add('videos', { snippet: { title: 'A' } }).id;
      const graph = await createStudiograph({
        nodeEnv: process.env.NODE_ENV,
        videoBaseUrl: sandbox.bases.video,
        maxDepth: 5,
        quotaBudget: { VIDEO: 5 },
        identify: async (request) => ('socket' in request ? { token: id } : undefined),
        extend: { typeDefs: '', resolvers: { Video: { note } } },
      });
      const response: Response = await graph.fetch(new Request('http://host/graphql'));
      const [bucket, units]: [Bucket, number | undefined] = ['VIDEO', operations.Playlist.units.VIDEO];
      // @ts-expect-error -- no document has this name
      operations.Nothing;
      // @ts-expect-error -- no option has this name
      await createStudiograph({ maxDeep: [response, bucket, units] });
      // @ts-expect-error -- no kind of entities has this name
      sandbox.add('nothing', error as object);`,
    );
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--ignoreConfig'];
    const modules = ['--module', module, '--moduleResolution', resolution];
    // Without the option `types`, which is empty by default since TypeScript 6.
    const types = ['--typeRoots', `${root}node_modules/@types`];
    expect(run('tsc', ...options, ...modules, ...types, 'user.mts')).toEqual({
      code: 0,
      output: '',
    });
  });
});

describe('the package', () => {
  it('has a manifest that tools understand', async () => {
    const { buffer } = new Uint8Array(readFileSync(tarball));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });
  it('is at most 12 MB, without sources, tests and source maps', () => {
    const { output } = run('du', '--summarize', '--bytes', installed);
    expect(Number.parseInt(output, 10)).toBeLessThan(12_000_000);
    const files = ['LICENSE', 'README.md', 'SECURITY.md', 'llms.txt', 'package.json'];
    const folders = ['deploy', 'dist', 'docs', 'examples', 'schema'];
    expect(readdirSync(installed).toSorted()).toEqual([...files, ...folders].toSorted());
    expect(readdirSync(join(installed, 'examples'))).toEqual(['mount']);
    expect(globSync('**/*.map', { cwd: installed })).toEqual([]);
  });
  it('has pages whose links lead to what is in it', () => {
    const pages = globSync('**/*.md', { cwd: installed });
    const lost = pages.flatMap((page) =>
      Array.from(readFileSync(join(installed, page), 'utf8').matchAll(/\]\(([\w./-]+)/g))
        .map(([, target]) => join(dirname(page), target!))
        .filter((path) => !existsSync(join(installed, path)) && existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(pages).toContain('docs/frontend.md');
    expect(lost).toEqual([]);
  });
  it('exports the operations, with their documents', () => {
    const script = `import { operations } from 'studiograph/operations';
    import { createStudiograph } from 'studiograph';
    const graph = await createStudiograph({ sandbox: true });
    const response = await graph.fetch(new Request('http://host/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({ query: operations.Playlist.document }),
    }));
    const { data, extensions: { cost } } = await response.json();
    console.log(data.playlist.title !== '', cost.requests <= operations.Playlist.requests);
    await graph.close();`;
    expect(run('node', '--input-type=module', '--eval', script)).toEqual({
      code: 0,
      output: 'true true\n',
    });
  });
  it('reads a PDF by the file that the build packs', () => {
    const script = `import { createStudiograph } from 'studiograph';
    const graph = await createStudiograph({ sandbox: true });
    const response = await graph.fetch(new Request('http://host/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({ query: '{ file(id: "${ids.file.musicLicense}") { text { content } } }' }),
    }));
    const { data } = await response.json();
    console.log(data.file.text.content.split('\\n')[0]);
    await graph.close();`;
    expect(run('node', '--input-type=module', '--eval', script)).toEqual({
      code: 0,
      output: 'Synchronization license\n',
    });
  });
  it('has the pages for its users to which the README leads', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/[^!]\[[^\]]*\]\(((?:docs|examples\/mount)[\w./-]+\.md)/g)];
    expect(links.length).toBeGreaterThan(10);
    const missing = links.filter(([, path]) => !existsSync(join(installed, path!)));
    expect(missing).toEqual([]);
  });
  it('serves an app by what the README shows', () => {
    const sections = readFileSync(join(installed, 'README.md'), 'utf8').split(/^## /m);
    const section = sections.find((each) => each.startsWith('In your app\n'))!;
    const blocks = [...section.matchAll(/`([\w./]+\.ts)`[^\n]*:\n\n```ts\n([^]*?)```/g)];
    expect(blocks.map(([, path]) => path)).toEqual([
      'codegen.ts',
      'src/playlist.ts',
      'src/playlist.test.ts',
    ]);
    for (const [, path, text] of blocks) file(path!, text!);
    expect(run('graphql-codegen')).toMatchObject({ code: 0 });
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--ignoreConfig'];
    const modules = ['--module', 'preserve', '--moduleResolution', 'bundler', '--types', 'node'];
    const checks = ['codegen.ts', 'src/playlist.test.ts', '--resolveJsonModule'];
    expect(run('tsc', ...options, ...modules, ...checks)).toEqual({ code: 0, output: '' });
    const { code, output } = run('vitest', 'run', '--root', project, 'src');
    expect([code, output]).toEqual([0, expect.stringContaining('1 passed')]);
  });
  it('has a sandbox for the tests of Vitest', () => {
    const [, test] = /```ts\n([^]*?)```/.exec(readFileSync(`${root}docs/sandbox.md`, 'utf8'))!;
    file('sandbox.test.ts', test!);
    const { code, output } = run('vitest', 'run', '--root', project, 'sandbox');
    expect([code, output]).toEqual([0, expect.stringContaining('1 passed')]);
  });
});

const token = 'studio-owner';

describe('a gateway of the package, under --permission and where nothing can be written', () => {
  let url: string;
  let metricsUrl: string;

  const post = async (query: string, variables = {}): Promise<any> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query, variables });
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
  };

  beforeAll(async () => {
    run('chmod', '--recursive', 'a-w', project);
    const program = launch(
      [
        'node',
        '--permission',
        `--allow-fs-read=${installed}`,
        '--allow-fs-read=/proc/self',
        `${installed}/dist/main.js`,
      ],
      {
        cwd: project,
        env: { PORT: '0', METRICS_PORT: '0', NODE_COMPILE_CACHE: '' },
        // Nothing stops root.
        user: process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : undefined,
      },
    );
    running.push(program);
    metricsUrl = (await program.printed(/^Metrics +(http:\S+)$/m))[1]!;
    url = (await program.printed(/^GraphQL +(http:\S+)\/graphql$/m))[1]!;
  });
  afterAll(() => run('chmod', '--recursive', 'u+w', project));

  it('answers', async () => {
    expect(await post('{ viewer { channel { title } } }')).toMatchObject({
      data: { viewer: { channel: { title: 'Northlight Studio' } } },
    });
  });
  it('measures its memory', async () => {
    const metrics = await scrape(metricsUrl);
    expect(metrics.value('process_resident_memory_bytes')).toBeGreaterThan(0);
  });
  it('takes an upload', async () => {
    const content = 'text '.repeat(100_000);
    const { data } = await post(
      `mutation ($size: BigInt!) { createUploadSession(input: {
        newFile: { name: "a.txt", parentId: "root", contentType: "text/plain", contentLength: $size }
      }) { uploadSession { uploadUrl } } }`,
      { size: String(content.length) },
    );
    const { uploadUrl } = data.createUploadSession.uploadSession;
    const sent = await fetch(uploadUrl, { method: 'PUT', body: content });
    expect([sent.status, await sent.json()]).toMatchObject([200, { state: 'COMPLETED' }]);
  });
  it.for(Object.keys(transports))('sends events by %s', async (transport) => {
    const query = 'subscription { chatMessages(liveChatId: "Cg0KeVaDEB4_HCt") { cursor } }';
    const events = await transports[transport]!(url, { token, query });
    const [event] = await events.until(1);
    events.leave();
    expect(event).toMatchObject({ data: { chatMessages: { cursor: expect.any(String) } } });
  });
  it('serves the files of the explorer, also to clients that accept no gzip', async () => {
    const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
    const address = new URL(/s\.src='([^']+)'/.exec(await page.text())![1]!, `${url}/graphql`);
    const read = async (encoding: string) => {
      const response = await fetch(address, { headers: { 'accept-encoding': encoding } });
      const { status, headers } = response;
      const names = ['content-type', 'content-encoding', 'cache-control'];
      return [status, ...names.map((name) => headers.get(name)), await response.text()];
    };
    const [, , , ...rest] = await read('gzip');
    expect(await read('gzip')).toEqual([200, 'text/javascript', 'gzip', ...rest]);
    expect(await read('identity')).toEqual([200, 'text/javascript', null, ...rest]);
    expect((await fetch(new URL('missing.js', address))).status).toBe(404);
  });
});
