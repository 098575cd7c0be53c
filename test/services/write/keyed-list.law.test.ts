/**
 * Keyed lists in updates, which have one form, `{ set, remove, replaceAll }`: what two clients add
 * stays, an entry is merged by its key, and contradictions are rejected before any call.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getter } from '../../../src/engine/read/path.ts';

import { openStudio, useStudio } from '../../support/gateway/studio.ts';
import { useEditingProxy } from '../../support/proxy/use-editing-proxy.ts';
import { sampled } from '../../support/report/sample.ts';
import { caseOf, rowsOf } from './case/case.ts';
import type { Input } from './fixture/fixture.ts';
import { type KeyedListCase, keyedLists } from './case/keyed-list-case.ts';

const { bases, options, proxy } = useEditingProxy('video', 'storage', 'calendar');
const studio = useStudio(options);

/** The gateway of another client: its turns are not those of the first one. */
let other: Awaited<ReturnType<typeof openStudio>>;

beforeAll(async () => {
  other = await openStudio({ sandbox: studio.sandbox, bases: bases() });
});

afterAll(() => other.close());

const token = { authorization: 'Bearer studio-owner' };

const nested = (path: string, value: unknown): Input =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Input;

interface PayloadError {
  readonly code: string;
  readonly path: readonly string[] | null;
}

/** Runs the update with a value in the place of the list. */
async function update(each: KeyedListCase, value: unknown, more: Input = {}, client = studio) {
  const { mutation, path, select, target } = each;
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const { body } = await client.gateway.query(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${select} errors { code path message } } }`,
    { input: { ...target, ...nested(path, value), ...more } },
    token,
  );
  expect(body.errors).toBeUndefined();
  return body.data[mutation] as { readonly errors: readonly PayloadError[] };
}

const sorted = (list: readonly unknown[]): unknown[] =>
  list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** The list of a payload without errors. */
function listIn({ path, select }: KeyedListCase, payload: Input): unknown[] {
  expect(payload['errors']).toEqual([]);
  const entity = select.split(' ')[0]!;
  return sorted((getter(`${entity}.${path}`)(payload) ?? []) as unknown[]);
}

/** The list after an update. */
const after = async (each: KeyedListCase, value: unknown, more?: Input): Promise<unknown[]> =>
  listIn(each, await update(each, value, more));

/** The list as it is: an empty change changes nothing. */
const listNow = (each: KeyedListCase): Promise<unknown[]> => after(each, {});

const calendarModes = [{ mode: 'SAFE' }, { mode: 'PATCH' }] as const;

const isConditional = ({ mutation }: KeyedListCase): boolean =>
  caseOf(mutation).kind === 'replaceIfMatch';

/** Each list, with each mode of its mutation. */
const variants = keyedLists.flatMap((each) =>
  (isConditional(each) ? calendarModes : [{}]).map((more: Input) => ({
    ...each,
    more,
    title: [each.mutation, each.path, ...Object.values(more)].join(' '),
  })),
);

/**
 * A change that leaves no entry: it empties the list, or is rejected where the service needs an
 * entry.
 */
async function emptied(each: (typeof variants)[number], value: unknown) {
  const before = await listNow(each);
  const { errors } = await update(each, value, each.more);
  const found = errors.map(({ code, path }) => [code, path?.join('.')]);
  return {
    outcome: { errors: found, list: await listNow(each) },
    expected: each.needsEntry
      ? { errors: [['INVALID_INPUT', each.path]], list: before }
      : { errors: [], list: [] },
  };
}

const changed = variants.filter(({ edit }) => edit);

describe('a keyed list', () => {
  it.each(sampled(variants))(
    'keeps what two clients add at the same time: $title',
    async (each) => {
      const before = await listNow(each);
      const [first, second] = each.entries;
      await Promise.all(
        [first, second].map(({ input }) => after(each, { set: [input] }, each.more)),
      );
      expect(await listNow(each)).toEqual(sorted([...before, first.shown, second.shown]));
    },
  );
  it.each(sampled(variants))(
    'keeps what another client adds before the write: $title',
    async (each) => {
      const before = await listNow(each);
      const [first, second] = each.entries;
      const method = studioMethod(each);
      proxy.beforeNext(method, async () => {
        listIn(each, await update(each, { set: [second.input] }, each.more, other));
      });
      expect(await after(each, { set: [first.input] }, each.more)).toEqual(
        expect.arrayContaining([first.shown]),
      );
      expect(await listNow(each)).toEqual(sorted([...before, first.shown, second.shown]));
    },
  );
  it.each(sampled(changed))(
    'merges an entry of set into the one with its key: $title',
    async (each) => {
      const before = await listNow(each);
      const { more, edit } = each;
      const inputs = each.entries.map(({ input }) => input);
      await after(each, { set: inputs }, more);
      expect(await after(each, { set: [edit!.input] }, more)).toEqual(
        sorted([...before, edit!.shown, each.entries[1].shown]),
      );
    },
  );
  it.each(sampled(variants))(
    'removes by key, and a missing key has no effect: $title',
    async (each) => {
      const before = await listNow(each);
      const { more, entries } = each;
      await after(each, { set: entries.map(({ input }) => input) }, more);
      const removal = { remove: [entries[0].key] };
      for (let time = 0; time < 2; time += 1)
        expect(await after(each, removal, more)).toEqual(sorted([...before, entries[1].shown]));
    },
  );
  it.each(sampled(variants))(
    'has the entries of replaceAll alone, merged by key: $title',
    async (each) => {
      const { more, entries, edit = entries[0] } = each;
      await after(each, { set: [entries[0].input] }, more);
      const replaceAll = [entries[1].input, edit.input];
      expect(await after(each, { replaceAll }, more)).toEqual(
        sorted([entries[1].shown, edit.shown]),
      );
      const { outcome, expected } = await emptied(each, { replaceAll: [] });
      expect(outcome).toEqual(expected);
    },
  );
  it.each(sampled(variants))('has no entries after null: $title', async (each) => {
    await after(each, { set: each.entries.map(({ input }) => input) }, each.more);
    const { outcome, expected } = await emptied(each, null);
    expect(outcome).toEqual(expected);
  });
});

/** The method of the request that writes the list. */
function studioMethod({ mutation, more }: (typeof variants)[number]): string {
  const { spec } = caseOf(mutation).write;
  return more['mode'] === 'PATCH' ? 'PATCH' : spec.operation.method;
}

describe('fields of entries that the schema does not show', () => {
  const withFields = variants.filter(({ isTextMap }) => !isTextMap);
  it.each(sampled(withFields))('are sent back: $title', async (each) => {
    const { mutation, path, entries, edit, more } = each;
    await after(each, { set: [entries[0].input] }, more);
    const [argument, ...below] = path.split('.');
    const row = rowsOf(caseOf(mutation).write).find(({ name }) => name === argument)!.row;
    const restList = getter([row[1], ...below].join('.'));
    proxy.edit((answer) => {
      for (const entity of (answer['items'] ?? [answer]) as object[])
        for (const entry of Object.values(restList(entity) ?? {}))
          Object.assign(entry, { hidden: 'x' });
    });
    const before = studio.calls().length;
    await update(each, { set: [entries[1].input, ...(edit ? [edit.input] : [])] }, more);
    const sent = studio
      .calls()
      .slice(before)
      .find(({ call }) => call.method !== 'GET')!;
    const list = Object.values(restList(sent.body as object) as object) as Input[];
    const added = list.filter(({ hidden }) => hidden !== 'x');
    expect([list.length > 1, added.length]).toEqual([true, 1]);
  });
});

describe('a contradiction in a change', () => {
  const rejections = keyedLists.flatMap((each) => {
    const { path, entries, keyField } = each;
    const [first, second] = entries;
    const key = keyField === undefined ? '' : `.${keyField}`;
    const twice = [first.input, first.input];
    return [
      [`set.1${key}`, { set: twice }],
      [`replaceAll.1${key}`, { replaceAll: twice }],
      ['remove.1', { remove: [first.key, first.key] }],
      ['remove.0', { set: [first.input], remove: [first.key] }],
      ['replaceAll', { replaceAll: [first.input], set: [second.input] }],
      ['replaceAll', { replaceAll: [first.input], remove: [second.key] }],
      ['replaceAll', { replaceAll: [], set: [] }],
    ].map(([place, value]) => ({
      ...each,
      place: `${path}.${place as string}`,
      value,
      title: `${each.mutation} ${path} ${JSON.stringify(value)}`,
    }));
  });
  it.each(sampled(rejections))('is rejected before any call: $title', async (each) => {
    const { errors } = await update(each, each.value);
    expect(errors).toEqual([
      { code: 'INVALID_INPUT', path: each.place.split('.'), message: expect.any(String) },
    ]);
    expect(studio.operations()).toEqual([]);
  });
});

describe('the maximum number of entries', () => {
  const limited = keyedLists.filter(({ limit }) => limit);
  // The gateway rejects a document with a longer list (`MAX_LIST`).
  const short = limited.filter(({ limit }) => limit!.max < 200);
  const listOf = ({ limit }: KeyedListCase, length: number): Input[] =>
    Array.from({ length }, (_, index) => limit!.entry(index));
  it.each(sampled(short))('is checked before any call: $mutation $path', async (each) => {
    const { max } = each.limit!;
    for (const name of ['set', 'replaceAll']) {
      const { errors } = await update(each, { [name]: listOf(each, max + 1) });
      expect(errors).toMatchObject([
        { code: 'INVALID_INPUT', path: `${each.path}.${name}`.split('.') },
      ]);
    }
    expect(studio.operations()).toEqual([]);
  });
  it.each(sampled(limited))('is checked before the write: $mutation $path', async (each) => {
    const { max } = each.limit!;
    await after(each, { replaceAll: [each.entries[0].input] });
    const before = studio.calls().length;
    const { errors } = await update(each, { set: listOf(each, max) });
    expect(errors).toMatchObject([
      {
        code: 'INVALID_INPUT',
        path: each.path.split('.'),
        message: expect.stringContaining(`at most ${max}`),
      },
    ]);
    expect(
      studio
        .calls()
        .slice(before)
        .map(({ call }) => call.method),
    ).toEqual(['GET']);
    expect(await after(each, { set: listOf(each, max - 1) })).toHaveLength(max);
  });
});
