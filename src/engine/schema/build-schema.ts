/** Makes schemas of what the modules declare: Pothos makes the types, and here are their fields. */
import PothosBuilder, { BuildCache } from '@pothos/core';
import {
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
  GraphQLList,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  GraphQLSchema,
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
import { sortedNames, sortSchema } from './sort-schema.ts';

/**
 * Builds a schema, sorted by names.
 * @param define adds the fields, before it returns
 * @param assumeValid whether the schema is not validated at the start, because a test does
 * @throws TypeError for a type that a field mentions, and nothing has implemented
 */
export function buildSchema(api: Api, define: () => void, assumeValid = false): GraphQLSchema {
  return collect(api, define, (collection) => {
    const types = typesOf(collection);
    const root = ({ name }: DeclaredType) => types.get(name) as GraphQLObjectType | undefined;
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

const rootMakers: ReadonlyMap<unknown, string> = new Map([
  [Query, 'queryType'],
  [Mutation, 'mutationType'],
  [Subscription, 'subscriptionType'],
]);

const makers = {
  Object: 'objectType',
  Interface: 'interfaceType',
  Union: 'unionType',
  Enum: 'enumType',
  InputObject: 'inputType',
} as const;

// any: the types of Pothos describe each field anew for each type, and are slow to check.
type Pothos = any;

type Types = ReadonlyMap<string, GraphQLNamedType>;

/** Makes the types of a schema. @returns them by name */
function typesOf({ scalars, types, added }: Collection): Types {
  const pothos: Pothos = new PothosBuilder({});
  const fieldsByType = new Map<DeclaredType, AnyFields>();
  for (const scalar of specifiedScalarTypes) pothos.addScalarType(scalar.name, scalar);
  for (const [name, config] of scalars) pothos.scalarType(name, config);
  const mention = ({ type }: AnyField): void => {
    const named: unknown = Array.isArray(type) ? type[0] : type;
    if (named instanceof DeclaredType) types.add(named);
  };
  // It grows: the fields of these types mention others.
  for (const type of types) {
    const { kind, name, definition } = type;
    if (!definition) throw new TypeError(`nothing has implemented the type ${name}`);
    const fields = fieldsOf(type, added);
    fieldsByType.set(type, fields);
    for (const field of Object.values(fields)) {
      mention(field);
      Object.values(field.args ?? {}).forEach(mention);
    }
    definition.interfaces?.forEach((each) => types.add(each));
    definition.types?.forEach((each) => types.add(each));
    const options = { ...definition, fields: kind === 'InputObject' ? noFields : undefined };
    const root = rootMakers.get(type);
    const made = root ? pothos[root](options) : pothos[makers[kind]](name, options);
    // So other types can mention the type as it is declared.
    pothos.configStore.associateParamWithRef(type, made);
  }
  const maker = new TypeMaker(pothos, fieldsByType);
  maker.buildAll();
  return maker.types;
}

const noFields = (): AnyFields => ({});

/** Any field, of an output type or of an input type. */
type AnyField = Partial<Field & InputField> & {
  readonly type: unknown;
  readonly defaultValue?: unknown;
};

type AnyFields = Readonly<Record<string, AnyField>>;

/**
 * Makes types whose fields go to graphql-js as they are declared. Pothos makes a reference, copies
 * of the options and five extensions of each field and argument, for plugins: a fifth of a start.
 * It asks `getFields` and `getInputFields` for the fields of a type; it exports the class, but
 * declares both private.
 */
class TypeMaker extends (BuildCache as new (...parts: unknown[]) => Pothos) {
  declare readonly types: Types;
  readonly #fields: ReadonlyMap<string, AnyFields>;

  constructor(pothos: Pothos, fields: ReadonlyMap<DeclaredType, AnyFields>) {
    super(pothos, {});
    this.#fields = new Map(Array.from(fields, ([{ name }, of]) => [name, of]));
  }

  /** The fields of an object type or interface, with those of its interfaces. */
  getFields(type: GraphQLObjectType | GraphQLInterfaceType) {
    const all = [...type.getInterfaces(), type].map(({ name }) => this.#fields.get(name));
    return mapValues(Object.assign({}, ...all) as AnyFields, this.#outputField);
  }

  getInputFields({ name }: GraphQLNamedType) {
    return mapValues(this.#fields.get(name)!, this.#inputField);
  }

  readonly #inputField = ({ required, ...field }: AnyField): GraphQLArgumentConfig => ({
    ...field,
    // Null means the default: see `argument-values.ts`.
    type: this.#wrapped(field.type, required === true && field.defaultValue === undefined, true),
  });

  readonly #outputField = (field: AnyField): GraphQLFieldConfig<unknown, Context> => {
    const { type, nullable = true, args } = field;
    const { list, items } =
      typeof nullable === 'boolean' ? { list: nullable, items: false } : nullable;
    return {
      ...(field as object),
      type: this.#wrapped(type, !list, !items),
      args: args && mapValues(args, this.#inputField),
    };
  };

  /** @param areNonNull whether the elements of a list are */
  #wrapped(mention: unknown, isNonNull: boolean, areNonNull: boolean): any {
    const type = Array.isArray(mention)
      ? new GraphQLList(this.#wrapped(mention[0], areNonNull, true))
      : this.#typeOf(mention);
    return isNonNull ? new GraphQLNonNull(type) : type;
  }

  #typeOf(mention: unknown): GraphQLNamedType {
    const name = mention instanceof DeclaredType ? mention.name : String(mention);
    const type = this.types.get(name);
    if (!type) throw new TypeError(`nothing has implemented the type ${name}`);
    return type;
  }
}

/** All fields of a type. @throws TypeError for two of the same name */
function fieldsOf(type: DeclaredType, added: Collection['added']): AnyFields {
  const t = type.kind === 'InputObject' ? inputBuilder : new FieldBuilder(type);
  const makers = [type.definition?.fields, ...(added.get(type) ?? [])];
  const [first = {}, ...others] = makers.flatMap((make) => (make ? [make(t as never)] : []));
  if (others.length === 0) return first;
  const fields: Record<string, AnyField> = { ...first };
  for (const [name, field] of others.flatMap((each) => Object.entries(each))) {
    if (name in fields) throw new TypeError(`${type.name} has two fields ${name}`);
    fields[name] = field;
  }
  return fields;
}

/** @returns what `map` makes of the values, sorted by their names */
function mapValues<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R) {
  const mapped: Record<string, R> = {};
  for (const name of sortedNames(Object.keys(record))) mapped[name] = map(record[name]!);
  return mapped;
}
