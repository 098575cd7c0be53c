/**
 * A CPU profile of the gateway under load, without its start, summed up by package, by module and
 * by function.
 */
import { writeFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector/promises';
import { ask, spawn, spawnSource } from './child.ts';
import { graphqlRequest, type LoadLength, runLoad } from './load.ts';
import type { Usage } from './usage.ts';
import type { Workload } from './workload.ts';

/** Before the profile: the functions are compiled. */
const warmUpLength: LoadLength = { seconds: 5, minRequests: 300, maxSeconds: 10 };
const profiledLength: LoadLength = { seconds: 10, minRequests: 300, maxSeconds: 20 };

interface ProfileOptions {
  /** Settings of the gateway. */
  readonly settings: Readonly<Record<string, string>>;
  readonly connections: number;
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
      connections: options.connections,
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

/** How many modules and functions are printed. */
const printedCount = 40;

/** Smaller shares are not printed. */
const minShare = 0.002;

function print(measured: Profiler.Profile): void {
  const { busyMs, byPackage, byModule, byFunction } = summaryOf(measured);
  for (const [title, times, count] of [
    ['packages, folders and native functions', byPackage, byPackage.size],
    ['modules and packages, with the native functions that they call', byModule, printedCount],
    ['functions', byFunction, printedCount],
  ] as const) {
    const largest = [...times].toSorted(([, a], [, b]) => b - a).slice(0, count);
    console.log(`${title}:`);
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
  readonly byModule: ReadonlyMap<string, number>;
  readonly byFunction: ReadonlyMap<string, number>;
}

function summaryOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Summary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const modules = modulesOf(nodes);
  const byPackage = new Map<string, number>();
  const byModule = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busyMs = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)!;
    if (frame.functionName === '(idle)') continue;
    // The delta is the time since the sample before.
    const ms = (timeDeltas[index + 1] ?? 0) / 1000;
    busyMs += ms;
    add(byPackage, packageOf(frame), ms);
    add(byModule, modules.get(id)!, ms);
    add(byFunction, nameOf(frame), ms);
  }
  return { busyMs, byPackage, byModule, byFunction };
}

/** @returns by node the module or package whose function runs there, or has called what runs */
function modulesOf(nodes: Profiler.Profile['nodes']): ReadonlyMap<number, string> {
  const modules = new Map<number, string>();
  // V8 lists a node before those that it calls.
  for (const { id, callFrame, children = [] } of nodes) {
    const module = moduleOf(callFrame) ?? modules.get(id) ?? packageOf(callFrame);
    modules.set(id, module);
    if (callFrame.functionName !== '(root)')
      for (const child of children) modules.set(child, module);
  }
  return modules;
}

const add = (times: Map<string, number>, key: string, ms: number): void =>
  void times.set(key, (times.get(key) ?? 0) + ms);

type Frame = Profiler.ProfileNode['callFrame'];

/** A package, or a module of `src`; undefined for what Node and the engine do. */
const moduleOf = ({ url }: Frame): string | undefined =>
  dependencyOf(url) ?? /\/(src\/.+)/.exec(url)?.[1];

const dependencyOf = (url: string): string | undefined =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];

/** A package, a folder of `src`, a module of Node, or what the engine does. */
function packageOf({ url, functionName }: Frame): string {
  const dependency = dependencyOf(url);
  if (dependency !== undefined) return dependency;
  const [, folder] = /\/(src\/(?:[^/]+\/){0,3})/.exec(url) ?? [];
  if (folder !== undefined) return folder;
  if (url !== '') return url.split('/').slice(0, 2).join('/');
  return functionName.startsWith('(') ? functionName : 'native functions';
}

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name}  ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;
}
