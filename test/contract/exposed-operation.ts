/** Which REST operations the schema exposes, and by which fields: derived from its extensions. */
import { isObjectType } from 'graphql';
import { allResources } from '../../src/graph/field/field-factory.ts';
import { schema } from '../../src/graph/schema.ts';

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

const fields = objectTypes.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({
    coordinate: `\`${type.name}.${field.name}\``,
    extensions: field.extensions,
  })),
);

type Pair = readonly [operation: string, coordinate: string];

const byCoordinate = ([, a]: Pair, [, b]: Pair): number => (a < b ? -1 : 1);

/** Operations that a field may call. */
const called = fields
  .flatMap(({ coordinate, extensions }) =>
    (extensions.operations ?? []).map(({ key }): Pair => [key, coordinate]),
  )
  .toSorted(byCoordinate);

/** Operations that no longer exist upstream: their fields answer an error and call nothing. */
const retired = fields
  .flatMap(({ coordinate, extensions }) =>
    extensions.retires ? [[extensions.retires.key, coordinate] as const] : [],
  )
  .toSorted(byCoordinate);

const nodeTypes: ReadonlySet<string> = new Set(
  objectTypes
    .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
    .map(({ name }) => name),
);

/** Operations that `node` reads a type by. */
const readByNode = allResources()
  .filter(({ name, read }) => read.kind !== 'local' && nodeTypes.has(name))
  .map(({ name, read }): Pair => [read.operation.key, `\`Query.node\` as \`${name}\``])
  .toSorted(byCoordinate);

/** Coordinates of the fields behind which each operation stands, `Type.field`, by operation. */
export const coordinatesByOperation: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(
    Object.groupBy([...called, ...retired, ...readByNode], ([operation]) => operation),
  ).map(([operation, pairs = []]) => [operation, pairs.map(([, coordinate]) => coordinate)]),
);

/** Keys of the operations whose fields answer an error without a call, sorted. */
export const retiredOperations: readonly string[] = retired.map(([key]) => key).toSorted();

/** Keys of the operations that the graph calls, sorted. */
export const exposedOperations: readonly string[] = [
  ...new Set([...called, ...readByNode].map(([key]) => key)),
].toSorted();
