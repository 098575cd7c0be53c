/** Makes schemas of what the modules declare. */
import {
  type GraphQLArgumentConfig,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLUnionType,
  specifiedDirectives,
  specifiedScalarTypes,
} from 'graphql';
import type { Api } from '../api/api.ts';
import { withDefaultsForNull } from '../read/argument-values.ts';
import {
  collect,
  type Collection,
  type Context,
  DeclaredType,
  Mutation,
  Query,
  Subscription,
} from './builder.ts';
import {
  effectDirective,
  scopesDirective,
  semanticNonNullDirective,
  upstreamDirective,
} from './directive.ts';
import { type Field, FieldBuilder, inputBuilder, type InputField } from './field-builder.ts';
import { sortSchema } from './sort-schema.ts';

/**
 * Builds a schema, sorted by names.
 * @param define adds the fields, before it returns
 * @param assumeValid whether the schema is not validated at the start, because a test does
 * @throws TypeError for a type that a field mentions, and nothing has implemented
 */
export function buildSchema(api: Api, define: () => void, assumeValid = false): GraphQLSchema {
  return collect(api, define, (collection) => {
    const types = new TypeMaker(collection).make();
    const root = (type: DeclaredType) => types.get(type) as GraphQLObjectType | undefined;
    const schema = new GraphQLSchema({
      query: root(Query),
      mutation: root(Mutation),
      subscription: root(Subscription),
      types: [...types.values()],
      directives: [
        ...specifiedDirectives,
        upstreamDirective(api),
        scopesDirective,
        effectDirective,
        semanticNonNullDirective,
      ],
      extensions: { api, resources: collection.resources },
      assumeValid,
    });
    return withDefaultsForNull(sortSchema(schema));
  });
}

/** Any field, of an output type or of an input type. */
type AnyField = Partial<Field & InputField> & {
  readonly type: unknown;
  readonly defaultValue?: unknown;
};

type AnyFields = Readonly<Record<string, AnyField>>;

const classes: Readonly<Record<DeclaredType['kind'], new (config: never) => GraphQLNamedType>> = {
  Object: GraphQLObjectType,
  Interface: GraphQLInterfaceType,
  Union: GraphQLUnionType,
  Enum: GraphQLEnumType,
  InputObject: GraphQLInputObjectType,
};

/** Makes the types of graphql-js. Their own fields are made when all types are known. */
class TypeMaker {
  readonly #collection: Collection;
  /** By what mentions them: a scalar by its name, any other by its declaration. */
  readonly #types = new Map<unknown, GraphQLNamedType>();
  readonly #fields = new Map<DeclaredType, AnyFields>();

  constructor(collection: Collection) {
    this.#collection = collection;
  }

  /** @returns those that were implemented while the schema is built, and all that fields mention */
  make(): ReadonlyMap<unknown, GraphQLNamedType> {
    const { scalars, types, added } = this.#collection;
    for (const scalar of specifiedScalarTypes) this.#types.set(scalar.name, scalar);
    for (const [name, config] of scalars)
      this.#types.set(name, new GraphQLScalarType({ ...config, name }));
    // It grows: the fields of these types mention others.
    for (const type of types) {
      const fields = fieldsOf(type, added);
      this.#fields.set(type, fields);
      for (const field of Object.values(fields)) {
        this.#collect(field);
        Object.values(field.args ?? {}).forEach(this.#collect);
      }
      type.definition?.interfaces?.forEach((each) => types.add(each));
      type.definition?.types?.forEach((each) => types.add(each));
      this.#types.set(type, this.#made(type, fields));
    }
    return this.#types;
  }

  readonly #collect = ({ type }: AnyField): void => {
    const named: unknown = Array.isArray(type) ? type[0] : type;
    if (named instanceof DeclaredType) this.#collection.types.add(named);
  };

  #made({ kind, name, definition }: DeclaredType, own: AnyFields): GraphQLNamedType {
    if (!definition) throw new TypeError(`nothing has implemented the type ${name}`);
    const { interfaces = [], types = [] } = definition;
    const outputFields = (): AnyFields =>
      Object.assign({}, ...interfaces.map((each) => this.#fields.get(each)), own);
    // Each class takes what its kind has.
    const config: object = {
      ...definition,
      name,
      interfaces: () => interfaces.map(this.#typeOf),
      types: () => types.map(this.#typeOf),
      fields: () =>
        kind === 'InputObject'
          ? mapValues(own, this.#inputField)
          : mapValues(outputFields(), this.#outputField),
    };
    return new classes[kind](config as never);
  }

  readonly #inputField = ({ required, ...field }: AnyField): GraphQLArgumentConfig => ({
    ...field,
    // Null means the default: see `argument-values.ts`.
    type: this.#wrapped(field.type, required === true && field.defaultValue === undefined, true),
  });

  readonly #outputField = (field: AnyField): GraphQLFieldConfig<unknown, Context> => {
    const { type, description, deprecationReason, extensions, args, resolve, subscribe } = field;
    const { nullable = true } = field;
    const { list, items } =
      typeof nullable === 'boolean' ? { list: nullable, items: false } : nullable;
    return {
      type: this.#wrapped(type, !list, !items),
      args: args && mapValues(args, this.#inputField),
      description,
      deprecationReason,
      extensions,
      resolve,
      subscribe,
    };
  };

  /** @param areNonNull whether the elements of a list are */
  #wrapped(mention: unknown, isNonNull: boolean, areNonNull: boolean): any {
    const type = Array.isArray(mention)
      ? new GraphQLList(this.#wrapped(mention[0], areNonNull, true))
      : this.#typeOf(mention);
    return isNonNull ? new GraphQLNonNull(type) : type;
  }

  // any: the compiler has checked that the kind of the type suits the place.
  readonly #typeOf = (mention: unknown): any => {
    const type = this.#types.get(mention);
    if (!type) throw new TypeError(`nothing has implemented the type ${String(mention)}`);
    return type;
  };
}

/** All fields of a type. @throws TypeError for two of the same name */
function fieldsOf(type: DeclaredType, added: Collection['added']): Record<string, AnyField> {
  const t = type.kind === 'InputObject' ? inputBuilder : new FieldBuilder(type);
  const fields: Record<string, AnyField> = {};
  for (const make of [type.definition?.fields, ...(added.get(type) ?? [])]) {
    const made: AnyFields = make?.(t as never) ?? {};
    for (const name of Object.keys(made)) {
      if (name in fields) throw new TypeError(`${type.name} has two fields ${name}`);
      fields[name] = made[name]!;
    }
  }
  return fields;
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R) {
  const mapped: Record<string, R> = {};
  for (const name of Object.keys(record)) mapped[name] = map(record[name]!);
  return mapped;
}
