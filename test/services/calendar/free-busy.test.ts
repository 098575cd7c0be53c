import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';

/** A batch always waits for all of its ids, however slow the machine is. */
const studio = useStudio({ env: { BATCH_MAX_WAIT_MS: '10000' } });
const { ava, ben, chloe, editors, emeka } = ids.person;
const { release, missing } = ids.calendar;

const from = '2026-03-09T00:00:00Z';
const to = '2026-03-16T00:00:00Z';
const inWindow = `from: "${from}", to: "${to}"`;

/** The request for these ids, as the reference of the REST API describes it. */
const request = (requested: readonly string[], more: object = {}) => ({
  timeMin: from,
  timeMax: to,
  groupExpansionMax: 100,
  calendarExpansionMax: 50,
  ...more,
  items: requested.map((id) => ({ id })),
});

const sentBodies = () =>
  studio
    .calls()
    .filter(({ operation }) => operation === 'calendar:freebusy.query')
    .map(({ body }) => body);

/** The busy times that a direct call returns. */
async function busyTimes(id: string, more: object = {}): Promise<object[]> {
  const sandbox = await startSandbox({ now: start });
  const response = await fetch(`${sandbox.bases.calendar}/freeBusy`, {
    method: 'POST',
    headers: { authorization: 'Bearer studio-owner' },
    body: JSON.stringify(request([id], more)),
  });
  const { calendars } = await response.json();
  await sandbox.close();
  return calendars[id].busy.map((period: any) => ({ from: period.start, to: period.end }));
}

describe('free/busy times', () => {
  it('of calendars, people and groups are one call, in the order of the ids', async () => {
    const data = await studio.data(
      `query ($ids: [ID!]!) { freeBusy(ids: $ids, ${inWindow}) {
        calendarId error calendar { calendarId } busy { from to }
        members { calendarId error busy { from to } calendar { calendarId } }
      } }`,
      { ids: [ben, editors, missing, globalId('Calendar', [release])] },
    );
    expect(sentBodies()).toEqual([request([ben, editors, missing, release])]);
    const known = async (calendarId: string) => ({
      calendarId,
      error: null,
      calendar: { calendarId },
      busy: await busyTimes(calendarId),
    });
    const notFound = (calendarId: string) => ({
      calendarId,
      error: 'NOT_FOUND',
      calendar: { calendarId },
      busy: null,
    });
    expect(data.freeBusy).toEqual([
      { ...(await known(ben)), members: null },
      {
        calendarId: editors,
        error: null,
        calendar: null,
        busy: null,
        members: [await known(ava), notFound(chloe), notFound(emeka)],
      },
      { ...notFound(missing), members: null },
      { ...(await known(release)), members: null },
    ]);
    expect(data.freeBusy[0].busy.length).toBeGreaterThan(0);
    expect(data.freeBusy[3].busy.length).toBeGreaterThan(0);
  });
  it('resolve `primary` before the call', async () => {
    const { data } = await studio.query(
      `{ freeBusy(ids: ["primary", "${ben}"], ${inWindow}) { calendarId } }`,
    );
    expect(data.freeBusy).toEqual([{ calendarId: ava }, { calendarId: ben }]);
    expect(studio.operations()).toEqual(['calendar:calendars.get', 'calendar:freebusy.query']);
    expect(sentBodies()).toEqual([request([ava, ben])]);
  });
  it.each([
    [50, [50]],
    [51, [50, 1]],
    [120, [50, 50, 20]],
  ])('of %i people are calls for %j', async (count, sizes) => {
    const people = Array.from({ length: count }, (_, index) => `person${index}@other.example`);
    const { data, extensions } = await studio.query(
      `query ($ids: [ID!]!) { freeBusy(ids: $ids, ${inWindow}) { error } }`,
      { ids: people },
    );
    expect(data.freeBusy).toEqual(people.map(() => ({ error: 'NOT_FOUND' })));
    expect(sentBodies().map((body: any) => body.items.length)).toEqual(sizes);
    expect(extensions['cost'].requests).toBe(sizes.length);
  });
  it('of all fields of a query with one window are one call', async () => {
    const data = await studio.data(
      `{
        calendar(id: "${release}") {
          events(first: 20, ${inWindow}) {
            nodes { attendees { email person { busy(${inWindow}) { from to } } } }
          }
          busy(${inWindow}) { from to }
        }
        freeBusy(ids: ["${ben}", "${ava}"], ${inWindow}) { busy { from to } }
      }`,
    );
    expect(studio.operations()).toEqual(['calendar:events.list', 'calendar:freebusy.query']);
    const guests = data.calendar.events.nodes
      .flatMap(({ attendees }: any) => attendees ?? [])
      .filter(({ person }: any) => person !== null);
    const [{ items }] = sentBodies() as any;
    expect(new Set(items.map(({ id }: any) => id))).toEqual(
      new Set([release, ava, ben, ...guests.map(({ email }: any) => email)]),
    );
    expect(data.calendar.busy).toEqual(await busyTimes(release));
    expect(data.freeBusy[0].busy).toEqual(await busyTimes(ben));
    const guest = guests.find(({ email }: any) => email === ben);
    expect(guest.person.busy).toEqual(await busyTimes(ben));
  });
  it('of two windows are two calls', async () => {
    await studio.query(
      `{ calendar(id: "${release}") {
        a: busy(${inWindow}) { from }
        b: busy(from: "${from}", to: "2026-03-10T00:00:00Z") { from }
      } }`,
    );
    expect(sentBodies()).toEqual([
      request([release]),
      request([release], { timeMax: '2026-03-10T00:00:00Z' }),
    ]);
  });
  it('are in the time zone of the argument', async () => {
    const { data } = await studio.query(
      `{ calendar(id: "${release}") { busy(${inWindow}, timeZone: "Asia/Tokyo") { from to } } }`,
    );
    expect(sentBodies()).toEqual([request([release], { timeZone: 'Asia/Tokyo' })]);
    expect(data.calendar.busy).toEqual(await busyTimes(release, { timeZone: 'Asia/Tokyo' }));
    expect(data.calendar.busy[0].from).toMatch(/\+09:00$/);
  });
  it('of a group with more members than the limit have an error', async () => {
    const { data } = await studio.query(
      `{ freeBusy(ids: ["${editors}"], ${inWindow}, groupExpansionMax: 2) { error busy { from } members { error } calendar { id } } }`,
    );
    expect(sentBodies()).toEqual([request([editors], { groupExpansionMax: 2 })]);
    expect(data.freeBusy).toEqual([
      { error: 'GROUP_TOO_BIG', busy: null, members: null, calendar: null },
    ]);
  });
  it.each([
    [`from: "${to}", to: "${from}"`, '', 'to: "2026-03-09T00:00:00Z" is not after'],
    [inWindow, ', timeZone: "No where"', 'timeZone: "No where" is not a time zone'],
    [inWindow, ', groupExpansionMax: 101', 'groupExpansionMax: 101 is out of range'],
  ])('reject (%s%s) before any call', async (window, more, message) => {
    const { data, errors } = await studio.query(
      `{ freeBusy(ids: ["${ben}"], ${window}${more}) { error } }`,
    );
    expect(data.freeBusy).toBeNull();
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'INVALID_INPUT' } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('name the end of a window that is too long for Google Calendar', async () => {
    const { errors } = await studio.query(
      `{ freeBusy(ids: ["${ben}"], from: "${from}", to: "2026-12-01T00:00:00Z") { error } }`,
    );
    expect(errors).toMatchObject([
      {
        message:
          'to: Google Calendar rejected "2026-12-01T00:00:00Z"; expected a time at most 90 days after the start of the window.',
        extensions: { code: 'INVALID_INPUT', argument: 'to', reason: 'timeRangeTooLong' },
      },
    ]);
  });
  it('reject an id alone, without sending it', async () => {
    const url = 'https://calendar.google.com/x';
    const { data, errors } = await studio.query(
      `{ freeBusy(ids: ["${ben}", "${url}", " "], ${inWindow}) { calendarId error } }`,
    );
    expect(data.freeBusy).toEqual([{ calendarId: ben, error: null }, null, null]);
    expect(errors).toMatchObject([
      {
        path: ['freeBusy'],
        message: expect.stringMatching(/^ids: 2 of 3 entries are rejected\. ids\.1: .*is a URL/),
        extensions: { code: 'INVALID_INPUT', argument: 'ids', positions: [1, 2] },
      },
    ]);
    expect(sentBodies()).toEqual([request([ben])]);
  });
  it('of invalid ids alone make no call', async () => {
    const { data, errors } = await studio.query(
      `{ freeBusy(ids: [" ", "a b"], ${inWindow}) { error } }`,
    );
    expect(data.freeBusy).toEqual([null, null]);
    expect(errors).toMatchObject([{ extensions: { positions: [0, 1] } }]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('a week view', () => {
  it('of five calendars is five calls', async () => {
    const five = [release, ids.calendar.private, ava, ben, missing];
    const { data, extensions } = await studio.query(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Calendar {
        calendarId
        events(first: 50, orderBy: START, ${inWindow}) { nodes { summary start { dateTime date } end { dateTime date } } }
      } } }`,
      { ids: five.map((id) => globalId('Calendar', [id])) },
    );
    expect(data.nodes.map((node: any) => node.calendarId)).toEqual(five);
    expect(data.nodes[0].events.nodes.length).toBeGreaterThan(0);
    expect(studio.operations()).toEqual(five.map(() => 'calendar:events.list'));
    expect(extensions['cost'].requests).toBe(5);
  });
});
