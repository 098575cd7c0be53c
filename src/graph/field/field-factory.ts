/** The door between our tables and Pothos's types: casts stay in this folder. */
import type { EnumRef } from '@pothos/core';
import type { Needs } from '../../data/read/projection.ts';
import { type Resource } from '../../data/read/resource.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { builder, type Types } from '../builder.ts';

export type FieldBuilder<Shape> = PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>;

/** The builder of an object, an interface or a root type. */
export type AnyFieldBuilder = PothosSchemaTypes.RootFieldBuilder<Types, any, any>;
export type Field = ReturnType<FieldBuilder<unknown>['string']>;
export type AnyEnum = EnumRef<any, any>;
export type ScalarName = 'String' | 'ID' | 'Int' | 'Float' | 'Boolean' | keyof Types['Scalars'];

/** An object type that knows how its values are read. */
export type ResourceRef<T> = ReturnType<typeof builder.objectRef<T>> & {
  readonly resource: Resource<T>;
};

const known = new Map<string, ResourceRef<unknown>>();

/** Declares a type whose values can be read again by their keys. */
export function resource<T>(spec: Omit<Resource<T>, '__shape'>): ResourceRef<T> {
  const ref = Object.assign(builder.objectRef<T>(spec.name), { resource: spec }) as ResourceRef<T>;
  known.set(spec.name, ref);
  return ref;
}

export const resourceNamed = (name: string): Resource | undefined => known.get(name)?.resource;

export const allResources = (): readonly Resource[] =>
  [...known.values()].map(({ resource }) => resource);

/** Where most lists' items carry their id. */
export const idOf = ({ id }: { readonly id: string }): string => id;

interface FieldOptions {
  readonly type: unknown;
  readonly description: string;
  readonly deprecationReason?: string;
  readonly nullable?: boolean | { readonly list: boolean; readonly items: boolean };
  readonly args?: Readonly<Record<string, unknown>>;
  readonly needs: Needs;
  /** REST operations that the field may call. */
  readonly operations?: readonly AnyOperation[];
  /** The REST operation that upstream has retired and the field stands for. */
  readonly retires?: AnyOperation;
  readonly resolve: (parent: any, args: any, context: any, info: any) => unknown;
}

/** Every field of the graph is made here, so that projection, `@upstream` and cost follow from what it says. */
export function field(
  t: AnyFieldBuilder,
  { needs, operations = [], retires, description, nullable = true, ...rest }: FieldOptions,
): Field {
  return (t as any).field({
    ...rest,
    nullable,
    description: described(description, operations),
    extensions: { needs, operations, ...(retires ? { retires } : {}) },
  });
}

/** Introspection shows no directives, so the description says it too. */
function described(description: string, operations: readonly AnyOperation[]): string {
  if (operations.length === 0) return description;
  const calls = operations.map(
    ({ key, units }) =>
      `\`${key}\`${units === null ? '' : ` (${units} ${units === 1 ? 'unit' : 'units'})`}`,
  );
  return `${description}\n\nCalls ${calls.join(', ')}.`;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    operations?: readonly AnyOperation[];
    retires?: AnyOperation;
  }
}
