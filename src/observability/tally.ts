/**
 * Numbers that grow with each request. `prom-client` reads them when it is scraped: its own
 * counters make strings and objects for each count.
 */
import { durationBounds } from './metric-definition.ts';

/** Values of labels, in the order of their names, and a number. */
export type MetricRow = readonly [labels: readonly string[], value: number];

/** A number of events. */
export class Count {
  value = 0;
}

/** Numbers of durations by upper bound, and their sum. */
export class Durations {
  /** One for each bound, and one for longer durations. */
  readonly counts = new Float64Array(durationBounds.length + 1);
  /** In seconds. An array, so that a new sum needs no new object. */
  readonly sum = new Float64Array(1);

  observe(ms: number): void {
    const seconds = ms / 1_000;
    let index = 0;
    while (index < durationBounds.length && seconds > durationBounds[index]!) index += 1;
    this.counts[index]! += 1;
    this.sum[0]! += seconds;
  }
}

/** The rows of a metric by a label; each is made when its value is seen for the first time. */
export class Labelled<Row> {
  readonly #rows = new Map<string | number, Row>();
  readonly #make: () => Row;

  constructor(make: () => Row) {
    this.#make = make;
  }

  at(label: string | number): Row {
    let row = this.#rows.get(label);
    if (row === undefined) this.#rows.set(label, (row = this.#make()));
    return row;
  }

  *[Symbol.iterator](): Generator<readonly [label: string, row: Row]> {
    for (const [label, row] of this.#rows) yield [String(label), row];
  }
}

/** @returns counts by one label */
export const countsByLabel = (): Labelled<Count> => new Labelled(() => new Count());

/** @returns counts by two labels */
export const countsByTwoLabels = (): Labelled<Labelled<Count>> => new Labelled(countsByLabel);

/** @returns durations by one label */
export const durationsByLabel = (): Labelled<Durations> => new Labelled(() => new Durations());
