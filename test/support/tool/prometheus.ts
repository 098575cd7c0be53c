/** A Prometheus server of its own for a test, with the configuration of `deploy/prometheus/`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { closedPort } from '../proxy/closed-port.ts';
import { endWithWorker } from './worker-end.ts';

const folder = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url));

/** One series of the result of a query. */
interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

/** A running Prometheus. */
export interface TestPrometheus {
  /** Evaluates a query now. @throws Error with the message of Prometheus if it is not valid */
  query(expression: string): Promise<Series[]>;
  close(): Promise<void>;
}

/**
 * Starts Prometheus.
 * @param targets addresses that it scrapes each half second, in place of those found by DNS
 */
export async function startPrometheus(targets: readonly string[]): Promise<TestPrometheus> {
  const data = await mkdtemp(join(tmpdir(), 'studiograph-prometheus-'));
  const config = parse(await readFile(join(folder, 'prometheus.yml'), 'utf8'));
  const [{ dns_sd_configs: _, ...job }] = config.scrape_configs;
  const file = join(data, 'prometheus.yml');
  await writeFile(
    file,
    stringify({
      global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '500ms' },
      rule_files: [join(folder, 'rules.yml')],
      scrape_configs: [{ ...job, static_configs: [{ targets }] }],
    }),
  );
  const port = await closedPort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(data, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await untilReady(child);
  return {
    query: async (query) => {
      const response = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query }),
      });
      const { data, error } = await response.json();
      if (error !== undefined) throw new Error(`${error}: ${query}`);
      return data.result;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Resolves when Prometheus answers queries. */
async function untilReady(child: ChildProcess): Promise<void> {
  endWithWorker(child);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`prometheus ended: ${output}`)));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Server is ready to receive web requests')) resolve();
    });
  });
}
