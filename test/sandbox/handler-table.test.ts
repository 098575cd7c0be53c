/** The sandbox starts only if it knows what its handlers receive. */
import { describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/engine/api/operation.ts';
import { mergeTables } from '../../src/sandbox/call/handler-table.ts';
import { catalogue } from '../../src/services/catalogue.ts';

const handle = (): object => ({});

/** The catalogue with one more operation. */
const withOperation = (operation: AnyOperation): ReadonlyMap<string, AnyOperation> =>
  new Map([...catalogue, [operation.key, operation]]);

describe('the handlers of the sandbox', () => {
  const create = catalogue.get('storage:files.create')!;
  it('are found by the keys of their operations', () => {
    const options = { handle, defaultFields: 'id' };
    const merged = mergeTables(
      [{ 'storage:files.create': handle }, { 'video:videos.list': options }],
      catalogue,
    );
    expect([...merged]).toEqual([
      ['storage:files.create', { handle }],
      ['video:videos.list', options],
    ]);
  });
  it('are refused for a key that is no operation', () => {
    expect(() => mergeTables([{ 'storage:files.bless': handle }], catalogue)).toThrow(
      'storage:files.bless is not an operation; expected a key such as video:videos.list',
    );
  });
  it('are refused for an operation without a schema', () => {
    const operations = withOperation({ ...create, key: 'storage:files.bless' });
    expect(() => mergeTables([{ 'storage:files.bless': handle }], operations)).toThrow(
      'The handler of storage:files.bless has no schema in rest-schema.json: run `npm run reference`',
    );
  });
  it('are refused for a body without a schema', () => {
    const operations = withOperation({ ...create, key: 'storage:files.get' });
    expect(() => mergeTables([{ 'storage:files.get': handle }], operations)).toThrow(
      'The handler of storage:files.get has no schema',
    );
  });
  it('are accepted for an operation that receives and returns nothing', () => {
    const merged = mergeTables([{ 'storage:files.delete': handle }], catalogue);
    expect([...merged.keys()]).toEqual(['storage:files.delete']);
  });
});
