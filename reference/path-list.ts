/** Which paths of the bodies a write may set: `writable.json` and `read-only.json`. */
import type { ClientValue } from './client.ts';
import type { KeyedOperation } from './operation-table.ts';
import { type Leaf, leavesOf } from './type-table.ts';

/** Constants and versions: no write sets them. */
const isFixed = (path: string): boolean => path === 'kind' || path === 'etag';

/** The values of a body; lists are one value each. */
const bodyLeaves = ({ operation: { body }, service }: KeyedOperation): Leaf[] =>
  leavesOf(service.types, body!, ({ suffix }) => suffix.includes('['));

/**
 * The content of `src/sandbox/data/writable.json`: by operation with a body, the paths that it may
 * set. Those of Drive and Calendar are all that are not read-only; Google's client does not mark
 * those of YouTube, whose pages list what each write may set.
 */
export function writableTable(operations: readonly KeyedOperation[]): object {
  const withBody = operations.filter(({ operation: { body } }) => body !== undefined);
  return Object.fromEntries(withBody.map((each) => [each.key, writablePathsOf(each)]));
}

/** @returns the paths of the body that an operation may set */
export function writablePathsOf(each: KeyedOperation): readonly string[] {
  const { writablePaths, writes = {} } = each.operation;
  if (each.client === 'youtube') return writablePaths ?? [];
  const stated = bodyLeaves(each).filter(({ path, readOnly }) => !readOnly && !isFixed(path));
  const paths = writablePaths ?? stated.map(({ path }) => path);
  const added = Object.keys(writes).filter((path) => writes[path]);
  return [...paths.filter((path) => writes[path] !== false), ...added];
}

/**
 * The content of `test/data/read-only.json`: the read-only paths of each entity of Drive and
 * Calendar that has updates.
 */
export function readOnlyTable(operations: readonly KeyedOperation[]): object {
  const updates = operations.filter(
    ({ client, operation: { method } }) => client !== 'youtube' && /^(PUT|PATCH)$/.test(method),
  );
  const tables = updates.map(({ key, operation: { body }, service }) => {
    const isWhole = (_: unknown, value: ClientValue): boolean => value.readOnly === true;
    const fixed = leavesOf(service.types, body!, isWhole).filter(
      ({ path, readOnly }) => readOnly || isFixed(path),
    );
    const paths = fixed.map(({ path }) => path.replace(/(\[\]|\.\(key\))+$/, ''));
    return [`${key.split(':', 1)[0]}:${body}`, paths.toSorted()];
  });
  return Object.fromEntries(tables);
}
