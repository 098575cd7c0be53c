/** A CPU profile of the gateway under load, without its start, summed up by package. */
import { writeFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector/promises';
import { ask, spawn, spawnSource } from './child.ts';
import { graphqlRequest, type LoadLength, runLoad } from './load.ts';
import type { Usage } from './usage.ts';
import type { Workload } from './workload.ts';

const connections = 50;

/** Before the profile: the functions are compiled. */
const warmUpLength: LoadLength = { seconds: 5, minRequests: 300, maxSeconds: 10 };
const profiledLength: LoadLength = { seconds: 10, minRequests: 300, maxSeconds: 20 };

interface ProfileOptions {
  /** Settings of the gateway. */
  readonly settings: Readonly<Record<string, string>>;
  /** Where to write the profile, for example for the developer tools of Chromium. */
  readonly file?: string | undefined;
}

/** Prints the shares of the packages and of the functions that take most. */
export async function profile(workload: Workload, options: ProfileOptions): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const settings = JSON.stringify(options.settings);
  const gateway = await spawnSource('./gateway.ts', upstream.url, settings);
  const load = (length: LoadLength) =>
    runLoad({
      url: gateway.url,
      connections,
      length,
      requestOf: (connection) => graphqlRequest(workload.query, `caller-${connection}`),
      isExpected: (status) => status === 200,
    });
  await load(warmUpLength);
  const before = await ask<Usage>(gateway.process, 'startProfile');
  const { requests } = await load(profiledLength);
  const after = await ask<Usage>(gateway.process);
  const measured = await ask<Profiler.Profile>(gateway.process, 'endProfile');
  for (const { process: child } of [gateway, upstream]) child.disconnect();
  if (options.file !== undefined) await writeFile(options.file, JSON.stringify(measured));
  const cpuMs = (after.cpuMs - before.cpuMs) / requests;
  console.log(`${workload.name}: ${workload.description}`);
  console.log(`${requests} requests, ${cpuMs.toFixed(3)} ms of CPU each while profiled\n`);
  print(measured);
}

const functionCount = 40;

/** Smaller shares are not printed. */
const minShare = 0.002;

function print(measured: Profiler.Profile): void {
  const { busyMs, byPackage, byFunction } = summaryOf(measured);
  for (const [count, times] of [
    [byPackage.size, byPackage],
    [functionCount, byFunction],
  ] as const) {
    const largest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, count);
    for (const [name, ms] of largest) {
      const share = ms / busyMs;
      if (share >= minShare) console.log(`${(100 * share).toFixed(1).padStart(5)}%  ${name}`);
    }
    console.log();
  }
}

/** Milliseconds of self time. */
interface Summary {
  readonly busyMs: number;
  readonly byPackage: ReadonlyMap<string, number>;
  readonly byFunction: ReadonlyMap<string, number>;
}

function summaryOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Summary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byPackage = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busyMs = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)!;
    if (frame.functionName === '(idle)') continue;
    // The delta is the time since the sample before.
    const ms = (timeDeltas[index + 1] ?? 0) / 1000;
    busyMs += ms;
    add(byPackage, packageOf(frame), ms);
    add(byFunction, nameOf(frame), ms);
  }
  return { busyMs, byPackage, byFunction };
}

const add = (times: Map<string, number>, key: string, ms: number): void =>
  void times.set(key, (times.get(key) ?? 0) + ms);

type Frame = Profiler.ProfileNode['callFrame'];

/** A package, a folder of `src`, a module of Node, or what the engine does. */
function packageOf({ url, functionName }: Frame): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return name;
  const [, folder] = /\/(src\/(?:[^/]+\/){0,3})/.exec(url) ?? [];
  if (folder !== undefined) return folder;
  if (url !== '') return url.split('/').slice(0, 2).join('/');
  return functionName.startsWith('(') ? functionName : 'native functions';
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name}  ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
}
