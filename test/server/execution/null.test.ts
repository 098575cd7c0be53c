/** Nulls and errors of plans and of graphql-js are the same: now or later, wherever null is. */
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Case, isSame, failLater, later } from './both-executors.ts';

const fields = 'may: Int must: Int! box: Box mustBox: Box! boxes: [Box!]';
const schema = buildSchema(`type Query { ${fields} } type Box { ${fields} }`);

/** How a field has no value. */
const absences: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  'null later': () => later(null),
  'an error': () => new Error('failed'),
  'an error later': () => later(new Error('failed')),
  'a thrown error': () => {
    throw new Error('failed');
  },
  'a thrown text': () => {
    // oxlint-disable-next-line no-throw-literal
    throw 'failed';
  },
  'a rejected promise': () => failLater('failed'),
  // oxlint-disable-next-line prefer-promise-reject-errors
  'a promise rejected without an error': () => Promise.reject(),
  // oxlint-disable-next-line prefer-promise-reject-errors
  'a promise rejected with a text': () => Promise.reject('failed'),
  'a value of another type': () => 'one',
  'a value of another type later': () => later({}),
};

const isNull = (absence: string): boolean => /null|undefined/.test(absence);

/** Boxes in boxes without end: now, or later. */
const boxes = (absent: () => unknown, wrap: (value: unknown) => unknown): object => ({
  may: absent,
  must: absent,
  box: () => wrap(boxes(absent, wrap)),
  mustBox: () => wrap(boxes(absent, wrap)),
});

const wraps: Readonly<Record<string, (value: unknown) => unknown>> = {
  'objects that are there': (value) => value,
  'objects that come later': later,
};

/** What becomes null, and the path of the error: a field that may be null has none for null. */
const cases: Readonly<Record<string, { source: string; data: unknown; error: string }>> = {
  'the field that may be null': { source: '{ may }', data: { may: null }, error: 'may' },
  'the object of a field that must not be null': {
    source: '{ box { must } }',
    data: { box: null },
    error: 'box.must',
  },
  'everything if no field may be null': { source: '{ must }', data: null, error: 'must' },
  'everything above a chain that must not be null': {
    source: '{ mustBox { mustBox { must } } }',
    data: null,
    error: 'mustBox.mustBox.must',
  },
  'the first object above a long chain': {
    source: '{ box { a: box { b: mustBox { c: mustBox { must } } } } }',
    data: { box: { a: null } },
    error: 'box.a.b.c.must',
  },
};

const errorsOf = (absence: string, { error }: (typeof cases)[string]): string[] =>
  error === 'may' && isNull(absence) ? [] : [error];

describe.each(Object.entries(wraps))('in %s', (_, wrap) => {
  const all = Object.entries(cases).flatMap(([title, one]) =>
    Object.entries(absences).map(
      ([absence, make]) => [absence, title, make, one, errorsOf(absence, one)] as const,
    ),
  );
  it.each(all)('%s nulls %s', async (__, ___, make, { source, data }, errors) => {
    expect(await isSame(schema, { source, data, errors, root: () => boxes(make, wrap) })).toBe(
      true,
    );
  });
});

const tree: Readonly<Record<string, Case>> = {
  'has each field that may be null': {
    source: '{ may box { may box { may } } boxes { may } }',
    root: () => ({
      may: failLater('a'),
      box: { may: new Error('b'), box: later({ may: failLater('c') }) },
      boxes: [later({ may: null }), { may: new Error('d') }],
    }),
    data: {
      may: null,
      box: { may: null, box: { may: null } },
      boxes: [{ may: null }, { may: null }],
    },
    errors: ['box.may', 'boxes.1.may', 'may', 'box.box.may'],
  },
  'has an error at each place of one promise': {
    source: '{ may box { may } other: box { must } }',
    root: () => {
      const lost = failLater('lost');
      return { may: lost, box: () => ({ may: lost, must: lost }) };
    },
    data: { may: null, box: { may: null }, other: null },
    errors: ['may', 'box.may', 'other.must'],
  },
  'keeps what is beside an object that became null': {
    source: '{ box { must } other: box { may } may }',
    root: () => ({ box: () => ({ must: () => failLater('lost'), may: later(2) }), may: 1 }),
    data: { box: null, other: { may: 2 }, may: 1 },
    errors: ['box.must'],
  },
  'has one error for an object that several fields make null': {
    source: '{ box { must again: must mustBox { must } } }',
    root: () => ({ box: { must: () => failLater('lost'), mustBox: () => failLater('lost') } }),
    data: { box: null },
    errors: ['box.must'],
  },
  'has the errors of fields that may be null below an object that is null later': {
    source: '{ box { may must } }',
    root: () => ({ box: { may: new Error('now'), must: () => failLater('later') } }),
    data: { box: null },
    errors: ['box.may', 'box.must'],
  },
  'has no error of a field after the one that made the object null': {
    source: '{ box { must may } }',
    root: () => ({ box: { must: null, may: () => failLater('later') } }),
    data: { box: null },
    errors: ['box.must'],
  },
  'makes a list null for one object in it': {
    source: '{ box { boxes { may must } } }',
    root: () => ({ box: { boxes: [{ may: 1, must: 1 }, later({ may: 2, must: null })] } }),
    data: { box: { boxes: null } },
    errors: ['box.boxes.1.must'],
  },
  'combines an error that is thrown at once with rejections': {
    source: '{ box { mustBox { must } must } }',
    root: () => ({
      box: {
        mustBox: failLater('later'),
        must: () => {
          throw new Error('now');
        },
      },
    }),
    data: { box: null },
    errors: ['box.must'],
  },
};

describe('a tree of objects', () => {
  it.each(Object.entries(tree))('%s', async (_, given) => {
    expect(await isSame(schema, given)).toBe(true);
  });
});
