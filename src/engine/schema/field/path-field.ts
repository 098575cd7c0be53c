/**
 * Fields with the values at paths of a response, typed against the official type of its JSON: a
 * misspelt path does not compile.
 */
import { noNeeds } from '../../read/needs.ts';
import { getter } from '../../read/path.ts';
import { attachRef, isKey, ownId, refOf } from '../../read/resource.ts';
import { choiceVariant } from '../../read/walk/choice-projection.ts';
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import type { ObjectRef } from '../schema-builder.ts';
import { enumResolver, isEnum } from './enumeration.ts';
import { cut, type FirstArgument, firstArgument } from '../list/first-argument.ts';
import {
  type AnyEnum,
  type EntityType,
  type Field,
  type FieldBuilder,
  field,
  isEntityType,
  type ScalarName,
} from './field-factory.ts';

type Scalar<T> =
  NonNullable<T> extends string
    ? Exclude<ScalarName, 'Int' | 'Float' | 'Boolean'> | AnyEnum
    : NonNullable<T> extends number
      ? 'Int' | 'Float' | 'BigInt'
      : NonNullable<T> extends boolean
        ? 'Boolean'
        : never;

type TypeFor<T> =
  NonNullable<T> extends readonly (infer E)[]
    ? readonly [Scalar<E> | (NonNullable<E> extends object ? ObjectRef<NonNullable<E>> : never)]
    : NonNullable<T> extends object
      ? ObjectRef<NonNullable<T>>
      : Scalar<T>;

/** Rows by field name: GraphQL type (in brackets: a list), description. */
type Table<T> = { readonly [K in keyof T]?: readonly [type: TypeFor<T[K]>, description: string] };

/** Every path of a value, through objects but not through lists, that ends at a `Leaf`. */
export type LeafPath<T, Leaf, Depth extends 0[] = []> = Depth['length'] extends 5
  ? never
  : T extends object
    ? {
        [K in keyof T & string]: NonNullable<T[K]> extends Leaf
          ? K
          : NonNullable<T[K]> extends readonly unknown[]
            ? never
            : NonNullable<T[K]> extends object
              ? `${K}.${LeafPath<NonNullable<T[K]>, Leaf, [...Depth, 0]>}`
              : never;
      }[keyof T & string]
    : never;

/** Every path of a value that ends at an object or a list of objects. */
export type ObjectPath<T, Depth extends 0[] = []> = Depth['length'] extends 4
  ? never
  : {
      [K in keyof T & string]: NonNullable<T[K]> extends readonly unknown[]
        ? K
        : NonNullable<T[K]> extends object
          ? K | `${K}.${ObjectPath<NonNullable<T[K]>, [...Depth, 0]>}`
          : never;
    }[keyof T & string];

/** A path that ends at a string, a number or a boolean. */
export type ScalarPath<T> = LeafPath<T, string | number | boolean>;

/** Fields of a value, or of one part of it, with the names of the REST API. */
export function fields<Shape, const T extends Table<Shape>>(
  t: FieldBuilder<Shape>,
  table: T,
): Record<keyof T & string, Field>;

export function fields<
  Shape,
  P extends keyof Shape & string,
  const T extends Table<NonNullable<Shape[P]>>,
>(t: FieldBuilder<Shape>, part: P, table: T): Record<keyof T & string, Field>;

export function fields(
  t: FieldBuilder<unknown>,
  ...rest: [string, object] | [object]
): Record<string, Field> {
  const [part, table] = rest.length === 2 ? rest : [undefined, rest[0]];
  const rows = Object.entries(table as Record<string, readonly [unknown, string]>);
  return Object.fromEntries(
    rows.map(([name, [type, description]]) => [
      name,
      pathField(t, type, part === undefined ? name : `${part}.${name}`, { description }),
    ]),
  );
}

interface PathFieldOptions {
  readonly description: string;
  readonly deprecationReason?: string;
  /** Maximum number of objects in a list; Infinity if no document states one. */
  readonly maxItems?: number;
  /** Default of the argument `first` of a list. Absent: the field has none. */
  readonly defaultFirst?: number;
}

/**
 * One path of a value with a name of its own: a scalar, an object or a list of objects. An entity
 * inside the response, whose type is a resource, gets its ref.
 */
export function fieldAt<Shape>(
  t: FieldBuilder<Shape>,
  type: ScalarName | AnyEnum,
  path: ScalarPath<Shape>,
  options: string | Pick<PathFieldOptions, 'description' | 'deprecationReason'>,
): Field;

export function fieldAt<Shape>(
  t: FieldBuilder<Shape>,
  type: ObjectRef<unknown> | readonly [ObjectRef<unknown>],
  path: ObjectPath<Shape>,
  options: string | PathFieldOptions,
): Field;

export function fieldAt(
  t: FieldBuilder<unknown>,
  type: unknown,
  path: string,
  options: string | PathFieldOptions,
): Field {
  return pathField(t, type, path, typeof options === 'string' ? { description: options } : options);
}

function pathField(
  t: FieldBuilder<unknown>,
  type: unknown,
  path: string,
  { maxItems = Infinity, defaultFirst, ...options }: PathFieldOptions,
): Field {
  const [isList, named] = Array.isArray(type) ? [true, type[0] as unknown] : [false, type];
  const isScalar = typeof named === 'string' || isEnum(named);
  return field(t, {
    ...options,
    type,
    nullable: isList ? { list: true, items: false } : true,
    ...firstArgument(t, { maxItems, defaultFirst }),
    needs: isScalar
      ? { kind: 'paths', paths: [path] }
      : {
          kind: 'nested',
          path,
          paths: isEntityType(named) ? [`${path}.id`] : [],
          maxItems: isList ? maxItems : 1,
          ...(defaultFirst !== undefined && { limitArgument: 'first' }),
        },
    isPlain: isScalar && !isEnum(named) && defaultFirst === undefined,
    resolve:
      defaultFirst !== undefined
        ? cutting(getter(path), maxItems)
        : resolverOf(named, getter(path)),
  });
}

/** Reads a list, and returns its first entries. */
const cutting =
  (read: (value: unknown) => unknown, maxItems: number) =>
  (parent: unknown, { first }: FirstArgument): unknown => {
    const entries = read(parent) as readonly unknown[] | null | undefined;
    return entries && cut(entries, first, maxItems);
  };

function resolverOf(
  type: unknown,
  read: (value: unknown) => unknown,
): Parameters<typeof field>[1]['resolve'] {
  if (isEnum(type)) return enumResolver(type, read);
  if (!isEntityType(type)) return read;
  const { resource } = type;
  return (parent: unknown): unknown => {
    const value = read(parent) as { readonly id?: unknown } | null | undefined;
    if (value == null) return null;
    if (value instanceof Error) return value;
    const { id } = value;
    const around = refOf(parent);
    if (isKey(id))
      return attachRef(value, { resource, key: [id], ...choiceVariant(resource, around) });
    return new InvalidValue((around?.resource ?? resource).read.operation);
  };
}

/**
 * The value as the entity that it is: a change of an event has the JSON and the ref of the event.
 */
export const itself = <Shape>(
  t: FieldBuilder<Shape>,
  type: EntityType<Shape>,
  description: string,
): Field =>
  field(t, {
    type,
    description,
    needs: { kind: 'nested', path: '', paths: [], maxItems: 1 },
    resolve: (value: unknown) => value,
  });

interface ComputedSpec<Shape> {
  /** Paths that `compute` reads. */
  readonly paths: readonly (ScalarPath<Shape> | ObjectPath<Shape>)[];
  readonly compute: (value: Shape) => unknown;
}

/** A value that is computed from several paths. */
export function computed<Shape>(
  t: FieldBuilder<Shape>,
  type: unknown,
  { paths, compute }: ComputedSpec<Shape>,
  description: string,
): Field {
  return field(t, {
    type,
    description,
    nullable: Array.isArray(type) ? { list: true, items: false } : true,
    needs: { kind: 'paths', paths },
    resolve: compute,
  });
}

/** The entity's own id, which is the last part of its key. It costs no call. */
export const ownKey = <Shape>(
  t: FieldBuilder<Shape>,
  description: string,
  type: ScalarName = 'ID',
): Field => field(t, { type, description, nullable: false, needs: noNeeds, resolve: ownId });

/** The public URL of an entity, computed from its own id. It costs no call. */
export const ownUrl = <Shape>(t: FieldBuilder<Shape>, base: string, description: string): Field =>
  field(t, {
    type: 'URL',
    description,
    nullable: false,
    needs: noNeeds,
    resolve: (value: unknown) => base + encodeURIComponent(ownId(value)),
  });

/** The id of the entity's parent: the part of its key with this name. It costs no call. */
export const parentKey = <Shape>(
  t: FieldBuilder<Shape>,
  name: string,
  description: string,
): Field =>
  field(t, {
    type: 'ID',
    description,
    nullable: false,
    needs: noNeeds,
    resolve: (value: unknown) => {
      const { resource, key } = refOf(value)!;
      return key[resource.key.indexOf(name)];
    },
  });
