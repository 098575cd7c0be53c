import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { freeSlots, type Interval } from '../../../src/services/calendar/free-busy/free-slot.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { useEditingProxy } from '../../support/proxy/use-editing-proxy.ts';

const minute = 60_000;
const at = (text: string): number => Date.parse(text);

/** The minutes of a list of intervals, whose ends are whole minutes. */
const minutesOf = (intervals: readonly Interval[]): number[] =>
  intervals.flatMap(({ start, end }) =>
    Array.from({ length: (end - start) / minute }, (_, index) => start + index * minute),
  );

/** Starts of windows, each two days before the clocks of a zone change, or in an ordinary week. */
const places = fc.constantFrom(
  ['Europe/Stockholm', '2026-03-27T11:00Z'],
  ['Europe/Stockholm', '2026-10-23T11:00Z'],
  ['America/New_York', '2026-03-06T03:00Z'],
  ['America/Sao_Paulo', '2018-11-02T10:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T07:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00Z'],
  ['UTC', '2026-12-30T12:00Z'],
);

const busyTimes = fc.array(fc.tuple(fc.nat(4 * 1_440), fc.integer({ min: 0, max: 600 })), {
  maxLength: 12,
});

const dailyHours = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 })).map((days) => new Set(days)),
    times: fc.uniqueArray(fc.nat(1_440), { minLength: 2, maxLength: 2 }),
  }),
  { maxLength: 3 },
);

describe('free slots', () => {
  it('are the minutes in working hours at which nobody is busy', () => {
    fc.assert(
      fc.property(
        places,
        busyTimes,
        fc.option(dailyHours, { nil: undefined }),
        fc.integer({ min: 1, max: 4 * 1_440 }),
        fc.integer({ min: 1, max: 120 }),
        ([timeZone, from], times, hoursOrNone, length, minMinutes) => {
          const start = at(from);
          const window = { start, end: start + length * minute };
          const busy = times.map(([offset, size]) => ({
            start: start + offset * minute,
            end: start + (offset + size) * minute,
          }));
          const hours = hoursOrNone?.map(({ days, times: [a = 0, b = 0] }) => ({
            days,
            start: Math.min(a, b),
            end: Math.max(a, b),
          }));
          const isFree = (time: number): boolean => {
            if (busy.some((each) => each.start <= time && time < each.end)) return false;
            const clock = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
            const shown = clock.hour * 60 + clock.minute;
            return (
              hours === undefined ||
              hours.some(
                (each) => each.days.has(clock.dayOfWeek) && each.start <= shown && shown < each.end,
              )
            );
          };
          const all = freeSlots({ window, busy, hours, timeZone: timeZone, minLength: minute });
          expect(minutesOf(all)).toEqual(minutesOf([window]).filter(isFree));
          // No two slots touch.
          expect(all.slice(1).every((slot, index) => slot.start > all[index]!.end)).toBe(true);
          const minLength = minMinutes * minute;
          expect(freeSlots({ window, busy, hours, timeZone: timeZone, minLength })).toEqual(
            all.filter((slot) => slot.end - slot.start >= minLength),
          );
        },
      ),
      { numRuns: 150, seed: 20_260_310 },
    );
  });
  it('follow the clock when it changes', () => {
    const days = new Set([7]);
    const search = (day: string) =>
      freeSlots({
        window: {
          start: at(`${day}T00:00Z`) - 2 * 3_600_000,
          end: at(`${day}T00:00Z`) + 86_400_000,
        },
        busy: [],
        hours: [{ days, start: 60, end: 240 }],
        timeZone: 'Europe/Stockholm',
        minLength: minute,
      });
    // 01:00 to 04:00: two hours when the clock goes forward, four when it goes back.
    expect(search('2026-03-29')).toEqual([
      { start: at('2026-03-29T00:00Z'), end: at('2026-03-29T02:00Z') },
    ]);
    expect(search('2026-10-25')).toEqual([
      { start: at('2026-10-24T23:00Z'), end: at('2026-10-25T03:00Z') },
    ]);
  });
});

describe('findFreeSlots', () => {
  const { options, proxy } = useEditingProxy('calendar');
  const studio = useStudio(options);
  const { ava, ben, chloe, editors } = ids.person;
  const document = `query ($people: [ID!]!, $from: DateTime!, $to: DateTime!, $duration: Duration!, $hours: [AvailableTimeInput!], $zone: String!, $first: Int! = 20, $ignore: Boolean! = false) {
    findFreeSlots(people: $people, from: $from, to: $to, duration: $duration, workingHours: $hours, timeZone: $zone, first: $first, ignoreUnreadable: $ignore) {
      slots { from to }
      unreadable { calendarId error }
    }
  }`;
  const window = { from: '2026-03-11T00:00:00Z', to: '2026-03-13T00:00:00Z' };
  const search = {
    people: [ava, ben],
    ...window,
    duration: 'PT45M',
    hours: [{ from: '09:00', to: '17:00' }],
    zone: 'Europe/Stockholm',
  };

  it('reads busy times alone, in one call', async () => {
    const data = await studio.data(document, search);
    expect(studio.calls().map(({ operation, body }) => [operation, body])).toEqual([
      [
        'calendar:freebusy.query',
        {
          timeMin: window.from,
          timeMax: window.to,
          groupExpansionMax: 100,
          calendarExpansionMax: 50,
          items: [{ id: ava }, { id: ben }],
        },
      ],
    ]);
    const { data: all } = await studio.query(
      `{ freeBusy(ids: ["${ava}", "${ben}"], from: "${window.from}", to: "${window.to}") { busy { from to } } }`,
    );
    const busy = all.freeBusy.flatMap((each: any) => each.busy) as any[];
    const hour = (day: number, time: number) =>
      at(`2026-03-${day}T00:00:00+01:00`) + time * 3_600_000;
    const isFree = (time: number) =>
      !busy.some(({ from, to }) => at(from) <= time && time < at(to));
    const expected = [11, 12]
      .flatMap((day) => minutesOf([{ start: hour(day, 9), end: hour(day, 17) }]))
      .filter(isFree);
    const slots = data.findFreeSlots.slots.map(({ from, to }: any) => ({
      start: at(from),
      end: at(to),
    }));
    expect(minutesOf(slots)).toEqual(expected);
    expect(data.findFreeSlots.slots[0].from).toMatch(/\+01:00$/);
    expect(data.findFreeSlots.unreadable).toEqual([]);
  });
  it.each([
    ['inside the working hours of both', true, ['09:00', '13:00', '14:00', '17:00']],
    ['at all hours', false, ['08:00', '18:00']],
  ])('finds times %s, if asked for', async (_, own, expected) => {
    // Stockholm: 9 to 17. London: 8 to 12 and 13 to 16, which is an hour later in Stockholm.
    const empty = { calendars: { [ava]: { busy: [] }, [ben]: { busy: [] } } };
    proxy.editWrites((answer) => void Object.assign(answer, empty));
    const data = await studio.data(
      `{ findFreeSlots(people: ["${ava}", "primary", "${ben}", "${ids.calendar.missing}"], from: "2026-03-11T07:00:00Z", to: "2026-03-11T17:00:00Z", duration: "PT1H", ownWorkingHours: ${own}, timeZone: "Europe/Stockholm", ignoreUnreadable: true) { slots { from to } } }`,
    );
    const times = data.findFreeSlots.slots.flatMap(({ from, to }: any) => [from, to]);
    expect(times.map((time: string) => time.slice(11, 16))).toEqual(expected);
    const reads = studio.calls().map(({ query }) => query['fields']?.[0]);
    const read = reads.filter((fields) => fields === 'timeZone,workingHours');
    expect(read).toHaveLength(own ? 3 : 0);
  });
  const [early, late] = ['2026-03-11T10:00:00Z', '2026-03-11T14:00:00Z'];
  it.each<[object, number[]]>([
    [{ start: early, end: late }, [9, 15]],
    [{ start: early }, [9]],
    [{ end: late }, [15]],
    [{ start: early, end: 'noon' }, [9]],
    [{ start: late, end: early }, [9, 15]],
    [{}, []],
  ])('has no slot where somebody may be busy: %j', async (busy, hours) => {
    proxy.editWrites((answer) => void (answer['calendars'] = { [ava]: { busy: [busy] } }));
    const { data } = await studio.query(document, {
      people: [ava],
      from: '2026-03-11T09:00:00Z',
      to: '2026-03-11T16:00:00Z',
      duration: 'PT1H',
      zone: 'UTC',
    });
    const isFree = (hour: number): boolean =>
      data.findFreeSlots.slots.some(
        ({ from, to }: any) =>
          at(from) <= at('2026-03-11T00:00Z') + hour * 60 * minute &&
          at('2026-03-11T00:00Z') + (hour + 1) * 60 * minute <= at(to),
      );
    expect([9, 12, 15].filter(isFree)).toEqual(hours);
  });
  const unknown = [
    { calendarId: 'nobody@studio.example', error: 'NOT_FOUND' },
    { calendarId: chloe, error: 'NOT_FOUND' },
    { calendarId: ids.person.emeka, error: 'NOT_FOUND' },
  ];
  it.each([
    ['an unknown address', [ava, 'nobody@studio.example'], unknown.slice(0, 1)],
    ['members of a group', [ben, editors], unknown.slice(1)],
    ['nobody but people that are not known', ['nobody@studio.example'], unknown.slice(0, 1)],
  ])('promises no slot while busy times are not known: %s', async (_, people, unreadable) => {
    const { data, errors, extensions } = await studio.query(document, { ...search, people });
    expect(errors).toBeUndefined();
    expect(data.findFreeSlots).toEqual({ slots: null, unreadable });
    expect(extensions.warnings).toEqual([
      { code: 'EXPECTED_ABSENCE', path: ['findFreeSlots', 'slots'], value: 'notFound' },
    ]);
  });
  it('searches the times of the others if `ignoreUnreadable` is true', async () => {
    const people = [ava, ben, 'nobody@studio.example'];
    const { data, extensions } = await studio.query(document, { ...search, people, ignore: true });
    expect(data.findFreeSlots.unreadable).toEqual(unknown.slice(0, 1));
    expect(extensions.warnings).toBeUndefined();
    const { data: same } = await studio.query(document, search);
    expect(same.findFreeSlots.slots.length).toBeGreaterThan(0);
    expect(data.findFreeSlots.slots).toEqual(same.findFreeSlots.slots);
  });
  it('has times in UTC in the form of busy times', async () => {
    const { data } = await studio.query(document, { ...search, zone: 'UTC' });
    const { data: all } = await studio.query(
      `{ freeBusy(ids: ["${ava}"], from: "${window.from}", to: "${window.to}") { busy { from } } }`,
    );
    for (const { from } of [...data.findFreeSlots.slots, ...all.freeBusy[0].busy])
      expect(from).toMatch(/:00Z$/);
  });
  it('returns at most `first` slots', async () => {
    const { data: all } = await studio.query(document, search);
    const { data } = await studio.query(document, { ...search, first: 1 });
    expect(data.findFreeSlots.slots).toEqual(all.findFreeSlots.slots.slice(0, 1));
  });
  it.each([
    [{ people: [] }, 'people: the list is empty'],
    [{ from: window.to, to: window.from }, 'to: '],
    [{ to: '2026-06-09T00:00:01Z' }, 'to: '],
    [{ duration: 'P1M' }, 'duration: "P1M"'],
    [{ duration: 'PT0S' }, 'duration: "PT0S"'],
    [{ duration: 'P3D' }, 'duration: "P3D"'],
    [{ zone: 'Europe/Nowhere' }, 'timeZone: "Europe/Nowhere"'],
    [{ hours: [] }, 'workingHours: the list is empty'],
    [{ hours: [{ from: '9', to: '17:00' }] }, '"9" is not a TimeOfDay'],
    [{ hours: [{ from: '17:00', to: '09:00' }] }, 'workingHours.0.to: "09:00"'],
    [{ hours: [{ from: '17:00', to: '24:01' }] }, '"24:01" is not a TimeOfDay'],
    [{ first: 0 }, 'first: 0'],
    [{ people: ['https://calendar.google.com/x'] }, 'people.0: '],
    [{ people: ['primary', 'https://calendar.google.com/x'] }, 'people.1: '],
  ])('rejects %j before any call', async (more, message) => {
    const { data, errors } = await studio.query(document, { ...search, ...more });
    expect(data?.findFreeSlots ?? null).toBeNull();
    expect(errors).toMatchObject([
      { message: expect.stringContaining(message), extensions: { code: 'INVALID_INPUT' } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});
