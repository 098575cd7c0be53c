/** Values in words, as the type of their field says: dates, durations, numbers. */
import type { GraphQLNamedType } from 'graphql';

/** How a value is shown. */
export type CellKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'time'
  | 'localTime'
  | 'date'
  | 'duration'
  | 'link'
  | 'json';

/** The scalars of the schema that are more than text. */
const kinds: Readonly<Record<string, CellKind>> = {
  Int: 'number',
  Float: 'number',
  BigInt: 'number',
  Boolean: 'boolean',
  DateTime: 'time',
  DateTimeOrLocal: 'time',
  Date: 'date',
  Duration: 'duration',
  URL: 'link',
  JSON: 'json',
};

/** @param type undefined: the value alone says what it is */
export function kindOf(type: GraphQLNamedType | undefined, value: unknown): CellKind {
  const kind = type && kinds[type.name];
  // For a time zone that stands in another field.
  if (kind === 'time' && typeof value === 'string' && !/(Z|[+-]\d\d:\d\d)$/i.test(value))
    return 'localTime';
  if (kind) return kind;
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' ? 'json' : 'text';
}

/** What words depend on beside the value. */
export interface Now {
  /** In ms since 1970. */
  readonly now: number;
  /** Default: that of the browser. */
  readonly timeZone?: string | undefined;
}

// The page is in English: words of another language would be read aloud with a wrong accent.
const language = 'en';

const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are expensive to make. */
function timeFormat(kind: CellKind, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const options: Intl.DateTimeFormatOptions = {
    dateStyle: 'medium',
    ...(kind !== 'date' && { timeStyle: 'short' }),
    ...(kind === 'time' ? timeZone !== undefined && { timeZone } : { timeZone: 'UTC' }),
  };
  const format = new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

/** @returns a value as it is in the answer, without the quotation marks of a text */
export const exactText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** @returns a value in words; that of a kind which it does not have, as it is */
export function textOf(kind: CellKind, value: unknown, now: Now): string {
  if (value === null || value === undefined) return '';
  const exact = exactText(value);
  const words = wordsOf[kind]?.(exact, now);
  return words ?? exact;
}

type Words = (exact: string, now: Now) => string | undefined;

/** Undefined for text that is no such value. */
const wordsOf: Readonly<Partial<Record<CellKind, Words>>> = {
  boolean: (exact) => ({ true: 'yes', false: 'no' })[exact],
  number: numberText,
  duration: durationText,
  time: (exact, { now, timeZone }) => {
    const time = Date.parse(exact);
    if (Number.isNaN(time)) return undefined;
    return `${timeFormat('time', timeZone).format(time)}, ${distanceText(time - now)}`;
  },
  localTime: (exact) => dayText('localTime', `${exact}Z`),
  date: (exact) => dayText('date', exact),
};

function dayText(kind: CellKind, iso: string): string | undefined {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? undefined : timeFormat(kind, undefined).format(time);
}

function numberText(exact: string): string | undefined {
  if (/^-?\d+$/.test(exact)) return numbers.format(BigInt(exact));
  const number = Number(exact);
  return exact.trim() === '' || !Number.isFinite(number) ? undefined : numbers.format(number);
}

const [minute, hour, day] = [60, 3600, 86_400];

/** Units of time with their seconds, the largest first. */
const units = [
  ['year', 365.25 * day],
  ['month', 30.44 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', 1],
] as const;

/** @param ms from now @returns for example `in 2 days` */
function distanceText(ms: number): string {
  const seconds = ms / 1000;
  // 11 days are no weeks, and 18 months no years.
  const isEnough = (length: number): boolean => Math.abs(seconds) >= length * 2;
  const [unit, length] = units.find(([, each]) => isEnough(each)) ?? (['second', 1] as const);
  return relative.format(Math.round(seconds / length), unit);
}

const isoDuration =
  /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Each of the units in words, in their order. */
const unitFormats = units.map(
  ([unit]) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }),
);

/** @returns the amount of each of the units; undefined for text that is no duration */
function durationParts(exact: string): { sign: string; amounts: number[] } | undefined {
  const match = isoDuration.exec(exact);
  if (!match || !/\d/.test(exact)) return undefined;
  const [, sign = '', ...amounts] = match;
  return { sign, amounts: amounts.map((each) => Number(each || 0)) };
}

function durationText(exact: string): string | undefined {
  const parts = durationParts(exact);
  if (!parts) return undefined;
  const { sign, amounts } = parts;
  const words = unitFormats.map((format, index) => format.format(amounts[index]!));
  const shown = words.filter((_, index) => amounts[index] !== 0);
  return sign + (shown.join(' ') || '0 sec');
}

function durationSeconds(exact: string): number | undefined {
  const parts = durationParts(exact);
  if (!parts) return undefined;
  const seconds = units.map(([, length], index) => length * parts.amounts[index]!);
  return seconds.reduce((a, b) => a + b) * (parts.sign === '' ? 1 : -1);
}

/** What values are sorted by: null comes last. */
type SortKey = number | bigint | string | null;

/** @returns the key by which values of a kind are sorted */
export function sortKey(kind: CellKind, value: unknown): SortKey {
  if (value === null || value === undefined) return null;
  const exact = exactText(value);
  if (kind === 'number' && /^-?\d+$/.test(exact)) return BigInt(exact);
  const keys: Readonly<Partial<Record<CellKind, () => number | undefined>>> = {
    number: () => Number(exact),
    boolean: () => Number(exact === 'true'),
    time: () => Date.parse(exact),
    localTime: () => Date.parse(`${exact}Z`),
    date: () => Date.parse(exact),
    duration: () => durationSeconds(exact),
  };
  const key = keys[kind] ? keys[kind]() : exact;
  return key === undefined || Number.isNaN(key) ? exact : key;
}

const collator = new Intl.Collator(language, { numeric: true });

/** Compares what `sortKey` returns. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' || typeof b === 'string') return collator.compare(String(a), String(b));
  return Number(a > b) - Number(a < b);
}
