/** `events.quickAdd`: an event from a text, and the times that the text names. */
import { Temporal } from 'temporal-polyfill';
import { ApiError } from '../../http/api-error.ts';
import type { Handler } from '../../call/handler.ts';
import { findCalendarWithRole } from '../access.ts';
import { serializeEvent } from './serializer.ts';
import { saveEvent } from './store.ts';
import { validateEvent } from './validation.ts';
import { generatedEventId, newEvent } from './new-event.ts';
import type { EventEntity } from '../state.ts';
import { toZoned } from '../time-zone.ts';

/** `events.quickAdd`. */
export const quickAddEvent: Handler = (call) => {
  const { simulation, query } = call;
  const calendar = findCalendarWithRole(call, 'writerWithoutPrivateAccess');
  const now = toZoned(simulation.now().getTime(), calendar.resource.timeZone);
  const text = query.text('text')!.trim();
  if (text === '')
    throw new ApiError(400, 'required', { message: 'Missing event text.', location: 'text' });
  const event: EventEntity = {
    ...newEvent(call, calendar, generatedEventId(call)),
    ...readQuickText(text, now),
  };
  validateEvent(calendar, event);
  return serializeEvent(call, calendar, saveEvent(simulation, calendar, event));
};

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const clock = String.raw`(?:1[0-2]|0?[1-9])(?::[0-5]\d)?\s?[ap]m|(?:[01]?\d|2[0-3]):[0-5]\d`;

const phrases = {
  relativeDay: /\b(today|tomorrow)\b/i,
  weekday: new RegExp(String.raw`\b(?:on |next )?(${weekdays.join('|')})\b`, 'i'),
  date: /\b(?:on )?(\d{4}-\d\d-\d\d)\b/i,
  dayOfMonth: new RegExp(
    String.raw`\b(?:on )?(${months.join('|')}) (\d{1,2})(?:st|nd|rd|th)?\b`,
    'i',
  ),
  range: new RegExp(
    String.raw`\b(?:from |at )?(${clock})\s?(?:-|–|\bto\b|\buntil\b)\s?(${clock})(?!\w)`,
    'i',
  ),
  time: new RegExp(String.raw`\b(?:at )?(${clock})(?!\w)`, 'i'),
  duration: /\bfor (\d{1,3}) (minute|hour)s?\b/i,
};

/** The text of a quickly added event, from which each phrase that was read is removed. */
class QuickText {
  #rest: string;

  constructor(text: string) {
    this.#rest = text;
  }

  get summary(): string {
    return this.#rest.replaceAll(/\s+/g, ' ').trim();
  }

  /**
   * Removes the first match of a phrase.
   * @param read gets the groups of the phrase; undefined keeps it in the text
   */
  take<T>(phrase: RegExp, read: (first: string, second: string) => T | undefined): T | undefined {
    const match = phrase.exec(this.#rest);
    if (!match) return undefined;
    const value = read(match[1]!.toLowerCase(), match[2]?.toLowerCase() ?? '');
    if (value !== undefined) {
      const after = match.index + match[0].length;
      this.#rest = `${this.#rest.slice(0, match.index)} ${this.#rest.slice(after)}`;
    }
    return value;
  }
}

/** The date that the text names; weekdays and days of a month are the next ones after today. */
function takeDate(text: QuickText, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  return (
    text.take(phrases.relativeDay, (word) => (word === 'today' ? today : today.add({ days: 1 }))) ??
    text.take(phrases.weekday, (name) => {
      const days = (weekdays.indexOf(name) + 1 - today.dayOfWeek + 7) % 7;
      return today.add({ days: days === 0 ? 7 : days });
    }) ??
    text.take(phrases.date, (date) => validOrUndefined(() => Temporal.PlainDate.from(date))) ??
    text.take(phrases.dayOfMonth, (month, day) =>
      validOrUndefined(() => {
        const fields = { month: months.indexOf(month) + 1, day: Number(day) };
        const date = Temporal.PlainDate.from(
          { ...fields, year: today.year },
          { overflow: 'reject' },
        );
        return Temporal.PlainDate.compare(date, today) < 0 ? date.add({ years: 1 }) : date;
      }),
    )
  );
}

function validOrUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** @param text matches `clock`, for example `10am`, `10:30pm` or `14:00` */
function timeOf(text: string): Temporal.PlainTime {
  const [, hours, minutes = '0', half] = /^(\d+)(?::(\d+))?\s?([ap]m)?$/.exec(text)!;
  const isTwelve = half !== undefined && Number(hours) === 12;
  const hour = (isTwelve ? 0 : Number(hours)) + (half === 'pm' ? 12 : 0);
  return Temporal.PlainTime.from({ hour, minute: Number(minutes) });
}

interface TimeRange {
  readonly from: Temporal.PlainTime;
  readonly to?: Temporal.PlainTime;
}

const takeTimes = (text: QuickText): TimeRange | undefined =>
  text.take<TimeRange>(phrases.range, (first, second) => ({
    from: timeOf(first),
    to: timeOf(second),
  })) ?? text.take<TimeRange>(phrases.time, (first) => ({ from: timeOf(first) }));

/** The title is absent if the text names times only. */
type TextFields = Pick<EventEntity, 'summary' | 'start' | 'end'>;

/**
 * The event that a text describes, such as `Lunch on Friday 12:30-14:00`. The sandbox knows: today,
 * tomorrow, a weekday, `2026-03-14`, `March 14`; `at 10am`, `14:00`, `10am-11am`; `for 2 hours`. A
 * date without a time is an all-day event. A time without a date is the next such time. A text
 * without both is now. Events last for an hour if the text does not say how long.
 */
function readQuickText(written: string, now: Temporal.ZonedDateTime): TextFields {
  const text = new QuickText(written);
  const times = takeTimes(text);
  const date = takeDate(text, now.toPlainDate());
  const minutes = text.take(phrases.duration, (count, unit) =>
    unit === 'hour' ? Number(count) * 60 : Number(count),
  );
  const title = text.summary === '' ? {} : { summary: text.summary };
  if (date && !times)
    return {
      ...title,
      start: { date: date.toString() },
      end: { date: date.add({ days: 1 }).toString() },
    };
  const start = startOf(now, date, times);
  return { ...title, start: eventTime(start), end: eventTime(endOf(start, times?.to, minutes)) };
}

function startOf(
  now: Temporal.ZonedDateTime,
  date: Temporal.PlainDate | undefined,
  times: TimeRange | undefined,
): Temporal.ZonedDateTime {
  if (!times) return now.round({ smallestUnit: 'minute', roundingMode: 'floor' });
  const first = (date ?? now.toPlainDate()).toZonedDateTime({
    timeZone: now.timeZoneId,
    plainTime: times.from,
  });
  const isPast = date === undefined && Temporal.ZonedDateTime.compare(first, now) < 0;
  return isPast ? first.add({ days: 1 }) : first;
}

function endOf(
  start: Temporal.ZonedDateTime,
  to: Temporal.PlainTime | undefined,
  minutes = 60,
): Temporal.ZonedDateTime {
  if (!to) return start.add({ minutes });
  const end = start.withPlainTime(to);
  return Temporal.ZonedDateTime.compare(end, start) < 0 ? end.add({ days: 1 }) : end;
}

const eventTime = ({ epochMilliseconds, timeZoneId }: Temporal.ZonedDateTime) => ({
  dateTime: new Date(epochMilliseconds).toISOString(),
  timeZone: timeZoneId,
});
