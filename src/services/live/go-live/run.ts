/**
 * The common part of `goLive` and `endBroadcast`: reading the state of a broadcast, transitions
 * that may have been made already, reports of each step, and errors that tell what was done.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import {
  answeredCode,
  hasUnknownOutcome,
  readAfterFailure,
} from '../../../engine/rest/call/unknown-outcome.ts';
import { NotApplied } from '../../../engine/write/acknowledgement.ts';
import { type Step, StepRun } from '../../../engine/write/step.ts';
import type { PlannedWrite, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { PollingWait, pollCount } from '../../../engine/write/polling.ts';
import { upstreamError, UpstreamError } from '../../../engine/api/error.ts';
import { liveBroadcasts } from '../operations.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { type BroadcastMutation, type BroadcastStep, broadcastWorkflow } from './declaration.ts';
import {
  allowedTransitions,
  enumName,
  isBeforeTesting,
  transitionMessage,
  type TransitionTarget,
} from '../broadcast/life-cycle.ts';
import { Stream } from '../resources.ts';
import { allowedWaitMs, waitMsOf } from '../../../engine/schema/write/wait.ts';

const { bind, transition } = liveBroadcasts;

/** Time in ms between two polls. */
const intervalMs = 2_000;

/** Calls of one transition: another writer or a lost response can make a second one necessary. */
export const maxAttempts = 2;

/** Maximum number of polls of a mutation. */
export const maxPolls = (write: PlannedWrite): number => pollCount(waitMsOf(write), intervalMs);

/** A broadcast, as far as its transitions depend on it. */
interface BroadcastState {
  readonly status: string;
  readonly isMonitored: boolean;
  readonly streamId: string | undefined;
}

const statePaths = Paths.of(
  'status.lifeCycleStatus',
  'contentDetails.monitorStream.enableMonitorStream',
  'contentDetails.boundStreamId',
);

const streamPaths = Paths.of('status.streamStatus');

const requestSteps: Readonly<Record<TransitionTarget, BroadcastStep>> = {
  testing: 'testingRequested',
  live: 'liveRequested',
  complete: 'endRequested',
};

/** One run of `goLive` or `endBroadcast`. */
export class BroadcastRun {
  readonly #write: WriteRequest;
  readonly reporter;
  readonly #wait: PollingWait;
  readonly #done: BroadcastStep[] = [];
  readonly #attempts = new Map<TransitionTarget, number>();
  /** Transitions that YouTube has answered with success, to this run or another one. */
  readonly #requested = new Set<TransitionTarget>();
  /** Those of them that a status has shown since, or that YouTube calls redundant. */
  readonly #accepted = new Set<TransitionTarget>();
  /** The request of this run that no status has shown yet, and the status before it. */
  #unshown: { readonly target: TransitionTarget; readonly before: string } | undefined;
  #state: BroadcastState | undefined;
  /** The stream that this run has bound: a read can lag behind. */
  #boundStreamId: string | undefined;
  #streamStatus: string | undefined;

  constructor(mutation: BroadcastMutation, write: WriteRequest) {
    this.#write = write;
    const { identities, workflows: services } = write.execution;
    this.reporter = broadcastWorkflow.reporter({
      services,
      owner: identities.of(liveBroadcasts.list),
      ref: this.ref,
      values: () => ({
        mutation,
        lifeCycleStatus: this.#state?.status,
        streamStatus: this.#streamStatus,
      }),
      endsSubscriptions: mutation === 'endBroadcast',
    });
    this.#wait = new PollingWait(write.execution, allowedWaitMs(write), intervalMs);
  }

  get ref(): Ref {
    return this.#write.ref!;
  }

  /** The state that was read last. */
  get state(): BroadcastState {
    const state = this.#state!;
    return { ...state, streamId: this.#boundStreamId ?? state.streamId };
  }

  /** Whether the transition has been requested: it has to be waited for. */
  isRequested(target: TransitionTarget): boolean {
    return this.#requested.has(target);
  }

  /** Whether the transition has been accepted: only its effect has to be waited for. */
  isAccepted(target: TransitionTarget): boolean {
    return this.#accepted.has(target);
  }

  /** Waits for the next poll. @returns false if the time is over */
  next(): Promise<boolean> {
    return this.#wait.next();
  }

  /** Reads the broadcast, with the fields that the client selects. @throws UpstreamError */
  async read(): Promise<BroadcastState> {
    const { execution, selected } = this.#write;
    execution.invalidate();
    const found: youtube_v3.Schema$LiveBroadcast | null = await execution.load(this.ref, {
      paths: Paths.union([statePaths, selected]),
      downstream: new Set(),
    });
    if (found === null)
      throw upstreamError(liveBroadcasts.list, 'NOT_FOUND', { id: this.ref.key[0]! });
    const { status, contentDetails } = found;
    if (!status?.lifeCycleStatus)
      throw upstreamError(liveBroadcasts.list, 'UPSTREAM_INVALID', { id: this.ref.key[0]! });
    this.#state = {
      status: status.lifeCycleStatus,
      isMonitored: contentDetails?.monitorStream?.enableMonitorStream === true,
      streamId: contentDetails?.boundStreamId ?? undefined,
    };
    this.#noteShown();
    return this.#state;
  }

  /** Reads whether a stream receives data. */
  async isActive(streamId: string): Promise<boolean> {
    const { execution } = this.#write;
    execution.invalidate();
    const found: youtube_v3.Schema$LiveStream | null = await execution.load(
      { resource: Stream.resource, key: [streamId] },
      { paths: streamPaths, downstream: new Set() },
    );
    this.#streamStatus = found?.status?.streamStatus ?? undefined;
    return this.#streamStatus === 'active';
  }

  /**
   * Binds a stream, unless the status of the broadcast has changed since the read.
   * @throws NotApplied if YouTube ignores it
   */
  async bind(streamId: string): Promise<void> {
    const { execution } = this.#write;
    const part = ['id', 'contentDetails'];
    const before = this.#state!.status;
    try {
      const answer = await execution.send(bind, { id: this.ref.key[0]!, streamId, part });
      // An answer that does not show it can lag behind, as a read can.
      const isShown = answer.contentDetails?.boundStreamId === streamId;
      if (!isShown && (await this.read()).streamId !== streamId)
        throw new NotApplied(this.ref, ['streamId']);
    } catch (error) {
      const isLost = hasUnknownOutcome(error);
      if (!isLost && !isFailure(error, bind.reasons.liveBroadcastBindingNotAllowed)) throw error;
      const found = await readAfterFailure(error, () => this.read());
      if (!isLost || found.streamId !== streamId) {
        if (found.status === before) throw error;
        return;
      }
    }
    this.#boundStreamId = streamId;
    this.#done.push('streamBound');
    this.reporter.report('streamBound');
  }

  /**
   * Requests a transition from the state that was read last. Returns, also without success, if the
   * state has to be read again.
   * @throws the failure if a repetition cannot succeed
   */
  async transition(target: TransitionTarget): Promise<void> {
    const attempts = (this.#attempts.get(target) ?? 0) + 1;
    this.#attempts.set(target, attempts);
    const before = this.#state!.status;
    try {
      await this.#send(target);
    } catch (error) {
      if (!isFailure(error, transition.reasons.redundantTransition))
        return this.#afterRejection(target, error, attempts);
      this.#requested.add(target);
      this.#accepted.add(target);
      return;
    }
    this.#requested.add(target);
    this.#unshown = { target, before };
    this.#noteShown();
  }

  /** Notes a request as accepted when the status is not that of before: the answer can lag. */
  #noteShown(): void {
    if (!this.#unshown || this.#unshown.before === this.#state!.status) return;
    const { target } = this.#unshown;
    this.#unshown = undefined;
    this.#accepted.add(target);
    this.#done.push(requestSteps[target]);
    this.reporter.report(requestSteps[target]);
  }

  async #send(broadcastStatus: TransitionTarget): Promise<void> {
    const { execution } = this.#write;
    const part = ['id', 'status'];
    const answer = await execution.send(transition, {
      id: this.ref.key[0]!,
      broadcastStatus,
      part,
    });
    const status = answer.status?.lifeCycleStatus;
    if (status && this.#state) this.#state = { ...this.#state, status };
  }

  /** Finds out whether the state has changed since the read, so that the workflow can go on. */
  async #afterRejection(target: TransitionTarget, error: unknown, attempts: number): Promise<void> {
    if (!(error instanceof UpstreamError)) throw error;
    const isLost = hasUnknownOutcome(error);
    const code = answeredCode(error);
    if (!isLost && code !== 'INVALID_TRANSITION' && code !== 'STREAM_INACTIVE') throw error;
    const before = this.#state!.status;
    const { status } = await readAfterFailure(error, () => this.read());
    if (status !== before) return;
    if (code === 'INVALID_TRANSITION') throw this.invalid(target);
    if (attempts < maxAttempts && (await this.next())) return;
    throw code === 'STREAM_INACTIVE' ? this.inactive() : error;
  }

  /** The error for a status from which the mutation cannot go on. */
  invalid(target: TransitionTarget): MutationError {
    const { status, isMonitored } = this.#state!;
    const allowed = allowedTransitions(status, isMonitored);
    return this.#invalidTransition(transitionMessage(status, target, allowed), allowed);
  }

  /**
   * The error for a transient status that did not end while the mutation waited, or for a request
   * that YouTube has ignored.
   */
  unfinished(): Error {
    if (this.#unshown) {
      const target = this.#unshown.target.toUpperCase();
      return new NotApplied(this.ref, ['id'], `the transition to ${target}`);
    }
    const message = `The broadcast is still ${enumName(this.#state!.status)}. Repeat the mutation, or wait longer (\`wait\`).`;
    return this.#invalidTransition(message, []);
  }

  #invalidTransition(message: string, allowed: readonly TransitionTarget[]): MutationError {
    const { status } = this.#state!;
    return new MutationError('INVALID_TRANSITION', message, { status, allowed, path: ['id'] });
  }

  /** The error for a stream that receives no data. */
  inactive(): MutationError {
    const status = this.#streamStatus === undefined ? '' : ` (${enumName(this.#streamStatus)})`;
    return new MutationError(
      'STREAM_INACTIVE',
      `The bound stream receives no data${status}. Start the encoder, and repeat the mutation, or wait longer (\`wait\`).`,
      { broadcast: this.ref },
    );
  }

  /** The error of the mutation. It names the completed and the remaining steps, if both exist. */
  failure(error: unknown, goal: TransitionTarget): unknown {
    if (this.#done.length === 0 || this.isAccepted(goal)) return error;
    const { status = '', isMonitored = false } = this.#state ?? {};
    const isUntested = isBeforeTesting(status) && !this.isAccepted('testing');
    const steps: readonly TransitionTarget[] =
      goal === 'live' && isMonitored && isUntested ? ['testing', goal] : [goal];
    const remaining = steps.map((target) => requestSteps[target]);
    return broadcastWorkflow.partlyDone({ ref: this.ref, done: this.#done, remaining }, error);
  }
}

const isFailure = (error: unknown, reason: string): error is UpstreamError =>
  error instanceof UpstreamError && error.failure.reason === reason;

/** The differences between `goLive` and `endBroadcast`. */
interface BroadcastGoal {
  readonly mutation: BroadcastMutation;
  readonly goal: TransitionTarget;
  readonly steps: readonly Step<BroadcastRun>[];
  /** Checks each state that is read. @throws MutationError if the goal cannot be reached from it */
  readonly check?: (workflow: BroadcastRun) => void;
}

/** Runs a workflow, and reports how it ends. @throws PartlyDone */
export async function runWorkflow(
  write: WriteRequest,
  { mutation, goal, steps, check }: BroadcastGoal,
): Promise<WriteOutcome> {
  const run = new BroadcastRun(mutation, write);
  const read = async (): Promise<void> => {
    await run.read();
    check?.(run);
  };
  const steering = new StepRun({ steps, state: run, read }).run().catch((error: unknown) => {
    // YouTube has accepted the goal: a failed poll does not change that, another status does.
    if (!run.isAccepted(goal) || error instanceof MutationError) throw run.failure(error, goal);
  });
  await run.reporter.end(steering);
  return { ref: run.ref };
}
