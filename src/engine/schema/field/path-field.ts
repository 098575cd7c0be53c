/**
 * Fields with the values at paths of a response, typed against the official type of its JSON: a
 * misspelt path does not compile.
 */
import { builder, type ObjectType } from '../builder.ts';
import { ownValue } from '../../read/needs.ts';
import { getter } from '../../read/path.ts';
import { attachRef, isKey, ownId, refOf } from '../../read/resource.ts';
import { choiceVariant } from '../../read/walk/projection.ts';
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import { enumResolver, isEnum } from './enumeration.ts';
import { cut, type FirstArgument, firstArgument } from '../list/first-argument.ts';
import {
  type EntityType,
  type Field,
  type FieldBuilder,
  field,
  isEntityType,
  type FieldTexts,
  type ScalarName,
} from './field-factory.ts';
import {
  idAt,
  linkList,
  type LinkSpec,
  polymorphicLink,
  type PolymorphicLinkSpec,
  type PolymorphicType,
  singleLink,
} from './link.ts';
import type { At, Leading, NoSuchPath, ObjectPath, ScalarPath, TypeFor } from './path-type.ts';
import { restTypeAt } from './rest-type.ts';

/** What a row states of a list, or of any field. */
interface AnyOptions {
  readonly deprecated?: string;
  /** Maximum number of objects or ids in a list; Infinity if no document states one. */
  readonly maxItems?: number;
  /** Default of the argument `first` of a list. Absent: the field has none. */
  readonly defaultFirst?: number;
}

/** A value at a path; without one, the path is the name of the row. */
interface PathOptions extends AnyOptions {
  readonly path?: string;
  /** The same, of a value whose description names the path, after the text of the row. */
  readonly rest?: string;
}

/** A link to the entity whose id is at a path. */
interface IdOptions extends AnyOptions {
  readonly id: string;
  /** See `Link`. */
  readonly maxEntities?: number;
}

/** Links to the entities whose ids are at a path. */
interface IdsOptions extends AnyOptions {
  readonly ids: string;
  readonly maxItems: number;
  readonly maxEntities?: number;
}

/** Options of a row whose paths are below a prefix. */
type PathRowOptions = PathOptions | IdOptions | IdsOptions;

// any: `CheckedRow` compares the functions with the shape of the value.
type RowOptions =
  | PathRowOptions
  | (LinkSpec & AnyOptions)
  | (PolymorphicLinkSpec<any> & AnyOptions);

type OptionName = keyof (PathOptions & IdOptions & IdsOptions & LinkSpec & { ref: unknown });

/**
 * GraphQL type (in brackets: a list), description, options. Without a type, the value has that of
 * the API's schemas; then a description alone is a row, too.
 */
type Row<Options> =
  | readonly [type: unknown, description: string, options?: Options]
  | readonly [description: string, options: PathOptions]
  | string;

type Table<Options> = Readonly<Record<string, Row<Options>>>;

/**
 * What the wrong rows of a table should be; `Shape` is the value that their paths are in. Without
 * the correct rows, because the compiler is slow to compare tuples with intersections.
 */
type Checked<Shape, T> = {
  readonly [Name in keyof T & string as T[Name] extends Expected<Shape, Name, T[Name]>
    ? never
    : Name]: Expected<Shape, Name, T[Name]>;
};

/** A row as it should be. */
type Expected<Shape, Name extends string, R> = R extends string
  ? ValueWithType<Shape, Name, string>
  : R extends readonly [string, infer Options extends PathOptions]
    ? ValueWithType<Shape, PathOf<Options, Name>, R>
    : ExpectedRow<Shape, Name, R>;

type PathOf<Options, Name> = Options extends { readonly path: infer P extends string }
  ? P
  : Options extends { readonly rest: infer P extends string }
    ? P
    : Name & string;

/** The row, if its path leads to a scalar or a list of them. */
type ValueWithType<Shape, Path extends string, R> = [At<Shape, Path>] extends [never]
  ? NoSuchPath
  : At<Shape, Path> extends readonly (infer E)[]
    ? NonNullable<E> extends object
      ? NoSuchPath
      : R
    : At<Shape, Path> extends object
      ? NoSuchPath
      : R;

type ExpectedRow<Shape, Name extends string, R> = R extends { readonly 2: infer Options }
  ? CheckedRow<Shape, Name, Options>
  : CheckedValue<Shape, Name>;

interface CheckedValue<Shape, Path extends string> {
  readonly 0: TypeFor<At<Shape, Path>>;
}

/** A row with options, of which `path`, `id`, `ids`, `key` or `ref` tells the kind. */
type CheckedRow<Shape, Name extends string, Options> = [keyof Options] extends [OptionName]
  ? Options extends { readonly path: string } | { readonly rest: string }
    ? CheckedValue<Shape, PathOf<Options, Name>>
    : Options extends { readonly id: infer Path extends string }
      ? CheckedLink<HasResource, { readonly id: Leading<Shape, Path, string> }>
      : Options extends { readonly ids: infer Path extends string }
        ? CheckedLink<
            readonly [HasResource],
            { readonly ids: Leading<Shape, Path, readonly string[]> }
          >
        : Options extends { readonly key: unknown }
          ? CheckedLink<HasResource, Pick<LinkSpec<Shape>, 'key'> & CheckedPaths<Shape, Options>>
          : Options extends { readonly ref: unknown }
            ? CheckedLink<
                HasTargets,
                Pick<PolymorphicLinkSpec<Shape>, 'ref'> & CheckedPaths<Shape, Options>
              >
            : CheckedValue<Shape, Name>
  : { readonly 2: { readonly [Wrong in Exclude<keyof Options, OptionName>]: never } };

/** An entity, as far as the check of a row is concerned: to compare the whole type is slow. */
interface HasResource {
  readonly resource: unknown;
}

/** A `PolymorphicType`, likewise. */
interface HasTargets {
  readonly targets: unknown;
}

interface CheckedLink<Target, Options> {
  readonly 0: Target;
  readonly 2: Options;
}

/** Options whose `paths` exist. */
type CheckedPaths<Shape, Options> = Options extends {
  readonly paths: infer Paths extends readonly string[];
}
  ? { readonly paths: { readonly [I in keyof Paths]: Leading<Shape, Paths[I]> } }
  : unknown;

/**
 * Fields of a value by name: the values at its paths, and links whose ids are there. With a prefix,
 * all paths of the table are below it.
 */
export function fields<Shape, const T extends Table<RowOptions>>(
  t: FieldBuilder<Shape>,
  table: T & Checked<Shape, T>,
): Record<keyof T & string, Field>;

export function fields<Shape, const Prefix extends string, const T extends Table<PathRowOptions>>(
  t: FieldBuilder<Shape>,
  prefix: Leading<Shape, Prefix>,
  table: T & Checked<At<Shape, Prefix>, T>,
): Record<keyof T & string, Field>;

export function fields(
  t: FieldBuilder<unknown>,
  ...rest: [string, object] | [object]
): Record<string, Field> {
  const [prefix, table] = rest.length === 2 ? [`${rest[0]}.`, rest[1]] : ['', rest[0]];
  const rows = Object.entries(table as Table<RowOptions>);
  return Object.fromEntries(rows.map(([name, row]) => [name, rowField(t, prefix, name, row)]));
}

/** Declares an object type whose fields are rows. @param apiSchema as of `builder.objectType` */
export const valueType = <Shape>(name: string, apiSchema?: string) => ({
  rows: <const T extends Table<RowOptions>>(
    description: string,
    table: T & Checked<Shape, T>,
  ): ObjectType<Shape> =>
    builder
      .objectType<Shape>(name, apiSchema)
      .implement({ description, fields: (t) => fields<Shape, T>(t, table) }),
});

/** The field of a row. @param prefix with a dot at its end, or empty */
function rowField(
  t: FieldBuilder<unknown>,
  prefix: string,
  name: string,
  row: Row<RowOptions>,
): Field {
  if (typeof row === 'string') return rowField(t, prefix, name, [row, {}]);
  if (typeof row[1] !== 'string') {
    const [description, options] = row as readonly [string, PathOptions];
    const type = restTypeAt(t, prefix + (options.path ?? options.rest ?? name));
    return rowField(t, prefix, name, [type, description, options]);
  }
  const [type, description, options = {}] = row as readonly [unknown, string, RowOptions?];
  const { deprecated, maxItems, defaultFirst } = options;
  const texts = { description, deprecationReason: deprecated };
  if ('key' in options) return singleLink(t, type as EntityType<unknown>, options, texts);
  if ('ref' in options) return polymorphicLink(t, type as PolymorphicType, options, texts);
  if ('id' in options) {
    const spec = { ...idAt(prefix + options.id), maxEntities: options.maxEntities };
    return singleLink(t, type as EntityType<unknown>, spec, texts);
  }
  if ('ids' in options) {
    const [target] = type as readonly [EntityType<unknown>];
    const { maxEntities } = options;
    const spec = {
      path: prefix + options.ids,
      maxItems: options.maxItems,
      defaultFirst,
      maxEntities,
    };
    return linkList(t, target, spec, texts);
  }
  const { rest, path = rest ?? name } = options;
  const whole = rest === undefined ? description : `${description} REST field: \`${rest}\`.`;
  return pathField(t, type, prefix + path, {
    ...texts,
    description: whole,
    maxItems,
    defaultFirst,
  });
}

interface PathFieldOptions extends FieldTexts {
  readonly maxItems?: number | undefined;
  readonly defaultFirst?: number | undefined;
}

/**
 * The value at a path: a scalar, an object or a list of objects. An entity inside the response,
 * whose type is a resource, gets its ref.
 */
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
): Field => field(t, { type, description, needs: ownValue, resolve: (value: unknown) => value });

interface ComputedSpec<Shape> {
  /** Paths that `compute` reads. */
  readonly paths: readonly (ScalarPath<Shape> | ObjectPath<Shape>)[];
  readonly compute: (value: Shape) => unknown;
}

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
): Field => t.field({ type, description, nullable: false, resolve: ownId });

/** The public URL of an entity, computed from its own id. It costs no call. */
export const ownUrl = <Shape>(t: FieldBuilder<Shape>, base: string, description: string): Field =>
  t.field({
    type: 'URL',
    description,
    nullable: false,
    resolve: (value: unknown) => base + encodeURIComponent(ownId(value)),
  });

/** The id of the entity's parent: the part of its key with this name. It costs no call. */
export const parentKey = <Shape>(
  t: FieldBuilder<Shape>,
  name: string,
  description: string,
): Field =>
  t.field({
    type: 'ID',
    description,
    nullable: false,
    resolve: (value) => {
      const { resource, key } = refOf(value)!;
      return key[resource.key.indexOf(name)]!;
    },
  });
