/** What a request costs through `fetch(request)` of a host, beside the gateway's own server. */
import { ask, type Child, spawn } from './child.ts';
import { graphqlRequest, runLoad } from './load.ts';
import { median } from './median.ts';
import type { FetchLoad } from './mounted.ts';
import type { Usage } from './usage.ts';
import type { Workload } from './workload.ts';

interface MountOptions {
  readonly rounds: number;
  /** Of a round. */
  readonly requests: number;
  /** Settings of both gateways. */
  readonly settings: Readonly<Record<string, string>>;
}

const concurrent = 8;

/** Prints the ratio of both, which take turns in rounds. */
export async function measureMount(
  { name, query }: Workload,
  { rounds, requests, settings }: MountOptions,
  print: (line: string) => void,
): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const args = [upstream.url, JSON.stringify(settings)];
  const own = await spawn('./gateway.ts', ...args);
  const mounted = await spawn('./mounted.ts', ...args);
  const run = async (): Promise<readonly [own: number, mounted: number]> => [
    await cpuMs(own, () => sendToServer(own, query, requests)),
    await cpuMs(mounted, () => sendByFetch(mounted, { query, concurrent, requests })),
  ];
  // As often as V8 needs to compile what is used.
  for (let round = 0; round < 3; round += 1) await run();
  const figures: (readonly [own: number, mounted: number])[] = [];
  for (let round = 0; round < rounds; round += 1) figures.push(await run());
  const ratios = figures.map(([server, host]) => host / server);
  const [ownMs, mountedMs] = [0, 1].map((index) => median(figures.map((each) => each[index]!)));
  const [low, middle, high] = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map(
    (ratio) => ratio.toFixed(2),
  );
  print(
    `${name} by fetch(request) / own server: CPU ms ${mountedMs!.toFixed(3)} / ${ownMs!.toFixed(3)}, ratio ${middle} (${low}-${high})`,
  );
  for (const { process: child } of [own, mounted, upstream]) child.disconnect();
}

/** @param send sends requests. @returns the CPU time of the process for one of them */
async function cpuMs({ process }: Child, send: () => Promise<number>): Promise<number> {
  const before = await ask<Usage>(process);
  const requests = await send();
  const after = await ask<Usage>(process);
  return (after.cpuMs - before.cpuMs) / requests;
}

/** @returns the number of requests */
async function sendToServer({ url }: Child, query: string, count: number): Promise<number> {
  const { requests } = await runLoad({
    url,
    connections: concurrent,
    length: { seconds: 0, minRequests: count, maxSeconds: Infinity },
    requestOf: (connection) => graphqlRequest(query, `caller-${connection}`),
    isExpected: (status) => status === 200,
  });
  return requests;
}

/** @returns the number of requests */
async function sendByFetch({ url }: Child, load: FetchLoad): Promise<number> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(load) });
  if (!response.ok) throw new Error(await response.text());
  return load.requests;
}
