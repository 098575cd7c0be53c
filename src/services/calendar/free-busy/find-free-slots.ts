/** The search for times at which several people are free, from their busy times alone. */
import type { calendar_v3 } from '@googleapis/calendar';
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { Temporal } from 'temporal-polyfill';
import type { Execution } from '../../../engine/execution/execution.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { noNeeds } from '../../../engine/read/needs.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { calendars, freebusy } from '../operations.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import {
  type ArgumentNames,
  withArgumentNames,
} from '../../../engine/schema/field/argument-name.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { flag, required } from '../../../engine/schema/field/input-row.ts';
import {
  absenceOf,
  callsForFreeBusy,
  freeBusyRef,
  idInQuery,
  loadFreeBusy,
  memberRefs,
  TimePeriod,
} from './type.ts';
import { resolvePrimary } from '../calendar-id.ts';
import { isTimeZone, zoneName } from '../time-zone.ts';
import { type DailyHours, freeSlots, type Interval, timesOff } from './free-slot.ts';
import { type FindArguments, searchOf } from './free-slot-input.ts';
import {
  type AvailableTimeJson,
  Calendar,
  type CalendarJson,
  FreeBusy,
  type FreeBusyValue,
  maxGroupMembers,
} from '../resources.ts';
import { AvailableTimeInput, weekdays } from '../calendar/working-hours.ts';

interface FreeSlotsValue {
  /** Null if they are not known, because the busy times of somebody are not. */
  readonly slots: readonly calendar_v3.Schema$TimePeriod[] | null;
  readonly unreadable: readonly FreeBusyValue[];
}

const FreeSlots = builder.objectType<FreeSlotsValue>('FreeSlots').implement({
  description: 'Times at which several people are free.',
  fields: (t) => ({
    slots: field(t, {
      type: [TimePeriod],
      nullable: { list: true, items: false },
      description:
        'The free times of at least the requested duration, in order; empty if there are none. Each is as long as possible, so that a meeting can start at any time in it that leaves the duration. Null with a warning if somebody is `unreadable`, unless `ignoreUnreadable` is true.',
      needs: noNeeds,
      resolve: (
        { slots, unreadable }: FreeSlotsValue,
        _: object,
        { execution }: Context,
        info: GraphQLResolveInfo,
      ) => {
        if (slots === null)
          execution.warn({
            code: 'EXPECTED_ABSENCE',
            path: responsePathAsArray(info.path),
            value: absenceOf(unreadable[0]!)!,
          });
        return slots;
      },
    }),
    unreadable: field(t, {
      type: [FreeBusy],
      nullable: false,
      description:
        'The people whose busy times Google Calendar did not return, each with its `error`, for example because a person shares none with the caller. Members of groups are among them.',
      // For each of the people, who may be groups.
      needs: { kind: 'nested', path: '', paths: [], maxItems: maxGroupMembers, isCut: true },
      resolve: ({ unreadable }: FreeSlotsValue) => unreadable,
    }),
  }),
});

const argumentNames: ArgumentNames = { timeMin: 'from', timeMax: 'to' };

/** The ids of the calendars of people, each once. */
async function calendarIdsOf(execution: Execution, { people }: FindArguments): Promise<string[]> {
  const named = people.map((id, index) => idInQuery(id, `people.${index}`));
  return [...new Set(await Promise.all(named.map((id) => resolvePrimary(execution, id))))];
}

/** The free/busy values of people, with the members of groups in their place. */
async function valuesOf(
  execution: Execution,
  ids: readonly string[],
  { from, to }: FindArguments,
): Promise<FreeBusyValue[]> {
  const refs = ids.map((id) => freeBusyRef(id, { from, to }));
  const values = await Promise.all(
    refs.map(async (ref) => {
      const value = await loadFreeBusy(execution, ref);
      if (!value.calendars) return [value];
      const members = memberRefs(value);
      return Promise.all(members.map((member) => loadFreeBusy(execution, member)));
    }),
  );
  return [...new Set(values.flat())];
}

/** The times at which any of the people does not work. */
async function ownTimesOff(
  execution: Execution,
  ids: readonly string[],
  window: Interval,
): Promise<Interval[]> {
  const off = await Promise.all(
    ids.map(async (id) => {
      const calendar = await readCalendar(execution, id);
      const { workingHoursEnabled, availableTimes } = calendar?.workingHours ?? {};
      const timeZone = calendar?.timeZone;
      if (!workingHoursEnabled || timeZone == null || !isTimeZone(timeZone)) return [];
      return timesOff(window, (availableTimes ?? []).flatMap(dailyHours), timeZone);
    }),
  );
  return off.flat();
}

const hoursPaths = Paths.of('timeZone', 'workingHours');

/** @returns null of a calendar that the caller may not read: who is busy is known without it */
async function readCalendar(execution: Execution, id: string): Promise<CalendarJson | null> {
  const ref: Ref<CalendarJson> = { resource: Calendar.resource, key: [id] };
  try {
    return await execution.load(ref, { paths: hoursPaths, downstream: new Set() });
  } catch (error) {
    if (error instanceof UpstreamError && /^(FORBIDDEN|NOT_FOUND)$/.test(error.code)) return null;
    throw error;
  }
}

function dailyHours({ dayOfWeek, periodStart, periodEnd }: AvailableTimeJson): DailyHours[] {
  const day = weekdays.findIndex((name) => name === dayOfWeek) + 1;
  if (day === 0 || periodStart == null || periodEnd == null) return [];
  return [{ days: new Set([day]), start: periodStart, end: periodEnd }];
}

/**
 * A busy time. Where the service does not say when it starts or ends, nobody knows that anybody is
 * free (hkjarral/AVA-AI-Voice-Agent-for-Asterisk#355, 2026).
 */
function intervalOf({ start, end }: calendar_v3.Schema$TimePeriod): Interval {
  const [from, to] = [start, end].map((time) => Date.parse(time ?? '')) as [number, number];
  if (to < from) return { start: to, end: from };
  return { start: from || -Infinity, end: to || Infinity };
}

export function addFindFreeSlots(): void {
  builder.queryField('findFreeSlots', (t) =>
    field(t, {
      type: FreeSlots,
      description:
        'The times in a window at which all of the given people, rooms and groups are free. Computed from their busy times, in one call for up to 50 of them; no event is read. Somebody whose busy times cannot be read is not taken for free: there are no `slots` then.',
      args: {
        people: [
          required(['ID']),
          'The people, rooms and groups that must be free, by their email addresses; or calendars, by global ids, Google Calendar ids, or `primary` for the primary calendar of the caller. An address is the primary calendar of a person only. Maximum: 200.',
        ],
        from: [required('DateTime'), 'Search from this time.'],
        to: [
          required('DateTime'),
          'Search up to this time, exclusive. At most 90 days after `from`.',
        ],
        duration: [
          required('Duration'),
          'Return only slots of at least this length, for example `PT45M`. More than 0, and at most the time from `from` to `to`.',
        ],
        workingHours: [
          [AvailableTimeInput],
          'Return only times inside these hours. Overlapping entries add up. Default: all hours.',
        ],
        ownWorkingHours: flag(
          'Return only times inside the working hours of the people as well: `Calendar.workingHours`, where they are enabled, in the time zone of the calendar. Somebody without such hours, or whose calendar the caller may not read, and the members of groups, are not limited. Costs a call for each of the people. Default: false.',
        ),
        timeZone: [
          required('String'),
          'The time zone of `workingHours` and of the returned times as an IANA name, for example `Europe/Lisbon`.',
        ],
        ignoreUnreadable: flag(
          'Return the times at which all others are free, if the busy times of some people cannot be read. Default: false.',
        ),
        first: [
          required('Int'),
          'Return at most this number of slots. Default: 20, maximum: 500.',
          { default: 20 },
        ],
      },
      needs: {
        kind: 'calls',
        costOf: ({ people, ownWorkingHours }: FindArguments) => ({
          calls: [
            ...callsForFreeBusy(people),
            ...(ownWorkingHours ? [[calendars.get, people.length] as const] : []),
          ],
          loads: [],
          values: people.length,
        }),
      },
      operations: [freebusy.query, calendars.get],
      resolve: async (
        _: unknown,
        args: FindArguments,
        { execution }: Context,
      ): Promise<FreeSlotsValue> => {
        const search = searchOf(args);
        // All before any busy times are read, so that these share a call.
        const ids = await withArgumentNames(calendarIdsOf(execution, args), args, argumentNames);
        const reading = valuesOf(execution, ids, args);
        const values = await withArgumentNames(reading, args, argumentNames);
        const unreadable = values.filter((value) => absenceOf(value) !== undefined);
        if (unreadable.length > 0 && !args.ignoreUnreadable) return { slots: null, unreadable };
        const busy = [
          ...values.flatMap((value) => (value.busy ?? []).map(intervalOf)),
          ...(args.ownWorkingHours ? await ownTimesOff(execution, ids, search.window) : []),
        ];
        const { timeZone } = args;
        const text = (ms: number): string =>
          Temporal.Instant.fromEpochMilliseconds(ms)
            .toZonedDateTimeISO(zoneName(timeZone))
            .toString({ timeZoneName: 'never' })
            // The form of Google Calendar in busy times.
            .replace(/\+00:00$/, 'Z');
        const slots = freeSlots({ ...search, busy, timeZone })
          .slice(0, args.first)
          .map(({ start, end }) => ({ start: text(start), end: text(end) }));
        return { slots, unreadable };
      },
    }),
  );
}
