/** Makes schemas of what the modules declare: hands it to Pothos, which makes the types. */
import PothosBuilder from '@pothos/core';
import { type GraphQLSchema, lexicographicSortSchema, specifiedDirectives } from 'graphql';
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
    schema.assumeValid = assumeValid;
    return withNullableDefaults(lexicographicSortSchema(schema));
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

/** Hands what a schema consists of to Pothos. */
function inPothos({ scalars, types, added }: Collection): Pothos {
  const pothos: Pothos = new PothosBuilder({});
  for (const [name, config] of scalars) pothos.scalarType(name, config);
  const mention = (mentioned: unknown): void => {
    const [type] = [mentioned].flat();
    if (type instanceof DeclaredType) types.add(type);
  };
  // It grows: the fields of these types mention others.
  for (const type of types) {
    const { kind, name, definition } = type;
    if (!definition) throw new TypeError(`nothing has implemented the type ${name}`);
    const fields = fieldsOf(type, added);
    for (const field of Object.values(fields))
      for (const each of [field, ...Object.values(field.args ?? {})]) mention(each.type);
    [...(definition.interfaces ?? []), ...(definition.types ?? [])].forEach(mention);
    const make = (t: Pothos) =>
      mapValues(fields, ({ args, ...field }) =>
        t.field({ ...field, ...(args && { args: mapValues(args, t.arg) }) }),
      );
    const options = { ...definition, fields: make };
    const root = rootMakers.get(type);
    const made = root ? pothos[root](options) : pothos[makers[kind]](name, options);
    // So fields can mention the type as it is declared.
    pothos.configStore.associateParamWithRef(type, made);
  }
  return pothos;
}

/** All fields of a type. @throws TypeError for two of the same name */
function fieldsOf(type: DeclaredType, added: Collection['added']): Record<string, AnyField> {
  const t = type.kind === 'InputObject' ? inputBuilder : new FieldBuilder(type);
  const fields: Record<string, AnyField> = {};
  for (const make of [type.definition?.fields, ...(added.get(type) ?? [])])
    for (const [name, field] of Object.entries(make?.(t as never) ?? {})) {
      if (name in fields) throw new TypeError(`${type.name} has two fields ${name}`);
      fields[name] = field;
    }
  return fields;
}

/** Any field, as far as the types in it are concerned. */
interface AnyField {
  readonly type: unknown;
  readonly args?: Readonly<Record<string, InputField>> | undefined;
}

const mapValues = <V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
