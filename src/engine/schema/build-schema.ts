/** Makes schemas of what the modules declare: hands it to Pothos, which makes the types. */
import PothosBuilder, {
  InputFieldBuilder,
  InterfaceFieldBuilder,
  MutationFieldBuilder,
  ObjectFieldBuilder,
  QueryFieldBuilder,
  SubscriptionFieldBuilder,
} from '@pothos/core';
import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import type { Api } from '../api/api.ts';
import { withNullableDefaults } from '../read/argument-values.ts';
import {
  collect,
  type Collection,
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
import { FieldBuilder, inputBuilder, type InputField } from './field-builder.ts';
import { sortSchema } from './sort-schema.ts';

/**
 * Builds a schema, sorted by names.
 * @param define adds the fields, before it returns
 * @param assumeValid whether the schema is not validated at the start, because a test does
 * @throws TypeError for a type that a field mentions, and nothing has implemented
 */
export function buildSchema(api: Api, define: () => void, assumeValid = false): GraphQLSchema {
  return collect(api, define, (collection) => {
    const schema: GraphQLSchema = inPothos(collection).toSchema({
      directives: [
        ...specifiedDirectives,
        upstreamDirective(api),
        scopesDirective,
        effectDirective,
        semanticNonNullDirective,
      ],
      sortSchema: false,
      extensions: { api, resources: collection.resources },
    });
    if (assumeValid) Object.assign(schema, { assumeValid, __validationErrors: [] });
    return withNullableDefaults(sortSchema(schema));
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

/** What makes the fields of a type, by what makes the type. */
const fieldBuilders = (pothos: Pothos): Readonly<Record<string, Pothos>> => ({
  queryType: new QueryFieldBuilder(pothos),
  mutationType: new MutationFieldBuilder(pothos),
  subscriptionType: new SubscriptionFieldBuilder(pothos),
  objectType: new ObjectFieldBuilder(pothos),
  interfaceType: new InterfaceFieldBuilder(pothos),
  inputType: new InputFieldBuilder(pothos, 'InputObject'),
});

// any: the types of Pothos describe each field anew for each type, and are slow to check.
type Pothos = any;

/** Hands what a schema consists of to Pothos. */
function inPothos({ scalars, types, added }: Collection): Pothos {
  const pothos: Pothos = new PothosBuilder({});
  const builders = fieldBuilders(pothos);
  for (const [name, config] of scalars) pothos.scalarType(name, config);
  const mention = (mentioned: unknown): void => {
    const type: unknown = Array.isArray(mentioned) ? mentioned[0] : mentioned;
    if (type instanceof DeclaredType) types.add(type);
  };
  // It grows: the fields of these types mention others.
  for (const type of types) {
    const { kind, name, definition } = type;
    if (!definition) throw new TypeError(`nothing has implemented the type ${name}`);
    const fields = fieldsOf(type, added);
    for (const field of Object.values(fields)) {
      mention(field.type);
      for (const arg of Object.values(field.args ?? {})) mention(arg.type);
    }
    definition.interfaces?.forEach(mention);
    definition.types?.forEach(mention);
    const root = rootMakers.get(type);
    const maker = root ?? makers[kind];
    const t = builders[maker];
    const make = () =>
      mapValues(fields, (field) =>
        t.field(field.args ? { ...field, args: mapValues(field.args, t.arg) } : field),
      );
    const options = { ...definition, fields: kind === 'InputObject' ? make : undefined };
    const made = root ? pothos[root](options) : pothos[maker](name, options);
    // As an option of an output type, it would get a builder of its own for each type.
    if (kind === 'Object' || kind === 'Interface') made.addFields(make);
    // So fields can mention the type as it is declared.
    pothos.configStore.associateParamWithRef(type, made);
  }
  return pothos;
}

/** All fields of a type. @throws TypeError for two of the same name */
function fieldsOf(type: DeclaredType, added: Collection['added']): Record<string, AnyField> {
  const t = type.kind === 'InputObject' ? inputBuilder : new FieldBuilder(type);
  const fields: Record<string, AnyField> = {};
  for (const make of [type.definition?.fields, ...(added.get(type) ?? [])]) {
    const made: Readonly<Record<string, AnyField>> = make?.(t as never) ?? {};
    for (const name of Object.keys(made)) {
      if (name in fields) throw new TypeError(`${type.name} has two fields ${name}`);
      fields[name] = made[name]!;
    }
  }
  return fields;
}

/** Any field, as far as the types in it are concerned. */
interface AnyField {
  readonly type: unknown;
  readonly args?: Readonly<Record<string, InputField>> | undefined;
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R) {
  const mapped: Record<string, R> = {};
  for (const name of Object.keys(record)) mapped[name] = map(record[name]!);
  return mapped;
}
