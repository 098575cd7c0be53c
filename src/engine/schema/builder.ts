/**
 * Collects what schemas consist of. Most types are declared when their module is loaded, and belong
 * to no schema; one that is implemented while a schema is built belongs to that schema, and each
 * schema has the declared types that its fields mention. So a process can build several, one after
 * the other.
 */
import type { GraphQLScalarTypeConfig, GraphQLSchema } from 'graphql';
import type { Api } from '../api/api.ts';
import type { Resource } from '../read/resource.ts';
import {
  type Field,
  type FieldBuilder,
  type Fields,
  type InputBuilder,
  type InputShape,
  type OneOfShape,
  type ScalarName,
} from './field-builder.ts';
import type { Context, DocumentReader } from './resolver-context.ts';

export type { Context, DocumentReader };

type Resources = ReadonlyMap<string, Resource>;

declare module 'graphql' {
  interface GraphQLSchemaExtensions {
    api?: Api;
    resources?: Resources;
  }
}

/** The API that a schema was built for. */
export const apiOf = ({ extensions }: GraphQLSchema): Api => extensions.api!;

/** The resources of a schema. */
export const resourcesOf = ({ extensions }: GraphQLSchema): Resources => extensions.resources!;

/** What a type has, whatever its kind. */
interface Definition {
  readonly description?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly interfaces?: readonly DeclaredType[];
  /** Of a union. */
  readonly types?: readonly DeclaredType[];
  /** Returns the name of the type that a value of an interface or a union has. */
  readonly resolveType?: (value: never) => string;
  /** Absent: the fields of the interfaces are all. */
  readonly fields?: (t: never) => InputFieldMap;
  /** Of an enum. */
  readonly values?: Readonly<Record<string, EnumValue<unknown>>>;
  readonly isOneOf?: boolean;
}

interface EnumValue<Value> {
  readonly value: Value;
  readonly description: string;
}

type ScalarConfig = Partial<GraphQLScalarTypeConfig<unknown, unknown>>;

/** What one schema consists of. */
export interface Collection {
  readonly api: Api;
  readonly resources: Map<string, Resource>;
  readonly scalars: Map<string, ScalarConfig>;
  /** The types of the schema; it grows while their fields are made, which mention others. */
  readonly types: Set<DeclaredType>;
  /** Of the types that were implemented while the schema is built. */
  readonly definitions: Map<DeclaredType, Definition>;
  /** Fields that were added to types, beside those of their definitions. */
  readonly added: Map<DeclaredType, readonly Definition['fields'][]>;
}

/** Set while `buildSchema` runs; undefined otherwise, so that no request can read it. */
let current: Collection | undefined;

function collection(): Collection {
  if (current === undefined) throw new TypeError('fields are added while buildSchema runs');
  return current;
}

/**
 * Collects a schema.
 * @param define adds the fields, before it returns
 * @param use makes the fields of the types; what they declare then belongs to the schema, too
 */
export function collect<R>(api: Api, define: () => void, use: (all: Collection) => R): R {
  const all: Collection = {
    api,
    resources: new Map(),
    scalars: new Map(),
    types: new Set(),
    definitions: new Map(),
    added: new Map(),
  };
  current = all;
  try {
    define();
    return use(all);
  } finally {
    current = undefined;
  }
}

/** The API of the schema that is being built. */
export const currentApi = (): Api => collection().api;

/** The resources of the schema that is being built; complete when it is built. */
export const currentResources = (): Map<string, Resource> => collection().resources;

type Kind = 'Object' | 'Interface' | 'Union' | 'Enum' | 'InputObject';

/** A type that modules declare. Scalars are made for each schema. */
export class DeclaredType<out Value = unknown, out K extends Kind = Kind> {
  declare readonly $inferType: Value;
  readonly kind: K;
  readonly name: string;
  #definition: Definition | undefined;

  constructor(kind: K, name: string, definition?: Definition) {
    this.kind = kind;
    this.name = name;
    this.#definition = definition;
  }

  /** What it has in the schema that is being built; undefined: nothing has implemented it. */
  get definition(): Definition | undefined {
    return current?.definitions.get(this) ?? this.#definition;
  }

  /**
   * States what it has: in the schema that is being built, if there is one, otherwise in all.
   * @throws TypeError if it has been stated
   */
  define(definition: Definition): this {
    if (this.definition) throw new TypeError(`the type ${this.name} is implemented twice`);
    if (current === undefined) this.#definition = definition;
    else {
      current.types.add(this);
      current.definitions.set(this, definition);
    }
    return this;
  }
}

/** A type implements only interfaces whose fields its values have. */
type InterfacesOf<Value, I> = {
  readonly [K in keyof I]: I[K] extends InterfaceType<infer Common>
    ? Value extends Common
      ? I[K]
      : never
    : never;
};

interface ObjectOptions<Value, I> extends Pick<Definition, 'description'> {
  readonly interfaces?: I & InterfacesOf<Value, I>;
  readonly fields?: (t: FieldBuilder<Value>) => Fields;
}

export class ObjectType<out Value> extends DeclaredType<Value, 'Object'> {
  /** The name of the schema of its values in the API, if it is not that of the type. */
  readonly apiSchema: string | undefined;

  constructor(name: string, apiSchema?: string) {
    super('Object', name);
    this.apiSchema = apiSchema;
  }

  implement<const I extends readonly InterfaceType<unknown>[] = readonly []>(
    options: ObjectOptions<Value, I>,
  ): this {
    return this.define(options);
  }
}

interface InterfaceOptions<Value> extends Pick<Definition, 'description' | 'extensions'> {
  readonly resolveType: (value: Value) => string;
  readonly fields: (t: FieldBuilder<Value>) => Fields;
}

export class InterfaceType<out Value> extends DeclaredType<Value, 'Interface'> {
  implement(options: InterfaceOptions<Value>): this {
    return this.define(options);
  }
}

interface EnumOptions<Value> extends Pick<Definition, 'description'> {
  readonly values: Readonly<Record<string, EnumValue<Value>>>;
}

export type EnumType<Value> = DeclaredType<Value, 'Enum'>;

export type InputType<Value> = DeclaredType<Value, 'InputObject'>;

/** Not of `InputField`: the compiler would infer its `Required` from here. */
type InputFieldMap = Readonly<Record<string, { readonly type: unknown }>>;

interface InputTypeOptions<F, OneOf> extends Pick<Definition, 'description'> {
  readonly isOneOf?: OneOf;
  readonly fields: (t: InputBuilder) => F;
}

export const Query = new ObjectType<object>('Query');

export const Mutation = new ObjectType<object>('Mutation');

export const Subscription = new ObjectType<object>('Subscription');

type MakeField<Value> = (t: FieldBuilder<Value>) => Field;

type MakeFields<Value> = (t: FieldBuilder<Value>) => Fields;

function addFields<Value>(
  type: ObjectType<Value> | InterfaceType<Value>,
  fields: MakeFields<Value>,
): void {
  const { types, added } = collection();
  types.add(type);
  added.set(type, [...(added.get(type) ?? []), fields]);
}

const addField = <Value>(type: ObjectType<Value>, name: string, make: MakeField<Value>): void =>
  addFields(type, (t) => ({ [name]: make(t) }));

type RootOptions = ObjectOptions<object, readonly []>;

/** Declares types, and adds fields to the schema that is being built. */
export const builder = {
  /** @param apiSchema the name of the schema of the values in the API. Default: `name` */
  objectType: <Value>(name: string, apiSchema?: string) => new ObjectType<Value>(name, apiSchema),
  interfaceType: <Value>(name: string) => new InterfaceType<Value>('Interface', name),
  inputType: <F extends InputFieldMap, OneOf extends boolean = false>(
    name: string,
    options: InputTypeOptions<F, OneOf>,
  ): InputType<OneOf extends true ? OneOfShape<F> : InputShape<F>> =>
    new DeclaredType('InputObject', name, options),
  enumType: <Value>(name: string, options: EnumOptions<Value>): EnumType<Value> =>
    new DeclaredType('Enum', name, options),
  unionType: (name: string, options: Definition) => new DeclaredType('Union', name, options),
  scalarType: (name: ScalarName, options: ScalarConfig) =>
    void collection().scalars.set(name, options),
  objectField: addField,
  objectFields: addFields,
  interfaceFields: addFields,
  queryType: (options: RootOptions) => void Query.implement(options),
  mutationType: (options: RootOptions) => void Mutation.implement(options),
  subscriptionType: (options: RootOptions) => void Subscription.implement(options),
  queryField: (name: string, make: MakeField<object>) => addField(Query, name, make),
  queryFields: (make: MakeFields<object>) => addFields(Query, make),
  mutationField: (name: string, make: MakeField<object>) => addField(Mutation, name, make),
  subscriptionField: (name: string, make: MakeField<object>) => addField(Subscription, name, make),
  subscriptionFields: (make: MakeFields<object>) => addFields(Subscription, make),
};
