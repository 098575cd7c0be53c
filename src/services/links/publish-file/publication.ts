/**
 * A publication of a file while it runs, longer than the request that has begun it: its steps, and
 * what it reports. Whoever has access to the file and the channel can continue it, in any replica.
 */
import {
  type DetachedExecutions,
  detachedFrom,
} from '../../../engine/execution/detached-execution.ts';
import type { Execution } from '../../../engine/execution/execution.ts';
import type { Identities } from '../../../engine/caller/identities.ts';
import type { WorkflowServices } from '../../../engine/execution/progress-report.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { relayBytes } from '../../../engine/transfer/byte-relay.ts';
import type { RelayRecord, RelayRun, RelayTurn } from '../../../engine/transfer/relays.ts';
import { answeredId } from '../../../engine/write/answered-id.ts';
import { type Step, StepRun } from '../../../engine/write/step.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { answeredCode } from '../../../engine/rest/call/unknown-outcome.ts';
import { files } from '../../storage/operations.ts';
import { videos } from '../../video/operations.ts';
import { reportedFailure } from '../../../engine/schema/feed/progress.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { hasEnded, type PublicationStep, publicationWorkflow, valuesOf } from './declaration.ts';
import { checkVersion, downloadArguments, linkedVideo, linkToVideo } from './source.ts';

/** Time in ms of the calls of a step, beside the transfer of bytes. */
const callMs = 60_000;

/** Time in ms between two reports of transferred bytes. */
const reportMs = 1_000;

/** Time in ms for which the store has the end of a publication, for those who wait for it. */
const endedMs = 600_000;

/** What a caller brings to a publication. */
export interface PublicationJob {
  /** Names the file and the channel. */
  readonly key: string;
  readonly file: Ref;
  readonly identities: Identities;
  readonly services: WorkflowServices;
  readonly detached: DetachedExecutions;
  /** Absent: only a publication that has begun is continued. */
  readonly request?: PublicationRequest;
}

/** The abilities of a request, as long as it runs. */
export interface PublicationRequest {
  /** Starts the upload. */
  readonly start: () => Promise<RelayRecord>;
  /** Whether a stored publication is continued; otherwise a new one begins. */
  readonly continues: (record: RelayRecord) => boolean | Promise<boolean>;
  /** Called when the upload has begun. */
  readonly onStart: () => void;
}

/** The values by which a caller continues a publication. */
export const publicationOf = (file: Ref, execution: Execution, key: string): PublicationJob => ({
  key,
  file,
  identities: execution.identities,
  services: execution.workflows!,
  detached: detachedFrom(execution),
});

type OwnStep = Step<PublicationRun, PublicationStep>;

const steps: readonly OwnStep[] = [
  {
    name: 'uploadStarted',
    isDone: (run) => run.isStarted(),
    run: (run) => run.start(),
  },
  {
    name: 'videoCreated',
    isDone: (run) => run.videoId !== undefined,
    run: (run) => run.transfer(),
  },
  {
    name: 'fileLinked',
    isDone: (run) => run.isLinked(),
    run: (run) => run.link(),
  },
];

/** The work of a relay: one run of the steps. */
export const publish =
  (job: PublicationJob) =>
  async (turn: RelayTurn): Promise<void> => {
    const record = await job.services.relays.find(job.key);
    await new PublicationRun(job, turn, record).run();
  };

/** One run of a publication, in the turn of a replica. */
class PublicationRun {
  readonly #job: PublicationJob;
  readonly #turn: RelayTurn;
  #record: RelayRecord | undefined;
  /** Whether the session is known to have exactly the bytes of the record. */
  #isConfirmed = false;
  #reportedAt = 0;
  readonly #reporter;

  constructor(job: PublicationJob, turn: RelayTurn, record: RelayRecord | undefined) {
    this.#job = job;
    this.#turn = turn;
    this.#record = record;
    const { services, key: owner, file: ref } = job;
    const values = () => (this.#record ? valuesOf(this.#record) : {});
    const reporting = { services, owner, ref, values, endsSubscriptions: true };
    this.#reporter = publicationWorkflow.reporter(reporting);
  }

  get videoId(): string | undefined {
    return this.#record?.resultId;
  }

  /** Whether there is an upload to continue, or one that has ended just now. */
  async isStarted(): Promise<boolean> {
    const { request } = this.#job;
    const record = this.#record;
    if (record === undefined || record.failure) return false;
    if (request && !(await request.continues(record))) return false;
    // Without the link, the video is that of an earlier publication.
    if (record.isFinished && !(await this.isLinked())) return false;
    // Otherwise it would look stopped until the next part has been sent.
    if (record.stopped) await this.#save({});
    request?.onStart();
    return true;
  }

  /** @throws the error of the first step that fails */
  async run(): Promise<void> {
    const onDone = (name: PublicationStep): void => this.#reporter.report(name);
    const run = new StepRun({ steps, state: this, onDone });
    try {
      await run.run();
    } catch (cause) {
      const error = explained(cause);
      // Otherwise another replica goes on.
      if (!this.#turn.isInterrupted()) await this.#fail(error);
      throw error;
    }
    await this.#save({ isFinished: true, expiresAt: this.#endOfRecord() });
    this.#reporter.report('finished');
  }

  async start(): Promise<void> {
    const { request } = this.#job;
    if (!request) throw new Error('there is nothing to continue');
    this.#record = await request.start();
    this.#isConfirmed = true;
    await this.#save({});
    request.onStart();
  }

  /** Sends the bytes that are left. */
  async transfer(): Promise<void> {
    const { identities, services } = this.#job;
    let result: Awaited<ReturnType<typeof relayBytes>>;
    try {
      result = await this.#relay();
    } finally {
      await services.media.endSharing(identities.of(videos.insert));
    }
    const { total } = this.#record!;
    await this.#save({ received: total, resultId: answeredId(videos.insert, result['id']) });
  }

  #relay(): ReturnType<typeof relayBytes> {
    const { identities, services, file, detached } = this.#job;
    const { target, total, contentType, version, received } = this.#record!;
    const { media, clock } = services;
    const { signal } = this.#turn;
    const upload = { operation: videos.insert, target };
    return relayBytes({
      total,
      signal,
      received: this.#isConfirmed ? received : undefined,
      retryMs: media.retryMs,
      partBytes: media.partBytes,
      clock,
      source: {
        open: ({ start, end }, opened) => {
          const headers = { range: `bytes=${start}-${end - 1}` };
          const caller = { identities, headers, signal: opened };
          return media.open(files.get, downloadArguments(file), caller);
        },
        check: (checked) =>
          detached(callMs, checked, (execution) => checkVersion(execution, file, version)),
      },
      target: {
        operation: videos.insert,
        send: ({ start, end }, body, sent) => {
          const chunk = { start, length: end - start, total, contentType, body };
          return media.send({ ...upload, signal: sent }, chunk);
        },
        query: (asked) => media.query({ ...upload, signal: asked }, total),
      },
      onBytes: (count) => this.#onBytes(count),
      onReceived: (count) => this.#save({ received: count }),
    });
  }

  #onBytes(count: number): void {
    const now = this.#job.services.clock.now();
    if (now - this.#reportedAt < reportMs) return;
    this.#reportedAt = now;
    this.#reporter.again('transferring', { transferredBytes: String(count) });
  }

  /** Whether the file names the video. */
  isLinked(): Promise<boolean> {
    return this.#job.detached(callMs, this.#turn.signal, async (execution) => {
      return (await linkedVideo(execution, this.#job.file)) === this.videoId;
    });
  }

  link(): Promise<void> {
    const { detached, file } = this.#job;
    const { signal } = this.#turn;
    return detached(callMs, signal, (execution) => linkToVideo(execution, file, this.videoId!));
  }

  async #save(change: Partial<RelayRecord>): Promise<void> {
    this.#record = { ...this.#record!, stopped: undefined, ...change };
    await this.#turn.save(this.#record);
  }

  #endOfRecord(): number {
    return this.#job.services.clock.wallTime() + endedMs;
  }

  /** Stores and reports an error. After one that repeats, the next mutation begins again. */
  async #fail(error: unknown): Promise<void> {
    const failure = reportedFailure(this.#job.services.api, error);
    const stored = { code: failure.errorCode, message: failure.errorMessage };
    const isEnd = this.videoId === undefined && endsUpload(error);
    if (this.#record)
      await this.#save(
        isEnd ? { failure: stored, expiresAt: this.#endOfRecord() } : { stopped: stored },
      );
    this.#reporter.report('failed', failure);
  }
}

/** The upload session is nothing that the client knows. */
function explained(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.failure.operation !== videos.insert.key)
    return error;
  if (error.code !== 'NOT_FOUND' && error.code !== 'GONE') return error;
  return new MutationError(
    'GONE',
    'YouTube has lost the upload. Repeat the mutation to start it again.',
  );
}

/** Whether an upload cannot go on: YouTube has lost or rejected the file, or it has changed. */
export function endsUpload(error: unknown): boolean {
  if (error instanceof MutationError) return error.code === 'CONFLICT' || error.code === 'GONE';
  if (!(error instanceof UpstreamError)) return false;
  const { operation } = error.failure;
  // Without its upload, a video whose answer was lost can only be looked for.
  const codes = ['INVALID_INPUT', 'FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'GONE'];
  return operation === videos.insert.key && codes.includes(answeredCode(error));
}

/** The end of a publication. */
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

/** The record of a publication in the store; undefined while the store fails. */
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
  const end = new AbortController();
  const run = async (job: PublicationJob): Promise<void> => {
    while (!end.signal.aborted) {
      await follow(job, end.signal);
      await job.services.clock.sleep(idleMs, end.signal);
    }
  };
  if (execution.workflows) void run(publicationOf(file, execution, key));
  return () => end.abort();
}
