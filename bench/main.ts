/** `npm run bench`: bench/README.md describes the commands and options. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCallers } from './callers.ts';
import { measureChat } from './chat.ts';
import {
  compare,
  comparePeers,
  compareShipped,
  compareVersions,
  type ComparisonOptions,
} from './compare.ts';
import { measureFanOut } from './fan-out.ts';
import { measureGrowth } from './growth.ts';
import { measureHeavyQueries } from './heavy-query.ts';
import { measureMount } from './mount.ts';
import { measureOverload } from './overload.ts';
import { measurePage } from './page.ts';
import { measureQuota } from './quota.ts';
import { profile } from './profile.ts';
import { measureReplicas } from './replicas.ts';
import { measureStart } from './start-time.ts';
import { measureUploads } from './upload.ts';
import { workloadOf, workloads } from './workload.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string' },
    connections: { type: 'string' },
    delays: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    set: { type: 'string', multiple: true, default: [] },
  },
});

const list = (text: string): number[] => text.split(',').map(Number);

const settings = Object.fromEntries(values.set.map((each) => each.split('=', 2)));

const options: ComparisonOptions = {
  measured: values.queries?.split(',').map(workloadOf) ?? workloads,
  connections: list(values.connections ?? '1,8,50'),
  delays: list(values.delays ?? '0,50'),
  rounds: Number(values.rounds),
  length: {
    seconds: Number(values.seconds),
    minRequests: 300,
    maxSeconds: 5 * Number(values.seconds),
  },
  settings,
  // V8 gives pages back some seconds after it has freed them.
  releaseMs: 15_000,
};

const mountOptions = { rounds: options.rounds, requests: 5_000, settings };

const [command = 'compare', first, second] = positionals;

/** @returns a command's argument, or its default */
const numberOr = (text: string | undefined, byDefault: number): number => Number(text ?? byDefault);

const commands: Readonly<Record<string, () => Promise<void>>> = {
  compare: async () => {
    await compare(options, console.log);
    await compareShipped({ ...options, delays: [0] }, console.log);
    await measureMount(workloadOf('W1'), mountOptions, console.log);
  },
  mount: () => measureMount(workloadOf(first ?? 'W1'), mountOptions, console.log),
  shipped: () => compareShipped({ ...options, delays: [0] }, console.log),
  peers: () => comparePeers(options, console.log),
  against: () => compareVersions(resolve(first!), options, console.log),
  profile: () =>
    profile(workloadOf(first ?? 'W2'), {
      settings,
      connections: options.connections.at(-1)!,
      file: second,
    }),
  start: () => measureStart(numberOr(first, 10), second),
  callers: () => measureCallers(options.rounds, numberOr(first, 10), settings),
  growth: () => measureGrowth(numberOr(first, 10), settings),
  quota: () => measureQuota(numberOr(first, 1_000), numberOr(second, 24)),
  upload: measureUploads,
  replicas: () =>
    measureReplicas({
      names: values.queries?.split(',') ?? ['W1', 'W2', 'W3'],
      rounds: options.rounds,
      settings,
    }),
  overload: () =>
    measureOverload((first ?? 'W1,W2,W3,W4').split(','), numberOr(second, 5), {
      rounds: options.rounds,
      settings,
    }),
  heavy: () => measureHeavyQueries(first, numberOr(second, 1_000)),
  subscribers: () => measureFanOut(list(first ?? '500,1500,5000'), numberOr(second, 15)),
  page: () => measurePage(numberOr(first, 5), second),
  chat: () => measureChat(numberOr(first, 500), numberOr(second, 20)),
};

const run = commands[command];

if (run === undefined)
  throw new Error(
    `Unknown command ${command}; expected one of ${Object.keys(commands).join(', ')}`,
  );

await run();
