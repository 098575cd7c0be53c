/**
 * The laws of plans for schemas (`docs/design/executor.md`): what graphql-js accepts and plans do
 * not.
 */
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  defaultFieldResolver,
  getNullableType,
  type GraphQLAbstractType,
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLUnionType,
  isAbstractType,
  isListType,
  isObjectType,
} from 'graphql';

/** The kind of a function: `Function`, `AsyncFunction`, `GeneratorFunction` and so on. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** @returns the breaks of laws that the schema shows without being executed */
export const breaksOf = (schema: GraphQLSchema): readonly string[] =>
  Object.values(schema.getTypeMap()).flatMap(breaksOfType);

function breaksOfType(type: GraphQLNamedType): readonly string[] {
  if (type.name.startsWith('__')) return [];
  if (isAbstractType(type)) return breaksOfAbstract(type);
  if (!isObjectType(type)) return [];
  const generators = Object.values(type.getFields()).filter(({ resolve }) =>
    kindOf(resolve).includes('Generator'),
  );
  return [
    ...(type.isTypeOf ? [`${type.name} has isTypeOf`] : []),
    ...generators.map(({ name }) => `${type.name}.${name} is a generator`),
  ];
}

function breaksOfAbstract({ name, resolveType }: GraphQLAbstractType): readonly string[] {
  if (!resolveType) return [`${name} has no resolveType`];
  const kind = kindOf(resolveType);
  return kind === 'Function' ? [] : [`${name}.resolveType is a ${kind}`];
}

/** Watches what the resolvers of a schema return. */
export class LawWatch {
  /** The schema with resolvers that are watched. */
  readonly schema: GraphQLSchema;
  readonly breaks = new Set<string>();
  /** How many values were checked. */
  checked = 0;

  constructor(schema: GraphQLSchema) {
    this.schema = mapSchema(schema, {
      [MapperKind.OBJECT_FIELD]: (config, name, typeName) => ({
        ...config,
        resolve: this.#watched(`${typeName}.${name}`, config.type, config.resolve),
      }),
      [MapperKind.INTERFACE_TYPE]: (type) =>
        new GraphQLInterfaceType({ ...type.toConfig(), resolveType: this.#typeOf(type) }),
      [MapperKind.UNION_TYPE]: (type) =>
        new GraphQLUnionType({ ...type.toConfig(), resolveType: this.#typeOf(type) }),
    });
  }

  #watched(
    field: string,
    type: GraphQLOutputType,
    resolve: GraphQLFieldResolver<unknown, unknown> = defaultFieldResolver,
  ): GraphQLFieldResolver<unknown, unknown> {
    return (source, args, context, info) => {
      const value = resolve(source, args, context, info);
      this.#check(field, type, value);
      return value;
    };
  }

  #typeOf({ name, resolveType }: GraphQLAbstractType): GraphQLAbstractType['resolveType'] {
    return (value, context, info, type) => {
      const typeName = resolveType?.(value, context, info, type);
      if (typeof typeName !== 'string') this.breaks.add(`${name}.resolveType gives no name`);
      return typeName;
    };
  }

  #check(field: string, type: GraphQLOutputType, value: unknown): void {
    this.checked += 1;
    if (value instanceof Promise) {
      value.then(
        (settled: unknown) => this.#check(field, type, settled),
        () => {},
      );
      return;
    }
    if (isThenable(value)) this.breaks.add(`${field} has a thenable that is no promise`);
    const nullable = getNullableType(type);
    if (!isListType(nullable) || value == null || value instanceof Error) return;
    if (!Array.isArray(value)) {
      this.breaks.add(`${field} has a list that is no array`);
      return;
    }
    for (const item of value) this.#check(field, nullable.ofType, item);
  }
}
