/** The result of a run: one JSON document, and a summary to read. */
import type { Correction } from './correction.ts';
import type { Difference } from './difference.ts';
import { showUnits, type Units } from './plan.ts';

/** A check, or a part of one, that one side could not show. */
export interface UncheckedEntry {
  readonly check: string;
  readonly side: 'sandbox' | 'service';
  /** A status and a reason, or what the account lacks. */
  readonly reason: string;
}

/** A duration on both sides; undefined where it was not measured. */
export interface Measurement {
  readonly check: string;
  readonly what: string;
  /** Seconds. */
  readonly sandbox?: number;
  readonly service?: number;
}

/** The document of a run. It has no content of the account. */
export interface Report {
  readonly version: 1;
  /** When the run began, RFC 3339. */
  readonly startedAt: string;
  /** Whether checks with writes were part of it. */
  readonly wrote: boolean;
  /** The number of checks. */
  readonly checks: number;
  /** The units that the services have counted. */
  readonly units: Units;
  readonly differences: readonly Difference[];
  /** What follows from the differences for `reference/facts.json`, of assumed rules first. */
  readonly corrections: readonly Correction[];
  /** Fields that only one side has, in some entities: that may be due to the entities. */
  readonly undecided: readonly Difference[];
  readonly unchecked: readonly UncheckedEntry[];
  readonly measurements: readonly Measurement[];
}

/** The lines of the summary. */
export function summaryOf(report: Report): string[] {
  const { checks, differences, undecided, unchecked, measurements, units } = report;
  const unshown = undecided.filter(({ sandbox }) => sandbox === 'absent');
  return [
    `${checks} checks, ${differences.length} differences. Quota units: ${showUnits(units)}.`,
    ...differences.map(lineOf),
    ...section('Only the service has these fields, in some entities:', unshown.map(lineOf)),
    ...section('Could not be checked:', linesByReason(unchecked)),
    ...section(
      'Seconds:',
      measurements.map(
        ({ what, sandbox, service }) =>
          `  ${what}: ${show(sandbox)} in the sandbox, ${show(service)} in the service`,
      ),
    ),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [title, ...lines] : [];

function linesByReason(entries: readonly UncheckedEntry[]): string[] {
  const byReason = Map.groupBy(entries, ({ side, reason }) => `${reason} (${side})`);
  return [...byReason].map(
    ([reason, group]) => `  ${reason}: ${group.map(({ check }) => check).join('; ')}`,
  );
}

const show = (seconds: number | undefined): string => seconds?.toFixed(1) ?? 'not measured';

function lineOf({ check, operation, aspect, step, path, sandbox, service }: Difference): string {
  const place = [check.startsWith(operation) ? check : `${check}, ${operation}`, step, path];
  const where = place.filter((each) => each !== undefined).join(', ');
  return `  ${where}: ${aspect} ${sandbox} in the sandbox, ${service} in the service`;
}
