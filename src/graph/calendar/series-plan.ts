/**
 * What a change of a series, or of its occurrences from one on, has to leave behind: the series,
 * and the occurrences that differ from it. Pure: no calls.
 *
 * One rule holds for all scopes. The named occurrence gets the change. An occurrence that was
 * changed singly keeps the fields that it changed, and takes all others from the series. An
 * occurrence that was deleted stays deleted, at the place to which the change moves its own.
 */
import { isDeepStrictEqual } from 'node:util';
import { getter, setAt } from '../../data/read/path.ts';
import {
  type Change,
  type JsonRecord,
  mergeChanges,
  writablePaths,
} from '../../data/write/change.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { events } from '../../upstream/calendar/index.ts';
import { type EventJson, writableBody } from './event-body.ts';
import { type EventTimeJson, SeriesClock } from './series-clock.ts';
import { isTimeZone } from './time-zone.ts';
import { Move, type SeriesRule } from './series-rule.ts';
import { ruleOf, supported } from './series.ts';

/** A series, and the occurrence of it that a write names. */
export interface NamedPlace {
  readonly calendarId: string;
  readonly series: EventJson;
  readonly clock: SeriesClock;
  /** The original start of the occurrence, which is its place in the series. */
  readonly instant: number;
  /** Occurrences that were changed or deleted one by one. */
  readonly exceptions: readonly EventJson[];
}

/**
 * Returns an occurrence as it is to be.
 * @param ordinary as the series has it
 */
export type Wanted = (ordinary: EventJson) => EventJson;

/** By place: the occurrences that differ from their series; null: it is deleted. */
export type WantedPlaces = ReadonlyMap<number, Wanted | null>;

/** Fields of a new series that it does not take from the old one. */
const ownPaths = /^(id|iCalUID|sequence|originalStartTime|attendeesOmitted|privateCopy)(\.|$)/;

export const copiedPaths = writablePaths(events.insert).filter((path) => !ownPaths.test(path));

/** Fields of an occurrence beside its times. A conference is one value: null removes it. */
const occurrencePaths = [
  ...new Set(
    writablePaths(events.patch)
      .filter((path) => !ownPaths.test(path) && !/^(start|end|recurrence)(\.|$)/.test(path))
      .map((path) => path.replace(/^(conferenceData)\..*/, '$1')),
  ),
];

/** The clock that a series follows. */
export const clockOf = ({ start }: EventJson): SeriesClock => new SeriesClock(start!, 'UTC');

/** Decides whether a series has an occurrence at a place; always true for an unsupported rule. */
function placesOf(series: EventJson): (place: number) => boolean {
  try {
    const rule = ruleOf(series);
    return (place) => rule.hasOccurrence(place);
  } catch (error) {
    if (error instanceof InvalidInput) return () => true;
    throw error;
  }
}

/** The place of an exception in its series. */
export const placeOf = (clock: SeriesClock, { originalStartTime }: EventJson): number =>
  clock.instantOf(originalStartTime!);

export const isDeleted = ({ status }: EventJson): boolean => status === 'cancelled';

/** The exceptions from the occurrence on. */
export const following = ({ clock, instant, exceptions }: NamedPlace): EventJson[] =>
  exceptions.filter((each) => placeOf(clock, each) >= instant);

/** The places of the occurrences that were deleted one by one. */
const deletedPlaces = (clock: SeriesClock, exceptions: readonly EventJson[]): number[] =>
  exceptions.filter(isDeleted).map((each) => placeOf(clock, each));

/** The rule of the series. @throws InvalidInput if it cannot be changed in part */
export const ruleAt = ({ series }: NamedPlace): SeriesRule => ruleOf(series);

/** Whether no occurrence is left before the named one. */
export const isFirst = ({ series, clock, instant, exceptions }: NamedPlace): boolean =>
  !ruleOf(series).hasOccurrenceBefore(instant, new Set(deletedPlaces(clock, exceptions)));

/** Whether the named occurrence is at the start of the series. */
export const startsSeries = ({ clock, instant, series }: NamedPlace): boolean =>
  clock.instantOf(series.start!) === instant;

/** The times of an occurrence according to its series. */
export function timesAt(
  { start, end }: EventJson,
  clock: SeriesClock,
  place: number,
): { readonly start: EventTimeJson; readonly end: EventTimeJson } {
  const duration = clock.instantOf(end!) - clock.instantOf(start!);
  return { start: clock.timeOf(place), end: clock.timeOf(place + duration, end!.timeZone) };
}

/** An occurrence as its series has it. */
function ordinaryAt(series: EventJson, clock: SeriesClock, place: number): EventJson {
  const { recurrence: _, ...shared } = copyOf(series);
  return { ...shared, ...timesAt(series, clock, place) };
}

/** Without the request of a conference that exists: a request would create another one. */
export function copyOf(event: EventJson): EventJson {
  if (!event.conferenceData?.conferenceId) return event;
  const { createRequest: _, ...conferenceData } = event.conferenceData;
  return { ...event, conferenceData };
}

/** The paths in which two versions of an occurrence differ, beside its times. */
function differingPaths(one: EventJson, other: EventJson): string[] {
  const [first, second] = [one, other].map((each) => writableBody(copyOf(each)));
  // A list of which only a part is shown is not compared.
  const isTrimmed = one.attendeesOmitted || other.attendeesOmitted;
  return occurrencePaths.filter((path) => {
    if (isTrimmed && path === 'attendees') return false;
    const read = getter(path);
    return !isDeepStrictEqual(read(first), read(second));
  });
}

function isAtSameTimes(one: EventJson, other: EventJson, clock: SeriesClock): boolean {
  return (['start', 'end'] as const).every((name) => {
    const [first, second] = [one[name]!, other[name]!];
    const isSameKind = (first.date == null) === (second.date == null);
    return isSameKind && clock.instantOf(first) === clock.instantOf(second);
  });
}

/** The fields that an exception has changed, as a change of an ordinary occurrence. */
function ownFields(
  event: EventJson,
  ordinary: EventJson,
  clock: SeriesClock,
  isOwn: (path: string) => boolean = () => true,
): Wanted {
  const own = writableBody(copyOf(event));
  const paths = differingPaths(event, ordinary).filter(isOwn);
  const { start, end } = event;
  const times = isAtSameTimes(event, ordinary, clock) ? {} : { start: start!, end: end! };
  return (next) => {
    const result = structuredClone({ ...next, ...times });
    for (const path of paths) setAt(result as JsonRecord, path, getter(path)(own));
    return result;
  };
}

/** The patch that makes one version of an occurrence another one. */
export function patchTo(wanted: EventJson, current: EventJson, clock: SeriesClock): JsonRecord {
  const [next, old] = [wanted, current].map((each) => writableBody(copyOf(each)));
  const patch: JsonRecord = {};
  for (const path of differingPaths(wanted, current))
    setAt(patch, path, replacing(getter(path)(next), getter(path)(old)));
  return isAtSameTimes(wanted, current, clock)
    ? patch
    : { ...patch, start: wholeTime(wanted.start!), end: wholeTime(wanted.end!) };
}

/** A value that replaces another one in a PATCH, which merges objects. */
function replacing(value: unknown, usual: unknown): unknown {
  if (!isObject(value) || !isObject(usual)) return value ?? null;
  const removed = Object.keys(usual).filter((name) => !(name in value));
  return { ...value, ...Object.fromEntries(removed.map((name) => [name, null])) };
}

const isObject = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A time that replaces another one in a PATCH. */
export const wholeTime = ({ date, dateTime, timeZone }: EventTimeJson): EventTimeJson => ({
  date: date ?? null,
  dateTime: dateTime ?? null,
  timeZone: timeZone ?? null,
});

/** The move of the occurrences that a new start of one of them means. */
export function moveOf({ clock, instant }: NamedPlace, start: EventTimeJson): Move {
  if (clock.isAllDay && start.date == null && start.timeZone == null)
    throw new InvalidInput(
      'start.timeZone',
      'missing; expected the time zone in which the series repeats, for example Europe/Lisbon',
    );
  if (start.timeZone != null && !isTimeZone(start.timeZone))
    throw new InvalidInput(
      'start.timeZone',
      `${showValue(start.timeZone)} is not a time zone; expected an IANA name, for example Asia/Tokyo`,
    );
  return new Move({ clock, instant }, start, clock.timeZone);
}

/** A change of a series, and of the occurrences from the named one on. */
export interface SeriesChange {
  readonly named: NamedPlace;
  /** The changes that the client requests. */
  readonly changes: readonly Change[];
  readonly move: Move;
  /** The times and the rule of the changed series. */
  readonly next: Pick<EventJson, 'start' | 'end' | 'recurrence'>;
}

/**
 * The occurrences that are to differ from the changed series.
 * @throws InvalidInput if one would end before it starts
 */
export function wantedPlaces(
  { named, changes, move, next }: SeriesChange,
  exceptions: readonly EventJson[],
): WantedPlaces {
  const { clock, instant, series } = named;
  const rule: SeriesRule = supported(() => ruleOf(next), 'recurrence');
  const wanted = new Map<number, Wanted | null>();
  for (const event of exceptions) {
    const old = placeOf(clock, event);
    const place = move.instantOf(old);
    if (!rule.has(place)) continue;
    if (isDeleted(event)) {
      wanted.set(place, null);
      continue;
    }
    const own = ownFields(event, ordinaryAt(series, clock, old), clock);
    wanted.set(place, old === instant ? (ordinary) => withChanges(own(ordinary), changes) : own);
  }
  return wanted;
}

/**
 * The same for a change that moves nothing, from the exceptions as they are after it: whether the
 * service has given them the change or not, what is neither the old value nor the new one is their
 * own.
 */
export function keptPlaces(
  { clock, instant, series: before }: NamedPlace,
  changes: readonly Change[],
  { series, found }: { readonly series: EventJson; readonly found: readonly EventJson[] },
): WantedPlaces {
  const wanted = new Map<number, Wanted | null>();
  for (const event of found) {
    const place = placeOf(clock, event);
    if (isDeleted(event)) {
      wanted.set(place, null);
      continue;
    }
    const [old, next] = [before, series].map((each) => ordinaryAt(each, clock, place));
    const isNew = new Set(differingPaths(event, next!));
    const own = ownFields(event, old!, clock, (path) => isNew.has(path));
    wanted.set(place, place === instant ? (ordinary) => withChanges(own(ordinary), changes) : own);
  }
  return wanted;
}

/** The named occurrence has the changes even where it differs from its series. */
const withChanges = (event: EventJson, changes: readonly Change[]): EventJson =>
  mergeChanges(
    { ...event },
    copiedPaths,
    changes.filter(({ path }) => path !== 'recurrence'),
  );

/** The line with the deleted places that a rule has, and does not exclude already. */
export function exclusions(
  next: Pick<EventJson, 'start' | 'recurrence'>,
  wanted: WantedPlaces,
): string[] {
  const rule = ruleOf(next);
  const places = [...wanted].flatMap(([place, event]) =>
    event === null && rule.hasOccurrence(place) ? [place] : [],
  );
  return places.length === 0 ? [] : [rule.clock.dateLine('EXDATE', places)];
}

/** A call that makes an occurrence as it is to be. */
export type Repair =
  | { readonly kind: 'patch'; readonly id: string; readonly body: JsonRecord }
  | { readonly kind: 'replace'; readonly id: string; readonly body: EventJson }
  | { readonly kind: 'delete'; readonly id: string };

/**
 * The calls that are left to do.
 * @param series the changed series
 * @param found its exceptions
 * @param left the ids of occurrences that the change can have left as they were; somebody else has
 * changed the others
 * @throws InvalidInput if an occurrence would end before it starts
 */
export function repairsOf(
  series: EventJson,
  found: readonly EventJson[],
  wanted: WantedPlaces,
  left: ReadonlySet<string> = new Set(),
): Repair[] {
  const clock = clockOf(series);
  const hasPlace = placesOf(series);
  const repairs: Repair[] = [];
  const rest = new Map(wanted);
  const asWanted = (place: number, change: Wanted | undefined): EventJson => {
    const ordinary = ordinaryAt(series, clock, place);
    const event = change ? change(ordinary) : ordinary;
    const [start, end] = [event.start!, event.end!].map((time) => clock.instantOf(time));
    if (end! < start!)
      throw new InvalidInput(
        'start',
        `the occurrence of ${showValue(clock.idText(place))} was changed singly, and would end before it starts; expected the scope THIS for it first`,
      );
    return event;
  };
  for (const event of found) {
    const place = placeOf(clock, event);
    if (!hasPlace(place)) continue;
    const id = event.id!;
    const change = rest.get(place);
    rest.delete(place);
    if (change === undefined && !left.has(id)) continue;
    if (change === null) {
      if (!isDeleted(event)) repairs.push({ kind: 'delete', id });
      continue;
    }
    const next = asWanted(place, change);
    if (isDeleted(event)) {
      repairs.push({ kind: 'replace', id, body: restored(next) });
      continue;
    }
    const body = patchTo(next, event, clock);
    if (Object.keys(body).length > 0) repairs.push({ kind: 'patch', id, body });
  }
  for (const [place, change] of rest) {
    if (!hasPlace(place)) continue;
    const id = `${series.id!}_${clock.idText(place)}`;
    if (change === null) repairs.push({ kind: 'delete', id });
    else {
      const body = patchTo(asWanted(place, change), ordinaryAt(series, clock, place), clock);
      if (Object.keys(body).length > 0) repairs.push({ kind: 'patch', id, body });
    }
  }
  return repairs;
}

/** The whole of a deleted occurrence, of which nothing else is known. */
const restored = (wanted: EventJson): EventJson => ({
  ...writableBody(mergeChanges({ ...copyOf(wanted) }, [...occurrencePaths, 'start', 'end'], [])),
  status: 'confirmed',
});

/** Whether a series that exists is as an insert with a body makes it. */
export function isAsInserted(existing: EventJson, body: EventJson): boolean {
  const clock = clockOf(body);
  return (
    isDeepStrictEqual(existing.recurrence, body.recurrence) &&
    existing.start?.timeZone === body.start?.timeZone &&
    Object.keys(patchTo(body, existing, clock)).length === 0
  );
}
