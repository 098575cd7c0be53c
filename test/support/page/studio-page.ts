/** The frontend in `examples/studio`: a copy of its folder, built and served as by its scripts. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { bundleClient, bundleHooks } from '../../../rolldown.config.ts';
import { endWithWorker } from '../tool/worker-end.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');
const notCopied = new Set(['node_modules', 'generated', 'dist']);

interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

interface StudioPage {
  readonly folder: string;
  /** @returns the errors of the compiler; empty if there are none */
  check(): Promise<string>;
  /** Builds the page, so that it can be served. */
  build(): Promise<void>;
  /** Serves the page, with the gateway at `/graphql`. @param port default: a free one */
  serve(gatewayUrl: string, port?: string): Promise<PageServer>;
  close(): Promise<void>;
}

/** Copies the frontend, and writes its typed documents. */
export async function openStudioPage(): Promise<StudioPage> {
  const parent = await mkdtemp(join(tmpdir(), 'studiograph-page-'));
  const folder = join(parent, 'examples/studio');
  await symlink(join(root, 'node_modules'), join(parent, 'node_modules'));
  await cp(join(root, 'examples/studio'), folder, {
    recursive: true,
    filter: (path) => !notCopied.has(basename(path)),
  });
  await installPackage(join(folder, 'node_modules/studiograph'));
  const config = (await import(join(folder, 'codegen.ts'))) as { default: CodegenConfig };
  await generate({ ...config.default, cwd: folder, silent: true }, true);
  return {
    folder,
    check: () => compile(folder),
    async build() {
      await promisify(execFile)(process.execPath, [vite, 'build', '--configLoader', 'native'], {
        cwd: folder,
      });
    },
    serve: (gatewayUrl, port = '0') => serve(folder, gatewayUrl, port),
    close: () => rm(parent, { recursive: true, force: true }),
  };
}

/** The parts of the package that frontends use, as `npm run build` makes them. */
async function installPackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'schema'), join(folder, 'schema'));
  await symlink(join(root, 'dist-test/types'), join(folder, 'dist/types'));
  await bundleClient(join(folder, 'dist/client'));
  await bundleHooks(join(folder, 'dist/react'));
}

function compile(folder: string): Promise<string> {
  const compiler = join(root, 'node_modules/.bin/tsc');
  return new Promise((resolve) => {
    execFile(compiler, ['--pretty', 'false'], { cwd: folder }, (_, output) => resolve(output));
  });
}

async function serve(folder: string, gatewayUrl: string, port: string): Promise<PageServer> {
  const server = spawn(
    process.execPath,
    [vite, 'preview', '--configLoader', 'native', '--host', '127.0.0.1', '--port', port],
    {
      cwd: folder,
      env: { ...process.env, GATEWAY_URL: gatewayUrl, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  endWithWorker(server);
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.kill();
    await closed;
  };
  let output = '';
  for await (const chunk of server.stdout
    .setEncoding('utf8')
    .iterator({ destroyOnReturn: false })) {
    output += chunk;
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
    if (origin !== undefined) {
      server.stdout.resume();
      return { origin, close };
    }
  }
  throw new Error(`The page is not served: ${output}`);
}
