/**
 * Durations: ISO 8601 texts in the graph, and whole numbers of minutes, seconds or milliseconds in
 * the REST APIs.
 */
import { getter } from '../../read/path.ts';
import { InvalidInput, showValue, upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Field, FieldBuilder } from '../field/field-factory.ts';
import { computed } from '../field/path-field.ts';
import type { ScalarPath } from '../field/path-type.ts';
import type { RowOptions } from '../write/write-input.ts';

/** The unit of a number of a REST API. */
type Unit = 'min' | 's' | 'ms';

const units: Readonly<Record<Unit, { readonly name: string; readonly ms: bigint }>> = {
  min: { name: 'minutes', ms: 60_000n },
  s: { name: 'seconds', ms: 1_000n },
  ms: { name: 'milliseconds', ms: 1n },
};

/** A number of a response. */
interface UnitCount {
  readonly unit: Unit;
  /** The operation whose response has the number. */
  readonly operation: AnyOperation;
}

/** A field that shows a number of a response as a duration: the first one at these paths. */
export const durationAt = <Shape>(
  t: FieldBuilder<Shape>,
  path: ScalarPath<Shape> | readonly ScalarPath<Shape>[],
  count: UnitCount,
  description: string,
): Field => {
  const paths = [path].flat() as readonly ScalarPath<Shape>[];
  const readers = paths.map(getter);
  const compute = (value: Shape): string | null =>
    durationOf(
      readers.map((read) => read(value)).find((found) => found != null),
      count,
    );
  return computed(t, 'Duration', { paths, compute }, description);
};

/** @throws UpstreamError UPSTREAM_INVALID for a number below 0 */
function durationOf(value: unknown, { unit, operation }: UnitCount): string | null {
  if (value == null) return null;
  // The answer was checked: the value is an integer, as a number or as a text.
  const count = BigInt(value as string | number);
  if (count < 0n) throw upstreamError(operation, 'UPSTREAM_INVALID');
  return textOf(count, unit);
}

/** A whole number of milliseconds as a duration: 90,000 are `PT1M30S`. */
export const durationText = (ms: number): string => textOf(BigInt(ms), 'ms');

/** The number in hours, minutes and seconds: 90 s are `PT1M30S`. */
function textOf(count: bigint, unit: Unit): string {
  const ms = count * units[unit].ms;
  const seconds = ms / 1_000n;
  const fraction = String(ms % 1_000n)
    .padStart(3, '0')
    .replace(/0+$/, '');
  const parts = [
    `${seconds / 3600n}H`,
    `${(seconds / 60n) % 60n}M`,
    `${seconds % 60n}${fraction === '' ? '' : `.${fraction}`}S`,
  ].filter((part) => !/^0[HMS]$/.test(part));
  return `PT${parts.length === 0 ? '0S' : parts.join('')}`;
}

/** The types of the numbers in request bodies: 64 bits are sent as texts. */
const restTypes = {
  uint32: { max: 2n ** 32n - 1n, json: Number },
  int64: { max: 2n ** 63n - 1n, json: String },
  uint64: { max: 2n ** 64n - 1n, json: String },
} as const;

interface CountRule {
  readonly unit: Unit;
  readonly type: keyof typeof restTypes;
  /** In the unit. Default: 0. */
  readonly min?: bigint;
}

/** The options of an input field whose duration is written as a number. */
export const durationAs = (rule: CountRule): RowOptions<string> => ({
  convert: (duration, argument) => restCountOf(duration, argument, rule),
});

/**
 * The number that a duration is written as.
 * @throws InvalidInput for a duration that the number cannot have
 */
export function restCountOf(
  duration: string,
  argument: string,
  { unit, type, min = 0n }: CountRule,
): number | string {
  const { max, json } = restTypes[type];
  const count = countOf(duration, unit, argument);
  if (count < min)
    throw new InvalidInput(
      argument,
      `${showValue(duration)} is too short; expected at least ${textOf(min, unit)}`,
    );
  if (count > max)
    throw new InvalidInput(
      argument,
      `${showValue(duration)} is too long; expected at most ${textOf(max, unit)}`,
    );
  return json(count);
}

const pattern =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;

/**
 * The length of a duration, with days of 24 hours.
 * @param duration as its scalar accepts it
 * @throws InvalidInput for years and months, and for a length that is no whole number of the unit
 */
export function countOf(duration: string, unit: Unit, argument: string): bigint {
  const [, ...parts] = pattern.exec(duration) as (string | undefined)[];
  const [years, months, weeks, days, hours, minutes, seconds] = parts
    .slice(0, 7)
    .map((part) => BigInt(part ?? 0)) as [bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  if (years > 0n || months > 0n)
    throw new InvalidInput(
      argument,
      `${showValue(duration)} has years or months, whose length differs; expected for example P30D or PT45M`,
    );
  const { name, ms } = units[unit];
  const fraction = (parts[7] ?? '').replace(/0+$/, '').padEnd(3, '0');
  const whole = (((weeks * 7n + days) * 24n + hours) * 60n + minutes) * 60n + seconds;
  const length = BigInt(`${whole}${fraction.slice(0, 3)}`);
  if (fraction.length > 3 || length % ms !== 0n)
    throw new InvalidInput(
      argument,
      `${showValue(duration)} is not a whole number of ${name}; expected for example ${textOf(1500n, unit)}`,
    );
  return length / ms;
}
