/** Kinds of settings that are lists of numbers by names: `VIDEO=2000,SEARCH=20`. */
import * as z from 'zod/mini';
import { type DefaultedSetting, quoted, splitList } from './setting.ts';

/** A name, and its number as text. */
type Pair = readonly [name: string, amount: string];

type Amounts<N extends string> = Readonly<Partial<Record<N, number>>>;

/** A list of pairs, and how it is read. */
interface PairList<T> {
  readonly about: string;
  readonly byDefault?: string;
  readonly type: string;
  readonly isPair: (pair: Pair) => boolean;
  /** Of the whole list. Default: any. */
  readonly isPossible?: (value: T) => boolean;
  /** The end of the error message for a list that is not valid. */
  readonly format: string;
  readonly valueOf: (pairs: readonly Pair[]) => T;
}

/** The number of a name is empty if there is none. It is all that follows the first `=`. */
const pairsOf = (text: string): readonly Pair[] =>
  splitList(text).map((pair) => {
    const [name = '', ...amounts] = pair.split('=');
    return [name, amounts.join('=')];
  });

const pairList = <T>({
  isPair,
  isPossible = () => true,
  format,
  valueOf,
  byDefault = '',
  ...rest
}: PairList<T>): DefaultedSetting<T> => {
  const pairs = z.pipe(z.string(), z.transform(pairsOf));
  const value = z.pipe(
    pairs.check(z.refine((all) => all.every(isPair), format)),
    z.transform((all) => valueOf(all)),
  );
  return { ...rest, byDefault, read: value.check(z.refine(isPossible, format)) };
};

const isAmount = (amount: string): boolean => /^\d{1,9}$/.test(amount);

/** Pairs of a known name and a number. */
const isAmountOf =
  (names: readonly string[]): PairList<unknown>['isPair'] =>
  ([name, amount]) =>
    names.includes(name) && isAmount(amount);

const amountsOf = <N extends string>(pairs: readonly Pair[]): Amounts<N> =>
  Object.fromEntries(pairs.map(([name, amount]) => [name, Number(amount)])) as Amounts<N>;

const typeOf = (names: readonly string[]): string =>
  `Readonly<Partial<Record<${quoted(names)}, number>>>`;

/** Whole numbers by name; an absent name has that of `defaults`, or none. */
export const amounts = <const N extends string>(
  names: readonly N[],
  about: string,
  defaults: Amounts<NoInfer<N>> = {} as Amounts<N>,
): DefaultedSetting<Amounts<N>> =>
  pairList({
    about,
    byDefault: Object.entries(defaults)
      .map((pair) => pair.join('='))
      .join(', '),
    type: typeOf(names),
    isPair: isAmountOf(names),
    format: `must be a list like ${names[0]}=100, of whole numbers for ${names.join(', ')}`,
    valueOf: (pairs) => ({ ...defaults, ...amountsOf<N>(pairs) }),
  });

/** Per cent by name, together at most 100. */
export const percentages = <const N extends string>(
  names: readonly N[],
  about: string,
): DefaultedSetting<Amounts<N>> =>
  pairList({
    about,
    type: typeOf(names),
    isPair: isAmountOf(names),
    isPossible: (all) =>
      Object.values<number | undefined>(all).reduce<number>((sum, n = 0) => sum + n, 0) <= 100,
    format: `must be a list like ${names[0]}=5, of per cent for ${names.join(', ')}, together at most 100`,
    valueOf: amountsOf<N>,
  });

/** Whole numbers by any name and a known one: `web:VIDEO=4000,web:SEARCH=20`. */
export const amountsByName = <const N extends string>(
  names: readonly N[],
  about: string,
): DefaultedSetting<Readonly<Record<string, Amounts<N>>>> =>
  pairList({
    about,
    type: `Readonly<Record<string, ${typeOf(names)}>>`,
    isPair: ([name, amount]) =>
      names.some((each) => name.length > each.length + 1 && name.endsWith(`:${each}`)) &&
      isAmount(amount),
    format: `must be a list like web:${names[0]}=100, of whole numbers for names of clients and ${names.join(', ')}`,
    valueOf: (pairs) => {
      const byName = Object.groupBy(pairs, ([name]) => name.slice(0, name.lastIndexOf(':')));
      return Object.fromEntries(
        Object.entries(byName).map(([name, own = []]) => [
          name,
          amountsOf<N>(own.map(([key, amount]) => [key.slice(name.length + 1), amount])),
        ]),
      );
    },
  });

/** Whole seconds of up to a day by the key of an operation: `video:videos.list=60`. */
export const secondsByOperation = (
  about: string,
): DefaultedSetting<Readonly<Record<string, number>>> =>
  pairList({
    about,
    type: 'Readonly<Record<string, number>>',
    isPair: ([key, seconds]) =>
      /^[a-z]+:[\w.]+$/i.test(key) && /^\d{1,5}$/.test(seconds) && Number(seconds) <= 86_400,
    format: 'must be a list like video:videos.list=60, of whole seconds up to 86400',
    valueOf: (pairs) => amountsOf<string>(pairs) as Readonly<Record<string, number>>,
  });
