/** Updates of a whole series, in which the times of one occurrence are given. */
import type { Change } from '../../data/write/change.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../data/write/strategy.ts';
import { InvalidInput } from '../../upstream/error.ts';
import type { EventTimeJson } from './series-clock.ts';
import { ofSeries, seriesRef } from './series-division.ts';
import { type Division, moveOf, timesOf, wholeTime } from './series-plan.ts';
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
  const first = move.instantOf(rule.clock.instantOf(series.start!));
  const last = first + to.instantOf(end) - to.instantOf(start);
  const lines = recurrence ? [] : supported(() => rule.movedBy(move), 'start');
  return [
    timeChange('start', to.timeOf(first)),
    timeChange('end', to.timeOf(last, end.timeZone)),
    recurrence ?? { argument: 'start', path: 'recurrence', apply: () => lines },
  ];
}

const timeChange = (path: 'start' | 'end', time: EventTimeJson): Change => ({
  argument: path,
  path,
  apply: () => time,
  patch: () => wholeTime(time),
});
