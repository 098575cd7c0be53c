/**
 * Which REST operations the schema exposes. An operation is exposed if a field or mutation of the
 * schema may call it, or a download from a URL that a field returns. Fields state their operations
 * in their extensions.
 */
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { isReadByCall, type Resource } from '../read/resource.ts';
import type { AnyOperation } from '../api/operation.ts';
import { resourcesOf } from './builder.ts';

interface ExposedOperations {
  /** Coordinates of the fields that name an operation, by its key. */
  readonly coordinates: ReadonlyMap<string, readonly string[]>;
  /** Keys of the operations that the graph calls, sorted. */
  readonly called: readonly string[];
  /** Keys of the operations that a service has retired: their fields return an error. Sorted. */
  readonly retired: readonly string[];
}

interface NamedOperation {
  readonly key: string;
  /** `Type.field`, in Markdown. */
  readonly coordinate: string;
}

const named = (operations: readonly AnyOperation[], coordinate: string): NamedOperation[] =>
  operations.map(({ key }) => ({ key, coordinate }));

const byCoordinate = (a: NamedOperation, b: NamedOperation): number =>
  a.coordinate < b.coordinate ? -1 : 1;

/** @returns the operations that a schema exposes, and by which fields */
export function exposedOperationsOf(schema: GraphQLSchema): ExposedOperations {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields = types.flatMap((type) =>
    Object.values(type.getFields()).map(({ name, extensions }) => ({
      coordinate: `\`${type.name}.${name}\``,
      ...extensions,
    })),
  );
  const called = fields.flatMap(({ operations = [], downloads = [], coordinate }) =>
    named([...operations, ...downloads], coordinate),
  );
  const retired = fields.flatMap(({ retires, coordinate }) =>
    named(retires ? [retires] : [], coordinate),
  );
  const byNode = readByNode([...resourcesOf(schema).values()], types).toSorted(byCoordinate);
  const all = [...called.toSorted(byCoordinate), ...retired.toSorted(byCoordinate), ...byNode];
  return {
    coordinates: new Map(
      [...Map.groupBy(all, ({ key }) => key)].map(([key, uses]) => [
        key,
        uses.map(({ coordinate }) => coordinate),
      ]),
    ),
    called: keysOf([...called, ...byNode]),
    retired: keysOf(retired),
  };
}

const keysOf = (operations: readonly NamedOperation[]): string[] =>
  [...new Set(operations.map(({ key }) => key))].toSorted();

/** The operations by which `Query.node` reads entities. */
function readByNode(
  resources: readonly Resource[],
  types: readonly GraphQLObjectType[],
): NamedOperation[] {
  const nodeTypes = new Set(
    types
      .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
      .map(({ name }) => name),
  );
  return resources
    .filter((each) => isReadByCall(each) && nodeTypes.has(each.name))
    .flatMap(({ name, read }) => {
      const { subset } = 'subset' in read ? read : {};
      const operations = subset ? [read.operation, subset.operation] : [read.operation];
      return named(operations, `\`Query.node:${name}\``);
    });
}
