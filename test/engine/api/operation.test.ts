/** The builders of descriptors, and the types that follow from them. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type ResponseOf,
  type Args,
  body,
  del,
  get,
  pathKeys,
  put,
  returns,
  serviceOf,
} from '../../../src/engine/api/operation.ts';
import {
  csv,
  csvOf,
  deprecated,
  flag,
  id,
  int,
  oneOf,
  openEnum,
  repeat,
  required,
  text,
} from '../../../src/engine/api/param.ts';

const facts = { units: 1, bucket: 'CALENDAR', auth: 'user', scopes: [], idempotent: true } as const;

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
  it('has only the stated facts', () => {
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
  it('distinguishes a closed list of values from an open one', () => {
    expect(oneOf('a', 'b')).toEqual({ type: 'string', values: ['a', 'b'] });
    expect(openEnum('a', 'b')).toEqual({ type: 'string', known: ['a', 'b'] });
    expect(csvOf('a', 'b')).toEqual({ type: 'string', list: 'comma', known: ['a', 'b'] });
  });
  it('states how a list is sent and how many items it has at most', () => {
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
  it('has the method of its builder, by default no query, and the declared body', () => {
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
  it('has a service, and path keys in their order', () => {
    expect(serviceOf(update)).toBe('calendar');
    expect(pathKeys(update.path)).toEqual(['roomId', 'shelfId']);
    expect(pathKeys('/a/{x}:resolve')).toEqual(['x']);
    expect(pathKeys('/a')).toEqual([]);
  });
  it('takes path keys and required parameters, and optional parameters and the mask', () => {
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
  it('takes only the values of a closed list', () => {
    expectTypeOf<Args<typeof list>['order']>().toEqualTypeOf<'name' | 'size' | undefined>();
  });
  it('takes the declared body, and returns the declared response', () => {
    expectTypeOf<{ roomId: string; shelfId: string }>().not.toExtend<Args<typeof update>>();
    expectTypeOf<{ roomId: string; shelfId: string; body: { name: string } }>().toExtend<
      Args<typeof update>
    >();
    expectTypeOf<ResponseOf<typeof list>>().toEqualTypeOf<{ shelves: string[] }>();
    expectTypeOf<ResponseOf<typeof update>>().toEqualTypeOf<void>();
  });
  it('types its writable paths', () => {
    expectTypeOf<NonNullable<(typeof update)['writable']>[number]>().toEqualTypeOf<
      'name' | 'boards[]'
    >();
  });
});
