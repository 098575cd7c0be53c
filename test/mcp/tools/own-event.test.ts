/** Events of all calendars that the user owns, as tools list them, and as they make busy. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { ShiftedClock } from '../../support/clock/shifted-clock.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const clock = new ShiftedClock();
clock.shift(start.getTime() - clock.now());
const studio = useStudio({ clock, env: { MCP: 'on' } });

const agent = useAgent(studio);

interface Item {
  readonly id: string;
}

/** All pages, one after the other. */
async function pagesOf(tool: string, args: object): Promise<readonly (readonly Item[])[]> {
  const pages: Item[][] = [];
  let page: string | undefined;
  do {
    const { body, isError } = await agent.call(tool, page === undefined ? args : { ...args, page });
    const { errors, leftOut } = body;
    expect({ isError, errors, leftOut }).toEqual({ isError: false });
    pages.push(body.items);
    page = body.nextPage;
    expect(pages.length).toBeLessThan(30);
  } while (page !== undefined);
  return pages;
}

const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id);

describe.each([
  ['list_mine', { kind: 'agenda' }],
  ['find', { kind: 'events', to: '2026-04-01', from: '2026-02-01' }],
  ['find', { kind: 'events', text: 'studio' }],
  ['list_mine', { kind: 'agenda', within: ids.calendar.release }],
])('%s %j', (tool, args) => {
  it('has pages that together have each event once, in order', async () => {
    // Longer than an answer may be: it has fewer, and leaves none out.
    const all = (await pagesOf(tool, { ...args, max: 50 })).flat();
    const pages = await pagesOf(tool, { ...args, max: 3 });
    expect(all.length).toBeGreaterThan(3);
    expect(idsOf(pages.flat())).toEqual(idsOf(all));
    expect(new Set(idsOf(pages.flat())).size).toBe(pages.flat().length);
    expect(pages.slice(0, -1).filter(({ length }) => length !== 3)).toEqual([]);
  });
  it('has organizers', async () => {
    const { body } = await agent.call(tool, { ...args, max: 1 });
    expect(body.items[0].organizer).toMatchObject({ email: expect.any(String) });
  });
  it('goes on from where its first page began', async () => {
    const { body } = await agent.call(tool, { ...args, max: 3 });
    const { body: next } = await agent.call(tool, { ...args, max: 3, page: body.nextPage });
    clock.shift(4 * 86_400_000);
    const { body: later } = await agent.call(tool, { ...args, max: 3, page: body.nextPage });
    clock.shift(-4 * 86_400_000);
    expect(idsOf(later.items)).toEqual(idsOf(next.items));
  });
  it('refuses a page that it has not given', async () => {
    for (const page of ['10', 'x_', 'tomorrow_3']) {
      const { body, isError } = await agent.call(tool, { ...args, page });
      expect({ isError, argument: body.errors[0].argument }).toEqual({
        isError: true,
        argument: 'page',
      });
    }
  });
});

describe('find events', () => {
  it('searches all own calendars, and names them', async () => {
    const titles = ['Weekly stand-up', 'Budget review'];
    for (const text of titles) {
      const { body } = await agent.call('find', { kind: 'events', text, max: 3 });
      expect(body.items.length).toBeGreaterThan(0);
      for (const each of body.items)
        expect(each).toMatchObject({ summary: text, calendar: expect.any(String) });
    }
  });
  it('searches one calendar if it is named', async () => {
    const args = { kind: 'events', text: 'Budget review', within: ids.calendar.release };
    expect((await agent.call('find', args)).body.items).toEqual([]);
  });
});

describe('free_times', () => {
  const window = { minutes: 60, from: '2027-07-05T09:00', to: '2027-07-05T13:00' };
  const rest = [
    { from: '2027-07-05T09:00:00+02:00', to: '2027-07-05T10:00:00+02:00' },
    { from: '2027-07-05T11:00:00+02:00', to: '2027-07-05T13:00:00+02:00' },
  ];
  it.each(['me', 'primary', ids.person.ava, 'Ava@studio.example'])(
    'counts all own calendars of %s',
    async (named) => {
      await agent.call('save_event', {
        title: 'Made',
        start: '2027-07-05T10:00',
        calendar: ids.calendar.release,
      });
      const { body } = await agent.call('free_times', { ...window, people: [named] });
      expect(body).toMatchObject({ free: rest });
      const one = { ...window, people: [ids.calendar.private] };
      expect((await agent.call('free_times', one)).body.free).toHaveLength(1);
    },
  );
  it('says that the times ignore those who are not known', async () => {
    const people = ['me', 'nobody@elsewhere.example'];
    const { body } = await agent.call('free_times', { ...window, people });
    expect(body).toMatchObject({
      free: [{}],
      unknown: [{ id: 'nobody@elsewhere.example' }],
      note: expect.stringContaining('ignore those') as unknown,
    });
    const alone = await agent.call('free_times', { ...window, people: people.slice(1) });
    expect(alone.body).not.toHaveProperty('note');
  });
  it.each([
    ['9-17', '09:00', '17:00'],
    ['9:30 - 11', '09:30', '11:00'],
    ['09:00–24:00', '09:00', '00:00'],
  ])('takes the hours %s', async (hours, from, to) => {
    const args = { minutes: 60, from: '2027-07-05', to: '2027-07-05', people: ['me'], hours };
    const { body } = await agent.call('free_times', args);
    const [first, last] = [body.free[0], body.free.at(-1)];
    expect([first.from.slice(11, 16), last.to.slice(11, 16)]).toEqual([from, to]);
  });
  it.each([
    [{ hours: '17-9' }, 'hours: "17-9"'],
    [{ hours: '9-25' }, 'hours: "9-25"'],
    [{ hours: '9' }, 'hours: "9"'],
    [{ people: ['me', 'Dana'] }, 'people: "Dana"; expected an email address'],
  ])('refuses %j, before any call', async (wrong, message) => {
    const { body, isError } = await agent.call('free_times', {
      ...window,
      people: ['me'],
      ...wrong,
    });
    expect({ isError, calls: studio.calls() }).toEqual({ isError: true, calls: [] });
    expect(body.errors[0].message).toContain(message);
  });
});
