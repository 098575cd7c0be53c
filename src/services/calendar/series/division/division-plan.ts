/** The new series of a division, and the end of the old one. Pure: no calls. */
import type { Api } from '../../../../engine/api/api.ts';
import { ruleOf, supported } from '../rule.ts';
import { createHash } from 'node:crypto';
import { type Change, type JsonRecord, mergeChanges } from '../../../../engine/write/change.ts';
import { type EventJson, writableBody } from '../../event-body.ts';
import type { EventTimeJson } from '../clock.ts';
import {
  changedSeries,
  following,
  isDeleted,
  moveOf,
  placeOf,
  type NamedPlace,
  ruleAt,
  type SeriesChange,
  type WantedPlaces,
  wantedPlaces,
} from '../plan.ts';
import {
  copiedPaths,
  type CopiedEvent,
  copyOf,
  timesAt,
  withNewMeet,
  withUndescribed,
} from '../occurrence.ts';

/** The writes of a division. */
export interface DivisionPlan {
  readonly id: string;
  readonly body: EventJson;
  /** Fields of the series that no schema describes, without those that the changes replace. */
  readonly undescribed: NonNullable<CopiedEvent['undescribed']>;
  /** The occurrences of the new series that differ from it, by the exceptions of the old one. */
  readonly wantedOf: (exceptions: readonly CopiedEvent[]) => WantedPlaces;
  /** The `recurrence` with which the old series ends before the occurrence. */
  readonly recurrence: readonly string[];
  /** The number of occurrences of the old series from this one on; undefined without an end. */
  readonly movedCount: number | undefined;
}

const none: WantedPlaces = new Map();

/** @throws InvalidInput for changes that the series cannot have in part */
export function planDivision(
  api: Api,
  named: NamedPlace,
  changes: readonly Change[],
): DivisionPlan {
  const { series, clock, instant } = named;
  const lines = supported(() => ruleAt(named).splitAt(instant));
  const id = newIdOf(named);
  const base: JsonRecord = {
    ...copyOf(withNewMeet(series, id)),
    ...timesAt(series, clock, instant),
    recurrence: lines.after,
  };
  const body = writableBody(mergeChanges(base, copiedPaths, changes));
  const move = moveOf(named, body.start!);
  const changed = (path: string): boolean => changes.some((change) => change.path === path);
  const start = base['start'] as EventTimeJson;
  const rest = ruleOf({ start, recurrence: lines.after });
  const deleted = following(named).filter(
    (each) => isDeleted(each) && rest.hasOccurrence(placeOf(clock, each)),
  ).length;
  const count = rest.count();
  const movedCount = count === undefined ? undefined : count - deleted;
  const replaced = changes.map(({ path }) => path);
  if (base['conferenceData'] !== series.conferenceData) replaced.push('conferenceData');
  const undescribed = withUndescribed(api, {}, series, new Set(replaced));
  const plan = { id, undescribed, recurrence: lines.before, movedCount };
  if (changed('start') && !changed('recurrence'))
    body.recurrence = supported(() => rest.movedBy(move), 'start');
  // Without a rule, the occurrence becomes a single event.
  if (!body.recurrence?.length) return { ...plan, body, wantedOf: () => none };
  const change: SeriesChange = { named, changes, move, next: body };
  const withOwnMeet = (exception: CopiedEvent): CopiedEvent => {
    const [own, shared] = [exception, series].map(({ conferenceData }) => conferenceData);
    if (own?.conferenceId === shared?.conferenceId) return exception;
    return withNewMeet(exception, `${id}-${placeOf(clock, exception)}`);
  };
  const wantedOf = (exceptions: readonly CopiedEvent[]): WantedPlaces =>
    wantedPlaces(change, exceptions.map(withOwnMeet));
  const { recurrence } = changedSeries(change, following(named));
  return { ...plan, body: { ...body, recurrence }, wantedOf };
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
const newIdOf = ({ calendarId, series, instant }: NamedPlace): string =>
  createHash('sha256')
    .update(JSON.stringify([calendarId, series.id, scheduleOf(series), instant]))
    .digest('hex')
    .slice(0, 40);
