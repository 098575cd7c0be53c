/**
 * Which values of an answer are checked: those that the `fields` mask of the call selects, whatever
 * it looks like. A second reading of the grammar of masks says which ones these are.
 */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import type { Schemas } from '../../../../src/engine/api/api.ts';
import { checkAnswer, shapeOf } from '../../../../src/engine/rest/operation/answer-check.ts';
import { InvalidValue } from '../../../../src/engine/rest/operation/invalid-value.ts';
import { type AnyOperation, serviceOf } from '../../../../src/engine/api/operation.ts';
import '../../../../src/services/schema.ts';
import { randomNumbers } from '../../../support/random/random-number.ts';
import { howToRepeat, seedOf } from '../../../support/random/repeatable-seed.ts';

const seed = seedOf(process.env);

const random = randomNumbers(seed);

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** A value without parts in an answer: the steps to it, and the types that they lead to. */
interface Leaf {
  readonly steps: readonly string[];
  readonly types: readonly string[];
}

const schemasOf = (operation: AnyOperation): Schemas =>
  googleApis.services[serviceOf(operation)].schemas;

/** @returns the leaves of a type; maps are leaves, too. Values of any type are never invalid */
function leavesOf(schemas: Schemas, type: string): readonly Leaf[] {
  const shape = shapeOf(schemas, type);
  if (shape === undefined || shape.valueType !== undefined)
    return /^any(\[\])*$/.test(type) ? [] : [{ steps: [], types: [] }];
  return Object.entries(shape.fields).flatMap(([name, inner]) =>
    leavesOf(schemas, inner).map(({ steps, types }) => ({
      steps: [name, ...steps],
      types: [inner, ...types],
    })),
  );
}

/** All operations whose answers have values, with these. */
const operations = [...googleApis.operations.values()].flatMap((operation) => {
  const { answer = 'any' } = googleApis.signatures[operation.key] ?? {};
  const leaves = leavesOf(schemasOf(operation), answer).filter(({ steps }) => steps.length > 0);
  return leaves.length === 0 ? [] : [{ key: operation.key, operation, answer, leaves }];
});

/** @returns an answer in which the leaf has a value that is valid for no type, and nothing else */
const answerWith = ({ steps, types }: Leaf): object =>
  steps.reduceRight<unknown>(
    (inner, name, index) => ({ [name]: types[index]!.endsWith('[]') ? [inner] : inner }),
    invalid(types.at(-1)!),
  ) as object;

const invalid = (type: string): unknown => (type.includes('{') ? 'no map' : { no: 'value' });

/** @returns the value in the place of the leaf */
const valueIn = (answer: object, { steps }: Leaf): unknown =>
  steps.reduce<unknown>((value, name) => {
    const inner = (value as Readonly<Record<string, unknown>>)[name];
    return Array.isArray(inner) ? (inner as unknown[])[0] : inner;
  }, answer);

/** A selected field, or `*` for all of them; without a list all that is below it. */
interface Selected {
  readonly name: string;
  readonly below?: readonly Selected[] | undefined;
}

const print = (all: readonly Selected[]): string =>
  all
    .map(({ name, below }) => {
      if (below === undefined) return name;
      return below.length === 1 && random() < 0.5
        ? `${name}/${print(below)}`
        : `${name}(${print(below)})`;
    })
    .join(',');

/** Whether a mask selects the value at the end of the steps: by any of its parts. */
const selects = (all: readonly Selected[], [step, ...steps]: readonly string[]): boolean =>
  all.some(
    ({ name, below }) =>
      (name === '*' || name === step) && (below === undefined || selects(below, steps)),
  );

/** Whether a part of the mask goes on below the value: no service says what that means. */
const goesOn = (all: readonly Selected[], [step, ...steps]: readonly string[]): boolean =>
  all.some(
    ({ name, below }) =>
      (name === '*' || name === step) &&
      below !== undefined &&
      (steps.length === 0 || goesOn(below, steps)),
  );

/** @returns a mask of the fields that a type has, with `*` in the place of some */
function randomMask(schemas: Schemas, type: string): readonly Selected[] {
  const { fields = {} } = shapeOf(schemas, type) ?? {};
  const names = Object.keys(fields);
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const known = oneOf(names);
    const name = random() < 0.35 ? '*' : known;
    const inner = shapeOf(schemas, fields[known]!);
    const hasBelow = Object.keys(inner?.fields ?? {}).length > 0 && random() < 0.8;
    return { name, below: hasBelow ? randomMask(schemas, fields[known]!) : undefined };
  });
}

/** @returns what is wrong with the check of an answer; undefined: nothing */
function problemOf(operation: AnyOperation, leaf: Leaf, mask: string, isSelected: boolean) {
  const answer = answerWith(leaf);
  const isValid = checkAnswer(googleApis, operation, mask, answer);
  const isMended = valueIn(answer, leaf) instanceof InvalidValue;
  if (isValid === !isSelected && isMended === isSelected) return undefined;
  return { mask, leaf: leaf.steps.join('/'), isSelected, isValid, isMended };
}

describe('the check of answers', () => {
  it('knows values of nearly all operations', () => {
    expect(operations.length).toBeGreaterThan(120);
  });

  it.each(operations)('looks at each value without a mask, and with *: $key', (each) => {
    const { operation, leaves } = each;
    const problems = leaves.flatMap((leaf) =>
      ['', '*'].flatMap((mask) => problemOf(operation, leaf, mask, true) ?? []),
    );
    expect(problems).toEqual([]);
  });

  it.each(operations)('looks at each value by * in the place of any step: $key', (each) => {
    const { operation, leaves } = each;
    const problems = leaves.flatMap((leaf) => {
      const { steps } = leaf;
      const withStars = steps.map((step) => (random() < 0.5 ? '*' : step));
      const masks = [
        steps.map(() => '*'),
        withStars,
        ['*', ...steps.slice(1)],
        [...steps.slice(0, -1), '*'],
        // All of an object, as feeds of one entity ask for it.
        [...steps.slice(0, 1 + Math.floor(random() * steps.length)), '*'].slice(0, steps.length),
      ];
      return masks.flatMap((mask) => problemOf(operation, leaf, mask.join('/'), true) ?? []);
    });
    expect(problems).toEqual([]);
  });

  it.each(operations)(
    'looks at all of a value that another part selects in parts: $key',
    (each) => {
      const { operation, leaves } = each;
      const deep = leaves.filter(({ steps }) => steps.length > 2);
      const problems = deep.slice(0, 200).flatMap((leaf) => {
        const { steps } = leaf;
        const size = 2 + Math.floor(random() * (steps.length - 2));
        const start = steps.slice(0, size).join('/');
        // Another value below the same object, or this one.
        const inParts = oneOf(
          deep.filter((other) => other.steps.join('/').startsWith(`${start}/`)),
        );
        const pairs = [
          [start, inParts.steps.join('/')],
          [['*', ...steps.slice(1, size)].join('/'), inParts.steps.join('/')],
          [start, ['*', ...inParts.steps.slice(1)].join('/')],
        ];
        const masks = pairs.flatMap(([whole, part]) => [`${whole},${part}`, `${part},${whole}`]);
        return masks.flatMap((mask) => problemOf(operation, leaf, mask, true) ?? []);
      });
      expect(problems).toEqual([]);
    },
  );

  it.each(operations)('looks at what a random mask selects, and no more: $key', (each) => {
    const { operation, answer, leaves } = each;
    const problems = Array.from({ length: 60 }, () => {
      const selection = randomMask(schemasOf(operation), answer);
      const mask = print(selection);
      const leaf = oneOf(leaves);
      const isSelected = selects(selection, leaf.steps);
      if (!isSelected && goesOn(selection, leaf.steps)) return [];
      return problemOf(operation, leaf, mask, isSelected) ?? [];
    }).flat();
    if (problems.length > 0) console.error(howToRepeat(seed, 'answer-mask'));
    expect(problems).toEqual([]);
  });
});
