/**
 * A publication of a file while it runs, longer than the request that has begun it: its steps, and
 * what it reports. Whoever has access to the file and the channel can continue it, in any replica.
 */
import type { DetachedExecutions } from '../../../engine/execution/detached-execution.ts';
import type { Identities } from '../../../engine/caller/identities.ts';
import type { WorkflowServices } from '../../../engine/execution/progress-report.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { relayBytes } from '../../../engine/transfer/byte-relay.ts';
import type { RelayRecord, RelayTurn } from '../../../engine/transfer/relays.ts';
import { answeredId } from '../../../engine/write/answered-id.ts';
import { type Step, StepRun } from '../../../engine/write/step.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { answeredCode } from '../../../engine/rest/call/unknown-outcome.ts';
import { files } from '../../storage/operations.ts';
import { videos } from '../../video/operations.ts';
import { reportedFailure } from '../../../engine/schema/feed/progress.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { type PublicationStep, publicationWorkflow, valuesOf } from './declaration.ts';
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
  /** Starts the upload. Absent: only a publication that has begun is continued. */
  readonly start?: () => Promise<RelayRecord>;
  /** Whether a stored publication is continued; otherwise a new one begins. Default: it is. */
  readonly continues?: (record: RelayRecord) => boolean | Promise<boolean>;
  /** Called when the upload has begun. */
  readonly onStart?: () => void;
}

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
  readonly #progress;

  constructor(job: PublicationJob, turn: RelayTurn, record: RelayRecord | undefined) {
    this.#job = job;
    this.#turn = turn;
    this.#record = record;
    const { services, key: owner, file: ref } = job;
    const values = () => (this.#record ? valuesOf(this.#record) : {});
    const reporting = { services, owner, ref, values, endsSubscriptions: true };
    this.#progress = publicationWorkflow.progress(reporting);
  }

  get videoId(): string | undefined {
    return this.#record?.resultId;
  }

  /** Whether there is an upload to continue, or one that has ended just now. */
  async isStarted(): Promise<boolean> {
    const { continues = () => true, onStart } = this.#job;
    const record = this.#record;
    if (record === undefined || record.failure || !(await continues(record))) return false;
    // Without the link, the video is that of an earlier publication.
    if (record.isFinished && !(await this.isLinked())) return false;
    onStart?.();
    return true;
  }

  /** @throws the error of the first step that fails */
  async run(): Promise<void> {
    const onDone = (name: PublicationStep): void => this.#progress.report(name);
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
    this.#progress.report('finished');
  }

  async start(): Promise<void> {
    const { start, onStart } = this.#job;
    if (!start) throw new Error('there is nothing to continue');
    this.#record = await start();
    this.#isConfirmed = true;
    await this.#save({});
    onStart?.();
  }

  /** Sends the bytes that are left. */
  async transfer(): Promise<void> {
    const { identities, services, file, detached } = this.#job;
    const { target, total, contentType, version, received } = this.#record!;
    const { media, clock } = services;
    const { signal } = this.#turn;
    const upload = { operation: videos.insert, target };
    const result = await relayBytes({
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
        check: (checked) => checkVersion(detached(callMs, checked), file, version),
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
    }).finally(() => media.endSharing(identities.of(videos.insert)));
    await this.#save({ received: total, resultId: answeredId(videos.insert, result['id']) });
  }

  #onBytes(count: number): void {
    const now = this.#job.services.clock.now();
    if (now - this.#reportedAt < reportMs) return;
    this.#reportedAt = now;
    this.#progress.again('transferring', { transferredBytes: String(count) });
  }

  /** Whether the file names the video. */
  async isLinked(): Promise<boolean> {
    const execution = this.#job.detached(callMs, this.#turn.signal);
    return (await linkedVideo(execution, this.#job.file)) === this.videoId;
  }

  link(): Promise<void> {
    const execution = this.#job.detached(callMs, this.#turn.signal);
    return linkToVideo(execution, this.#job.file, this.videoId!);
  }

  async #save(change: Partial<RelayRecord>): Promise<void> {
    this.#record = { ...this.#record!, ...change };
    await this.#turn.save(this.#record);
  }

  #endOfRecord(): number {
    return this.#job.services.clock.wallTime() + endedMs;
  }

  /** Reports an error. One that repeats is stored: the next mutation begins again. */
  async #fail(error: unknown): Promise<void> {
    const failure = reportedFailure(this.#job.services.api, error);
    if (this.#record && this.videoId === undefined && endsUpload(error))
      await this.#save({
        failure: { code: failure.errorCode, message: failure.errorMessage },
        expiresAt: this.#endOfRecord(),
      });
    this.#progress.report('failed', failure);
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
