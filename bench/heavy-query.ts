/**
 * Sends the heaviest queries that the cost limits admit, one and four concurrently, with a light
 * query every 10 ms. Prints how long the gateway stalls, the memory that it needs, and by how much
 * it misses the deadline.
 */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Child, spawn } from './child.ts';
import type { Usage } from './usage.ts';

/** Limits of a run. */
const limits = { stallMs: 300, addedMb: 250, overshootMs: 150 };

const settings = { UPSTREAM_API_KEY: 'bench' };

const channel = `UC${'0'.repeat(22)}`;

const playlists = (count: number, items: number, fields: string): string =>
  `{ channel(by: { id: "${channel}" }) { playlists(first: ${count}) { nodes {
    title items(first: ${items}) { nodes { ${fields} } } } } } }`;

interface HeavyQuery {
  readonly name: string;
  readonly document: string;
  /** Whether the caller has no token: then fewer calls are allowed. */
  readonly isAnonymous: boolean;
}

/** One query that is rejected, and others just below the limits of calls. */
const queries: readonly HeavyQuery[] = [
  ['anonymous: 200,000 items (rejected)', playlists(500, 400, 'id title position')],
  ['anonymous: titles of 4,400 items', playlists(11, 400, 'id title position addedAt')],
  ['anonymous: descriptions of 4,400 items', playlists(11, 400, 'title description')],
  ['ids of 24,000 items', playlists(60, 400, 'id')],
  ['titles of 24,000 items', playlists(60, 400, 'id title position')],
  ['descriptions of 24,000 items', playlists(60, 400, 'title description')],
  ['videos of 11,600 items', playlists(29, 400, 'video { title description }')],
  ['channels of 7,600 items', playlists(19, 400, 'video { title channel { title description } }')],
].map(([name, document]) => ({
  name: name!,
  document: document!,
  isAnonymous: name!.startsWith('anonymous'),
}));

const agent = new Agent({ keepAlive: true });

interface Response {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
  /** The beginning of the body. */
  readonly head: string;
}

/** Sends a query and only counts the body, so that this process is never busy. */
function send({ url }: Child, query: string, isAnonymous = true): Promise<Response> {
  const start = performance.now();
  const headers = {
    'content-type': 'application/json',
    ...(!isAnonymous && { authorization: 'Bearer bench' }),
  };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers };
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
  readonly query: HeavyQuery;
  readonly parallel: number;
  readonly deadlineMs?: number;
}

async function measure(upstream: Child, run: Run): Promise<void> {
  const { query, parallel, deadlineMs = 30_000 } = run;
  const { name, document, isAnonymous } = query;
  const env = { ...settings, REQUEST_DEADLINE_MS: String(deadlineMs) };
  const gateway = await spawn('./gateway.ts', upstream.url, JSON.stringify(env));
  // Compiles the code that every request needs.
  for (let count = 0; count < 20; count += 1) await send(gateway, '{ __typename }');
  const { rssMb: idleMb } = await ask<Usage>(gateway.process, 'watch');
  await ask(upstream.process);
  const heavy = Promise.all(
    Array.from({ length: parallel }, () => send(gateway, document, isAnonymous)),
  );
  const lightMs = await sendLightQueries(gateway, heavy);
  const responses = await heavy;
  const { stallMs, stallCpuMs, peakMb } = await ask<Usage>(gateway.process);
  const { calls, bytes } = await ask<{ calls: number; bytes: number }>(upstream.process);
  gateway.process.disconnect();
  const slowest = Math.max(...responses.map(({ ms }) => ms));
  const [{ status, head, bytes: length }] = responses as [Response];
  const late = deadlineMs < 30_000 ? `, deadline after ${deadlineMs} ms` : '';
  console.log(`\n${name}, ${parallel} at once${late}`);
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
  const selected = queries.filter(({ name }) => name.includes(only));
  const fast = await spawn('./heavy-upstream.ts', '0', String(descriptionLength));
  for (const query of selected)
    for (const parallel of [1, 4]) await measure(fast, { query, parallel });
  fast.process.disconnect();
  // The responses arrive too late for the deadline.
  const slow = await spawn('./heavy-upstream.ts', '150', String(descriptionLength));
  for (const query of selected)
    for (const parallel of [1, 4]) await measure(slow, { query, parallel, deadlineMs: 1_000 });
  slow.process.disconnect();
  agent.destroy();
}
