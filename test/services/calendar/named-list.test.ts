/** The events of calendars with their names: the answer of a list of events has both. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { ava, ben, release, private: own } = ids.calendar;
const list = 'calendar:events.list';
const get = 'calendar:calendars.get';

const week = 'from: "2026-03-09T00:00:00Z", to: "2026-03-16T00:00:00Z"';
const events = `events(${week}) { nodes { summary } }`;
const operations = () => studio.calls().map(({ operation }) => operation);

const ask = (selection: string, id: string = release) =>
  studio.query(`{ calendar(id: "${id}") { ${selection} } }`);

/** The same values, each by a query of its own. */
const apart = async (selections: readonly string[], id?: string) => {
  const answers = [];
  for (const selection of selections) answers.push((await ask(selection, id)).data.calendar);
  studio.sandbox.clearCalls();
  return Object.assign({}, ...answers);
};

describe('a calendar with its events', () => {
  beforeEach(() => studio.sandbox.clearCalls());

  it('is one call for each calendar, for its names, too', async () => {
    const calendars = [ava, ben, release, own];
    const selection = `summary description timeZone ${events}`;
    const expected = [];
    for (const id of calendars)
      expected.push(await apart(['summary description timeZone', events], id));
    const { data, errors } = await studio.query(
      `{ ${calendars.map((id, index) => `c${index}: calendar(id: "${id}") { ${selection} }`).join(' ')} }`,
    );
    expect([errors, Object.values(data)]).toEqual([undefined, expected]);
    expect(operations()).toEqual(calendars.map(() => list));
    expect(studio.calls()[0]!.query['fields']).toEqual([
      'description,items(id,summary),nextPageToken,summary,timeZone',
    ]);
  });
  it('is one call with what the events select of it', async () => {
    const { data } = await ask('events(first: 1) { nodes { calendar { summary timeZone } } }');
    const { summary, timeZone } = await apart(['summary timeZone']);
    expect(data.calendar.events.nodes).toEqual([{ calendar: { summary, timeZone } }]);
  });
  it('is one call more if its id is primary, whose real id has to be known', async () => {
    const { data, errors } = await ask(`calendarId summary ${events}`, 'primary');
    expect([errors, data.calendar.calendarId]).toEqual([undefined, ava]);
    expect(data.calendar.summary).toEqual(expect.any(String));
    expect(operations()).toEqual([get, list]);
  });
  it('begins behind a cursor', async () => {
    const all = 'events(first: 3) { nodes { summary } edges { cursor } }';
    const first = (await ask(all)).data.calendar.events;
    const after = `events(first: 1, after: "${first.edges[0].cursor}") { nodes { summary } }`;
    const expected = await apart(['summary', after]);
    const { data } = await ask(`summary ${after}`);
    expect(data.calendar).toEqual(expected);
    expect(data.calendar.events.nodes).toEqual([first.nodes[1]]);
    expect(operations()).toEqual([list]);
  });
  it('is two calls if the answer of the list lacks something', async () => {
    const zone = 'events(first: 1, timeZone: "Asia/Tokyo") { nodes { summary } }';
    for (const selection of [`summary location ${events}`, `timeZone ${zone}`]) {
      studio.sandbox.clearCalls();
      const { errors } = await ask(selection);
      expect([errors, operations().toSorted()]).toEqual([undefined, [get, list]]);
    }
    const { timeZone } = await apart(['timeZone']);
    expect((await ask(`timeZone ${zone}`)).data.calendar.timeZone).toBe(timeZone);
  });
  it.each([
    ['is not available', 503, 'UPSTREAM_UNAVAILABLE'],
    ['is forbidden', 403, 'FORBIDDEN'],
  ])('has its own fields if the list %s', async (_, status, code) => {
    const expected = await apart(['summary']);
    studio.refuse(list, status);
    const { data, errors } = await ask(`summary ${events}`);
    expect(data.calendar).toEqual({ ...expected, events: null });
    expect(errors).toMatchObject([{ path: ['calendar', 'events'], extensions: { code } }]);
  });
  it('has its own fields if an argument of the list is wrong', async () => {
    const expected = await apart(['summary']);
    for (const args of ['first: 0', 'after: "x"', `orderBy: START, expandSeries: false`]) {
      const { data, errors } = await ask(`summary events(${args}) { nodes { summary } }`);
      expect(data.calendar).toEqual({ ...expected, events: null });
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    }
    expect(operations()).toEqual([get, get, get]);
  });
});
