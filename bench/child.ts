/** Processes that a benchmark starts and measures from outside. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../rolldown.config.ts';
import { imageFlags } from './image-flags.ts';
import type { UpstreamMessage } from './counted-server.ts';
import type { UsageMessage } from './usage.ts';

export interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/**
 * Starts a process as in production: bundled like the gateway of the container. Its log is
 * discarded.
 * @param file a module in this folder that sends its port when it listens
 */
export async function spawn(file: string, ...args: readonly string[]): Promise<Child> {
  return spawnModule(await bundleOf(file), args, gateways.has(file) ? imageFlags : []);
}

/** Starts a process from its source, whose modules a profile can tell apart. */
export const spawnSource = (file: string, ...args: readonly string[]): Promise<Child> =>
  spawnModule(fileURLToPath(new URL(file, import.meta.url)), args, []);

/**
 * Starts the gateway of another version as `spawn` starts that of this one.
 * @param folder a checkout with its packages
 */
export async function spawnOther(folder: string, ...args: readonly string[]): Promise<Child> {
  const dir = join(ownFolder, 'other');
  // The configuration is that of the other version, and so is the packer.
  const script = `const { build } = await import('rolldown');
    const { default: config } = await import('./rolldown.config.ts');
    const output = { ...config.output, dir: ${JSON.stringify(dir)} };
    await build({ ...config, input: 'bench/gateway.ts', output });`;
  const flags = ['--input-type=module', '--eval', script];
  execFileSync(process.execPath, flags, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return spawnModule(join(folder, dir, 'gateway.js'), args, imageFlags);
}

/** Processes that run as in the image. */
const gateways: ReadonlySet<string> = new Set(['./gateway.ts', './mounted.ts']);

/** The paths of the bundles, by file: processes can start while others run from the same one. */
const bundles = new Map<string, Promise<string>>();

/** @returns the path of the bundle */
function bundleOf(file: string): Promise<string> {
  const known = bundles.get(file);
  if (known) return known;
  if (bundles.size === 0) removeOldBundles();
  const made = makeBundle(file);
  bundles.set(file, made);
  return made;
}

const folder = 'dist-bench';

/** Processes that measure at the same time must not write each other's bundles. */
const ownFolder = join(folder, String(process.pid));

/** Removes the bundles of processes that have ended. */
function removeOldBundles(): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (!isRunning(Number(name))) rmSync(join(folder, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function makeBundle(file: string): Promise<string> {
  const name = basename(file, '.ts');
  const dir = join(ownFolder, name);
  await bundle(dir, join('bench', `${name}.ts`));
  return fileURLToPath(new URL(join('..', dir, `${name}.js`), import.meta.url));
}

async function spawnModule(
  path: string,
  args: readonly string[],
  flags: readonly string[],
): Promise<Child> {
  const child = fork(path, args, {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [...flags],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // Its log is written to a pipe, as in a container.
  child.stdout!.resume();
  const { port } = await nextMessage<{ readonly port: number }>(child);
  return { process: child, url: `http://127.0.0.1:${port}` };
}

/** Sends a message to a process. @returns its report */
export async function ask<T>(
  child: ChildProcess,
  message: UpstreamMessage | UsageMessage = 'report',
): Promise<T> {
  child.send(message);
  return nextMessage<T>(child);
}

/** @throws Error if the process ends instead */
async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as T),
      once(child, 'exit', { signal }).then(([code]): never => {
        throw new Error(`${child.spawnargs.at(1)} ended with code ${String(code)}.`);
      }),
    ]);
  } finally {
    over.abort();
  }
}
