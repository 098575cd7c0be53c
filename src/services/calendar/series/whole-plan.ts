/**
 * The change of a whole series. New times are those of the named occurrence: all others move with
 * it. Pure: no calls.
 */
import { ruleOf, supported } from './rule.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import type { Change } from '../../../engine/write/change.ts';
import type { EventTimeJson } from './clock.ts';
import { timesAt, wholeTime } from './occurrence.ts';
import { changedSeries, checkCount, moveOf, type NamedPlace, type WantedPlaces } from './plan.ts';

/** The write of a series, and its occurrences. */
export interface WholePlan {
  /** The changes of the series. */
  readonly changes: readonly Change[];
  /** The occurrences that are to differ from it; absent if none gets another place. */
  readonly wanted?: WantedPlaces;
}

/** @throws InvalidInput for changes that the series cannot have, or too many exceptions */
export function planWhole(named: NamedPlace, requested: readonly Change[]): WholePlan {
  checkCount(named.exceptions);
  const changed = (path: string): Change | undefined =>
    requested.find((change) => change.path === path);
  const [newStart, newEnd, newRule] = [changed('start'), changed('end'), changed('recurrence')];
  if (!newStart && !newEnd && !newRule) return { changes: requested };
  const { series, clock, instant } = named;
  const times = timesAt(series, clock, instant);
  const start = (newStart?.apply(times.start) ?? times.start) as EventTimeJson;
  const end = (newEnd?.apply(times.end) ?? times.end) as EventTimeJson;
  checkKinds(start, end);
  const move = moveOf(named, start);
  const { to } = move;
  const old = clock.instantOf(series.start!);
  const first = move.instantOf(old);
  const last = first + to.instantOf(end) - to.instantOf(start);
  const isMoved = first !== old || to.timeZone !== clock.timeZone || to.isAllDay !== clock.isAllDay;
  const next = { start: to.timeOf(first), end: to.timeOf(last, end.timeZone) };
  const timeChanges =
    newStart || newEnd ? [timeChange('start', next.start), timeChange('end', next.end)] : [];
  const others = requested.filter(({ path }) => !/^(start|end|recurrence)$/.test(path));
  if (!isMoved && !newRule) return { changes: [...others, ...timeChanges] };
  const lines = newRule
    ? ((newRule.apply(series.recurrence) ?? []) as string[])
    : supported(() => ruleOf(series).movedBy(move), 'start');
  // Without a rule, the series becomes a single event.
  if (lines.length === 0) return { changes: [...others, ...timeChanges, newRule!] };
  const change = { named, changes: requested, move, next: { ...next, recurrence: lines } };
  const { recurrence, wanted } = changedSeries(change, named.exceptions);
  const ruleChange: Change = {
    argument: newRule ? 'recurrence' : 'start',
    path: 'recurrence',
    apply: () => recurrence,
  };
  return { changes: [...others, ...timeChanges, ruleChange], wanted };
}

/** @throws InvalidInput if the series would start with a date and end with a time, or conversely */
function checkKinds(start: EventTimeJson, end: EventTimeJson): void {
  if ((start.date != null) === (end.date != null)) return;
  throw new InvalidInput(
    'end',
    start.date == null
      ? 'missing, and the start gets a dateTime; expected a dateTime'
      : 'missing, and the start gets a date; expected a date',
  );
}

const timeChange = (path: 'start' | 'end', time: EventTimeJson): Change => ({
  argument: path,
  path,
  apply: () => time,
  patch: () => wholeTime(time),
});
