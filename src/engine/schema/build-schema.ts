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

// any: the types of Pothos describe each field anew for each type, and are slow to check.
type Pothos = any;

/** Hands what a schema consists of to Pothos. */
function inPothos({ scalars, types, added }: Collection): Pothos {
  const pothos: Pothos = new PothosBuilder({});
  const refs = new Map<DeclaredType, Pothos>([
    [Query, { implement: (options: object) => pothos.queryType(options) }],
    [Mutation, { implement: (options: object) => pothos.mutationType(options) }],
    [Subscription, { implement: (options: object) => pothos.subscriptionType(options) }],
  ]);
  /** Makes a type; those that can mention each other in cycles are implemented later. */
  const made = (type: DeclaredType): Pothos => {
    const { kind, name, definition } = type;
    if (!definition) throw new TypeError(`nothing has implemented the type ${name}`);
    if (kind === 'Enum') return pothos.enumType(name, definition);
    if (kind === 'Union')
      return pothos.unionType(name, { ...definition, types: definition.types!.map(mentioned) });
    types.add(type);
    return pothos[refMakers[kind]](name);
  };
  /** The type of Pothos: of a scalar, its name. */
  const mentioned = (type: unknown): Pothos => {
    if (Array.isArray(type)) return type.map(mentioned);
    if (!(type instanceof DeclaredType)) return type;
    const ref = refs.get(type) ?? made(type);
    refs.set(type, ref);
    return ref;
  };
  const argument = (given: InputField): InputField => ({ ...given, type: mentioned(given.type) });
  const field = ({ type, args = {}, ...options }: AnyField): AnyField => ({
    ...options,
    type: mentioned(type),
    args: mapValues(args, argument),
  });
  for (const [name, config] of scalars) pothos.scalarType(name, config);
  // It grows: the fields of these types mention others.
  for (const type of types) {
    const { kind, definition = {} } = type;
    const ref = mentioned(type);
    if (kind === 'Enum') continue;
    const fields = mapValues(fieldsOf(type, added), field);
    ref.implement({
      ...definition,
      interfaces: definition.interfaces?.map(mentioned),
      // Pothos calls it when it makes the schema.
      fields: (t: Pothos) =>
        mapValues(fields, ({ args, ...rest }) =>
          t.field({ ...rest, ...(args && { args: mapValues(args, t.arg) }) }),
        ),
    });
  }
  return pothos;
}

const refMakers = { Object: 'objectRef', Interface: 'interfaceRef', InputObject: 'inputRef' };

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
