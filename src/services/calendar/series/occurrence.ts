/**
 * An occurrence of a series as it is, as the series has it, and as it is to be: in what versions of
 * it differ. Pure: no calls.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../../engine/api/api.ts';
import { getter, setAt } from '../../../engine/read/path.ts';
import {
  type Change,
  type JsonRecord,
  mergeChanges,
  writablePaths,
} from '../../../engine/write/change.ts';
import { addUndescribed, bodySchemaOf } from '../../../engine/write/undescribed.ts';
import { events } from '../operations.ts';
import { type EventJson, writableBody } from '../event-body.ts';
import { type EventTimeJson, SeriesClock } from './clock.ts';
import { isSameRule, supported } from './rule.ts';

/** An event that was read to be copied. */
export interface CopiedEvent extends EventJson {
  /** Fields that no schema describes: Google Calendar adds fields before it describes them. */
  readonly undescribed?: Readonly<JsonRecord> | undefined;
}

/**
 * Returns an occurrence as it is to be.
 * @param ordinary as the series has it
 */
export type Wanted = ((ordinary: EventJson) => EventJson) & Pick<CopiedEvent, 'undescribed'>;

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

/** Values that no copy takes: a copy has times of its own, and must not request a conference. */
const uncopied: ReadonlySet<string> = new Set([
  'start',
  'end',
  'originalStartTime',
  'conferenceData.createRequest',
]);

/** @param answer an event with all fields @param paths those of the described ones that are used */
export function copiedEvent(api: Api, answer: EventJson, paths: readonly string[]): CopiedEvent {
  const event = mergeChanges({ ...answer }, paths, []);
  const undescribed: JsonRecord = {};
  addUndescribed(undescribed, { ...answer }, bodySchemaOf(api, events.update), uncopied);
  return Object.keys(undescribed).length === 0 ? event : { ...event, undescribed };
}

/**
 * The body of a copy, with what no schema describes of the event that it is a copy of.
 * @param changed paths that have other values than the event
 */
export function withUndescribed<Body extends object>(
  api: Api,
  body: Body,
  { undescribed = {} }: Pick<CopiedEvent, 'undescribed'>,
  changed: ReadonlySet<string> = new Set(),
): Body {
  const result = structuredClone(body);
  const schema = bodySchemaOf(api, events.update);
  addUndescribed(result as JsonRecord, undescribed, schema, changed);
  return result;
}

/** The clock that a series follows. @throws InvalidInput for an unknown time zone */
export const clockOf = ({ start }: EventJson, argument?: string): SeriesClock =>
  supported(() => new SeriesClock(start!, 'UTC'), argument);

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
export function ordinaryAt(series: EventJson, clock: SeriesClock, place: number): EventJson {
  const { recurrence: _, ...shared } = copyOf(series);
  return { ...shared, ...timesAt(series, clock, place) };
}

/** Without the request of a conference that exists: a request would create another one. */
export function copyOf(event: EventJson): EventJson {
  if (!event.conferenceData?.conferenceId) return event;
  const { createRequest: _, ...conferenceData } = event.conferenceData;
  return { ...event, conferenceData };
}

const meet = 'hangoutsMeet';

/**
 * The event with the request of another Google Meet conference in place of the one that it has.
 * Nobody who has the link of an event may enter another event by it: "Warning" of
 * `Event.conferenceData` in the reference of Google Calendar, since 17 February 2026.
 * @param requestId a second request with the same id makes no second conference
 */
export function withNewMeet<Event extends EventJson>(event: Event, requestId: string): Event {
  const { conferenceSolution, createRequest } = event.conferenceData ?? {};
  const { type } = conferenceSolution?.key ?? createRequest?.conferenceSolutionKey ?? {};
  if (type !== meet) return event;
  const request = { requestId, conferenceSolutionKey: { type } };
  return { ...event, conferenceData: { createRequest: request } };
}

/** Whether both have the conference of one request. */
export function isSameRequest(one: EventJson, other: EventJson): boolean {
  const [id, second] = [one, other].map(
    ({ conferenceData }) => conferenceData?.createRequest?.requestId,
  );
  return id != null && id === second;
}

/** The paths in which two versions of an occurrence differ, beside its times. */
export function differingPaths(one: EventJson, other: EventJson): string[] {
  const [first, second] = [one, other].map((each) => writableBody(copyOf(each)));
  // A list of which only a part is shown is not compared.
  const isTrimmed = one.attendeesOmitted || other.attendeesOmitted;
  return occurrencePaths.filter((path) => {
    if (isTrimmed && path === 'attendees') return false;
    if (path === 'conferenceData' && isSameRequest(one, other)) return false;
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
export function ownFields(
  event: CopiedEvent,
  ordinary: EventJson,
  clock: SeriesClock,
  isOwn: (path: string) => boolean = () => true,
): Wanted {
  const own = writableBody(copyOf(event));
  const paths = differingPaths(event, ordinary).filter(isOwn);
  const { start, end } = event;
  const times = isAtSameTimes(event, ordinary, clock) ? {} : { start: start!, end: end! };
  const wanted = (next: EventJson): EventJson => {
    const result = structuredClone({ ...next, ...times });
    for (const path of paths) setAt(result, path, getter(path)(own));
    return result;
  };
  return Object.assign(wanted, { undescribed: event.undescribed });
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

/** The named occurrence has the changes even where it differs from its series. */
export const withChanges = (event: EventJson, changes: readonly Change[]): EventJson =>
  mergeChanges(
    { ...event },
    copiedPaths,
    changes.filter(({ path }) => path !== 'recurrence'),
  );

/**
 * The named occurrence with the changes. What a change makes of the series as well is taken from
 * there: the service may have written it in its own words.
 * @param versions the occurrence before the changes: as the series had it, and as it was
 */
export function changedAs(
  own: Wanted,
  changes: readonly Change[],
  [ordinaryBefore, before]: readonly [EventJson, EventJson],
): Wanted {
  const isShared = ({ path, apply }: Change): boolean => {
    const [one, other] = [ordinaryBefore, before].map((each) => apply(getter(path)({ ...each })));
    return isDeepStrictEqual(one, other);
  };
  const { shared = [], single = [] } = Object.groupBy(
    changes.filter(({ path }) => path !== 'recurrence'),
    (change) => (isShared(change) ? 'shared' : 'single'),
  );
  const wanted = (ordinary: EventJson): EventJson => {
    const result: JsonRecord = { ...withChanges(own(ordinary), single) };
    for (const { path } of shared) setAt(result, path, getter(path)({ ...ordinary }));
    return result;
  };
  return Object.assign(wanted, { undescribed: own.undescribed });
}

/** The whole of a deleted occurrence, of which nothing else is known. */
export const restored = (wanted: EventJson): EventJson => ({
  ...writableBody(mergeChanges({ ...copyOf(wanted) }, [...occurrencePaths, 'start', 'end'], [])),
  status: 'confirmed',
});

/** Whether two versions of an event, as the service shows them, have the same values. */
export const agreeIn = (paths: readonly string[], one: EventJson, other: EventJson): boolean =>
  paths.every((path) => {
    const [first, second] = [one, other].map((each) => getter(path)({ ...each }));
    return path === 'recurrence'
      ? isSameRule(first as string[] | undefined, second as string[] | undefined)
      : isDeepStrictEqual(first, second);
  });

/** Whether a series that exists is as an insert with a body makes it. */
export function isAsInserted(existing: EventJson, body: EventJson): boolean {
  const clock = clockOf(body);
  return (
    isSameRule(existing.recurrence, body.recurrence) &&
    existing.start?.timeZone === body.start?.timeZone &&
    Object.keys(patchTo(body, existing, clock)).length === 0
  );
}
