/**
 * `prepareBroadcast`: event, broadcast and stream in one mutation, which undoes what it has done if
 * a step fails.
 */
import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../engine/execution/execution.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { PartlyDone } from '../../../engine/write/partly-done.ts';
import { type NotUndone, StepRun } from '../../../engine/write/step.ts';
import { callsOfOwnList, maxCandidates } from '../../../engine/write/update/list-difference.ts';
import type {
  CallCount,
  PlannedWrite,
  WriteOutcome,
  WriteRequest,
} from '../../../engine/write/strategy.ts';
import { workflow } from '../../../engine/write/workflow.ts';
import { calendars, events } from '../../calendar/operations.ts';
import { liveBroadcasts, liveStreams } from '../../live/operations.ts';
import { channels } from '../../video/operations.ts';
import { EventRef, resolveCalendarId } from '../../calendar/calendar-id.ts';
import { Event } from '../../calendar/resources.ts';
import { reportedFailure } from '../../../engine/schema/feed/progress.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  type Payload,
  type PayloadFields,
  nullOnFailure,
} from '../../../engine/schema/write/write-payload.ts';
import { enumName } from '../../live/broadcast/life-cycle.ts';
import { Broadcast, Stream } from '../../live/resources.ts';
import { type PreparationInput, preparationParameters, preparationSettings } from './input.ts';
import { planOf, type PreparationPlan } from './plan.ts';
import type { PreparationReport, PreparationStep } from './report.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { stepsOf } from './step.ts';
import { inspect, type Preparation, preparationOf } from './preparation.ts';

/** Time in ms, beyond the deadline of the request, in which steps are undone. */
const undoMs = 15_000;

/** The part of it, in ms, in which a step that the deadline cut off can still end. */
const settleMs = 5_000;

/** The refs of the payload beside the broadcast. */
interface Prepared {
  readonly stream: Ref | undefined;
  readonly event: Ref | undefined;
}

const preparedFields: PayloadFields = (t) =>
  fields(t, {
    stream: [
      Stream,
      nullOnFailure('The stream that is bound to the broadcast.'),
      { key: ({ extra }: Payload) => (extra as Prepared | undefined)?.stream?.key ?? null },
    ],
    event: [
      Event,
      nullOnFailure('The event that names the broadcast.'),
      { key: ({ extra }: Payload) => (extra as Prepared | undefined)?.event?.key ?? null },
    ],
  });

/** The most calls of one run: with a new event, broadcast and stream that are all undone. */
const calls = (planned: PlannedWrite): readonly CallCount[] => {
  const { event, broadcast, stream, onFailure, attendees } = planned.settings as PreparationInput;
  const undo = onFailure === 'undo' ? 1 : 0;
  const [isNewEvent, isNewBroadcast, isNewStream] = [event, broadcast, stream].map((each) =>
    each.new == null ? 0 : 1,
  ) as [number, number, number];
  const added = attendees?.length ? 1 : 0;
  // After a deletion.
  const readsAfter = 2 * undo;
  const links = (1 + isNewStream) * (1 + undo);
  return [
    [calendars.get, 1],
    [events.get, 1 + isNewEvent * (1 + readsAfter) + 2 * added + links],
    [liveBroadcasts.list, 3 + undo + (readsAfter + callsOfOwnList) * isNewBroadcast],
    [liveStreams.list, 1 + callsOfOwnList + readsAfter * isNewStream],
    [channels.list, Math.max(isNewBroadcast, isNewStream)],
    [events.list, maxCandidates * (isNewBroadcast + isNewStream)],
    [events.insert, isNewEvent],
    [liveBroadcasts.insert, isNewBroadcast],
    [liveStreams.insert, isNewStream],
    [events.patch, isNewEvent + links + added],
    [liveBroadcasts.bind, 1 + undo],
    [events.delete, isNewEvent * undo],
    [liveBroadcasts.delete, isNewBroadcast * undo],
    [liveStreams.delete, isNewStream * undo],
  ];
};

export const prepareBroadcast = write('prepareBroadcast', {
  description:
    'Prepare a broadcast: create the event if it is new, then the broadcast and the stream if they are new, bind the stream, and add attendees to the event at the end. The event names the broadcast in a private property, so that `Event.broadcast` and `Broadcast.event` lead to each other. All ids and permissions that can be read are checked before anything is created. If a step fails, the mutation undoes what it has done, and the error is that of the step; with `onFailure: KEEP`, it keeps what is done, with the error `PARTLY_DONE`, and the same mutation continues. `PARTLY_DONE` is also the error if something cannot be undone: the payload then has the objects that remain. May be repeated after any error, and sent twice at once, if the event exists or has a `newEventId`: completed steps are not repeated. A new event that was undone is restored by a repetition within 24 hours, in the same process of the gateway, or in any if they share a store; otherwise it is a deleted event, and another `newEventId` is needed. If a response of YouTube was lost, the gateway looks for the new object among the upcoming broadcasts, or the reusable streams, of the channel. If the process of the gateway dies when YouTube has just created an object, a repetition within 24 hours does the same: it continues with the only object that is new since then, has the same values and belongs to no other event of the calendar. This needs a store that processes share: without one, a repetition after a restart creates another object, and the first one stays. `preparationProgress` reports each step. A new event, broadcast and stream cost up to about 170 quota units of `VIDEO`; undoing them costs up to about 160 more.',
  inputDescription: 'Input of `prepareBroadcast`.',
  operation: liveBroadcasts.insert,
  target: Broadcast,
  strategy: workflow({
    operations: [
      calendars.get,
      events.get,
      liveBroadcasts.list,
      liveStreams.list,
      events.insert,
      channels.list,
      events.list,
      liveBroadcasts.insert,
      events.patch,
      liveStreams.insert,
      liveBroadcasts.bind,
      liveStreams.delete,
      liveBroadcasts.delete,
      events.delete,
    ],
    calls,
    waitMs: () => undoMs,
    // A new event without an id of its own would be created twice.
    isRepeatable: false,
    run: prepare,
  }),
  parameters: preparationParameters,
  settings: preparationSettings,
  validate: (input) => void planOf(input),
  result: ['broadcast', 'The broadcast, bound to the stream.'],
  fields: preparedFields,
});

/** Runs of one event run one after the other, also in several replicas. */
async function prepare(request: WriteRequest): Promise<WriteOutcome> {
  const { execution, operation, settings } = request;
  const plan = planOf(settings as PreparationInput);
  const eventRef = await refOfEvent(execution, plan);
  const progress = new Progress(execution, eventRef);
  try {
    const outcome = await execution.runExclusive(eventRef, operation, () =>
      prepareInTurn(preparationOf(request, plan, eventRef), progress),
    );
    progress.report('finished');
    return outcome;
  } catch (error) {
    progress.report('failed', error);
    throw error;
  }
}

async function refOfEvent(execution: Execution, { event }: PreparationPlan): Promise<Ref> {
  if ('existing' in event) return EventRef.resolve(execution, event.existing, 'event.existing');
  const { calendarId, eventId = randomUUID().replaceAll('-', '') } = event.new;
  const resolved = await resolveCalendarId(execution, calendarId, 'event.new.calendarId');
  return { resource: Event.resource, key: [resolved, eventId] };
}

type Run = StepRun<Preparation, PreparationStep>;

/** May begin a second time, as long as nothing has been written. */
async function prepareInTurn(state: Preparation, progress: Progress): Promise<WriteOutcome> {
  const {
    plan,
    write: { execution },
  } = state;
  const onDone = (name: PreparationStep): void => progress.report(name, undefined, state);
  const run: Run = new StepRun({ steps: stepsOf(plan), state, onDone });
  execution.keepTime(undoMs);
  try {
    await inspect(state);
    await run.run();
  } catch (error) {
    execution.keepTime(0);
    await execution.turns.settle(settleMs);
    if (!(await run.isComplete())) {
      if (run.hasBegun && !plan.keepsSteps) progress.report('undoing', undefined, state);
      throw await (plan.keepsSteps ? kept : undone)(state, run, error);
    }
  } finally {
    execution.keepTime(0);
    execution.invalidate();
  }
  return { ref: refsOf(state).broadcast, extra: refsOf(state) };
}

/** What exists of a preparation, but for what was created and deleted again. */
function refsOf({ event, broadcast, stream }: Preparation, missing: readonly string[] = []) {
  const ref = (resource: Ref['resource'], id: string | undefined, step: PreparationStep) =>
    id === undefined || missing.includes(step) ? undefined : { resource, key: [id] };
  return {
    broadcast: ref(Broadcast.resource, broadcast.id, 'broadcastCreated'),
    stream: ref(Stream.resource, stream.id, 'streamCreated'),
    event: missing.includes('eventCreated') ? undefined : event.ref,
  };
}

/** The error of a run that keeps its steps. What later runs would not find is undone, too. */
async function kept(state: Preparation, run: Run, error: unknown): Promise<unknown> {
  const left = await run.undoLost();
  const { done, remaining } = run;
  if (done.length === 0) return error;
  return partlyDone(state, { done, remaining, left }, error);
}

/** What the event names, and the steps that make it and name it. */
const links = [
  ['broadcastCreated', VIDEO_ID, 'broadcastLinked'],
  ['streamCreated', VIDEO_STREAM_ID, 'streamLinked'],
] as const;

/** Undoes a run. @returns the error: that of the step, unless something could not be undone */
async function undone(state: Preparation, run: Run, error: unknown): Promise<unknown> {
  const left = await run.undo();
  if (left.length === 0) return error;
  const names = new Set(left.map(({ name }) => name));
  // A new event goes with its links: one that stays names what could not be deleted either.
  if (names.has('eventCreated'))
    for (const [made, link, linked] of links)
      if (names.has(made) && (await state.event.linked(link).catch(() => undefined)))
        names.add(linked);
  const done = stepsOf(state.plan).flatMap(({ name }) => (names.has(name) ? [name] : []));
  const remaining = run.remaining.filter((name) => !done.includes(name));
  const summary = `Left of the mutation: ${done.map(enumName).join(', ')}.`;
  return partlyDone(state, { done, remaining, left, summary }, error);
}

interface LeftSteps {
  readonly done: readonly PreparationStep[];
  readonly remaining: readonly PreparationStep[];
  readonly left: readonly NotUndone<PreparationStep>[];
  readonly summary?: string;
}

function partlyDone(
  state: Preparation,
  { done, remaining, left, summary }: LeftSteps,
  cause: unknown,
): PartlyDone {
  const { broadcast: ref, ...extra } = refsOf(state, remaining);
  const { api } = state.write.execution;
  const problems = left.map(
    ({ name, error }) =>
      `${enumName(name)} could not be undone: ${reportedFailure(api, error).errorMessage}`,
  );
  const names = { done: done.map(enumName), remaining: remaining.map(enumName) };
  return new PartlyDone({ ...names, ref, extra, summary, note: problems.join(' ') }, cause);
}

/** Reports the steps to the subscribers of `preparationProgress`, each once. */
class Progress {
  readonly #execution: Execution;
  readonly #event: Ref;
  readonly #reported = new Set<string>();

  constructor(execution: Execution, event: Ref) {
    this.#execution = execution;
    this.#event = event;
  }

  report(step: PreparationReport['step'], error?: unknown, state?: Preparation): void {
    if (this.#reported.has(step)) return;
    this.#reported.add(step);
    const { identities, workflows } = this.#execution;
    const [calendarId = '', eventId = ''] = this.#event.key;
    const report: PreparationReport = {
      calendarId,
      eventId,
      step,
      at: new Date().toISOString(),
      broadcastId: state?.broadcast.id,
      streamId: state?.stream.id,
      ...(step === 'failed' && reportedFailure(this.#execution.api, error)),
      isLast: step === 'finished',
    };
    const { operation } = this.#event.resource.read;
    workflows?.report(identities.of(operation), this.#event, report);
  }
}
