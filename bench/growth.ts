/** Mixed load for minutes: the memory of the gateway must not grow. */
import { ask, spawn } from './child.ts';
import { graphqlRequest, runLoad } from './load.ts';
import type { Usage } from './usage.ts';
import { workloadOf } from './workload.ts';

const connections = 50;

/** Between two reports of the memory. */
const seconds = 30;

/** Each caller sends so many requests, and never comes back. */
const requestsPerCaller = 20;

/** The requests of a caller. W3 is rare: it takes as long as 50 of W1. */
const queries = ['W1', 'W1', 'W2', 'W1', 'W4'].map((name) => workloadOf(name).query);
const rareQuery = workloadOf('W3').query;

/** Queries of all kinds, of ever new callers; some documents are new, and some are invalid. */
function requestOf(index: number): Buffer {
  const token = `caller-${Math.floor(index / requestsPerCaller)}`;
  const query = index % 30 === 0 ? rareQuery : queries[index % queries.length]!;
  if (index % 50 === 7) return graphqlRequest(`{ unknown${index} }`, token);
  if (index % 10 === 3) return graphqlRequest(`query Document${index} ${query}`, token);
  return graphqlRequest(query, token);
}

/**
 * Prints the memory each half minute, after garbage collection and without running requests.
 * @param settings of the gateway
 */
export async function measureGrowth(
  minutes: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const upstream = await spawn('./upstream.ts');
  const gateway = await spawn('./gateway.ts', upstream.url, JSON.stringify(settings));
  let sent = 0;
  const heaps: number[] = [];
  console.log('minute  requests  heap MB  process MB');
  for (let half = 0; half <= minutes * 2; half += 1) {
    if (half > 0) {
      const offset = sent;
      const { requests } = await runLoad({
        url: gateway.url,
        connections,
        length: { seconds, minRequests: 0, maxSeconds: seconds },
        requestOf: (_, index) => requestOf(offset + index),
        isExpected: (status) => status === 200 || status === 400,
      });
      sent += requests;
    }
    const { heapMb, rssMb } = await ask<Usage>(gateway.process, 'collect');
    heaps.push(heapMb);
    console.log(
      [
        (half / 2).toFixed(1).padStart(6),
        String(sent).padStart(8),
        heapMb.toFixed(1).padStart(7),
        rssMb.toFixed(0).padStart(10),
      ].join('  '),
    );
  }
  for (const { process: child } of [gateway, upstream]) child.disconnect();
  const growth = heaps.at(-1)! - heaps[heaps.length >> 1]!;
  console.log(`\nThe heap grew by ${growth.toFixed(1)} MB in the second half.`);
}
