/**
 * Many callers with many documents, beside a few of each: what the plans, the caches and the shares
 * of the gateway cost when they are full.
 */
import { ask, spawn } from './child.ts';
import { graphqlRequest, runLoad } from './load.ts';
import { median } from './median.ts';
import type { Usage } from './usage.ts';
import { workloadOf } from './workload.ts';

const connections = 50;

/** The requests of a round take turns in these. */
const queries = ['W1', 'W2', 'W1', 'W4', 'W1'].map((name) => workloadOf(name).query);

/** Who sends which documents. */
interface Crowd {
  readonly name: string;
  readonly callers: number;
  readonly documents: number;
  /** One in so many requests has a document that nobody has sent before. */
  readonly newEvery: number;
}

const crowds: readonly Crowd[] = [
  { name: 'few', callers: 50, documents: 5, newEvery: Infinity },
  { name: 'many', callers: 10_000, documents: 500, newEvery: Infinity },
  { name: 'many, 2% new', callers: 10_000, documents: 500, newEvery: 50 },
];

/** So that the documents of a caller differ from one request to the next. */
const prime = 7919;

/** @param index counts all requests of all rounds */
function requestOf({ name, callers, documents, newEvery }: Crowd, index: number): Buffer {
  const query = queries[index % queries.length]!;
  const isNew = index % newEvery === newEvery - 1;
  const document = isNew ? `New${index}` : `Known${index % documents}`;
  const caller = (index * prime) % callers;
  return graphqlRequest(`query ${document} ${query}`, `${name.split(',')[0]}-${caller}`);
}

/**
 * Prints for each crowd the CPU time of a request, its ratio to that of the first crowd, and the
 * memory after its rounds. They take turns in rounds.
 * @param seconds of a round
 */
export async function measureCallers(
  rounds: number,
  seconds: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const gateway = await spawn('./gateway.ts', upstream.url, JSON.stringify(settings));
  const cpuMs = crowds.map((): number[] => []);
  const heapMb = crowds.map((): number[] => []);
  let sent = 0;
  // The first round of each fills what the next ones find full.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, crowd] of crowds.entries()) {
      const before = await ask<Usage>(gateway.process);
      const offset = sent;
      const { requests } = await runLoad({
        url: gateway.url,
        connections,
        length: { seconds, minRequests: 0, maxSeconds: seconds },
        requestOf: (_, number) => requestOf(crowd, offset + number),
        isExpected: (status) => status === 200,
      });
      sent += requests;
      const after = await ask<Usage>(gateway.process);
      const memory = await ask<Usage>(gateway.process, 'collect');
      if (round === 0) continue;
      cpuMs[index]!.push((after.cpuMs - before.cpuMs) / requests);
      heapMb[index]!.push(memory.heapMb);
    }
  console.log(`${sent} requests\n`);
  console.log('| callers and documents | CPU ms | ratio | heap MB |');
  console.log('| --------------------- | ------ | ----- | ------- |');
  for (const [index, { name }] of crowds.entries()) {
    const ratios = cpuMs[index]!.map((each, round) => each / cpuMs[0]![round]!);
    const figures = [median(cpuMs[index]!).toFixed(3), median(ratios).toFixed(2)];
    const heap = `${heapMb[index]!.at(0)!.toFixed(0)} to ${heapMb[index]!.at(-1)!.toFixed(0)}`;
    console.log(`| ${[name.padEnd(21), ...figures, heap].join(' | ')} |`);
  }
  for (const { process: child } of [gateway, upstream]) child.disconnect();
}
