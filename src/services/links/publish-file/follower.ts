/** Waits for the end of a publication that any replica runs, and continues it if none does. */
import type { RelayRecord, RelayRun } from '../../../engine/transfer/relays.ts';
import { detachedFrom } from '../../../engine/execution/detached-execution.ts';
import type { Execution } from '../../../engine/execution/execution.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { hasEnded } from './declaration.ts';
import { type PublicationJob, publish } from './publication.ts';

/** How a publication has ended. */
export interface PublicationEnd {
  /** Absent: the store has lost it. */
  readonly record: RelayRecord | undefined;
  /** The error of a run of this process. */
  readonly error?: unknown;
}

/** Time in ms between two looks at a publication of another replica. */
const pollMs = 1_000;

/** Time in ms between two looks for a publication that nobody waits for. */
const idleMs = 2_000;

/** What the store has of a publication; undefined while the store fails. */
async function stored({ services: { relays }, key }: PublicationJob) {
  try {
    return { record: await relays.find(key) };
  } catch {
    return undefined;
  }
}

/** The run of this process, which begins if no replica runs the publication. */
async function runHere(job: PublicationJob): Promise<RelayRun | undefined> {
  const { services, key } = job;
  try {
    return services.relays.running(key) ?? (await services.relays.begin(key, publish(job)));
  } catch {
    return undefined;
  }
}

/**
 * Waits for the end of a publication, and continues it whenever no replica runs it.
 * @param begun the run to wait for first
 * @returns undefined if the signal fires before the end, or the process stops
 */
export async function follow(
  job: PublicationJob,
  signal: AbortSignal,
  begun?: RelayRun,
): Promise<PublicationEnd | undefined> {
  const { relays, clock } = job.services;
  for (let run = begun; !signal.aborted; run = undefined) {
    if (run === undefined) {
      const found = await stored(job);
      const isRunning = relays.running(job.key) !== undefined;
      if (found && !isRunning && (!found.record || hasEnded(found.record))) return found;
      run = found && (await runHere(job));
    }
    if (run === undefined) {
      await clock.sleep(pollMs, signal);
      continue;
    }
    const end = await endOf(run, signal);
    if (end === undefined || relays.stopping.aborted) return undefined;
    if (!end.isInterrupted) return { record: (await stored(job))?.record, error: end.error };
  }
  return undefined;
}

/** @returns the end of a run; undefined if the signal fires before */
function endOf(
  { ended }: RelayRun,
  signal: AbortSignal,
): Promise<{ readonly error?: unknown; readonly isInterrupted?: boolean } | undefined> {
  return new Promise((resolve) => {
    const leave = (): void => resolve(undefined);
    signal.addEventListener('abort', leave, { once: true });
    void ended.then((end) => {
      signal.removeEventListener('abort', leave);
      resolve(end ?? {});
    });
  });
}

/**
 * Continues a publication whenever no replica runs it, as long as somebody is subscribed.
 * @returns ends it
 */
export function keepGoing(file: Ref, execution: Execution, key: string): () => void {
  const { identities, workflows: services } = execution;
  const end = new AbortController();
  const run = async (job: PublicationJob): Promise<void> => {
    while (!end.signal.aborted) {
      await follow(job, end.signal);
      await job.services.clock.sleep(idleMs, end.signal);
    }
  };
  if (services) void run({ key, file, identities, services, detached: detachedFrom(execution) });
  return () => end.abort();
}
