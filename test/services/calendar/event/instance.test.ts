import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../../support/scenario/calendar.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { release } = ids.calendar;
const standup = [release, ids.event.standup] as const;

const week = 7 * 24 * 3_600_000;
const firstStart = (): number => Date.parse(eventNow(studio.sandbox, standup).start.dateTime!);
const iso = (time: number): string => new Date(time).toISOString();

const instances = (args: string, selection: string, eventId = standup[1]): string =>
  `{ event(by: { key: { calendarId: "${release}", eventId: "${eventId}" } }) { instances${args} { nodes { ${selection} } pageInfo { hasNextPage } } } }`;

const withoutForm = (query: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'prettyPrint'));

const sent = () =>
  studio.calls().map(({ operation, call, query }) => ({
    operation,
    path: decodeURIComponent(call.path),
    query: withoutForm(query),
  }));

const instancesPath = `/calendar/v3/calendars/${release}/events/${standup[1]}/instances`;

describe('the occurrences of a series', () => {
  it('are read in one call, each an event of the calendar with its original start', async () => {
    const { data } = await studio.query(
      instances(
        '(first: 30, includeDeleted: true)',
        'id calendarId recurringEventId start { dateTime } originalStart { dateTime } series { eventId }',
      ),
    );
    const { nodes, pageInfo } = data.event.instances;
    expect(pageInfo.hasNextPage).toBe(false);
    expect(nodes).toHaveLength(10);
    const [first] = nodes;
    for (const [index, node] of nodes.entries()) {
      expect(node).toMatchObject({
        calendarId: release,
        recurringEventId: standup[1],
        series: { eventId: standup[1] },
      });
      const [day, time] = node.originalStart.dateTime.split('T');
      const [firstDay, firstTime] = first.originalStart.dateTime.split('T');
      expect(Date.parse(day)).toBe(Date.parse(firstDay) + index * week);
      // The series keeps the local time when daylight saving time begins.
      expect(time.slice(0, 5)).toBe(firstTime.slice(0, 5));
    }
    expect(sent()).toEqual([
      {
        operation: 'calendar:events.instances',
        path: instancesPath,
        query: {
          maxResults: ['30'],
          showDeleted: ['true'],
          fields: [
            'items(id,originalStartTime/dateTime,recurringEventId,start/dateTime),nextPageToken',
          ],
        },
      },
    ]);
  });
  it('can be read again by their global ids', async () => {
    const { data } = await studio.query(instances('(first: 2)', 'id eventId'));
    const [, second] = data.event.instances.nodes;
    expect(second.id).toBe(globalId('Event', [release, second.eventId]));
    const again = await studio.query(
      `{ node(id: "${second.id}") { ... on Event { eventId recurringEventId } } }`,
    );
    expect(again.data.node).toEqual({ eventId: second.eventId, recurringEventId: standup[1] });
  });
  it('are limited to a window, and have the times of a chosen time zone', async () => {
    const from = iso(firstStart() + 2 * week);
    const to = iso(firstStart() + 4 * week);
    const { data } = await studio.query(
      instances(
        `(from: "${from}", to: "${to}", timeZone: "Asia/Tokyo", maxAttendees: 2, includeDeleted: true)`,
        'start { dateTime } attendeesOmitted',
      ),
    );
    const { nodes } = data.event.instances;
    expect(nodes.map(({ start }: any) => Date.parse(start.dateTime))).toEqual([
      firstStart() + 2 * week,
      firstStart() + 3 * week,
    ]);
    for (const { start, attendeesOmitted } of nodes) {
      expect(start.dateTime).toMatch(/\+09:00$/);
      expect(attendeesOmitted).toBe(true);
    }
    expect(sent()).toEqual([
      {
        operation: 'calendar:events.instances',
        path: instancesPath,
        query: {
          maxResults: ['20'],
          timeMin: [from],
          timeMax: [to],
          timeZone: ['Asia/Tokyo'],
          maxAttendees: ['2'],
          showDeleted: ['true'],
          fields: ['items(attendeesOmitted,id,start/dateTime),nextPageToken'],
        },
      },
    ]);
  });
  it('are one occurrence by its original start, also without a mark of milliseconds', async () => {
    const original = iso(firstStart() + 3 * week).replace('.000Z', 'Z');
    const { data } = await studio.query(
      instances(`(originalStart: "${original}")`, 'originalStart { dateTime }'),
    );
    const { nodes } = data.event.instances;
    expect(nodes.map((node: any) => Date.parse(node.originalStart.dateTime))).toEqual([
      Date.parse(original),
    ]);
    expect(sent()[0]!.query['originalStart']).toEqual([original]);
  });
  it('have no items for an event that is no series', async () => {
    const data = await studio.data(instances('', 'id', ids.event.launchMeeting));
    expect(data.event.instances.nodes).toEqual([]);
  });
  it.each([
    ['to', '(from: "2026-03-02T00:00:00Z", to: "2026-03-02T00:00:00Z")'],
    ['timeZone', '(timeZone: "not a zone")'],
    ['timeZone', '(timeZone: "Mars/Olympus")'],
    ['originalStart', '(originalStart: "yesterday")'],
    ['originalStart', '(originalStart: "2026-13-01")'],
    ['originalStart', '(originalStart: "2026-02-30")'],
    ['originalStart', '(originalStart: "2026-03-01T10:00:00")'],
    ['maxAttendees', '(maxAttendees: 0)'],
    ['first', '(first: 501)'],
  ])('are not read with a bad %s: %s', async (argument, args) => {
    const { errors } = await studio.query(instances(args, 'id'));
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', argument });
    expect(studio.calls()).toEqual([]);
  });
  it('name the argument when Google Calendar rejects it', async () => {
    const { errors } = await studio.query(instances('(timeZone: "GMT+99")', 'id'));
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', argument: 'timeZone' });
  });
});

describe('an event in another time zone', () => {
  const read = (args: string, selection: string): string =>
    `{ event(by: { key: { calendarId: "${release}", eventId: "${ids.event.launchMeeting}" } }${args}) { ${selection} } }`;
  it('is read apart from the same event in the time zone of its calendar', async () => {
    const { data } = await studio.query(
      `{ tokyo: ${read(', timeZone: "Asia/Tokyo"', 'start { dateTime }').slice(1, -1)} own: ${read('', 'start { dateTime }').slice(1, -1)} }`,
    );
    expect(data.tokyo.start.dateTime).toMatch(/\+09:00$/);
    expect(data.own.start.dateTime).not.toBe(data.tokyo.start.dateTime);
    expect(Date.parse(data.own.start.dateTime)).toBe(Date.parse(data.tokyo.start.dateTime));
    expect(sent().map(({ query }) => query['timeZone'])).toEqual([['Asia/Tokyo'], undefined]);
  });
  it('is read with at most as many attendees as requested', async () => {
    const { data } = await studio.query(
      read(', maxAttendees: 2', 'attendeesOmitted attendees { self email }'),
    );
    expect(data.event.attendeesOmitted).toBe(true);
    expect(data.event.attendees).toEqual([{ self: null, email: ids.person.ava }]);
    expect(sent()[0]!.query).toMatchObject({ maxAttendees: ['2'] });
  });
  it.each([
    ['timeZone', ', timeZone: ""'],
    ['timeZone', ', timeZone: "Mars/Olympus"'],
    ['maxAttendees', ', maxAttendees: 0'],
  ])('is not read with a bad %s', async (argument, args) => {
    const { errors } = await studio.query(read(args, 'summary'));
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', argument });
    expect(studio.calls()).toEqual([]);
  });
  it('names the argument when Google Calendar rejects the time zone', async () => {
    const { errors } = await studio.query(read(', timeZone: "GMT+99"', 'summary'));
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', argument: 'timeZone' });
  });
});
