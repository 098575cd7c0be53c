/**
 * Recognizes changes that an entity has already: of a write that was applied although its answer
 * was lost, or of one that changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Api, Normalization } from '../../api/api.ts';
import { covers, getter } from '../../read/path.ts';
import { type Change, isRecord, type JsonRecord } from '../change.ts';

/** An entity before and after a write that may have been applied. */
interface Versions {
  /** As it was read for the write; empty if it was not. */
  readonly previous: JsonRecord;
  readonly fresh: JsonRecord;
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord> | undefined;
}

/** Whether the fresh version has every change. */
export const showsAllChanges = (changes: readonly Change[], versions: Versions): boolean =>
  changes.every((change) => hasChange(change, versions, exact));

/**
 * Whether the fresh version has a change, perhaps in the form in which services write such values
 * (`Api.normalizations`).
 */
export const showsChange = (api: Api, change: Change, versions: Versions): boolean =>
  hasChange(change, versions, normalized(api, change.path));

function hasChange(
  { path, apply, patch }: Change,
  { previous, fresh, defaults = {} }: Versions,
  likeness: Likeness,
): boolean {
  const read = getter(path);
  const before: unknown = read(previous);
  const actual: unknown = read(fresh) ?? defaults[path];
  // A PATCH body names what it removes, with null, and not what it keeps.
  return patch
    ? contains(actual, patch(before) ?? defaults[path], { before: undefined, likeness })
    : contains(actual, apply(before) ?? defaults[path], { before, likeness });
}

/** Whether a value is the one of before: both are absent or empty, or they are the same. */
export const isAsBefore = (before: unknown, actual: unknown): boolean =>
  (isEmpty(before) && isEmpty(actual)) || isDeepStrictEqual(asJson(before), asJson(actual));

interface ReadVersion {
  readonly current: JsonRecord;
  readonly defaults?: Readonly<JsonRecord> | undefined;
  /** Whether a value that is absent from the read is absent from the entity. */
  readonly showsAll: boolean;
}

/** Whether an entity has exactly the values of the changes already, so that no write is needed. */
export const changesNothing = (
  changes: readonly Change[],
  { current, defaults = {}, showsAll }: ReadVersion,
): boolean =>
  changes.every(({ path, apply }) => {
    const before: unknown = getter(path)(current);
    if (before == null && !showsAll) return false;
    const [old, next] = [before, apply(before)].map((value) => asJson(value ?? defaults[path]));
    return isDeepStrictEqual(old, next) || (isBlank(old) && isBlank(next));
  });

/** An empty object is a value: the properties of an event type, for example. */
const isBlank = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as a body has it: without undefined properties. */
const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** When values are the same. */
interface Likeness {
  readonly isSameText: (actual: string, expected: string) => boolean;
  /** Whether the order of a list matters. */
  readonly isOrdered: boolean;
  /** Whether a service can leave out a value. */
  readonly mayBeAbsent: (value: unknown) => boolean;
}

interface Expectation {
  /** The value that the expected one was made of. */
  readonly before: unknown;
  readonly likeness: Likeness;
}

/**
 * Whether a value has everything of an expected one, and no name that the expected one has lost.
 * Other names are values that the service adds.
 */
function contains(actual: unknown, expected: unknown, { before, likeness }: Expectation): boolean {
  if (expected == null) return isEmpty(actual);
  if (actual == null) return likeness.mayBeAbsent(expected);
  if (typeof expected !== 'object') return isSameValue(actual, expected, likeness);
  if (typeof actual !== 'object') return false;
  if (Array.isArray(expected)) return isSameList(actual, expected, likeness);
  const removed = isRecord(before) ? Object.keys(before).filter((name) => !(name in expected)) : [];
  return (
    removed.every((name) => isEmpty((actual as JsonRecord)[name])) &&
    Object.entries(expected).every(([name, value]) =>
      contains((actual as JsonRecord)[name], value, {
        before: isRecord(before) ? before[name] : undefined,
        likeness,
      }),
    )
  );
}

const isSameValue = (actual: unknown, expected: unknown, { isSameText }: Likeness): boolean =>
  actual === expected ||
  (typeof actual === 'string' && typeof expected === 'string' && isSameText(actual, expected));

function isSameList(actual: object, expected: readonly unknown[], likeness: Likeness): boolean {
  if (!Array.isArray(actual) || actual.length !== expected.length) return false;
  const isSame = (one: unknown, other: unknown): boolean =>
    contains(one, other, { before: undefined, likeness });
  return likeness.isOrdered
    ? expected.every((value, index) => isSame(actual[index], value))
    : expected.every((value) => actual.some((item) => isSame(item, value)));
}

/** The service may drop a cleared value, or leave an empty one. */
function isEmpty(value: unknown): boolean {
  return (
    value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

/** Whether a value says no more than its absence: services leave out false and zero, too. */
function isDefault(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isDefault);
  return value == null || value === '' || value === false || value === 0;
}

const dateTime = /^\d{4}-\d\d-\d\dT/;

/** Milliseconds between two instants; infinite for other texts. */
const distanceOf = (actual: string, expected: string): number =>
  dateTime.test(actual) && dateTime.test(expected)
    ? Math.abs(Date.parse(actual) - Date.parse(expected))
    : Infinity;

/** The service may write an instant with another offset. */
const exact: Likeness = {
  isSameText: (actual, expected) => distanceOf(actual, expected) === 0,
  isOrdered: true,
  mayBeAbsent: isEmpty,
};

/** The forms in which a service may show the value at a path. */
function normalized({ normalizations = [] }: Api, path: string): Likeness {
  const known = normalizations.filter(
    (each) => each.path === undefined || covers(new Set([each.path]), path),
  );
  const forms = new Set(known.map(({ form }) => form));
  const withinMs = Math.max(0, ...known.map((each) => each.withinMs ?? 0));
  const plain = (text: string): string =>
    textForms.reduce(
      (plainer, [form, write]) => (forms.has(form) ? write(plainer) : plainer),
      text,
    );
  return {
    isSameText: (actual, expected) => {
      const distance = distanceOf(actual, expected);
      return distance === 0 || distance < withinMs || plain(actual) === plain(expected);
    },
    isOrdered: !forms.has('order'),
    mayBeAbsent: forms.has('absentDefault') ? isDefault : isEmpty,
  };
}

/** The forms of texts, in the order in which they are made. */
const textForms: readonly (readonly [Normalization['form'], (text: string) => string])[] = [
  ['composedLetters', (text) => text.normalize()],
  ['lineEnds', (text) => text.replaceAll('\r\n', '\n')],
  ['outerSpace', (text) => text.trim()],
  ['smallLetters', (text) => (/^\S+@\S+$/.test(text) ? text.toLowerCase() : text)],
];
