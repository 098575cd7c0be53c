import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Collector, startCollector } from '../../support/tool/collector.ts';
import { scrape } from '../../support/tool/exposition.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { buildImage, envOf, type Image, ignoredBy, userOf } from './dockerfile.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const read = (path: string): string => readFileSync(path, 'utf8');

/** A package in `sbom.cdx.json`. */
interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly [{ readonly expression: string }];
}

describe('the image', () => {
  let scratch: string;
  let image: Image;
  let program: Program;
  let port: string;
  let collector: Collector;
  const check = (env: Readonly<Record<string, string>>): Promise<number | null> =>
    start(image.health, env).ended;

  /** Starts a command in the image, as its user. */
  const start = (command: readonly string[], env: Readonly<Record<string, string>>): Program =>
    launch(command, {
      cwd: join(image.root, image.workdir),
      env: { ...envOf(image), ...env },
      user: userOf(image),
    });

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'studiograph-image-'));
    await chmod(scratch, 0o755);
    image = buildImage(root, scratch, { VERSION: '1.2.3-4f5e6d7' });
    // `deploy/` runs it with a root folder that cannot be written.
    execFileSync('chmod', ['-R', 'a-w', image.root]);
    collector = await startCollector();
    program = start(image.command, {
      SANDBOX: '1',
      PORT: '0',
      GRAPHIQL: '1',
      METRICS_PORT: '0',
      DRAIN_DELAY_MS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    port = (await program.printed(/^GraphQL +http:\/\/0\.0\.0\.0:(\d+)\/graphql$/m))[1]!;
    // The build installs packages and compiles; on a busy machine that takes minutes.
  }, 300_000);
  afterAll(async () => {
    program.signal('SIGKILL');
    await collector.close();
    execFileSync('chmod', ['-R', 'u+w', image.root]);
    await rm(scratch, { recursive: true, force: true });
  });

  it('contains the build and the schema, no packages, sources and tests', () => {
    const here = (...path: string[]): boolean =>
      existsSync(join(image.root, image.workdir, ...path));
    expect(
      ['dist/main.js', 'dist/licenses.txt', 'schema/schema.graphql', 'LICENSE'].filter(
        (path) => !here(path),
      ),
    ).toEqual([]);
    expect(['src', 'test', 'node_modules'].filter((path) => here(path))).toEqual([]);
    const dist = { cwd: join(image.root, image.workdir, 'dist'), exclude: ['types/**'] };
    expect(globSync('**/*.ts', dist)).toEqual([]);
  });
  it('states its packages, and contains the license of each', () => {
    for (const path of ['dist', 'dist/explorer']) {
      const folder = join(image.root, image.workdir, path);
      const { components } = JSON.parse(read(join(folder, 'sbom.cdx.json'))) as {
        readonly components: readonly Component[];
      };
      const heads = components.map(
        ({ name, version, licenses: [{ expression }] }) => `${name} ${version} (${expression})\n\n`,
      );
      expect(heads.length).toBeGreaterThan(20);
      const texts = read(join(folder, 'licenses.txt'));
      const positions = [...heads.map((head) => texts.indexOf(head)), texts.length];
      const ends = positions.toSorted((a, b) => a - b);
      const lengths = heads.map(
        (head, index) =>
          ends[ends.indexOf(positions[index]!) + 1]! - positions[index]! - head.length,
      );
      const short = heads.filter((_, index) => positions[index] === -1 || lengths[index]! < 400);
      expect(short).toEqual([]);
      expect(new Set(components.map(({ purl }) => purl)).size).toBe(heads.length);
    }
  });
  it('starts from what was compiled, where no folder can be written, also later modules', async () => {
    const traced = start(image.command, {
      SANDBOX: '1',
      PORT: '0',
      DRAIN_DELAY_MS: '1',
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    });
    await traced.printed(/^GraphQL /m);
    const outcomes = (): readonly string[] =>
      traced.errorOutput().match(/(?<=\/dist\/)\S+\.js was \w+/g) ?? [];
    await vi.waitFor(() => expect(outcomes()).toContain('chunks/yoga.js was accepted'), 60_000);
    traced.signal('SIGTERM');
    expect(await traced.ended).toBe(0);
    expect(outcomes()).toContain('main.js was accepted');
    expect(outcomes().filter((outcome) => !outcome.endsWith(' accepted'))).toEqual([]);
  });
  it('has ASCII modules, which a process keeps in memory with a byte for each character', () => {
    const folder = join(image.root, image.workdir, 'dist');
    const modules = globSync('{main,chunks/*}.js', { cwd: folder });
    // oxlint-disable-next-line no-control-regex -- the first characters of ASCII are among them
    const isAscii = (name: string): boolean => /^[\0-\x7f]+$/.test(read(join(folder, name)));
    expect(modules.filter((name) => !isAscii(name))).toEqual([]);
  });
  it('runs as an unprivileged user, in the production profile, on all interfaces', () => {
    expect(image.user).toBe('1000:1000');
    expect(image.env).toEqual({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      NODE_OPTIONS: '--max-semi-space-size=32',
      NODE_COMPILE_CACHE: '/home/node/compile-cache',
      BUILD_VERSION: '1.2.3-4f5e6d7',
    });
  });
  it('starts, and answers queries and health checks', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({ query: '{ viewer { channel { title } } }' }),
    });
    expect(await response.json()).toMatchObject({
      data: { viewer: { channel: { title: expect.any(String) as string } } },
    });
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });
  it('answers with characters for which its modules have escape sequences', async () => {
    const query = `{ video(id: "no id ${'x'.repeat(200)}") { title } }`;
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
      body: JSON.stringify({ query }),
    });
    const message = expect.stringContaining('x…') as string;
    expect(await response.json()).toMatchObject({ errors: [{ message }] });
  });
  it('serves metrics on a port of their own, on all interfaces', async () => {
    const [, metricsPort] = await program.printed(/^Metrics +http:\/\/0\.0\.0\.0:(\d+)\/metrics$/m);
    const metrics = await scrape(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(metrics.value('studiograph_operations_total', { type: 'query', outcome: 'ok' })).toBe(1);
    expect(metrics.values('studiograph_build_info')).toEqual({ '1.2.3-4f5e6d7': 1 });
  });
  it('serves the explorer, with the files that its page starts with', async () => {
    const url = `http://127.0.0.1:${port}/graphql`;
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    const script = /s\.src='([^']+)'/.exec(await page.text())![1]!;
    const file = await fetch(new URL(script, url), { headers: { 'accept-encoding': 'br' } });
    expect([page.status, file.status, file.headers.get('content-type')]).toEqual([
      200,
      200,
      'text/javascript',
    ]);
    expect(file.headers.get('content-encoding')).toBe('br');
  });
  it('has a health check that fails if the gateway does not answer', async () => {
    expect(await check({ PORT: port })).toBe(0);
    expect(await check({ PORT: '1' })).toBe(1);
  });
  it('ends with code 0 after SIGTERM, and is not healthy any more', async () => {
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
    // They are sent at the end.
    expect(collector.spans().map(({ name }) => name)).toContain('POST /graphql');
    expect(await check({ PORT: port })).toBe(1);
  });
});

describe('.dockerignore', () => {
  it('is decided by the last matching line', () => {
    const ignored = ignoredBy('*\n!src\nsrc/secret\n');
    const paths = ['.env', 'test', 'test/a.ts', 'src', 'src/a.ts', 'src/secret/a.ts'];
    expect(paths.map(ignored)).toEqual([true, true, true, false, false, true]);
  });
});
