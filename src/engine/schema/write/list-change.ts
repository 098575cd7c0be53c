/**
 * Lists in inputs whose entries have a key. Every input that creates an entity takes a plain list;
 * every input that updates one takes a change `{ set, remove, replaceAll }`, so that two clients
 * can change different entries at once. Input types, checks and row options derive from the rules
 * of the list.
 */
import {
  changeEntries,
  currentEntries,
  type KeyedChange,
  type KeyedList,
} from '../../write/update/keyed-list.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import { capitalized } from '../type/text.ts';
import { builder, type InputType } from '../builder.ts';
import { checkAll, mapChecked, repeatedIndexes } from './invalid-inputs.ts';
import type { TypeMention, ValueOf } from '../field-builder.ts';

/** A keyed list, and what its inputs must not have. */
export interface ListRules<Entry, Input, Key = string> extends KeyedList<Entry, Input, Key> {
  /** One entry and several, in messages. */
  readonly one: string;
  readonly many: string;
  /** The input field that has the key; absent: the key has several fields. */
  readonly keyField?: string;
  /** The maximum number of entries. */
  readonly maxLength?: number;
  /** @throws InvalidInput for an entry that is never allowed */
  readonly check?: (input: Input, argument: string) => void;
  /** @throws InvalidInput for an entry that lacks what a new one needs */
  readonly checkNew?: (input: Input, argument: string) => void;
  /** @throws InvalidInput for a key that no entry can have */
  readonly checkKey?: (key: Key, argument: string) => void;
}

interface ListChangeTexts {
  /** The entries in the plural, with their owner where it is not obvious. */
  readonly many: string;
  readonly one: string;
  /** The key of the entries, in the plural. */
  readonly keys: string;
  /** A further sentence about `set`, for clients. */
  readonly setNote?: string;
}

interface ListChangeTypes<Entry, Key> extends ListChangeTexts {
  readonly entry: Entry;
  readonly key: Key;
}

/** Makes the input type of changes to a list, which has the same fields for every list. */
export function listChangeType<const Entry extends TypeMention, const Key extends TypeMention>(
  name: string,
  { entry, key, many, one, keys, setNote }: ListChangeTypes<Entry, Key>,
): InputType<KeyedChange<ValueOf<Entry>, ValueOf<Key>>> {
  return builder.inputType(name, {
    description: `Changes to the ${many}, identified by ${keys}. Either \`replaceAll\`, or \`set\` and \`remove\`. Every other ${one} is kept.`,
    // The compiler cannot know the values of types that are parameters.
    fields: (t) => ({
      set: t.field({
        type: [entry] as never,
        description: [
          `The ${many} to add or to change. Omitted fields of an existing ${one} keep their value. Each ${one} at most once.`,
          ...(setNote === undefined ? [] : [setNote]),
        ].join(' '),
      }),
      remove: t.field({
        type: [key] as never,
        description: `The ${many} to remove, by ${keys}. ${capitalized(many)} that do not exist are ignored.`,
      }),
      replaceAll: t.field({
        type: [entry] as never,
        description: `All ${many}: every ${one} that the list does not contain is removed. Omitted fields of an existing ${one} keep their value. Not together with \`set\` or \`remove\`.`,
      }),
    }),
  });
}

/** The whole list of a new entity. @throws InvalidInput naming the place in the list */
export function newEntries<Entry, Input, Key>(
  rules: ListRules<Entry, Input, Key>,
  entries: readonly Input[],
  argument: string,
): Entry[] {
  checkEntries(rules, entries, argument);
  mapChecked(entries, (input, index) => rules.checkNew?.(input, `${argument}.${index}`));
  return changeEntries([], { replaceAll: entries }, rules);
}

/**
 * Checks a change before any call.
 * @throws InvalidInput for `replaceAll` beside the others, and for a key that is named twice
 */
export function checkListChange<Entry, Input, Key>(
  rules: ListRules<Entry, Input, Key>,
  { set, remove, replaceAll }: KeyedChange<Input, Key>,
  argument: string,
): void {
  checkAll(
    () => checkEntries(rules, set ?? [], `${argument}.set`),
    () => checkEntries(rules, replaceAll ?? [], `${argument}.replaceAll`),
    () => checkKeys(rules, remove ?? [], `${argument}.remove`),
    () => {
      if (replaceAll && (set || remove))
        throw new InvalidInput(
          `${argument}.replaceAll`,
          'is the whole list; expected either replaceAll, or set and remove',
        );
    },
  );
  const keys = new Set(set?.map(rules.inputKeyOf));
  mapChecked(remove ?? [], (each, index) => {
    const key = rules.removedKeyOf(each);
    if (keys.has(key))
      throw new InvalidInput(
        `${argument}.remove.${index}`,
        `${showValue(key)} is in set, too; expected the ${rules.one} in one of them`,
      );
  });
}

function checkEntries<Entry, Input, Key>(
  rules: ListRules<Entry, Input, Key>,
  entries: readonly Input[],
  argument: string,
): void {
  checkLength(rules, entries, argument);
  const place = (index: number): string => `${argument}.${index}`;
  mapChecked(entries, (input, index) => rules.check?.(input, place(index)));
  checkDistinct(rules, entries.map(rules.inputKeyOf), (index) =>
    rules.keyField === undefined ? place(index) : `${place(index)}.${rules.keyField}`,
  );
  mapChecked(entries, (input, index) => {
    if (rules.inputKeyOf(input) === undefined) rules.checkNew?.(input, place(index));
  });
}

function checkKeys<Entry, Input, Key>(
  rules: ListRules<Entry, Input, Key>,
  keys: readonly Key[],
  argument: string,
): void {
  const place = (index: number): string => `${argument}.${index}`;
  mapChecked(keys, (key, index) => rules.checkKey?.(key, place(index)));
  checkDistinct(rules, keys.map(rules.removedKeyOf), place);
}

function checkDistinct(
  { one }: Pick<ListRules<never, never>, 'one'>,
  keys: readonly (string | undefined)[],
  place: (index: number) => string,
): void {
  mapChecked(repeatedIndexes(keys), (index) => {
    throw new InvalidInput(
      place(index),
      `${showValue(keys[index])} is in the list already; expected each ${one} once`,
    );
  });
}

function checkLength(
  {
    maxLength = Number.POSITIVE_INFINITY,
    many,
  }: Pick<ListRules<never, never>, 'maxLength' | 'many'>,
  { length }: readonly unknown[],
  argument: string,
): void {
  if (length > maxLength)
    throw new InvalidInput(argument, `expected at most ${maxLength} ${many}, got ${length}`);
}

interface StatedChange<Input, Key> {
  readonly change: KeyedChange<Input, Key>;
  readonly argument: string;
}

/**
 * The list after a change that has been checked.
 * @throws InvalidInput for more entries than the list can have, and for a new entry that lacks what
 * it needs
 */
export function nextEntries<Entry, Input, Key>(
  rules: ListRules<Entry, Input, Key>,
  { change, argument }: StatedChange<Input, Key>,
  current: readonly Entry[],
): Entry[] {
  const currentOf = currentEntries(current, rules);
  for (const name of ['set', 'replaceAll'] as const)
    mapChecked(change[name] ?? [], (input, index) => {
      if (currentOf(input) === undefined) rules.checkNew?.(input, `${argument}.${name}.${index}`);
    });
  const next = changeEntries(current, change, rules);
  // A list that was longer before may be shortened step by step.
  if (next.length > current.length) checkLength(rules, next, argument);
  return next;
}

/** How the REST API has the list, if it is no array of entries. */
interface RestForm<Entry> {
  readonly entriesOf: (value: unknown) => readonly Entry[];
  readonly valueOf: (entries: readonly Entry[]) => unknown;
}

const plainForm = <Entry>(): RestForm<Entry> => ({
  entriesOf: (value) => (value ?? []) as readonly Entry[],
  valueOf: (entries) => entries,
});

/** Row options for a list: whole in a new entity, changed in one that exists. Null removes all. */
export const keyedList = <Entry, Input, Key>(
  rules: ListRules<Entry, Input, Key>,
  { entriesOf, valueOf }: RestForm<Entry> = plainForm(),
) => ({
  ofNew: {
    convert: (entries: readonly Input[], argument: string): unknown =>
      valueOf(newEntries(rules, entries, argument)),
  },
  ofChanged: {
    change: (given: KeyedChange<Input, Key> | null, argument: string) => {
      if (given) checkListChange(rules, given, argument);
      const stated = { change: given ?? { replaceAll: [] }, argument };
      return {
        apply: (current: unknown) => valueOf(nextEntries(rules, stated, entriesOf(current))),
        ...(given && { shown: given, patchNeedsCurrent: true as const }),
      };
    },
  },
});
