/** The time from the start of a gateway process to its first answer. */
import { execFileSync, spawn as spawnProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Child, spawn } from './child.ts';
import { workloadOf } from './workload.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  readonly scripts: { readonly start: string };
};

/** How a gateway starts. */
interface Start {
  readonly command: string;
  readonly cwd: string;
}

interface Measured {
  readonly ms: number;
  /** Of the main thread. */
  readonly cpuMs: number;
}

/**
 * Measures the bundle and the source in turn.
 * @param count how often to start each
 * @param other folder of another checkout with its packages, whose bundle is measured as well
 */
export async function measureStart(count: number, other?: string): Promise<void> {
  const build = { command: 'node dist/main.js', cwd: root };
  const starts: Start[] = [build, { command: scripts.start, cwd: root }];
  if (other !== undefined) starts.push({ ...build, cwd: other });
  for (const cwd of new Set(starts.map((each) => each.cwd)))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd });
  const upstream = await spawn('./upstream.ts');
  const measured = new Map<Start, Measured[]>();
  for (let round = -2; round < count; round += 1)
    for (const start of starts) {
      const each = await startOnce(start, upstream);
      // The first ones fill the caches of the upstream, of the file system and of Node.
      if (round >= 0) measured.set(start, [...(measured.get(start) ?? []), each]);
    }
  for (const [{ command, cwd }, all] of measured) {
    const [low, median, high] = spreadOf(all.map(({ ms }) => ms));
    const [, cpu] = spreadOf(all.map(({ cpuMs }) => cpuMs));
    const name = cwd === root ? command : `${command} in ${cwd}`;
    console.log(
      `${name}: ${median} ms to the first answer (${low} to ${high}, ${count} starts), ${cpu} ms of CPU time of the main thread`,
    );
  }
  upstream.process.disconnect();
}

/** @returns the lowest, the median and the highest, without fractions */
function spreadOf(values: readonly number[]): readonly string[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [0, sorted.length >> 1, -1].map((index) => sorted.at(index)!.toFixed(0));
}

/** @returns the time until the answer to W1 */
async function startOnce({ command, cwd }: Start, upstream: Child): Promise<Measured> {
  const start = performance.now();
  const gateway = spawnProcess(process.execPath, command.replace(/^(exec )?node /, '').split(' '), {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      // Nobody has to notice that it stops.
      DRAIN_DELAY_MS: '0',
      VIDEO_BASE_URL: `${upstream.url}/youtube/v3`,
      STORAGE_BASE_URL: upstream.url,
      CALENDAR_BASE_URL: `${upstream.url}/calendar/v3`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await urlFrom(gateway.stdout);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer caller' },
    body: JSON.stringify({ query: workloadOf('W1').query }),
  });
  await response.text();
  const ms = performance.now() - start;
  const [cpuNs = ''] = readFileSync(`/proc/${gateway.pid}/schedstat`, 'utf8').split(' ');
  if (response.status !== 200) throw new Error(`The first answer has status ${response.status}.`);
  gateway.kill();
  await once(gateway, 'exit');
  return { ms, cpuMs: Number(cpuNs) / 1e6 };
}

/** @returns the URL that the gateway prints; it may print lines of its log before */
export async function urlFrom(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of on(output, 'data')) {
    text += String(chunk[0]);
    const [, url] = /^GraphQL +(\S+)$/m.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`The gateway printed no URL:\n${text}`);
}
