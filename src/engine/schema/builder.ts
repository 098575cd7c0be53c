/**
 * Builds schemas. Modules declare types once, when they are loaded: a declaration belongs to no
 * schema. Each schema makes types of its own of the declarations that its fields mention, so that a
 * process can build several, one after the other.
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

/** What a schema is made by. */
interface Building {
  readonly api: Api;
  readonly pothos: Pothos;
  readonly resources: Map<string, Resource>;
  /** Adds a type to the schema. @param make absent: as the module has declared it, if it has */
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

/** @param ref the type of Pothos, if it exists already @returns it otherwise */
type MakeType = (pothos: Pothos, ref: unknown) => unknown;

/** Methods by which Pothos asks for a type that a field or another type mentions. */
const mentions = ['getInputTypeRef', 'getOutputTypeRef', 'getTypeConfig', 'onTypeConfig'] as const;

/** The schema that is being built: it is set while `buildSchema` runs, and never read later. */
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

/** The types whose fields a field builder of Pothos makes. */
const typesByFieldBuilder = new WeakMap<object, DeclaredType>();

/** The type whose fields are made. @param t the builder of the fields of an object or interface */
export const declaredTypeOf = (t: object): DeclaredType => typesByFieldBuilder.get(t)!;

/** A type that modules declare. */
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

  /** For errors of Pothos. */
  toString(): string {
    return this.name;
  }

  /** How a schema makes the type; undefined: nothing has said it yet. */
  get make(): MakeType | undefined {
    return this.#make;
  }

  /** States what the type has: in the schema that is being built, or else in all. */
  implement({ fields, ...rest }: TypeOptions): this {
    const ofType = (t: object): unknown => {
      typesByFieldBuilder.set(t, this);
      return fields!(t);
    };
    const options = fields ? { ...rest, fields: ofType } : rest;
    return this.define((pothos, ref) =>
      this.kind === 'Interface'
        ? pothos.interfaceType(ref, options)
        : pothos.objectType(ref, options),
    );
  }

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
  objectField: (...args) => building().pothos.objectField(...args),
  objectFields: (...args) => building().pothos.objectFields(...args),
  interfaceFields: (...args) => building().pothos.interfaceFields(...args),
  queryType: (...args) => building().pothos.queryType(...args),
  mutationType: (...args) => building().pothos.mutationType(...args),
  subscriptionType: (...args) => building().pothos.subscriptionType(...args),
  queryField: (...args) => building().pothos.queryField(...args),
  queryFields: (...args) => building().pothos.queryFields(...args),
  mutationField: (...args) => building().pothos.mutationField(...args),
  subscriptionField: (...args) => building().pothos.subscriptionField(...args),
  subscriptionFields: (...args) => building().pothos.subscriptionFields(...args),
};

/** The types of Pothos that can be mentioned before it is known what they have. */
const refClasses: Readonly<Record<string, new (name: string) => object>> = {
  Object: ObjectRef,
  Interface: InterfaceRef,
  InputObject: InputObjectRef,
};

function beginBuilding(api: Api): Building {
  const pothos = new PothosBuilder({}) as unknown as Pothos;
  const { configStore } = pothos;
  const refs = new Map<DeclaredType, unknown>();
  /** Types that fields have mentioned: their own fields come after all of those. */
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
    for (const make of waiting) make();
  };
  return { api, pothos, resources: new Map(), add };
}

/**
 * Builds a schema, sorted by names.
 * @param define calls the functions that add fields to it, before it returns
 * @param assumeValid whether a test validates the schema: that takes time at each start
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
