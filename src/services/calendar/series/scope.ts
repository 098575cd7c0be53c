/** Writes of one occurrence of a series, of the occurrences from one on, or of all of them. */
import { checkClientEtag } from '../../../engine/write/update/conditional-write.ts';
import { PartlyDone } from '../../../engine/write/partly-done.ts';
import type {
  CallCount,
  Strategy,
  WriteOutcome,
  WriteRequest,
} from '../../../engine/write/strategy.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import { calendars, events } from '../operations.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { required } from '../../../engine/schema/write/write-input.ts';
import { ofSeries, seriesRef } from './division/divided-series.ts';
import { checkCopy, divide, endBefore, namedPlace, readDivision } from './division/division.ts';
import { updateAll } from './move.ts';
import { restoreExceptions } from './noted-change.ts';
import {
  isDeleted,
  isFirst,
  isInSeries,
  MAX_PATCHES,
  type NamedPlace,
  startsSeries,
} from './plan.ts';
import { runOnSeries, SeriesConflict } from './series-error.ts';
import { MAX_ROUNDS } from './settle.ts';
import { MAX_PAGES, readExceptions, readListed, readNamed, readSeries } from './series.ts';
import { inSeriesTurn, inTurnOf } from './turn.ts';
import type { Api } from '../../../engine/api/api.ts';
import type { Change } from '../../../engine/write/change.ts';
import { type DivisionPlan, planDivision } from './division/division-plan.ts';
import { planWhole, type WholePlan } from './whole-plan.ts';

const SeriesScope = enumeration(
  'SeriesScope',
  'The occurrences of a series that a mutation concerns. For an event that is no occurrence of a series, `THIS` and `ALL` mean the same, but only `ALL` moves a series to another start.',
  {
    this: 'The event that `by` names, and no other occurrence. A series means all of its occurrences.',
    following:
      'The occurrence that `by` names and all later ones. Not for the id of a series. `updateEvent` divides the series, for the organizer alone: a new one, with a Google Meet conference of its own if the old one has one, starts with the occurrence, and has copies of those that were changed or deleted singly; then the old one ends. If only `calendar:events.delete` remains in the error `PARTLY_DONE`, the division is complete: delete later occurrences of the old series with `THIS`.',
    all: 'All occurrences of the series that `by` names, or to which the named occurrence belongs.',
  },
);

/** The setting of mutations that can concern a part of a series. */
export const scopeRow = (description: string) =>
  [required(SeriesScope), description, { default: 'this' }] as const;

type Scope = 'this' | 'following' | 'all';

/** Attempts after writes of others: one fresh read and merge. */
const MAX_ATTEMPTS = 2;

interface ScopeRules {
  /** Writes a single event or a whole series. */
  readonly inner: Strategy;
  /** Calls beside those of the inner strategy. */
  readonly calls: Readonly<Record<Scope, readonly CallCount[]>>;
  /** Takes the turn of the series itself, as the others do not. */
  readonly this: Strategy['run'];
  readonly all: Strategy['run'];
  readonly following: Strategy['run'];
}

/** Adds the setting `scope` to a strategy. */
const scoped = ({ inner, calls, ...runs }: ScopeRules): Strategy => {
  const ownOperations = (write: Parameters<Strategy['operations']>[0]): AnyOperation[] =>
    inner.operations(write);
  return {
    ...inner,
    operations: (write) => [
      ...new Set([...ownOperations(write), ...calls.following.map(([operation]) => operation)]),
    ],
    calls: (write) => {
      // The calls for the id of the event count `calendars.get` already, which is made once.
      const own = ownOperations(write)
        .filter((operation) => operation !== calendars.get)
        .map((operation) => [operation, 1] as const);
      const scope = write.settings['scope'] as Scope;
      return [...own, ...calls[scope]];
    },
    run: (write) => {
      const scope = write.settings['scope'] as Scope;
      if (scope === 'this') return runs.this(write);
      return inSeriesTurn(write, () => attempts(write, () => runs[scope](write)));
    },
  };
};

/**
 * Repeats a write that finds a series changed since it was read.
 * @throws PartlyDone also if the repetition fails before it writes anything
 */
async function attempts(
  write: WriteRequest,
  attempt: () => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  /** The unfinished part of earlier attempts. */
  let unfinished: PartlyDone | undefined;
  for (let round = 1; ; round += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isPartlyDone = error instanceof PartlyDone;
      const cause = isPartlyDone ? error.cause : error;
      if (isPartlyDone) unfinished = error;
      else if (error instanceof SeriesConflict && error.kind === 'undone') unfinished = undefined;
      if (!(cause instanceof SeriesConflict) || round === MAX_ATTEMPTS)
        throw unfinished && !isPartlyDone ? new PartlyDone(unfinished.facts, error) : error;
      write.execution.invalidate();
    }
  }
}

/** Runs the strategy on the series of an occurrence, or on the named event itself. */
const runFor = (inner: Strategy, write: WriteRequest, series: Ref | undefined) =>
  series === undefined ? inner.run(write) : runOnSeries(inner, ofSeries(write, series));

/** Plans an update of a series, and runs the plan. */
async function update(
  inner: Strategy,
  write: WriteRequest,
  named: NamedPlace,
  scope: 'following' | 'all',
): Promise<WriteOutcome> {
  const plan = planUpdate(write.execution.api, scope, named, write.changes);
  // Others have moved the series since the occurrence was read: its new start means another move.
  const isOccurrence = write.ref!.key.at(-1) !== named.series.id;
  if (plan.kind === 'whole' && plan.whole.wanted && isOccurrence && !isInSeries(named))
    throw new SeriesConflict(seriesRef(write, named), 'changed');
  return plan.kind === 'whole'
    ? updateAll(inner, write, named, plan.whole)
    : divide(write, named, plan.division);
}

/** Adds the scope to the update of an event. */
export const scopedUpdate = (inner: Strategy): Strategy => {
  const all = async (write: WriteRequest): Promise<WriteOutcome> => {
    const { event, series } = await readNamed(write);
    const isSeries = event.recurrence != null && event.status !== 'cancelled';
    if (write.changes.length === 0 || (series === undefined && !isSeries)) return inner.run(write);
    const ref = series ?? write.ref!;
    await restoreExceptions(write, ref);
    const moves = write.changes.some(({ path }) => /^(start|end|recurrence)$/.test(path));
    // An occurrence has the iCalendar id of its series.
    const exceptions = await (moves ? readExceptions : readListed)(write, ref, event);
    if (!moves && !exceptions.some((each) => !isDeleted(each))) return runFor(inner, write, series);
    const read = await readSeries(write, ref);
    const ifMatch = write.settings['ifMatch'] as string | null | undefined;
    if (series === undefined) checkClientEtag(ifMatch, { ...read }, ref);
    // The id of a series names its first occurrence.
    const occurrence = series === undefined ? { originalStartTime: read.start! } : event;
    return update(inner, write, namedPlace(ref, read, occurrence, exceptions), 'all');
  };
  return scoped({
    inner,
    calls: {
      this: [[events.get, 1]],
      all: [
        [events.get, 1 + (5 + 2 * MAX_ROUNDS) * MAX_ATTEMPTS],
        [events.list, (3 + 2 * MAX_ROUNDS) * MAX_PAGES * MAX_ATTEMPTS],
        [events.instances, (3 + 2 * MAX_ROUNDS) * MAX_PAGES * MAX_ATTEMPTS],
        [events.update, MAX_PATCHES * MAX_ATTEMPTS],
        [events.patch, 2 * MAX_PATCHES * MAX_ATTEMPTS],
      ],
      following: [
        [events.get, 1 + (6 + MAX_ROUNDS) * MAX_ATTEMPTS],
        [events.list, (3 + MAX_ROUNDS) * MAX_PAGES * MAX_ATTEMPTS],
        [events.instances, (3 + MAX_ROUNDS) * MAX_PAGES * MAX_ATTEMPTS],
        [events.insert, MAX_ATTEMPTS],
        [events.update, MAX_ATTEMPTS],
        [events.patch, (MAX_PATCHES + 1) * MAX_ATTEMPTS],
        [events.delete, MAX_PATCHES + MAX_ATTEMPTS],
      ],
    },
    this: (write) => inner.run(write),
    all,
    following: async (write) => {
      if (write.changes.length === 0) return inner.run(write);
      const named = await readDivision(write);
      checkCopy(named);
      return update(inner, write, named, 'following');
    },
  });
};

/** Adds the scope to the deletion of an event. */
export const scopedRemoval = (inner: Strategy): Strategy =>
  scoped({
    inner,
    calls: {
      this: [[events.get, 1]],
      all: [[events.get, 1 + MAX_ATTEMPTS]],
      following: [
        [events.get, 1 + 3 * MAX_ATTEMPTS],
        [events.list, 2 * MAX_PAGES * MAX_ATTEMPTS],
        [events.instances, MAX_PAGES * MAX_ATTEMPTS],
        [events.patch, MAX_ATTEMPTS],
        [events.delete, MAX_PATCHES],
      ],
    },
    this: (write) => inTurnOf(write, () => inner.run(write)),
    all: async (write) => {
      const { series } = await readNamed(write);
      return runFor(inner, write, series);
    },
    following: async (write) => {
      const division = await readDivision(write);
      const series = seriesRef(write, division);
      if (isFirst(division)) {
        const { etag: ifMatch } = division.series;
        await runOnSeries(inner, ofSeries(write, series, { ifMatch }));
      } else await endBefore(write, division);
      return { ref: write.ref };
    },
  });

/** The writes of an update; one with the scope `THIS` writes the named event alone. */
type ScopePlan =
  | { readonly kind: 'whole'; readonly whole: WholePlan }
  | { readonly kind: 'division'; readonly division: DivisionPlan };

/**
 * @param named the series as it was read, and the named occurrence
 * @throws InvalidInput for changes that the series, or its occurrences from one on, cannot have
 */
function planUpdate(
  api: Api,
  scope: 'following' | 'all',
  named: NamedPlace,
  changes: readonly Change[],
): ScopePlan {
  return scope === 'all' || concernsAll(named, changes)
    ? { kind: 'whole', whole: planWhole(named, changes) }
    : { kind: 'division', division: planDivision(api, named, changes) };
}

/** Whether a change from the named occurrence on is one of the whole series. */
const concernsAll = (named: NamedPlace, changes: readonly Change[]): boolean =>
  // Another rule for the whole series would also apply to earlier occurrences, now deleted.
  changes.some(({ path }) => path === 'recurrence') ? startsSeries(named) : isFirst(named);
