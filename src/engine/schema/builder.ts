/**
 * Builds schemas. Most types are declared when their module is loaded, and belong to no schema; one
 * that is implemented while a schema is built belongs to that schema. Each schema makes a type of
 * Pothos of every declaration that its fields mention, so that a process can build several, one
 * after the other. For this, methods of Pothos by which it looks types up are replaced
 * (`beginBuilding`): to be looked at when Pothos is updated.
 */
import PothosBuilder, { InputObjectRef, InterfaceRef, ObjectRef } from '@pothos/core';
import { type GraphQLSchema, lexicographicSortSchema, specifiedDirectives } from 'graphql';
import type { Api } from '../api/api.ts';
import { withNullableDefaults } from '../read/argument-values.ts';
import type { Resource } from '../read/resource.ts';
import {
  effectDirective,
  scopesDirective,
  semanticNonNullDirective,
  upstreamDirective,
} from './directive.ts';
import type { Context, DocumentReader } from './resolver-context.ts';
import type { SchemaBuilder } from './schema-builder.ts';

export type { Context, DocumentReader };

/** Resources by the names of their types. */
type Resources = ReadonlyMap<string, Resource>;

declare module 'graphql' {
  interface GraphQLSchemaExtensions {
    api?: Api;
    resources?: Resources;
  }
}

/** The state of one run of `buildSchema`. */
interface Building {
  readonly api: Api;
  readonly pothos: Pothos;
  readonly resources: Map<string, Resource>;
  /**
   * Adds a type to the schema, unless it has the type, or nothing has implemented it yet.
   * @param make absent: as the module has implemented it
   */
  readonly add: (type: DeclaredType, make?: MakeType) => void;
}

/** The builder of Pothos, as far as it is used here. Any value can stand for a type. */
type Pothos = Omit<SchemaBuilder, 'objectRef' | 'interfaceRef'> & {
  readonly configStore: Record<
    (typeof mentions)[number],
    (type: unknown, ...rest: unknown[]) => unknown
  > & {
    associateParamWithRef(type: unknown, ref: unknown): void;
    prepareForBuild(): void;
  };
  objectType(ref: unknown, options: object): unknown;
  interfaceType(ref: unknown, options: object): unknown;
  toSchema(options: object): GraphQLSchema;
};

/**
 * Makes the type of Pothos.
 * @param ref the type to fill, of an object, interface or input; undefined: a new one is returned
 */
type MakeType = (pothos: Pothos, ref: unknown) => unknown;

/** Methods by which Pothos asks for a type that a field or another type mentions. */
const mentions = ['getInputTypeRef', 'getOutputTypeRef', 'getTypeConfig', 'onTypeConfig'] as const;

/** Set while `buildSchema` runs; undefined otherwise, so that no request can read it. */
let current: Building | undefined;

function building(): Building {
  if (current === undefined) throw new TypeError('fields are added while buildSchema runs');
  return current;
}

/** The API of the schema that is being built. */
export const schemaApi = (): Api => building().api;

/** The resources of the schema that is being built; complete when it is built. */
export const schemaResources = (): Map<string, Resource> => building().resources;

/** The API that a schema was built for. */
export const apiOf = ({ extensions }: GraphQLSchema): Api => extensions.api!;

/** The resources of a schema. */
export const resourcesOf = ({ extensions }: GraphQLSchema): Resources => extensions.resources!;

interface TypeOptions {
  readonly interfaces?: readonly unknown[];
  readonly fields?: (t: object) => unknown;
}

/** By the builder of fields (`t`) of Pothos: the type whose fields it makes. */
const typesByFieldBuilder = new WeakMap<object, DeclaredType>();

/** @returns the type whose fields `t` makes; undefined for a root type */
export const declaredTypeOf = (t: object): DeclaredType | undefined => typesByFieldBuilder.get(t);

/** Makes fields of a type, which can ask for it by `declaredTypeOf`. */
function fieldsOf<T extends object, R>(type: unknown, make: (t: T) => R): (t: T) => R {
  return (t) => {
    typesByFieldBuilder.set(t, type as DeclaredType);
    return make(t);
  };
}

/** A type that modules declare. Scalars are made for each schema. */
export class DeclaredType {
  readonly kind: 'Object' | 'Interface' | 'Union' | 'Enum' | 'InputObject';
  readonly name: string;
  /** The name of the schema of its values in the API, if it is not that of the type. */
  schema: string | undefined;
  #make: MakeType | undefined;

  constructor(kind: DeclaredType['kind'], name: string, make?: MakeType) {
    this.kind = kind;
    this.name = name;
    this.#make = make;
  }

  /** Errors of Pothos print a type like this. */
  toString(): string {
    return this.name;
  }

  /** Makes the type in any schema; undefined: nothing has implemented it for all of them. */
  get make(): MakeType | undefined {
    return this.#make;
  }

  /** States its fields: for the schema that is being built, if there is one, otherwise for all. */
  implement({ fields, ...rest }: TypeOptions): this {
    const options = fields ? { ...rest, fields: fieldsOf(this, fields) } : rest;
    return this.define((pothos, ref) =>
      this.kind === 'Interface'
        ? pothos.interfaceType(ref, options)
        : pothos.objectType(ref, options),
    );
  }

  /** As `implement`, for types of any kind. */
  define(make: MakeType): this {
    if (current) current.add(this, make);
    else this.#make = make;
    return this;
  }
}

const declared = (kind: DeclaredType['kind'], name: string, make?: MakeType): never =>
  new DeclaredType(kind, name, make) as never;

/** Declares types, and adds fields to the schema that is being built. */
export const builder: SchemaBuilder = {
  objectRef: (name, schema?: string) =>
    Object.assign(new DeclaredType('Object', name), { schema }) as never,
  interfaceRef: (name) => declared('Interface', name),
  inputType: (name: string, options: never) =>
    declared('InputObject', name, (pothos, ref) => pothos.inputType(ref as never, options)),
  enumType: (name, options) => declared('Enum', name, (pothos) => pothos.enumType(name, options)),
  unionType: (name, options) =>
    declared('Union', name, (pothos) => pothos.unionType(name, options)),
  scalarType: (...args) => building().pothos.scalarType(...args),
  objectField: (type, name, make) =>
    building().pothos.objectField(type, name, fieldsOf(type, make)),
  objectFields: (type, make) => building().pothos.objectFields(type, fieldsOf(type, make)),
  interfaceFields: (type, make) => building().pothos.interfaceFields(type, fieldsOf(type, make)),
  queryType: (...args) => building().pothos.queryType(...args),
  mutationType: (...args) => building().pothos.mutationType(...args),
  subscriptionType: (...args) => building().pothos.subscriptionType(...args),
  queryField: (...args) => building().pothos.queryField(...args),
  queryFields: (...args) => building().pothos.queryFields(...args),
  mutationField: (...args) => building().pothos.mutationField(...args),
  subscriptionField: (...args) => building().pothos.subscriptionField(...args),
  subscriptionFields: (...args) => building().pothos.subscriptionFields(...args),
};

/** The kinds that can refer to each other in cycles: made empty, and filled later. */
const refClasses: Readonly<Record<string, new (name: string) => object>> = {
  Object: ObjectRef,
  Interface: InterfaceRef,
  InputObject: InputObjectRef,
};

function beginBuilding(api: Api): Building {
  const pothos = new PothosBuilder({}) as unknown as Pothos;
  const { configStore } = pothos;
  const refs = new Map<DeclaredType, unknown>();
  /**
   * Set while Pothos makes the fields of known types. Types that these mention are filled
   * afterwards.
   */
  let waiting: (() => void)[] | undefined;
  const add: Building['add'] = (type, make = type.make) => {
    if (make === undefined || refs.has(type)) return;
    const Ref = refClasses[type.kind];
    const ref = Ref ? new Ref(type.name) : make(pothos, undefined);
    refs.set(type, ref);
    configStore.associateParamWithRef(type, ref);
    if (!Ref) return;
    if (waiting) waiting.push(() => make(pothos, ref));
    else make(pothos, ref);
  };
  for (const name of mentions) {
    const find = configStore[name].bind(configStore);
    configStore[name] = (type, ...rest) => {
      if (!(type instanceof DeclaredType)) return find(type, ...rest);
      add(type);
      return find(refs.get(type) ?? type, ...rest);
    };
  }
  const prepare = configStore.prepareForBuild.bind(configStore);
  configStore.prepareForBuild = () => {
    waiting = [];
    prepare();
    // It grows: the fields of these types mention others.
    for (const make of waiting) make();
  };
  return { api, pothos, resources: new Map(), add };
}

/**
 * Builds a schema, sorted by names.
 * @param define adds the fields, before it returns
 * @param assumeValid whether the schema is not validated at the start, because a test does
 */
export function buildSchema(api: Api, define: () => void, assumeValid = false): GraphQLSchema {
  const { pothos, resources } = (current = beginBuilding(api));
  try {
    define();
    const schema = pothos.toSchema({
      directives: [
        ...specifiedDirectives,
        upstreamDirective(api),
        scopesDirective,
        effectDirective,
        semanticNonNullDirective,
      ],
      sortSchema: false,
      extensions: { api, resources },
    });
    schema.assumeValid = assumeValid;
    return withNullableDefaults(lexicographicSortSchema(schema));
  } finally {
    current = undefined;
  }
}
