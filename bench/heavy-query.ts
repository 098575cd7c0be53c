/**
 * Sends the heaviest queries that the cost limits admit, one and four at once, with a light query
 * every 10 ms beside them. Prints how long the gateway stalls, the memory that it needs, and by how
 * much it misses the deadline.
 */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Child, spawn } from './child.ts';
import type { Usage } from './usage.ts';

/** What a run may take. */
const limits = { stallMs: 300, addedMb: 250, overshootMs: 150 };

const settings = {
  UPSTREAM_API_KEY: 'bench',
  MAX_QUERY_CALLS: '500',
  MAX_QUERY_UNITS: '1000',
};

const channel = `UC${'0'.repeat(22)}`;

const playlists = (count: number, items: number, fields: string): string =>
  `{ channel(by: { id: "${channel}" }) { playlists(first: ${count}) { nodes {
    title items(first: ${items}) { nodes { ${fields} } } } } } }`;

/** Just below 500 calls each. */
const documents: Readonly<Record<string, string>> = {
  'ids of 24,400 items': playlists(61, 400, 'id'),
  'titles of 24,400 items': playlists(61, 400, 'id title position addedAt'),
  'descriptions of 24,400 items': playlists(61, 400, 'title description'),
  'videos of 12,000 items': playlists(30, 400, 'video { title description }'),
  'channels of 8,000 items': playlists(20, 400, 'video { title channel { title description } }'),
};

const agent = new Agent({ keepAlive: true });

interface Response {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  /** The beginning of the body. */
  readonly head: string;
}

/** Sends a query; the body is only counted, so that this process is never busy. */
function send({ url }: Child, query: string): Promise<Response> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers: { 'content-type': 'application/json' } };
    const sent = request(`${url}/graphql`, options, (response) => {
      let bytes = 0;
      let head = '';
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) head = chunk.toString('utf8', 0, 300);
        bytes += chunk.length;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode!, bytes, ms: performance.now() - start, head }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject).end(JSON.stringify({ query }));
  });
}

/** Sends a light query every 10 ms until `end` resolves. @returns the longest response time */
async function sendLightQueries(gateway: Child, end: Promise<unknown>): Promise<number> {
  const pending: Promise<Response>[] = [];
  const over = new AbortController();
  void end.finally(() => over.abort());
  while (!over.signal.aborted) {
    pending.push(send(gateway, '{ __typename }'));
    await wait(10);
  }
  const responses = await Promise.all(pending);
  return Math.max(...responses.map(({ ms }) => ms));
}

const format = (value: number, limit: number, unit: string): string =>
  `${value.toFixed(0).padStart(5)} ${unit}${value > limit ? ` (limit ${limit})` : ''}`;

interface Run {
  readonly name: string;
  readonly document: string;
  readonly parallel: number;
  readonly deadlineMs?: number;
}

async function measure(upstream: Child, run: Run): Promise<void> {
  const { name, document, parallel, deadlineMs = 30_000 } = run;
  const env = { ...settings, REQUEST_DEADLINE_MS: String(deadlineMs) };
  const gateway = await spawn('./gateway.ts', upstream.url, JSON.stringify(env));
  // Compiles what every request needs.
  for (let count = 0; count < 20; count += 1) await send(gateway, '{ __typename }');
  const { rssMb: idleMb } = await ask<Usage>(gateway.process, 'watch');
  await ask(upstream.process);
  const heavy = Promise.all(Array.from({ length: parallel }, () => send(gateway, document)));
  const lightMs = await sendLightQueries(gateway, heavy);
  const responses = await heavy;
  const { stallMs, stallCpuMs, peakMb } = await ask<Usage>(gateway.process);
  const { calls, bytes } = await ask<{ calls: number; bytes: number }>(upstream.process);
  gateway.process.disconnect();
  const slowest = Math.max(...responses.map(({ ms }) => ms));
  const [{ status, head, bytes: length }] = responses as [Response];
  console.log(`\n${name}, ${parallel} at once`);
  console.log(`  upstream    ${calls} calls, ${(bytes / 1e6).toFixed(1)} MB`);
  console.log(`  response    ${status}, ${(length / 1e6).toFixed(1)} MB, ${slowest.toFixed(0)} ms`);
  if (head.startsWith('{"errors"')) console.log(`  errors      ${head.slice(0, 160)}`);
  const cpu = `${stallCpuMs.toFixed(0)} ms of CPU`;
  console.log(`  stall       ${format(stallMs, limits.stallMs, 'ms')}, ${cpu}`);
  console.log(`  light query ${format(lightMs, limits.stallMs, 'ms at most')}`);
  console.log(
    `  memory      ${format(peakMb, limits.addedMb, 'MiB')}, ${idleMb.toFixed(0)} MiB idle`,
  );
  if (slowest > deadlineMs)
    console.log(`  overshoot   ${format(slowest - deadlineMs, limits.overshootMs, 'ms')}`);
}

/**
 * @param only part of the names of the queries to send; by default all are sent
 * @param descriptionLength characters of a description; YouTube allows 5000 bytes
 */
export async function measureHeavyQueries(only = '', descriptionLength = 1_000): Promise<void> {
  const selected = Object.entries(documents).filter(([name]) => name.includes(only));
  const fast = await spawn('./heavy-upstream.ts', '0', String(descriptionLength));
  for (const [name, document] of selected)
    for (const parallel of [1, 4]) await measure(fast, { name, document, parallel });
  fast.process.disconnect();
  // Too slow for the deadline.
  const slow = await spawn('./heavy-upstream.ts', '150', String(descriptionLength));
  for (const [name, document] of selected)
    for (const parallel of [1, 4])
      await measure(slow, { name: `${name}, late`, document, parallel, deadlineMs: 1_000 });
  slow.process.disconnect();
  agent.destroy();
}
