/** A histogram of `prom-client` whose values are counted elsewhere. */
import { Histogram, type Registry } from 'prom-client';
import { durationBounds, type MetricDefinition } from './metric-definition.ts';
import type { Durations, Labelled } from './tally.ts';

/** A line of the exposition format, as `prom-client` represents it. */
interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: Readonly<Record<string, never>>;
  readonly value: number;
}

/** Durations by one label. */
export class DurationHistogram extends Histogram {
  readonly #definition: MetricDefinition;
  readonly #rows: Labelled<Durations>;

  constructor(definition: MetricDefinition, rows: Labelled<Durations>, registry: Registry) {
    const { name, help, labelNames } = definition;
    super({ name, help, labelNames, buckets: [...durationBounds], registers: [registry] });
    this.#definition = definition;
    this.#rows = rows;
  }

  /** Called by the registry for each scrape. Overrides a method that the types leave out. */
  async getForPromString(): Promise<object> {
    return { ...this.#definition, values: [...this.#samples()] };
  }

  *#samples(): Generator<Sample> {
    const { name, labelNames } = this.#definition;
    const sharedLabels = {};
    for (const [label, { counts, sum }] of this.#rows) {
      const labels = { [labelNames[0]!]: label };
      let count = 0;
      for (const [index, le] of [...durationBounds, '+Inf'].entries()) {
        count += counts[index]!;
        const bucket = { ...labels, le };
        yield { metricName: `${name}_bucket`, labels: bucket, sharedLabels, value: count };
      }
      yield { metricName: `${name}_sum`, labels, sharedLabels, value: sum[0]! };
      yield { metricName: `${name}_count`, labels, sharedLabels, value: count };
    }
  }
}
