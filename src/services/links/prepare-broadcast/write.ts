/**
 * `prepareBroadcast`: event, broadcast and stream in one mutation, which undoes what it has done if
 * a step fails.
 */
import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../engine/execution/execution.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import type { PartlyDone } from '../../../engine/write/partly-done.ts';
import { type NotUndone, StepRun } from '../../../engine/write/step.ts';
import { callsOfOwnList, maxCandidates } from '../../../engine/write/update/list-difference.ts';
import type { PlannedWrite, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { calendars, events } from '../../calendar/operations.ts';
import { liveBroadcasts, liveStreams } from '../../live/operations.ts';
import { channels } from '../../video/operations.ts';
import { EventRef, resolveCalendarId } from '../../calendar/calendar-id.ts';
import { Event } from '../../calendar/resources.ts';
import { reportedFailure } from '../../../engine/schema/feed/progress.ts';
import { Broadcast } from '../../live/resources.ts';
import { type PreparationInput, preparationParameters, preparationSettings } from './input.ts';
import { planOf, type PreparationPlan } from './plan.ts';
import { type PreparationStep, preparationWorkflow } from './declaration.ts';
import { links, stepsOf } from './step.ts';
import { inspect, type Preparation, preparationOf } from './preparation.ts';

/** Time in ms, beyond the deadline of the request, in which steps are undone. */
const undoMs = 15_000;

/** The part of it, in ms, in which a step that the deadline cut off can still end. */
const settleMs = 5_000;

/** The conditions of the number of calls, each as a number: 0 or 1, but for the links. */
interface Counts {
  /** Whether the object is new. */
  readonly event: number;
  readonly broadcast: number;
  readonly stream: number;
  /** Whether a failure undoes the steps. After a deletion are two reads. */
  readonly undo: number;
  readonly attendees: number;
  /** Calls that set the links of the event, or restore them. */
  readonly links: number;
}

function countsOf(input: PreparationInput): Counts {
  const [event, broadcast, stream] = [input.event, input.broadcast, input.stream].map((each) =>
    Number(each.new != null),
  ) as [number, number, number];
  const undo = Number(input.onFailure === 'undo');
  const attendees = Number(Boolean(input.attendees?.length));
  return { event, broadcast, stream, undo, attendees, links: (1 + stream) * (1 + undo) };
}

/** The most calls of an operation in one run: with new objects that are all undone. */
const times =
  (count: (counts: Counts) => number) =>
  ({ settings }: PlannedWrite): number =>
    count(countsOf(settings as PreparationInput));

export const prepareBroadcast = preparationWorkflow.mutation('prepareBroadcast', {
  description:
    'Prepare a broadcast: create the event if it is new, then the broadcast and the stream if they are new, bind the stream, and add attendees to the event at the end. `Event.broadcast` and `Broadcast.event` then lead to each other. All ids and permissions that can be read are checked before anything is created. If a step fails, the mutation undoes what it has done; with `onFailure: KEEP`, or if something cannot be undone, the error is `PARTLY_DONE`, and the payload has the objects that remain. With an event that exists or has a `newEventId`, the mutation can be repeated after any error: completed steps are not repeated. For 24 hours, that also holds after a lost response or the end of a process, if processes share a store. `preparationProgress` reports each step. A new event, broadcast and stream cost up to about 170 quota units of `VIDEO`; undoing them costs up to about 160 more.',
  operation: liveBroadcasts.insert,
  target: Broadcast,
  calls: [
    [calendars.get, 1],
    [events.get, times((n) => 1 + n.event * (1 + 2 * n.undo) + 2 * n.attendees + n.links)],
    [liveBroadcasts.list, times((n) => 3 + n.undo + (2 * n.undo + callsOfOwnList) * n.broadcast)],
    [liveStreams.list, times((n) => 1 + callsOfOwnList + 2 * n.undo * n.stream)],
    [events.insert, times((n) => n.event)],
    [channels.list, times((n) => Math.max(n.broadcast, n.stream))],
    [events.list, times((n) => maxCandidates * (n.broadcast + n.stream))],
    [liveBroadcasts.insert, times((n) => n.broadcast)],
    [events.patch, times((n) => n.event + n.links + n.attendees)],
    [liveStreams.insert, times((n) => n.stream)],
    [liveBroadcasts.bind, times((n) => 1 + n.undo)],
    [liveStreams.delete, times((n) => n.stream * n.undo)],
    [liveBroadcasts.delete, times((n) => n.broadcast * n.undo)],
    [events.delete, times((n) => n.event * n.undo)],
  ],
  waitMs: () => undoMs,
  // A new event without an id of its own would be created twice.
  isRepeatable: false,
  run: prepare,
  parameters: preparationParameters,
  settings: preparationSettings,
  validate: (input) => void planOf(input),
  result: 'The broadcast, bound to the stream.',
});

/** Runs of one event run one after the other, also in several replicas. */
async function prepare(request: WriteRequest): Promise<WriteOutcome> {
  const { execution, operation, settings } = request;
  const plan = planOf(settings as PreparationInput);
  const ref = await refOfEvent(execution, plan);
  let state: Preparation | undefined;
  const reporter = preparationWorkflow.reporter({
    services: execution.workflows,
    owner: execution.identities.of(ref.resource.read.operation),
    ref,
    values: (step) =>
      step === 'finished' || step === 'failed'
        ? {}
        : { broadcastId: state?.broadcast.id, streamId: state?.stream.id },
    endsSubscriptions: true,
  });
  return reporter.end(
    execution.runExclusive(ref, operation, () => {
      state = preparationOf(request, plan, ref);
      return prepareInTurn(state, (step) => reporter.report(step));
    }),
  );
}

async function refOfEvent(execution: Execution, { event }: PreparationPlan): Promise<Ref> {
  if ('existing' in event) return EventRef.resolve(execution, event.existing, 'event.existing');
  const { calendarId, eventId = randomUUID().replaceAll('-', '') } = event.new;
  const resolved = await resolveCalendarId(execution, calendarId, 'event.new.calendarId');
  return { resource: Event.resource, key: [resolved, eventId] };
}

type Run = StepRun<Preparation, PreparationStep>;

/** May begin a second time, as long as nothing has been written. */
async function prepareInTurn(
  state: Preparation,
  report: (step: PreparationStep | 'undoing') => void,
): Promise<WriteOutcome> {
  const {
    plan,
    write: { execution },
  } = state;
  const run: Run = new StepRun({ steps: stepsOf(plan), state, onDone: report });
  execution.keepTime(undoMs);
  try {
    await inspect(state);
    await run.run();
  } catch (error) {
    execution.keepTime(0);
    await execution.turns.settle(settleMs);
    if (!(await run.isComplete())) {
      if (run.hasBegun && !plan.keepsSteps) report('undoing');
      throw await (plan.keepsSteps ? kept : undone)(state, run, error);
    }
  } finally {
    execution.keepTime(0);
    execution.invalidate();
  }
  return shown(state);
}

/** The objects of the payload: those that exist, without those created and deleted again. */
function shown(
  { event, broadcast, stream }: Preparation,
  missing: readonly PreparationStep[] = [],
): Required<Pick<WriteOutcome, 'ref' | 'extra'>> {
  const [calendarId, eventId] = missing.includes('eventCreated') ? [] : event.ref.key;
  const hasBroadcast = broadcast.id !== undefined && !missing.includes('broadcastCreated');
  return {
    ref: hasBroadcast ? { resource: Broadcast.resource, key: [broadcast.id!] } : undefined,
    extra: {
      calendarId,
      eventId,
      streamId: missing.includes('streamCreated') ? undefined : stream.id,
    },
  };
}

/** The error of a run that keeps its steps. What later runs would not find is undone, too. */
async function kept(state: Preparation, run: Run, error: unknown): Promise<unknown> {
  const left = await run.undoLost();
  const { done, remaining } = run;
  if (done.length === 0) return error;
  return partlyDone(state, { done, remaining, left }, error);
}

/** Undoes a run. @returns the error: that of the step, unless something could not be undone */
async function undone(state: Preparation, run: Run, error: unknown): Promise<unknown> {
  const left = await run.undo();
  if (left.length === 0) return error;
  const names = new Set(left.map(({ name }) => name));
  // A new event goes with its links: one that stays names what could not be deleted either.
  if (names.has('eventCreated'))
    for (const { created, linked, property } of Object.values(links))
      if (names.has(created) && (await state.event.linked(property).catch(() => undefined)))
        names.add(linked);
  const done = stepsOf(state.plan).flatMap(({ name }) => (names.has(name) ? [name] : []));
  const remaining = run.remaining.filter((name) => !done.includes(name));
  const summary = `Left of the mutation: ${preparationWorkflow.names(done).join(', ')}.`;
  return partlyDone(state, { done, remaining, left, summary }, error);
}

interface LeftSteps {
  readonly done: readonly PreparationStep[];
  readonly remaining: readonly PreparationStep[];
  readonly left: readonly NotUndone<PreparationStep>[];
  readonly summary?: string;
}

function partlyDone(state: Preparation, { left, ...steps }: LeftSteps, cause: unknown): PartlyDone {
  const { api } = state.write.execution;
  const problems = left.map(({ name, error }) => {
    const [step] = preparationWorkflow.names([name]);
    return `${step} could not be undone: ${reportedFailure(api, error).errorMessage}`;
  });
  const facts = { ...steps, ...shown(state, steps.remaining), note: problems.join(' ') };
  return preparationWorkflow.partlyDone(facts, cause);
}
