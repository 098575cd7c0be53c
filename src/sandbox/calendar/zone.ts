/** Instants and wall clocks: what a date-time of the calendar service means in its time zone. */

/** Either a day (all-day events) or an instant; never both. */
export interface EventTime {
  readonly date?: string;
  /** RFC 3339 with an offset, once it is kept. */
  readonly dateTime?: string;
  /** IANA name. */
  readonly timeZone?: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const held = formats.get(zone);
  if (held) return held;
  const numeric = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  const made = new Intl.DateTimeFormat('en-US', { ...numeric, timeZone: zone, hourCycle: 'h23' });
  formats.set(zone, made);
  return made;
}

export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

const quarter = 15 * 60_000;
const offsets = new Map<string, number>();

/** What the zone's clocks are ahead of UTC at an instant, in ms. No zone changes its clocks off the quarter of an hour. */
export function offsetAt(zone: string, instant: number): number {
  const key = `${zone} ${Math.floor(instant / quarter)}`;
  const held = offsets.get(key);
  if (held !== undefined) return held;
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const offset = wall - Math.floor(instant / 1000) * 1000;
  if (offsets.size > 10_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** The instant at which the zone's clocks show `wall` (ms, as if it were UTC). */
export function instantAt(wall: number, zone: string): number {
  const guess = wall - offsetAt(zone, wall);
  return wall - offsetAt(zone, guess);
}

/** RFC 3339 in whole seconds with the zone's offset; `Z` for none. */
export function zoned(instant: number, zone: string): string {
  const offset = offsetAt(zone, instant);
  const wall = new Date(instant + offset).toISOString().slice(0, 19);
  if (offset === 0) return `${wall}Z`;
  const minutes = Math.abs(offset) / 60_000;
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0');
  return `${wall}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const hasOffset = (text: string): boolean => /(Z|[+-]\d\d:?\d\d)$/i.test(text);

/** The instant in ms: a day begins at its zone's midnight, a date-time without an offset is its zone's wall clock. */
export function instantOf({ date, dateTime, timeZone }: EventTime, zone: string): number {
  if (date !== undefined) return instantAt(Date.parse(date), zone);
  const text = dateTime!;
  return hasOffset(text) ? Date.parse(text) : instantAt(Date.parse(`${text}Z`), timeZone ?? zone);
}

/** A date-time as the services take it in queries: with an offset. */
export const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(text) && hasOffset(text) && !Number.isNaN(Date.parse(text));
