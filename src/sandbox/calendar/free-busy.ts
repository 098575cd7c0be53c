/** Free/busy queries: the times at which calendars are busy. */
import type { ApiCall, Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { membersOf } from '../storage/permission/person.ts';
import { roleOf, throwInvalid } from './access.ts';
import { instancesOf } from './series/recurrence.ts';
import { type CalendarEntity, calendarState, type EventEntity } from './state.ts';
import { formatZoned, instantOf, isTimeZone } from './time-zone.ts';
import { overlaps, type TimeWindow } from './time-window.ts';
import type { RefusalReason } from '../rule.ts';

/** The request, as far as its schema checks it. */
interface FreeBusyBody {
  readonly timeMin?: string;
  readonly timeMax?: string;
  readonly timeZone?: string | null;
  readonly calendarExpansionMax?: number | null;
  readonly groupExpansionMax?: number | null;
  readonly items?: readonly { readonly id?: string | null }[];
}

/** Milliseconds. */
type Period = readonly [start: number, end: number];

/** The errors of one calendar or group, inside a successful answer. */
const errorsOf = (reason: string): object => ({ errors: [{ domain: 'global', reason }] });

/** `freebusy.query`; a group stands for the calendars of its members. */
export const queryFreeBusy: Handler = (call) => {
  const body = call.body as FreeBusyBody;
  const window = windowOf(body);
  const timeZone = body.timeZone ?? 'UTC';
  if (!isTimeZone(timeZone)) throwInvalid(`Invalid time zone: ${timeZone}`);
  const maxCalendars = limitOf('calendarExpansionMax', body.calendarExpansionMax, 50);
  const maxMembers = limitOf('groupExpansionMax', body.groupExpansionMax, 100);
  const ids = body.items!.map(({ id }) => id || throwInvalid('Missing item id.', 'required'));
  const groups = ids.filter((id) => membersOf(id) !== undefined);
  const groupEntries = groups.map((id) => [id, groupOf(membersOf(id)!, maxMembers)] as const);
  const calendars = new Set([
    ...ids.filter((id) => !groups.includes(id)),
    ...groupEntries.flatMap(([, group]) => group.calendars ?? []),
  ]);
  const format = ([from, to]: Period): object => ({
    start: formatZoned(from, timeZone),
    end: formatZoned(to, timeZone),
  });
  return {
    kind: 'calendar#freeBusy',
    timeMin: new Date(window.min).toISOString(),
    timeMax: new Date(window.max).toISOString(),
    calendars: Object.fromEntries(
      [...calendars].map((id, index) => [
        id,
        index < maxCalendars
          ? calendarEntry(call, id, window, format)
          : { ...errorsOf('tooManyCalendarsRequested'), busy: [] },
      ]),
    ),
    ...(groups.length > 0 && { groups: Object.fromEntries(groupEntries) }),
  };
};

function windowOf({ timeMin, timeMax }: FreeBusyBody): TimeWindow {
  const window = { min: Date.parse(timeMin!), max: Date.parse(timeMax!) };
  const reject = (reason: RefusalReason, message: string): never => {
    throw new ApiError(400, reason, { domain: 'calendar', message, location: 'timeMax' });
  };
  if (window.min >= window.max) reject('timeRangeEmpty', 'The specified time range is empty.');
  if (window.max - window.min > maxWindow)
    reject('timeRangeTooLong', 'The requested time range is too long.');
  return window;
}

/** In ms. Google documents no limit; applications report that about 90 days are accepted. */
const maxWindow = 90 * 86_400_000;

/** @throws ApiError 400 if the value is not from 1 to the maximum, which is the default */
function limitOf(name: string, value: number | null | undefined, max: number): number {
  if (value === undefined || value === null) return max;
  if (value < 1 || value > max) throwInvalid(`Invalid value of ${name}: at most ${max}.`);
  return value;
}

interface GroupEntry {
  readonly calendars?: readonly string[];
}

const groupOf = (members: ReadonlySet<string>, max: number): GroupEntry =>
  members.size > max ? errorsOf('groupTooBig') : { calendars: [...members] };

function calendarEntry(
  { simulation, user }: ApiCall,
  id: string,
  window: TimeWindow,
  format: (period: Period) => object,
): object {
  const calendar = calendarState(simulation).calendars.get(id === 'primary' ? user.email : id);
  if (!calendar || roleOf(calendar, user) === 'none') return { ...errorsOf('notFound'), busy: [] };
  return { busy: busyPeriods(calendar, window).map(format) };
}

/** The times in the window at which any event keeps the calendar busy, in order. */
function busyPeriods(calendar: CalendarEntity, { min, max }: TimeWindow): Period[] {
  const { timeZone } = calendar.resource;
  const periods = eventsIn(calendar, { min, max })
    .filter((event) => isBusy(calendar, event))
    .map(
      ({ start, end }): Period => [
        Math.max(instantOf(start, timeZone), min),
        Math.min(instantOf(end, timeZone), max),
      ],
    );
  const busy: Period[] = [];
  for (const [start, end] of periods.toSorted(([a], [b]) => a - b)) {
    const [lastStart, lastEnd] = busy.at(-1) ?? [NaN, NaN];
    if (start <= lastEnd) busy[busy.length - 1] = [lastStart, Math.max(lastEnd, end)];
    else if (start < end) busy.push([start, end]);
  }
  return busy;
}

/** The single events, and the instances of the series, that are partly inside the window. */
function eventsIn(calendar: CalendarEntity, window: TimeWindow): EventEntity[] {
  const stored = [...calendar.events.values()];
  const instances = stored
    .filter(({ recurrence, status }) => recurrence !== undefined && status !== 'cancelled')
    .flatMap((series) => instancesOf(series, calendar, window.max))
    // Instances with individual changes are stored events.
    .filter(({ id }) => !calendar.events.has(id));
  return [...stored.filter(({ recurrence }) => recurrence === undefined), ...instances].filter(
    (event) => overlaps(event, calendar, window),
  );
}

/** Whether an event blocks the time of the calendar's owner. */
function isBusy({ resource }: CalendarEntity, event: EventEntity): boolean {
  if (event.status === 'cancelled' || event['transparency'] === 'transparent') return false;
  const own = event.attendees?.find(({ email }) => email === resource.id);
  return own?.responseStatus !== 'declined';
}
