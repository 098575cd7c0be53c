/** `prepareBroadcast`: event, broadcast, stream, binding and attendees in one mutation. */
import { describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { changeEvent, eventNow } from '../../../support/scenario/calendar.ts';
import {
  allNew,
  existingEvent,
  newEventId,
  prepareBroadcastIn,
} from '../../../support/scenario/prepare-broadcast.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });

const helpers = () => prepareBroadcastIn(studio);
const prepare = (input: object) => helpers().prepare(input as Readonly<Record<string, unknown>>);
const state = (eventId?: string) => helpers().state(eventId);

const { broadcast: broadcasts, stream: streams, event: events } = ids;
const pressCall = [ids.calendar.release, events.pressCall] as const;
const privacy = { privacyStatus: 'PRIVATE' };
const start = '2099-06-01T10:00:00Z';

/** An event that exists, and all that a new broadcast needs beside it. */
const forPressCall = {
  event: existingEvent,
  broadcast: { new: { ...privacy, title: 'Press call, live', scheduledStartAt: start } },
  stream: { existing: streams.backup },
};

/** Keys that are in the later state only. */
const added = (before: object, after: object): string[] =>
  Object.keys(after).filter((key) => !(key in before));

describe('prepareBroadcast', () => {
  it('makes event, broadcast and stream, binds them and adds the attendees at the end', async () => {
    const before = await state();
    studio.sandbox.clearCalls();
    const { payload, failed } = await prepare({ ...allNew, notify: 'ALL' });
    expect([failed, payload.errors]).toEqual([undefined, []]);
    const calls = studio
      .calls()
      .map(({ operation, query }) => [operation, query['sendUpdates']?.[0]]);
    expect(calls.slice(0, -3)).toEqual([
      ['calendar:events.get', undefined],
      ['calendar:events.insert', 'none'],
      ['live:liveBroadcasts.list', undefined],
      ['video:channels.list', undefined],
      ['live:liveBroadcasts.insert', undefined],
      ['calendar:events.patch', 'none'],
      ['live:liveStreams.list', undefined],
      ['live:liveStreams.insert', undefined],
      ['calendar:events.patch', 'none'],
      ['live:liveBroadcasts.bind', undefined],
      ['calendar:events.get', undefined],
      ['calendar:events.patch', 'all'],
    ]);
    // The payload.
    const last = calls.slice(-3).map(([operation]) => operation);
    expect(new Set(last)).toEqual(
      new Set(['calendar:events.get', 'live:liveBroadcasts.list', 'live:liveStreams.list']),
    );
    const after = await state();
    const [broadcastId] = added(before.broadcasts, after.broadcasts);
    const [streamId] = added(before.streams, after.streams);
    expect(after.broadcasts[broadcastId!]).toMatchObject({
      snippet: {
        title: 'Première ✨ «Le phare»',
        scheduledStartTime: '2099-05-01T18:00:00Z',
        scheduledEndTime: '2099-05-01T20:00:00Z',
      },
      status: { privacyStatus: 'unlisted', lifeCycleStatus: 'ready' },
      contentDetails: { boundStreamId: streamId },
    });
    expect(after.streams[streamId!].snippet.title).toBe('Stage');
    expect(after.event).toMatchObject({
      summary: 'Première ✨ «Le phare»',
      extendedProperties: { private: { videoId: broadcastId, videoStreamId: streamId } },
    });
    expect(after.event.attendees.map(({ email }: any) => email)).toEqual([
      'ben@studio.example',
      'dana@elsewhere.example',
    ]);
    expect(payload).toMatchObject({
      broadcast: { broadcastId, boundStreamId: streamId, lifeCycleStatus: 'READY' },
      stream: { streamId, title: 'Stage' },
      event: { eventId: newEventId, summary: 'Première ✨ «Le phare»' },
    });
  });
  it('takes an event, a broadcast and a stream that exist', async () => {
    const { payload } = await prepare({
      event: { existing: { id: globalId('Event', pressCall) } },
      broadcast: { existing: globalId('Broadcast', [broadcasts.draft]) },
      stream: { existing: globalId('Stream', [streams.main]) },
    });
    expect(payload.errors).toEqual([]);
    expect(helpers().writes()).toEqual(['calendar:events.patch', 'live:liveBroadcasts.bind']);
    const { event, broadcasts: now } = await state(events.pressCall);
    expect(event.extendedProperties.private).toEqual({ videoId: broadcasts.draft });
    expect(now[broadcasts.draft].contentDetails.boundStreamId).toBe(streams.main);
  });
  it('changes nothing else of an event that exists, and sends no email', async () => {
    const before = eventNow(studio.sandbox, [...pressCall]);
    await prepare(forPressCall);
    const {
      etag: _,
      updated: __,
      extendedProperties: ___,
      ...after
    } = eventNow(studio.sandbox, [...pressCall]);
    expect(before).toMatchObject(after);
    const sent = studio.calls().filter(({ operation }) => operation === 'calendar:events.patch');
    expect(sent.map(({ query }) => query['sendUpdates'])).toEqual([['none']]);
  });
  it('adds attendees to those of an event, and keeps what it does not name', async () => {
    const attendees = [
      { email: 'ben@studio.example', displayName: 'Ben', responseStatus: 'accepted' as const },
      { email: 'chloe@studio.example', displayName: 'Chloe', responseStatus: 'declined' as const },
    ];
    changeEvent(studio.sandbox, [...pressCall], { attendees });
    const { payload } = await prepare({
      ...forPressCall,
      attendees: [{ email: 'Ben@studio.example', optional: true }, { email: 'new@x.example' }],
    });
    expect(payload.errors).toEqual([]);
    const { event } = await state(events.pressCall);
    expect(event.attendees).toMatchObject([
      { email: 'Ben@studio.example', responseStatus: 'accepted', optional: true },
      { email: 'chloe@studio.example', responseStatus: 'declined' },
      { email: 'new@x.example' },
    ]);
  });
});

describe('the values of a new broadcast', () => {
  const sentSnippet = (): any =>
    (
      studio.calls().find(({ operation }) => operation === 'live:liveBroadcasts.insert')!
        .body as any
    ).snippet;

  it('are those of the event that the input omits', async () => {
    changeEvent(studio.sandbox, [...pressCall], {
      summary: 'Press call 記者会見',
      start: { dateTime: '2099-07-01T10:00:00+02:00', timeZone: 'Europe/Stockholm' },
      end: { dateTime: '2099-07-01T11:00:00+02:00', timeZone: 'Europe/Stockholm' },
    });
    await prepare({ ...forPressCall, broadcast: { new: privacy } });
    expect(sentSnippet()).toEqual({
      title: 'Press call 記者会見',
      scheduledStartTime: '2099-07-01T10:00:00+02:00',
      scheduledEndTime: '2099-07-01T11:00:00+02:00',
    });
  });
  it('are instants also if the times of a new event are local', async () => {
    const { new: event } = allNew['event'];
    const timeZone = 'Asia/Kolkata';
    const local = {
      ...event,
      newEventId: 'local2099',
      start: { dateTime: '2099-05-01T10:00:00', timeZone },
      end: { dateTime: '2099-05-01T11:00:00', timeZone },
    };
    const { payload } = await prepare({ ...allNew, event: { new: local } });
    expect(payload.errors).toEqual([]);
    expect(sentSnippet()).toMatchObject({
      scheduledStartTime: '2099-05-01T10:00:00+05:30',
      scheduledEndTime: '2099-05-01T11:00:00+05:30',
    });
  });
  it('have no end of the event beside another start, or if the input says so', async () => {
    const { new: event } = allNew['event'];
    const input = { ...allNew, event: { new: { ...event, newEventId: 'other2099' } } };
    await prepare({ ...input, broadcast: { new: { ...privacy, scheduledStartAt: start } } });
    expect(sentSnippet()).not.toHaveProperty('scheduledEndTime');
    studio.sandbox.clearCalls();
    await prepare({ ...allNew, broadcast: { new: { ...privacy, scheduledEndAt: null } } });
    expect(sentSnippet()).not.toHaveProperty('scheduledEndTime');
  });
  it('have the title and the start of the event if the input says null', async () => {
    const nulls = { title: null, scheduledStartAt: null };
    const { payload } = await prepare({ ...allNew, broadcast: { new: { ...privacy, ...nulls } } });
    expect(payload.errors).toEqual([]);
    const { summary, start: from } = allNew['event'].new;
    expect(sentSnippet()).toMatchObject({ title: summary, scheduledStartTime: from.dateTime });
  });
  const ofEvent: readonly (readonly [string, object, string, string])[] = [
    [
      'takes all day',
      { start: { date: '2099-07-01' }, end: { date: '2099-07-02' } },
      'scheduledStartAt',
      'missing, and the event takes all day; expected an instant',
    ],
    [
      'has begun',
      { start: { dateTime: '2020-01-01T00:00:00Z' }, end: { dateTime: '2020-01-01T01:00:00Z' } },
      'scheduledStartAt',
      'missing, and the start of the event (2020-01-01T00:00:00Z) is not in the future; expected a later instant',
    ],
    [
      'has no summary',
      { summary: '' },
      'title',
      'missing, and the summary of the event ("") is not a title; expected 1 to 100 characters without < and >',
    ],
    [
      'has a summary that is no title',
      { summary: 'Ava <> Ben' },
      'title',
      'missing, and the summary of the event ("Ava <> Ben") is not a title; expected 1 to 100 characters without < and >',
    ],
  ];
  it.each(ofEvent)('are missing if the event %s', async (_, change, field, problem) => {
    const path = ['broadcast', 'new', field];
    // Google Calendar has the same instant in the time zone of the calendar.
    const message = expect.stringMatching(
      `^broadcast.new.${field}: ${problem.replace('2020-01-01T00:00:00Z', '2020-[^)]*').replaceAll(/[()]/g, '.')}$`,
    );
    const errors = [expect.objectContaining({ code: 'INVALID_INPUT', path, message })];
    const { new: event } = allNew['event'];
    const isNew = { ...allNew, event: { new: { ...event, ...change } } };
    expect((await prepare(isNew)).payload.errors).toEqual(errors);
    expect(studio.operations()).toEqual([]);
    const times = { start: event.start, end: event.end };
    changeEvent(studio.sandbox, [...pressCall], { ...times, ...change });
    const exists = { ...forPressCall, broadcast: { new: privacy } };
    expect((await prepare(exists)).payload.errors).toEqual(errors);
    expect(helpers().writes()).toEqual([]);
  });
});

describe('the reusable stream', () => {
  const stored = () => liveState(studio.sandbox.simulation()).streams;
  const reusable = { ...forPressCall, stream: { select: 'REUSABLE' } };

  it('is the default one of several', async () => {
    const { payload } = await prepare(reusable);
    expect(payload.broadcast.boundStreamId).toBe(streams.main);
  });
  it('is the only one', async () => {
    stored().delete(streams.main);
    const { payload } = await prepare(reusable);
    expect(payload.broadcast.boundStreamId).toBe(streams.backup);
  });
  it('is the bound one', async () => {
    const { payload } = await prepare({
      ...reusable,
      broadcast: { existing: broadcasts.townhall },
    });
    expect(payload.broadcast.boundStreamId).toBe(streams.backup);
    expect(helpers().writes()).toEqual(['calendar:events.patch']);
  });
  it.each([
    [
      'there is none',
      () => {
        stored().delete(streams.main);
        stored().delete(streams.backup);
      },
      "the caller's channel has no reusable stream; expected `existing` or `new` instead",
    ],
    [
      'none of several is the default',
      () => void Object.assign(stored().get(streams.main)!.snippet, { isDefaultStream: false }),
      "the caller's channel has 2 reusable streams, and none of them is the default; expected the id of one of them as `existing` instead",
    ],
  ])('is an error if %s', async (_, change, problem) => {
    change();
    const { payload } = await prepare(reusable);
    expect(payload).toMatchObject({
      broadcast: null,
      stream: null,
      event: null,
      errors: [
        {
          code: 'INVALID_INPUT',
          path: ['stream', 'select'],
          message: `stream.select: ${problem}`,
        },
      ],
    });
    expect(helpers().writes()).toEqual([]);
  });
});

describe('a repeated prepareBroadcast', () => {
  it('makes another event without an id of the client', async () => {
    const { newEventId: _, ...event } = (allNew['event'] as any).new;
    const input = { ...allNew, event: { new: event } };
    const [first, second] = [await prepare(input), await prepare(input)];
    expect(second.payload.event.eventId).not.toBe(first.payload.event.eventId);
    expect(second.payload.broadcast.broadcastId).not.toBe(first.payload.broadcast.broadcastId);
  });
  it.each([
    ['has ended', (id: string) => void (stored(id).lifeCycleStatus = 'complete')],
    [
      'was deleted',
      (id: string) => void liveState(studio.sandbox.simulation()).broadcasts.delete(id),
    ],
  ])('makes another broadcast if that of the event %s', async (_, change) => {
    const first = await prepare(forPressCall);
    const { broadcastId } = first.payload.broadcast;
    change(broadcastId);
    const second = await prepare(forPressCall);
    expect(second.payload.errors).toEqual([]);
    expect(second.payload.broadcast.broadcastId).not.toBe(broadcastId);
  });
  const stored = (id: string) => liveState(studio.sandbox.simulation()).broadcasts.get(id)!;
});

describe('an input that contradicts what exists', () => {
  it.each([
    [
      'another broadcast than that of the event',
      { broadcast: { existing: broadcasts.draft } },
      {
        event: {
          existing: { key: { calendarId: ids.calendar.release, eventId: events.townhallMeeting } },
        },
      },
      `event: the event has the broadcast "${broadcasts.townhall}" already.`,
    ],
    [
      'other values than those of the broadcast',
      {},
      {
        event: {
          existing: { key: { calendarId: ids.calendar.release, eventId: events.townhallMeeting } },
        },
      },
      `event: the event has the broadcast "${broadcasts.townhall}" already, with other values than \`broadcast.new\`; expected it as \`broadcast.existing\`, or the same values.`,
    ],
  ])('is a conflict: %s', async (_, broadcast, event, message) => {
    const { payload } = await prepare({ ...forPressCall, ...broadcast, ...event });
    expect(payload.errors).toMatchObject([{ code: 'CONFLICT', path: ['event'], message }]);
    expect(helpers().writes()).toEqual([]);
  });
  it('is a conflict: the id of another event, or of a deleted one', async () => {
    await prepare(allNew);
    const { new: event } = allNew['event'];
    const other = { ...allNew, event: { new: { ...event, summary: 'Another' } } };
    studio.sandbox.clearCalls();
    const path = ['event', 'new', 'newEventId'];
    expect((await prepare(other)).payload.errors).toMatchObject([
      {
        code: 'CONFLICT',
        path,
        message: `event.new.newEventId: the calendar has an event "${newEventId}" with other values; expected another id, or the same values.`,
      },
    ]);
    changeEvent(studio.sandbox, [ids.calendar.release, newEventId], { status: 'cancelled' });
    expect((await prepare(allNew)).payload.errors).toMatchObject([
      {
        code: 'CONFLICT',
        path,
        message: `event.new.newEventId: the event "${newEventId}" has been deleted, and its id cannot be used again; expected another id.`,
      },
    ]);
    expect(helpers().writes()).toEqual([]);
  });
  it.each([
    [
      'event.existing',
      {
        event: { existing: { key: { calendarId: ids.calendar.release, eventId: events.missing } } },
      },
      'NOT_FOUND',
    ],
    [
      'event.existing',
      {
        event: {
          existing: { key: { calendarId: ids.calendar.release, eventId: events.cancelled } },
        },
      },
      'GONE',
    ],
    ['broadcast.existing', { broadcast: { existing: ids.video.missing } }, 'NOT_FOUND'],
    ['broadcast.existing', { broadcast: { existing: broadcasts.retrospective } }, 'INVALID_INPUT'],
    ['stream.existing', { stream: { existing: 'missing-stream' } }, 'NOT_FOUND'],
    // Testing has begun with another stream.
    ['stream', { broadcast: { existing: broadcasts.rehearsal } }, 'INVALID_INPUT'],
  ])('is rejected before anything is written: %s %j', async (path, change, code) => {
    const { payload } = await prepare({ ...forPressCall, ...change });
    expect(payload.errors).toMatchObject([{ code, path: path.split('.') }]);
    expect(helpers().writes()).toEqual([]);
  });
});
