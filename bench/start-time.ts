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

/** @param count how often to start each of the two gateways: the source, and the build */
export async function measureStart(count: number): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root });
  const upstream = await spawn('./upstream.ts');
  for (const command of ['node dist/main.js', scripts.start]) {
    const times: number[] = [];
    // The first one fills the cache of the upstream and of the file system.
    await startOnce(command, upstream);
    for (let index = 0; index < count; index += 1) times.push(await startOnce(command, upstream));
    const sorted = times.toSorted((a, b) => a - b);
    const [low, median, high] = [sorted[0]!, sorted[count >> 1]!, sorted[count - 1]!].map((ms) =>
      ms.toFixed(0),
    );
    console.log(
      `${command}: ${median} ms to the first answer (${low} to ${high}, ${count} starts)`,
    );
  }
  upstream.process.disconnect();
}

/** @returns milliseconds until the answer to W1 */
async function startOnce(command: string, upstream: Child): Promise<number> {
  const start = performance.now();
  const gateway = spawnProcess(process.execPath, command.replace(/^(exec )?node /, '').split(' '), {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
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
  if (response.status !== 200) throw new Error(`The first answer has status ${response.status}.`);
  gateway.kill();
  await once(gateway, 'exit');
  return ms;
}

/** @returns the URL that the gateway prints; it may print lines of its log before */
async function urlFrom(output: Readable): Promise<string> {
  let text = '';
  for await (const chunk of on(output, 'data')) {
    text += String(chunk[0]);
    const [, url] = /^GraphQL +(\S+)$/m.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`The gateway printed no URL:\n${text}`);
}
