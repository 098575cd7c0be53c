/** Reports the address of a measured process to its parent, and on request its resource usage. */
import { type Profiler, Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MiB = 1024 * 1024;

/** Interval at which peaks are recorded. */
const intervalMs = 5;

const samplingIntervalUs = 500;

/** The report of a measured process. Peaks count from the last message `watch`. */
export interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly peakMb: number;
  /** Objects in use, and garbage that no `collect` has removed. */
  readonly heapMb: number;
  /** Longest time without a turn of the event loop, in milliseconds. */
  readonly stallMs: number;
  /** The stall in CPU time of the thread: its length on an idle machine. */
  readonly stallCpuMs: number;
}

/**
 * A message of the parent process. `watch` starts to record peaks until the next message; `collect`
 * removes garbage before the report. `endProfile` is answered with the CPU profile since
 * `startProfile` instead of a report.
 */
export type UsageMessage = 'report' | 'watch' | 'collect' | 'startProfile' | 'endProfile';

export function report(port: number): void {
  let peaks = new Peaks();
  process.send!({ port });
  const answer = async (message: UsageMessage): Promise<void> => {
    if (message === 'endProfile') return void process.send!(await endProfile());
    if (message === 'startProfile') await startProfile();
    if (message === 'collect') collectGarbage();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const memory = { rssMb: rss / MiB, heapMb: heapUsed / MiB };
    const usage: Usage = { cpuMs: (user + system) / 1000, ...memory, ...peaks.end() };
    if (message === 'watch') peaks = new Peaks().start();
    process.send!(usage);
  };
  process.on('message', (message: UsageMessage) => void answer(message));
  process.on('disconnect', () => process.exit(0));
}

const session = new Session();

async function startProfile(): Promise<void> {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
  await session.post('Profiler.start');
}

async function endProfile(): Promise<Profiler.Profile> {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return profile;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Peaks are recorded in the process itself: a busy parent would ask too late. */
class Peaks {
  #timer: NodeJS.Timeout | undefined;
  #turn = performance.now();
  #cpu = threadCpuMs();
  #peakMb = 0;
  #stallMs = 0;
  #stallCpuMs = 0;

  start(): this {
    this.#timer = setInterval(() => this.#record(), intervalMs);
    return this;
  }

  end(): Pick<Usage, 'peakMb' | 'stallMs' | 'stallCpuMs'> {
    clearInterval(this.#timer);
    return { peakMb: this.#peakMb, stallMs: this.#stallMs, stallCpuMs: this.#stallCpuMs };
  }

  #record(): void {
    const now = performance.now();
    const cpu = threadCpuMs();
    this.#stallMs = Math.max(this.#stallMs, now - this.#turn - intervalMs);
    this.#stallCpuMs = Math.max(this.#stallCpuMs, cpu - this.#cpu);
    this.#peakMb = Math.max(this.#peakMb, process.memoryUsage.rss() / MiB);
    this.#turn = now;
    this.#cpu = cpu;
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
