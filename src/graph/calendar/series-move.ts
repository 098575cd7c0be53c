/** Updates of a whole series, in which the times of one occurrence are given. */
import { showsAllChanges } from '../../data/write/applied-change.ts';
import type { Change } from '../../data/write/change.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../data/write/strategy.ts';
import { InvalidInput } from '../../upstream/error.ts';
import type { EventJson } from './event-body.ts';
import type { EventTimeJson } from './series-clock.ts';
import { ofSeries, seriesRef } from './series-division.ts';
import { cancelledPlaces, type Division, moveOf, timesOf, wholeTime } from './series-plan.ts';
import { supported } from './series.ts';

/** Writes the whole series. New times are those of the occurrence: all others move with it. */
export function updateAll(
  inner: Strategy,
  write: WriteRequest,
  division: Division,
): Promise<WriteOutcome> {
  const ref = seriesRef(write, division);
  const changed = (path: string): Change | undefined =>
    write.changes.find((change) => change.path === path);
  if (!changed('start') && !changed('end')) return inner.run(ofSeries(write, ref));
  const times = timesOf(division);
  const [start, end] = (['start', 'end'] as const).map(
    (path) => (changed(path)?.apply(times[path]) ?? times[path]) as EventTimeJson,
  );
  const moved = movedChanges(division, start!, end!, changed('recurrence'));
  const others = write.changes.filter(({ path }) => !moved.some((each) => each.path === path));
  const changes = [...others, ...moved];
  const { etag: ifMatch } = division.series;
  return inner.run(ofSeries(write, ref, { changes, ifMatch }));
}

/**
 * The changes of a series that give one of its occurrences other times.
 * @param recurrence the new rule, if the client gives one
 * @throws InvalidInput if the series cannot have such times
 */
function movedChanges(
  division: Division,
  start: EventTimeJson,
  end: EventTimeJson,
  recurrence: Change | undefined,
): Change[] {
  if ((start.date == null) !== (end.date == null))
    throw new InvalidInput(
      'end',
      start.date == null
        ? 'missing, and the start gets a dateTime; expected a dateTime'
        : 'missing, and the start gets a date; expected a date',
    );
  const { series, rule } = division;
  const move = moveOf(division, start);
  const { to } = move;
  const { clock } = rule;
  const old = clock.instantOf(series.start!);
  const first = move.instantOf(old);
  const last = first + to.instantOf(end) - to.instantOf(start);
  // Google Calendar drops exceptions of a series that moves. Deletions stay as excluded dates.
  const isMoved = first !== old || to.timeZone !== clock.timeZone || to.isAllDay !== clock.isAllDay;
  const cancelled = isMoved ? cancelledPlaces(division) : [];
  const lines = recurrence ? [] : supported(() => rule.movedBy(move, cancelled), 'start');
  return [
    timeChange('start', to.timeOf(first)),
    timeChange('end', to.timeOf(last, end.timeZone)),
    recurrence ?? { argument: 'start', path: 'recurrence', apply: () => lines },
  ];
}

/**
 * For the scope `THIS` and the id of a series: the rule would not move with the start.
 * @throws InvalidInput if the series gets another start, and no rule
 */
export function checkStart(series: EventJson, { changes, settings }: WriteRequest): void {
  const start = changes.find(({ path }) => path === 'start');
  const hasNewRule = changes.some(({ path }) => path === 'recurrence');
  if (settings['scope'] !== 'this' || !start || hasNewRule || !series.recurrence?.length) return;
  const fresh = { ...series };
  if (showsAllChanges([start], { previous: fresh, fresh })) return;
  throw new InvalidInput(
    'scope',
    'THIS does not move the rule of the series that `by` names; expected ALL, which moves all occurrences, or `recurrence` as well',
  );
}

const timeChange = (path: 'start' | 'end', time: EventTimeJson): Change => ({
  argument: path,
  path,
  apply: () => time,
  patch: () => wholeTime(time),
});
