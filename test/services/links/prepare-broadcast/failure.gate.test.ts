/**
 * `prepareBroadcast` of which a call fails, or loses its answer: at each step, nothing is left, or
 * the same mutation continues, and nothing is made twice.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Turns } from '../../../../src/engine/lock/turns.ts';
import type { Fault } from '../../../../src/sandbox/fault.ts';
import { DrivenClock, SkippingClock } from '../../../support/clock/driven-clock.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import {
  allNew,
  existingEvent,
  newEventId,
  prepareBroadcastIn,
} from '../../../support/scenario/prepare-broadcast.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { changeEvent } from '../../../support/scenario/calendar.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { changedPaths, stateOf } from '../../../support/gateway/state.ts';

/** Calls that may be repeated are sent so often. */
const attempts = 2;

const studio = useStudio({
  clock: new SkippingClock(),
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000', RETRY_ATTEMPTS: String(attempts) },
});

type Input = Readonly<Record<string, unknown>>;

const { stream: streams, event: events } = ids;

const helpers = () => prepareBroadcastIn(studio);
const prepare = (input: Input) => helpers().prepare(input);

/** An event that exists, whose broadcast and stream are new. */
const existing: Input = {
  ...allNew,
  event: existingEvent,
  broadcast: { new: { privacyStatus: 'UNLISTED', scheduledStartAt: '2099-05-01T18:00:00Z' } },
};

/** The call of each step: its operation, and which of the calls of the operation it is. */
const stepCalls: Readonly<Record<string, readonly [operation: string, index: number]>> = {
  EVENT_CREATED: ['calendar:events.insert', 0],
  BROADCAST_CREATED: ['live:liveBroadcasts.insert', 0],
  BROADCAST_LINKED: ['calendar:events.patch', 0],
  STREAM_CREATED: ['live:liveStreams.insert', 0],
  STREAM_LINKED: ['calendar:events.patch', 1],
  STREAM_BOUND: ['live:liveBroadcasts.bind', 0],
  ATTENDEES_ADDED: ['calendar:events.patch', 2],
};

const stepsFor = (input: Input): string[] =>
  Object.keys(stepCalls).filter((step) => step !== 'EVENT_CREATED' || input === allNew);

/** Lets the call of a step fail, and its retries. */
function failAt(step: string, fault: Fault): void {
  const [operation, index] = stepCalls[step]!;
  const match = { operation };
  // Faults without an effect let the calls before pass.
  if (index > 0) studio.sandbox.fault({ match, times: index, delayMs: 0 });
  studio.sandbox.fault({ match, ...fault });
}

const rejection: Fault = { status: 403, reason: 'forbidden', times: 1 };

/** Without what a new event and its deletion leave, and an event without properties. */
const withoutTraces = (paths: readonly string[]): string[] =>
  paths.filter((path) => !path.includes(newEventId) && !path.endsWith('/extendedProperties'));

/** Whether an event has no property that this mutation sets. */
async function expectNoLinks(eventId: string): Promise<void> {
  const { event } = await helpers().state(eventId);
  const isDeleted = event?.status !== 'confirmed';
  expect(isDeleted ? {} : (event.extendedProperties?.private ?? {})).toEqual({});
}

/** What a preparation leaves, without the ids that YouTube makes. */
async function countedState(eventId: string) {
  const { event, broadcasts, streams: all } = await helpers().state(eventId);
  const { videoId, videoStreamId } = event.extendedProperties.private;
  return {
    broadcasts: Object.keys(broadcasts).length,
    streams: Object.keys(all).length,
    status: broadcasts[videoId].status.lifeCycleStatus,
    isBound: broadcasts[videoId].contentDetails.boundStreamId === videoStreamId,
    attendees: event.attendees.map(({ email }: any) => email),
  };
}

describe('a lost answer', () => {
  it('of a new stream that YouTube does not list is reported, and the stream stays', async () => {
    failAt('STREAM_CREATED', { drop: 'after', times: 1 });
    const { failed } = await prepare({
      ...existing,
      stream: { new: { title: 'Field', isReusable: false } },
    });
    expect(failed).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
    await expectNoLinks(events.pressCall);
  });
  it('is not mistaken for another broadcast with the same values', async () => {
    const values = { privacyStatus: 'UNLISTED', scheduledStartAt: '2099-05-01T18:00:00Z' };
    const other = await prepare({ ...existing, stream: { existing: streams.main } });
    studio.sandbox.fault({
      match: { operation: 'live:liveBroadcasts.insert' },
      drop: 'before',
      times: 1,
    });
    const title = other.payload.broadcast.title;
    const { failed } = await prepare({
      ...allNew,
      broadcast: { new: { ...values, title, scheduledEndAt: null } },
    });
    expect(failed).toHaveLength(1);
    const { broadcasts } = await helpers().state();
    expect(Object.keys(broadcasts)).toContain(other.payload.broadcast.broadcastId);
  });
});

describe('a new object whose insert lost its answer, and that could not be found at once', () => {
  const lists: Readonly<Record<string, string>> = {
    BROADCAST_CREATED: 'live:liveBroadcasts.list',
    STREAM_CREATED: 'live:liveStreams.list',
  };
  const steps = Object.keys(lists);
  const names: Readonly<Record<string, 'videoId' | 'videoStreamId'>> = {
    BROADCAST_CREATED: 'videoId',
    STREAM_CREATED: 'videoStreamId',
  };

  /** @returns the ids of what the first mutation has left */
  async function lose(step: string, input: Input = existing): Promise<string[]> {
    const before = await helpers().state();
    failAt(step, { drop: 'after', times: 1 });
    studio.sandbox.fault({ match: { operation: lists[step]! }, delayMs: 0, times: 1 });
    studio.sandbox.fault({ match: { operation: lists[step]! }, status: 403 });
    const { payload } = await prepare(input);
    expect(payload.errors).toMatchObject([{ code: 'PARTLY_DONE', done: [step] }]);
    expect(payload.errors[0].message).toContain(`${step} could not be undone: `);
    studio.sandbox.clearFaults();
    const after = await helpers().state();
    return Object.keys({ ...after.broadcasts, ...after.streams }).filter(
      (id) => !(id in before.broadcasts) && !(id in before.streams),
    );
  }

  it.each(steps)('is that of the repeated mutation, and is made once: %s', async (step) => {
    const left = await lose(step);
    expect(left).toHaveLength(1);
    expect((await prepare(existing)).payload.errors).toEqual([]);
    const { event } = await helpers().state(events.pressCall);
    expect(event.extendedProperties.private[names[step]!]).toBe(left[0]);
    const found = await countedState(events.pressCall);
    studio.sandbox.reset(start);
    await prepare(existing);
    expect(found).toEqual(await countedState(events.pressCall));
  });
  it.each(steps)('is undone by a repeated mutation that fails: %s', async (step) => {
    const before = stateOf(studio.sandbox);
    await lose(step);
    failAt('ATTENDEES_ADDED', rejection);
    expect((await prepare(existing)).payload.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    expect(withoutTraces(changedPaths(before, stateOf(studio.sandbox)))).toEqual([]);
  });
  it.each(steps)('is not taken if another event names it: %s', async (step) => {
    const [left] = await lose(step);
    changeEvent(studio.sandbox, [ids.calendar.release, events.interview], {
      extendedProperties: { private: { [names[step]!]: left! } },
    });
    expect((await prepare(existing)).payload.errors).toEqual([]);
    const { event } = await helpers().state(events.pressCall);
    expect(event.extendedProperties.private[names[step]!]).not.toBe(left);
  });
  it('is not taken if it is a broadcast that has a stream by now', async () => {
    const [left] = await lose('BROADCAST_CREATED');
    liveState(studio.sandbox.simulation()).broadcasts.get(left!)!.contentDetails['boundStreamId'] =
      streams.main;
    const { payload } = await prepare(existing);
    expect(payload.errors).toEqual([]);
    expect(payload.broadcast.broadcastId).not.toBe(left);
  });
  it.each(steps)('is not taken after the event has named it: %s', async (step) => {
    await lose(step);
    const first = await prepare(existing);
    const { broadcastId } = first.payload.broadcast;
    const broadcast = liveState(studio.sandbox.simulation()).broadcasts.get(broadcastId)!;
    delete broadcast.contentDetails['boundStreamId'];
    changeEvent(studio.sandbox, [ids.calendar.release, events.pressCall], {
      extendedProperties: {},
    });
    const second = await prepare(existing);
    expect([first.payload.errors, second.payload.errors]).toEqual([[], []]);
    expect(second.payload.broadcast.broadcastId).not.toBe(broadcastId);
    expect(second.payload.stream.streamId).not.toBe(first.payload.stream.streamId);
  });
  it.each(steps)('is not taken for another event, or with other values: %s', async (step) => {
    const [left] = await lose(step);
    const others: readonly Input[] = [
      { ...existing, event: allNew['event'] },
      {
        ...existing,
        broadcast: { new: { ...(existing['broadcast'] as any).new, title: 'Another' } },
        stream: { new: { title: 'Another' } },
      },
    ];
    for (const other of others) expect((await prepare(other)).payload.errors).toEqual([]);
    for (const eventId of [newEventId, events.pressCall]) {
      const { event } = await helpers().state(eventId);
      expect(event.extendedProperties.private[names[step]!]).not.toBe(left);
    }
  });
});

describe('a step that the deadline of the request cuts off', () => {
  /** Far more than the steps take: the clock is moved to the deadline. */
  const deadlineMs = 60_000;
  const clock = new DrivenClock();
  const hasty = useStudio({
    clock,
    env: {
      REQUEST_DEADLINE_MS: String(deadlineMs),
      FIRST_BYTE_TIMEOUT_MS: String(2 * deadlineMs),
      CALL_TIMEOUT_MS: String(2 * deadlineMs),
    },
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    // A call that never ends would keep the gateway from closing.
    await clock.advance(2 * deadlineMs);
  });

  /**
   * The service has the call of a step until the deadline has passed.
   * @param ends when the call ends: before the mutation does, when the test says so, or never
   */
  async function cutAt(step: string, ends: 'soon' | 'later' | 'never', onFailure = 'UNDO') {
    const settling = vi.spyOn(Turns.prototype, 'settle');
    const [operation, index] = stepCalls[step]!;
    const calls = () => hasty.calls().filter((each) => each.operation === operation);
    const answer = Promise.withResolvers<void>();
    const match = { operation };
    if (index > 0) hasty.sandbox.fault({ match, times: index, delayMs: 0 });
    const effect: Fault = ends === 'never' ? { hang: true } : { until: answer.promise };
    hasty.sandbox.fault({ match, times: 1, ...effect });
    const before = stateOf(hasty.sandbox);
    const prepared = prepareBroadcastIn(hasty).prepare({ ...existing, onFailure });
    await expect.poll(() => calls().length).toBe(index + 1);
    await clock.advance(deadlineMs);
    await expect.poll(() => settling.mock.calls.length).toBe(1);
    const end = async (): Promise<void> => {
      answer.resolve();
      await expect.poll(() => calls()[index]!.call.status).toBe(200);
    };
    if (ends === 'soon') await end();
    const result = await clock.through(prepared);
    return { ...result, changed: withoutTraces(changedPaths(before, stateOf(hasty.sandbox))), end };
  }

  const late = [{ extensions: { code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' } }];

  it.each(stepsFor(existing).slice(0, -1))(
    'is undone with all others, although it ends later: %s',
    async (step) => {
      const { failed, changed } = await cutAt(step, 'soon');
      expect(failed).toMatchObject(late);
      expect(changed).toEqual([]);
    },
  );
  it('is done if it is the last one, and ends a little later', async () => {
    const { payload } = await cutAt('ATTENDEES_ADDED', 'soon');
    expect(payload.errors).toEqual([]);
    expect(payload.event.attendees).toHaveLength(2);
  });
  it.each([
    ['UNDO', { failed: late }],
    ['KEEP', { payload: { errors: [{ code: 'PARTLY_DONE', reason: 'UPSTREAM_TIMEOUT' }] } }],
  ])(
    'is that of the repeated mutation if it ends after its error: %s',
    async (onFailure, expected) => {
      const { prepare: repeat, state } = prepareBroadcastIn(hasty);
      const streamCount = async () => Object.keys((await state()).streams).length;
      const before = await streamCount();
      const { end, ...result } = await cutAt('STREAM_CREATED', 'later', onFailure);
      expect(result).toMatchObject(expected);
      expect(await streamCount()).toBe(before);
      await end();
      expect(await streamCount()).toBe(before + 1);
      const { failed, payload } = await repeat({ ...existing, onFailure });
      expect([failed, payload?.errors]).toEqual([undefined, []]);
      expect(await streamCount()).toBe(before + 1);
    },
  );
  it('leaves nothing of the others if it never ends', async () => {
    const { failed, changed } = await cutAt('STREAM_BOUND', 'never');
    expect(failed).toMatchObject(late);
    expect(changed).toEqual([]);
  });
});

describe('a step that cannot be undone', () => {
  it.each([
    ['calendar:events.delete', ['EVENT_CREATED'], { broadcast: false, stream: false, event: true }],
    [
      'live:liveBroadcasts.delete',
      ['BROADCAST_CREATED'],
      { broadcast: true, stream: false, event: false },
    ],
    [
      'live:liveStreams.delete',
      ['STREAM_CREATED'],
      { broadcast: false, stream: true, event: false },
    ],
  ])('is named, and its object is in the payload: %s', async (operation, done, shown) => {
    failAt('ATTENDEES_ADDED', rejection);
    studio.sandbox.fault({ match: { operation }, status: 403, reason: 'rateLimitExceeded' });
    const { payload } = await prepare(allNew);
    const [error] = payload.errors;
    expect(error).toMatchObject({ code: 'PARTLY_DONE', reason: 'forbidden', done });
    expect(error.remaining).toEqual(stepsFor(allNew).filter((step) => !done.includes(step)));
    expect(error.message).toContain(`${done[0]} could not be undone: `);
    expect({
      broadcast: payload.broadcast !== null,
      stream: payload.stream !== null,
      event: payload.event !== null,
    }).toEqual(shown);
  });
  it('keeps the stream bound if it cannot be unbound', async () => {
    failAt('ATTENDEES_ADDED', rejection);
    const match = { operation: 'live:liveBroadcasts.bind' };
    studio.sandbox.fault({ match, times: 1, delayMs: 0 });
    studio.sandbox.fault({ match, ...rejection });
    const { payload } = await prepare(existing);
    // YouTube deletes no stream that is bound.
    const done = ['STREAM_CREATED', 'STREAM_LINKED', 'STREAM_BOUND'];
    expect(payload.errors).toMatchObject([{ done }]);
  });
  it('that is gone already counts as undone', async () => {
    failAt('ATTENDEES_ADDED', rejection);
    const match = { operation: 'live:liveStreams.delete' };
    studio.sandbox.fault({ match, status: 404, reason: 'liveStreamNotFound' });
    const { payload } = await prepare(existing);
    expect(payload.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
  });
});

describe('a new event that was undone', () => {
  const undo = async (): Promise<void> => {
    failAt('ATTENDEES_ADDED', rejection);
    expect((await prepare(allNew)).payload.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    studio.sandbox.clearFaults();
    const { event } = await helpers().state();
    expect(event.status).toBe('cancelled');
  };
  const conflict = [{ code: 'CONFLICT', path: ['event', 'new', 'newEventId'] }];

  it('is restored by the same mutation', async () => {
    await undo();
    expect((await prepare(allNew)).payload).toMatchObject({ event: { eventId: newEventId } });
    const restored = await countedState(newEventId);
    studio.sandbox.reset(start);
    await prepare(allNew);
    expect(restored).toEqual(await countedState(newEventId));
  });
  it('is not restored with other values, nor a second time after it was deleted', async () => {
    await undo();
    const { new: event } = allNew.event;
    const other = { ...allNew, event: { new: { ...event, summary: 'Another' } } };
    expect((await prepare(other)).payload.errors).toMatchObject(conflict);
    expect((await prepare(allNew)).payload.errors).toEqual([]);
    changeEvent(studio.sandbox, [ids.calendar.release, newEventId], { status: 'cancelled' });
    expect((await prepare(allNew)).payload.errors).toMatchObject(conflict);
  });
  it('stays deleted if another client has deleted it before', async () => {
    const match = { operation: 'calendar:events.delete' };
    studio.sandbox.fault({ match, status: 410, times: 1 });
    failAt('ATTENDEES_ADDED', rejection);
    await prepare(allNew);
    changeEvent(studio.sandbox, [ids.calendar.release, newEventId], { status: 'cancelled' });
    expect((await prepare(allNew)).payload.errors).toMatchObject(conflict);
  });
});

describe('what an earlier mutation has made', () => {
  it('is not undone', async () => {
    failAt('STREAM_BOUND', rejection);
    const kept = await prepare({ ...existing, onFailure: 'KEEP' });
    const before = await helpers().state(events.pressCall);
    failAt('STREAM_BOUND', rejection);
    const { payload } = await prepare(existing);
    expect(payload.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    expect(await helpers().state(events.pressCall)).toEqual(before);
    expect(before.event.extendedProperties.private.videoId).toBe(
      kept.payload.broadcast.broadcastId,
    );
  });
  it('restores the stream that was bound, and the link that the event had', async () => {
    const { townhall } = ids.broadcast;
    const key = { calendarId: ids.calendar.release, eventId: events.interview };
    const before = stateOf(studio.sandbox);
    failAt('ATTENDEES_ADDED', rejection);
    const [operation] = stepCalls['ATTENDEES_ADDED']!;
    studio.sandbox.clearFaults();
    // The link is the first PATCH, the attendees are the second one.
    studio.sandbox.fault({ match: { operation }, times: 1, delayMs: 0 });
    studio.sandbox.fault({ match: { operation }, times: 1, ...rejection });
    const { payload } = await prepare({
      event: { existing: { key } },
      broadcast: { existing: townhall },
      stream: { existing: streams.main },
      attendees: [{ email: 'new@x.example' }],
    });
    expect(payload.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
    const changed = changedPaths(before, stateOf(studio.sandbox));
    expect(changed.filter((path) => !path.endsWith('boundStreamLastUpdateTimeMs'))).toEqual([]);
  });
});
