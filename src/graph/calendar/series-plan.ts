/**
 * The writes of a division of a series: the new series that starts with the occurrence, and the
 * changes of its occurrences that differ from it. Pure: no calls.
 */
import { createHash } from 'node:crypto';
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

/** A series and the occurrence at which it is divided. */
export interface Division {
  readonly calendarId: string;
  readonly series: EventJson;
  readonly rule: SeriesRule;
  /** The original start of the occurrence, which is its place in the series. */
  readonly instant: number;
  /** Occurrences that were changed or deleted one by one, also before the division. */
  readonly exceptions: readonly EventJson[];
}

/** The writes of a division. */
export interface DivisionPlan {
  readonly id: string;
  readonly body: EventJson;
  /** Patches of occurrences of the new series, by their ids. */
  readonly patches: readonly { readonly id: string; readonly body: JsonRecord }[];
  /** The `recurrence` with which the old series ends before the occurrence. */
  readonly recurrence: readonly string[];
}

/** Fields of the new series that it does not take from the old one. */
const ownPaths = /^(id|iCalUID|sequence|originalStartTime|attendeesOmitted|privateCopy)(\.|$)/;

const copiedPaths = writablePaths(events.insert).filter((path) => !ownPaths.test(path));

/** Fields of an occurrence beside its times. A conference is one value: null removes it. */
const occurrencePaths = [
  ...new Set(
    writablePaths(events.patch)
      .filter((path) => !ownPaths.test(path) && !/^(start|end|recurrence)(\.|$)/.test(path))
      .map((path) => path.replace(/^(conferenceData)\..*/, '$1')),
  ),
];

/** The place of an exception in its series. */
export const placeOf = (rule: SeriesRule, { originalStartTime }: EventJson): number =>
  rule.clock.instantOf(originalStartTime!);

/** The exceptions from the occurrence on. */
export const following = ({ rule, instant, exceptions }: Division): EventJson[] =>
  exceptions.filter((each) => each.originalStartTime && placeOf(rule, each) >= instant);

/** Whether no occurrence is left before the division. */
export const isFirst = (division: Division): boolean =>
  !division.rule.hasOccurrenceBefore(division.instant, new Set(cancelledPlaces(division)));

/** The places of the occurrences that were deleted one by one. */
export const cancelledPlaces = ({ rule, exceptions }: Division): number[] =>
  exceptions.flatMap((each) =>
    each.status === 'cancelled' && each.originalStartTime ? [placeOf(rule, each)] : [],
  );

/** Whether the division is at the start of the series. */
export const startsSeries = ({ rule, instant, series }: Division): boolean =>
  rule.clock.instantOf(series.start!) === instant;

/** The times of the occurrence according to the series. */
export function timesOf({ series, rule: { clock }, instant }: Division): {
  readonly start: EventTimeJson;
  readonly end: EventTimeJson;
} {
  const end = clock.timeOf(instant + durationOf(series, clock), series.end?.timeZone);
  return { start: clock.timeOf(instant), end };
}

const durationOf = ({ start, end }: EventJson, clock: SeriesClock): number =>
  clock.instantOf(end!) - clock.instantOf(start!);

/** @throws InvalidInput for changes that the series cannot have in part */
export function planDivision(division: Division, changes: readonly Change[]): DivisionPlan {
  const { series, rule, instant } = division;
  const lines = supported(() => rule.splitAt(instant));
  const base: JsonRecord = { ...copyOf(series), ...timesOf(division), recurrence: lines.after };
  const body = writableBody(mergeChanges(base, copiedPaths, changes));
  const move = moveOf(division, body.start!);
  const isMoved = changes.some(({ path }) => path === 'start');
  const hasNewRule = changes.some(({ path }) => path === 'recurrence');
  if (isMoved && !hasNewRule) {
    const rest = ruleOf({ start: base['start'] as EventTimeJson, recurrence: lines.after });
    body.recurrence = supported(() => rest.movedBy(move), 'start');
  }
  const id = newIdOf(division);
  return { id, recurrence: lines.before, ...carried(division, { id, body, move, changes }) };
}

/** Without the request of a conference that exists: a request would create another one. */
function copyOf(event: EventJson): EventJson {
  if (!event.conferenceData?.conferenceId) return event;
  const { createRequest: _, ...conferenceData } = event.conferenceData;
  return { ...event, conferenceData };
}

/** The move of the occurrences that a new start of one of them means. */
export function moveOf({ rule: { clock }, instant }: Division, start: EventTimeJson): Move {
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

/** The times of a series. Google Calendar may raise the sequence number with them. */
export const scheduleOf = ({ start, recurrence, sequence }: EventJson): unknown => [
  start,
  recurrence,
  sequence ?? 0,
];

/**
 * The id of the new series. It is the same when the division is repeated after a failure, and
 * another one after the old series was rescheduled.
 */
const newIdOf = ({ calendarId, series, instant }: Division): string =>
  createHash('sha256')
    .update(JSON.stringify([calendarId, series.id, scheduleOf(series), instant]))
    .digest('hex')
    .slice(0, 40);

interface NewSeries {
  readonly id: string;
  readonly body: EventJson;
  readonly move: Move;
  /** The changes that the client requests. */
  readonly changes: readonly Change[];
}

/** The new series with the exceptions that its rule has a place for. */
function carried(
  division: Division,
  { id, body, move, changes }: NewSeries,
): Pick<DivisionPlan, 'body' | 'patches'> {
  const exceptions = following(division);
  if (exceptions.length === 0 || !body.recurrence?.length) return { body, patches: [] };
  const rule = supported(() => ruleOf(body), 'recurrence');
  const { clock } = rule;
  const places = exceptions
    .map((event) => ({ event, place: move.instantOf(placeOf(division.rule, event)) }))
    .filter(({ place }) => rule.has(place));
  const cancelled = places.filter(({ event }) => event.status === 'cancelled');
  const patches = places
    .filter(({ event }) => event.status !== 'cancelled')
    .map(({ event, place }) => ({
      id: `${id}_${clock.idText(place)}`,
      body:
        placeOf(division.rule, event) === division.instant
          ? ownFieldsOf(changedBy(changes, event), { series: body, clock, place })
          : ownFieldsOf(event, {
              series: division.series,
              clock: division.rule.clock,
              place: placeOf(division.rule, event),
            }),
    }))
    .filter((patch) => Object.keys(patch.body).length > 0);
  if (cancelled.length === 0) return { body, patches };
  const excluded = clock.dateLine(
    'EXDATE',
    cancelled.map(({ place }) => place),
  );
  return { body: { ...body, recurrence: [...body.recurrence, excluded] }, patches };
}

/** The named occurrence has the changes even where it differs from its series. */
const changedBy = (changes: readonly Change[], event: EventJson): EventJson =>
  mergeChanges({ ...event }, copiedPaths, changes);

/** A place in a series. */
interface Place {
  readonly series: EventJson;
  readonly clock: SeriesClock;
  readonly place: number;
}

/** The fields in which an exception differs from a series at its place. */
function ownFieldsOf(event: EventJson, { series, clock, place }: Place): JsonRecord {
  const [own, common] = [event, series].map((each) => writableBody(copyOf(each)));
  const patch: JsonRecord = {};
  for (const path of occurrencePaths) {
    const read = getter(path);
    const [value, usual] = [read(own), read(common)];
    if (!isDeepStrictEqual(value, usual)) setAt(patch, path, replacing(value, usual));
  }
  const { start, end } = event;
  const isMoved =
    (start!.date != null) !== clock.isAllDay ||
    clock.instantOf(start!) !== place ||
    clock.instantOf(end!) !== place + durationOf(series, clock);
  return isMoved ? { ...patch, start: wholeTime(start!), end: wholeTime(end!) } : patch;
}

/** Whether a series that exists is as an insert with a body makes it. */
export function isAsInserted(existing: EventJson, body: EventJson): boolean {
  const clock = new SeriesClock(body.start!, 'UTC');
  const place = clock.instantOf(body.start!);
  return (
    isDeepStrictEqual(existing.recurrence, body.recurrence) &&
    existing.start?.timeZone === body.start?.timeZone &&
    Object.keys(ownFieldsOf(existing, { series: body, clock, place })).length === 0
  );
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
