import { describe, expect, it } from 'vitest';
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

describe('the occurrences of a series', () => {
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
});

describe('an event in another time zone', () => {
  const read = (args: string, selection: string): string =>
    `{ event(by: { key: { calendarId: "${release}", eventId: "${ids.event.launchMeeting}" } }${args}) { ${selection} } }`;
  it('is read with at most as many attendees as requested', async () => {
    const { data } = await studio.query(
      read(', maxAttendees: 2', 'attendeesOmitted attendees { self email }'),
    );
    expect(data.event.attendeesOmitted).toBe(true);
    expect(data.event.attendees).toEqual([{ self: null, email: ids.person.ava }]);
    expect(sent()[0]!.query).toMatchObject({ maxAttendees: ['2'] });
  });
});
