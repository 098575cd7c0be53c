/** The words in which operations are written down, and what the compiler makes of them. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ResponseOf,
  type Args,
  body,
  csv,
  csvOf,
  del,
  deprecated,
  flag,
  get,
  id,
  int,
  oneOf,
  openEnum,
  pathKeys,
  put,
  repeat,
  required,
  returns,
  serviceOf,
  text,
} from '../../src/upstream/operation.ts';

const facts = { units: 1, bucket: 'calendar', auth: 'user', scopes: [], idempotent: true } as const;

const list = get('calendar:shelves.list', '/rooms/{roomId}/shelves', {
  ...facts,
  query: {
    part: required(csv()),
    order: oneOf('name', 'size'),
    kinds: repeat(text),
    limit: int(1, 9),
    deep: flag,
  },
  returns: returns<{ shelves: string[] }>(),
});

const update = put('calendar:shelves.update', '/rooms/{roomId}/shelves/{shelfId}', {
  ...facts,
  body: body<{ name?: string }>(),
  writable: ['name', 'boards[]'],
});

describe('a parameter', () => {
  it('holds only what was said of it', () => {
    expect([text, flag, id]).toEqual([
      { type: 'string' },
      { type: 'boolean' },
      { type: 'string', id: true },
    ]);
    expect([int(), int(1), int(0, 5)]).toEqual([
      { type: 'integer' },
      { type: 'integer', min: 1 },
      { type: 'integer', min: 0, max: 5 },
    ]);
  });
  it('tells a closed list of values from an open one', () => {
    expect(oneOf('a', 'b')).toEqual({ type: 'string', values: ['a', 'b'] });
    expect(openEnum('a', 'b')).toEqual({ type: 'string', known: ['a', 'b'] });
    expect(csvOf('a', 'b')).toEqual({ type: 'string', list: 'comma', known: ['a', 'b'] });
  });
  it('says how a list travels and how long it may be', () => {
    expect([csv(), csv(50)]).toEqual([
      { type: 'string', list: 'comma' },
      { type: 'string', list: 'comma', maxItems: 50 },
    ]);
    expect(repeat(oneOf('a'))).toEqual({ type: 'string', list: 'repeat', values: ['a'] });
  });
  it('keeps its facts when it is required or deprecated', () => {
    expect(required(csv(50))).toEqual({
      type: 'string',
      list: 'comma',
      maxItems: 50,
      required: true,
    });
    expect(deprecated(flag)).toEqual({ type: 'boolean', deprecated: true });
  });
});

describe('an operation', () => {
  it('has its method from its constructor, an empty query unless told, and a body when one is declared', () => {
    const remove = del('calendar:shelves.delete', '/shelves/{shelfId}', facts);
    expect(
      [list, update, remove].map(({ method, hasRequestBody: hasBody }) => [method, hasBody]),
    ).toEqual([
      ['GET', false],
      ['PUT', true],
      ['DELETE', false],
    ]);
    expect(remove.query).toEqual({});
  });
  it('tells its service and the keys of its path, in their order', () => {
    expect(serviceOf(update)).toBe('calendar');
    expect(pathKeys(update.path)).toEqual(['roomId', 'shelfId']);
    expect(pathKeys('/a/{x}:resolve')).toEqual(['x']);
    expect(pathKeys('/a')).toEqual([]);
  });
  it('takes its path keys and required parameters, and optionally the others with the mask', () => {
    expectTypeOf<Args<typeof list>>().toExtend<{
      readonly roomId: string;
      readonly part: readonly string[];
    }>();
    expectTypeOf<{ roomId: string; part: string[] }>().toExtend<Args<typeof list>>();
    expectTypeOf<{
      roomId: string;
      part: string[];
      fields: string;
      limit: number;
      deep: boolean;
      kinds: string[];
    }>().toExtend<Args<typeof list>>();
    expectTypeOf<{ roomId: string }>().not.toExtend<Args<typeof list>>();
    expectTypeOf<{ part: string[] }>().not.toExtend<Args<typeof list>>();
    expectTypeOf<{ roomId: string; part: string }>().not.toExtend<Args<typeof list>>();
  });
  it('takes of a closed list its values alone', () => {
    expectTypeOf<Args<typeof list>['order']>().toEqualTypeOf<'name' | 'size' | undefined>();
  });
  it('needs its body where it declares one, and answers what it declares', () => {
    expectTypeOf<{ roomId: string; shelfId: string }>().not.toExtend<Args<typeof update>>();
    expectTypeOf<{ roomId: string; shelfId: string; body: { name: string } }>().toExtend<
      Args<typeof update>
    >();
    expectTypeOf<ResponseOf<typeof list>>().toEqualTypeOf<{ shelves: string[] }>();
    expectTypeOf<ResponseOf<typeof update>>().toEqualTypeOf<void>();
  });
  it('knows its writable paths by name', () => {
    expectTypeOf<NonNullable<(typeof update)['writable']>[number]>().toEqualTypeOf<
      'name' | 'boards[]'
    >();
  });
});
