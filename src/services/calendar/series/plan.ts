/**
 * The result of a change of a series, or of its occurrences from one on: the series, and the
 * occurrences that differ from it. Pure: no calls.
 *
 * One rule holds for all scopes. The named occurrence gets the change. An occurrence that was
 * changed singly keeps the fields that it changed, and takes all others from the series. An
 * occurrence that was deleted stays deleted, at the place to which the change moves its own.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Change, JsonRecord } from '../../../engine/write/change.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import type { EventJson } from '../event-body.ts';
import { type EventTimeJson, Move, type SeriesClock } from './clock.ts';
import {
  changedAs,
  clockOf,
  type CopiedEvent,
  differingPaths,
  ordinaryAt,
  ownFields,
  patchTo,
  restored,
  type Wanted,
  withChanges,
} from './occurrence.ts';
import { ruleOf, type SeriesRule } from './rule.ts';
import { checkKnownZone } from '../time-zone.ts';

/** Maximum number of occurrences, changed one by one, that one mutation writes. */
export const MAX_PATCHES = 40;

/** A series, and the occurrence of it that a write names. */
export interface NamedPlace {
  readonly calendarId: string;
  readonly series: CopiedEvent;
  readonly clock: SeriesClock;
  /** The original start of the occurrence, which is its place in the series. */
  readonly instant: number;
  /** Occurrences that were changed or deleted one by one. */
  readonly exceptions: readonly CopiedEvent[];
}

/** By place: the occurrences that differ from their series; null: it is deleted. */
export type WantedPlaces = ReadonlyMap<number, Wanted | null>;

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

/** @throws InvalidInput if too many occurrences were changed one by one */
export function checkCount(exceptions: readonly EventJson[]): void {
  const count = exceptions.filter((each) => !isDeleted(each)).length;
  if (count > MAX_PATCHES)
    throw new InvalidInput(
      'scope',
      `${count} occurrences that it concerns were changed one by one; expected at most ${MAX_PATCHES}`,
    );
}

/** The exceptions from the occurrence on. */
export const following = ({ clock, instant, exceptions }: NamedPlace): CopiedEvent[] =>
  exceptions.filter((each) => placeOf(clock, each) >= instant);

/** The places of the occurrences that were deleted one by one. */
const deletedPlaces = (clock: SeriesClock, exceptions: readonly EventJson[]): number[] =>
  exceptions.filter(isDeleted).map((each) => placeOf(clock, each));

/** The rule of the series. @throws InvalidInput if it cannot be changed in part */
export const ruleAt = ({ series }: NamedPlace): SeriesRule => ruleOf(series);

/** Whether no occurrence is left before the named one. */
export const isFirst = ({ series, clock, instant, exceptions }: NamedPlace): boolean =>
  !ruleOf(series).hasOccurrenceBefore(instant, new Set(deletedPlaces(clock, exceptions)));

/** Whether the series still has the named occurrence. */
export const isInSeries = ({ series, instant }: NamedPlace): boolean => placesOf(series)(instant);

/** Whether the named occurrence is at the start of the series. */
export const startsSeries = ({ clock, instant, series }: NamedPlace): boolean =>
  clock.instantOf(series.start!) === instant;

/** The move of the occurrences that a new start of one of them means. */
export function moveOf({ clock, instant }: NamedPlace, start: EventTimeJson): Move {
  if (clock.isAllDay && start.date == null && start.timeZone == null)
    throw new InvalidInput(
      'start.timeZone',
      'missing; expected the time zone in which the series repeats, for example Europe/Lisbon',
    );
  if (start.timeZone != null) checkKnownZone('start.timeZone', start.timeZone);
  return new Move({ clock, instant }, start, clock.timeZone);
}

/** A change of a series, or of its occurrences from the named one on. */
export interface SeriesChange {
  readonly named: NamedPlace;
  /** The changes that the client requests. */
  readonly changes: readonly Change[];
  readonly move: Move;
  /** The times and the rule of the changed series. */
  readonly next: Pick<EventJson, 'start' | 'end' | 'recurrence'>;
}

/**
 * The occurrences that are to differ from the changed series, if the change can move them.
 * @throws InvalidInput for a rule that the gateway cannot calculate with
 */
export function wantedPlaces(
  { named, changes, move, next }: SeriesChange,
  exceptions: readonly EventJson[],
): WantedPlaces {
  const { clock, instant, series } = named;
  const rule: SeriesRule = ruleOf(next);
  const wanted = new Map<number, Wanted | null>();
  for (const event of exceptions) {
    const old = placeOf(clock, event);
    const place = move.instantOf(old);
    if (!rule.has(place)) continue;
    if (isDeleted(event)) {
      wanted.set(place, null);
      continue;
    }
    const before = ordinaryAt(series, clock, old);
    const own = ownFields(event, before, clock);
    wanted.set(place, old === instant ? changedAs(own, changes, [before, event]) : own);
  }
  return wanted;
}

/**
 * The occurrences that are to differ from a changed series of which none gets another place. They
 * are read after the change: a field has been changed singly if it has neither the old value of the
 * series nor the new one, whether the service has passed the change on or not.
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
    wanted.set(place, place === instant ? changedAs(own, changes, [old!, event]) : own);
  }
  return wanted;
}

/** The occurrences that differ from a series, as they are. */
export const ownPlaces = (
  clock: SeriesClock,
  series: EventJson,
  exceptions: readonly EventJson[],
): WantedPlaces =>
  new Map(
    exceptions.map((event) => {
      const place = placeOf(clock, event);
      const own = isDeleted(event)
        ? null
        : ownFields(event, ordinaryAt(series, clock, place), clock);
      return [place, own];
    }),
  );

/** A series as a change leaves it. */
interface ChangedSeries {
  /** The rule and the dates of the series: it excludes the deleted places that it has. */
  readonly recurrence: string[];
  readonly wanted: WantedPlaces;
}

/**
 * Keeps deleted occurrences out of a changed series.
 * @param exceptions those that the change concerns
 * @throws InvalidInput if one of the others would end before it starts, or has a visibility that
 * the service lets no single occurrence have
 */
export function changedSeries(
  change: SeriesChange,
  exceptions: readonly EventJson[],
): ChangedSeries {
  const { named, next } = change;
  const wanted = wantedPlaces(change, exceptions);
  const rule = ruleOf(next);
  const places = [...wanted].flatMap(([place, event]) =>
    event === null && rule.hasOccurrence(place) ? [place] : [],
  );
  const excluded = places.length === 0 ? [] : [rule.clock.dateLine('EXDATE', places)];
  const recurrence = [...(next.recurrence ?? []), ...excluded];
  // Only their checks are needed: they come before anything is written.
  repairsOf({ ...named.series, ...next, recurrence }, [], wanted);
  const series = { ...withChanges(named.series, change.changes), ...next };
  for (const [place, event] of wanted)
    if (event) checkVisibility(ordinaryAt(series, rule.clock, place), event, rule.clock, place);
  return { recurrence, wanted };
}

const isHidden = ({ visibility }: EventJson): boolean =>
  visibility === 'private' || visibility === 'confidential';

/**
 * Since 7 July 2026 (release notes of the Calendar API), a series has one visibility: a stricter
 * one of an occurrence becomes that of the whole series, and a less strict one is ignored.
 * Occurrences that were changed before keep their own, which cannot be written again.
 * @throws InvalidInput if an occurrence has another one than its series
 */
function checkVisibility(
  ordinary: EventJson,
  wanted: Wanted,
  clock: SeriesClock,
  place: number,
): void {
  const isOwn = isHidden(wanted(ordinary));
  if (isOwn === isHidden(ordinary)) return;
  throw new InvalidInput(
    'scope',
    `the occurrence of ${showValue(clock.startText(place))} is ${isOwn ? '' : 'not '}private, unlike its series, and Google Calendar gives all occurrences of another series one visibility; expected \`visibility\` as well, or the scope THIS`,
  );
}

interface PatchRepair {
  readonly kind: 'patch';
  readonly body: JsonRecord;
  readonly etag: Etag;
}

/** A call that makes an occurrence as it is to be. */
export type Repair = RepairedOccurrence &
  (
    | PatchRepair
    | { readonly kind: 'replace'; readonly body: EventJson; readonly etag: Etag }
    | { readonly kind: 'delete' }
  );

interface RepairedOccurrence {
  readonly place: number;
  /** Undefined of an occurrence that is no exception: only the service knows it. */
  readonly id: string | undefined;
  /** Missing fields that no schema describes. A service may refuse or ignore them. */
  readonly undescribed?: CopiedEvent['undescribed'];
}

/** The version of an exception that was read; absent for an occurrence that is none. */
type Etag = EventJson['etag'];

/** Undescribed fields of a wanted occurrence; undefined if the current one has all of them. */
function undescribedFor(
  wanted: Wanted | undefined,
  current: CopiedEvent,
): CopiedEvent['undescribed'] {
  const { undescribed } = wanted ?? {};
  return isDeepStrictEqual(undescribed, current.undescribed) ? undefined : undescribed;
}

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
        `the occurrence of ${showValue(clock.startText(place))} was changed singly, and would end before it starts; expected the scope THIS for it first`,
      );
    return event;
  };
  const addPatch = (patch: RepairedOccurrence & Pick<PatchRepair, 'body' | 'etag'>): void => {
    if (Object.keys(patch.body).length > 0 || patch.undescribed)
      repairs.push({ kind: 'patch', ...patch });
  };
  for (const event of found) {
    const place = placeOf(clock, event);
    if (!hasPlace(place)) continue;
    const id = event.id!;
    const change = rest.get(place);
    rest.delete(place);
    if (change === undefined && !left.has(id)) continue;
    if (change === null) {
      if (!isDeleted(event)) repairs.push({ kind: 'delete', place, id });
      continue;
    }
    const next = asWanted(place, change);
    const { etag } = event;
    if (isDeleted(event)) {
      const { undescribed } = change ?? {};
      repairs.push({ kind: 'replace', place, id, body: restored(next), etag, undescribed });
      continue;
    }
    const body = patchTo(next, event, clock);
    addPatch({ place, id, etag, body, undescribed: undescribedFor(change, event) });
  }
  for (const [place, change] of rest) {
    if (!hasPlace(place)) continue;
    const ordinary = { place, id: undefined };
    if (change === null) repairs.push({ kind: 'delete', ...ordinary });
    else {
      const usual = ordinaryAt(series, clock, place);
      const body = patchTo(asWanted(place, change), usual, clock);
      const undescribed = undescribedFor(change, usual);
      addPatch({ ...ordinary, etag: undefined, body, undescribed });
    }
  }
  return repairs;
}
