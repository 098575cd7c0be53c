/**
 * The input of a declared write as a table: each row names an input field's GraphQL type, its REST
 * path or parameter, and its description. GraphQL input type, TypeScript type, checks and changes
 * derive from the table.
 */
import type { DeclaredType } from '../builder.ts';
import { type Change, isRecord, type JsonRecord } from '../../write/change.ts';
import { InvalidInput } from '../../api/error.ts';
import type { AnyOperation, Operation } from '../../api/operation.ts';
import type { InputBuilder, InputField, ValueOf } from '../field-builder.ts';
import { upstreamId } from '../type/global-id.ts';
import { checkText, checkWellFormed } from '../type/text.ts';
import type { At } from '../field/path-type.ts';
import { type NewOrChanged, ownForm, type Row as AnyRow, type RowOptions } from './row.ts';
import { isNonNull, type InputRowType, type NonNull } from '../field/input-row.ts';
import { StatedType } from './stated-type.ts';
import { withEnumName } from '../field/enumeration.ts';
import { mapChecked } from './invalid-inputs.ts';

export { required } from '../field/input-row.ts';
export { newOrChanged } from './row.ts';
export type { InputBuilder, RowOptions };

/** The fields of a GraphQL input type. */
export type InputFields = Readonly<Record<string, InputField>>;

type RowType = InputRowType | NewOrChanged<InputRowType, InputRowType>;

/** The TypeScript type of a GraphQL input type's values. */
type RowValue<T> =
  T extends NonNull<infer Nullable>
    ? ValueOf<Nullable>
    : T extends NewOrChanged<infer New, infer Changed>
      ? RowValue<New> | RowValue<Changed>
      : ValueOf<T>;

type RequiredNames<T> = { [K in keyof T]: T[K] extends NonNull<unknown> ? K : never }[keyof T];

/** The TypeScript type of an input object, from the types of its fields. */
export type InputOf<T> = { readonly [K in RequiredNames<T>]: RowValue<T[K]> } & {
  readonly [K in Exclude<keyof T, RequiredNames<T>>]?: RowValue<T[K]> | null;
};

/** A row: type, path or parameter, description, options. */
type Row<Type, Path extends string> = readonly [
  type: Type,
  path: Path,
  description: string,
  options?: OptionsOf<Type>,
];

/** The options of a row, with those of one of its two forms. */
type OptionsOf<Type> = RowOptions<RowValue<Type>> &
  Partial<
    NewOrChanged<RowOptions<RowValue<FormOf<Type, 0>>>, RowOptions<RowValue<FormOf<Type, 1>>>>
  >;

type FormOf<Type, Form extends 0 | 1> =
  Type extends NewOrChanged<infer New, infer Changed> ? [New, Changed][Form] : Type;

/** Rows by the name of the input field. */
export type Rows = Readonly<Record<string, AnyRow>>;

/** A table of rows; `T` maps the input fields to their GraphQL types. */
export interface InputTable<T> {
  readonly rows: Rows;
  readonly __types?: T;
}

/** A path that a row can write: of a list as a whole, of a map, or of an entry of a map. */
type ValuePath<W extends string> = W extends `${infer Head}[]${string}`
  ? Head
  : W extends `${infer Head}.(key)${string}`
    ? Head | `${Head}.${string}`
    : W extends `${infer Head}.*`
      ? Head
      : W;

/** A path and the objects that contain it, which a row can write as a whole. */
type WithPrefixes<P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head | `${Head}.${WithPrefixes<Rest>}`
  : P;

type WritablePath<O> =
  O extends Operation<string, any, any, any, infer W> ? WithPrefixes<ValuePath<W>> : never;

type ParameterName<O> = O extends { readonly query: infer Q } ? keyof Q & string : never;

type Body<O> = O extends Operation<string, any, infer B> ? NonNullable<B> : never;

/** The writable path whose last step is the name. */
type PathNamed<O, Name extends string> = Extract<WritablePath<O>, Name | `${string}.${Name}`>;

/** A GraphQL type of a value, as far as the compiler is concerned. */
type TypeOfValue<V> = V extends string
  ? 'String'
  : V extends number
    ? 'Int'
    : V extends boolean
      ? 'Boolean'
      : V extends readonly string[]
        ? readonly ['String']
        : never;

type StatedTypeOf<O, Name extends string> = TypeOfValue<At<Body<O>, PathNamed<O, Name>>>;

/** A description, and options: type and path follow from the writable path with the name. */
type StatedRow<O, Name extends string> = [StatedTypeOf<O, Name>] extends [never]
  ? never
  : string | readonly [description: string, options: OptionsOf<StatedTypeOf<O, Name>>];

type InputTypes<O, T> = {
  readonly [K in keyof T]: T[K] extends RowType ? T[K] : StatedTypeOf<O, K & string>;
};

/**
 * Input fields that write paths of the operation's body; any other path does not compile. A row
 * that is a description, or a description and options, writes the path whose last step is its name.
 * It has the type that the schemas of the API state, and is required where a new entity needs it.
 * The same rows make the input that creates an entity and the one that changes it.
 */
export const changes = <O extends AnyOperation, const T extends Readonly<Record<string, unknown>>>(
  operation: O,
  table: { readonly [K in keyof T]: Row<T[K], WritablePath<O>> | StatedRow<O, K & string> },
): InputTable<InputTypes<O, T>> => ({
  rows: ownForms(operation, withStatedTypes(operation, table as ShortRows)),
});

/** Input fields that are REST parameters of the operation. */
export const parameters = <
  O extends AnyOperation,
  const T extends Readonly<Record<string, RowType>>,
>(
  _operation: O,
  table: { readonly [K in keyof T]: Row<T[K], ParameterName<O>> },
): InputTable<T> => ({ rows: table });

/** Input fields that only the strategy or `validate` reads. */
export const settings = <const T extends Readonly<Record<string, RowType>>>(
  table: {
    readonly [K in keyof T]: readonly [
      type: T[K],
      description: string,
      options?: RowOptions<RowValue<T[K]>>,
    ];
  },
): InputTable<T> => ({
  rows: Object.fromEntries(
    Object.entries(
      table as unknown as Record<string, readonly [any, string, RowOptions<any>?]>,
    ).map(([name, [type, description, options]]) => [name, [type, name, description, options]]),
  ) as Rows,
});

/** The table of a write without such input fields. */
export const noRows: InputTable<Record<never, never>> = { rows: {} };

/** Rows as `changes` takes them. */
type ShortRows = Readonly<Record<string, string | readonly [string, RowOptions<any>] | AnyRow>>;

const withStatedTypes = (operation: AnyOperation, rows: ShortRows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]): [string, AnyRow] => {
      if (typeof row !== 'string' && row.length > 2) return [name, row as AnyRow];
      const [description, options] = (typeof row === 'string' ? [row] : row) as StatedTexts;
      const type = new StatedType(operation, name);
      return [
        name,
        options ? [type, type.path, description, options] : [type, type.path, description],
      ];
    }),
  );

type StatedTexts = readonly [description: string, options?: RowOptions<any>];

/** The type of a row, without the mark of required ones. */
function namedType(type: unknown): unknown {
  if (type instanceof StatedType) return type.named;
  return isNonNull(type) ? type.nonNull : type;
}

/** Whether a client cannot omit the row. */
const isRequired = (type: unknown): boolean =>
  type instanceof StatedType ? type.isRequired : isNonNull(type);

/** The rows in their form for the operation. Paths that the API requires cannot be cleared. */
function ownForms(operation: AnyOperation, rows: Rows): Rows {
  const requiredPaths = new Set(operation.requiredBody?.map(({ path }) => path));
  return Object.fromEntries(
    Object.entries(rows).map(([name, [type, path, description, options]]) => {
      const own = requiredPaths.has(path) ? { ...options, clearable: false as const } : options;
      return [name, ownForm(operation, [type, path, description, own ?? {}])];
    }),
  );
}

/** The GraphQL input fields of a table. */
export const inputFields = (t: InputBuilder, { rows }: InputTable<unknown>): InputFields =>
  Object.fromEntries(
    Object.entries(rows).map(([name, [type, , description, options]]) => {
      const required = isRequired(type);
      const field = {
        type: (type instanceof StatedType ? type.build() : namedType(type)) as never,
        required,
        description: required ? description : withNullRule(description, options),
        ...(options?.default === undefined ? {} : { defaultValue: options.default as never }),
        ...(options?.deprecated === undefined ? {} : { deprecationReason: options.deprecated }),
      };
      return [name, t.field(field)];
    }),
  );

/** Says that null is rejected; the text of a row does not. */
const withNullRule = (description: string, { clearable }: RowOptions<any> = {}): string =>
  clearable === false ? `${description} Cannot be null.` : description;

type Input = Readonly<Record<string, unknown>>;

/**
 * The changes of an input. Omitted fields keep their value, null clears it.
 * @throws InvalidInput naming the argument, for an invalid value; InvalidInputs for several
 */
export const changesOf = (
  { rows }: InputTable<unknown>,
  input: Input,
  /** The path before the argument in the whole input: `items.0.` */
  prefix = '',
): Change[] =>
  mapChecked(
    Object.entries(rows).filter(([name]) => input[name] !== undefined),
    ([name, [type, path, , options]]) => ({
      ...changeOf(prefix + name, path, { type, value: input[name], options }),
      ...shownValue(type, input[name]),
    }),
  );

/** The value in error messages: of an enum, its name; of a duration, the text of the client. */
export function shownValue(type: unknown, value: unknown): { readonly shown?: unknown } {
  const named = namedType(type);
  const shown = withEnumName(named, value);
  return shown === value && named !== 'Duration' ? {} : { shown };
}

/** The REST parameters in an input. */
export const restParametersOf = (
  { rows }: InputTable<unknown>,
  input: Input,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, [, parameter, , options]]) => {
      const value = input[name];
      if (value == null) return [];
      checkValue(value, name, options);
      const sent = converted(value, name, options);
      if (Array.isArray(sent) && sent.length === 0)
        throw new InvalidInput(name, 'the list is empty; expected at least one value');
      return sent === undefined ? [] : [[parameter, sent]];
    }),
  );

interface Assigned {
  readonly type: unknown;
  readonly value: unknown;
  readonly options: RowOptions<any> | undefined;
}

function changeOf(argument: string, path: string, { type, value, options }: Assigned): Change {
  if (value === null && options?.clearable === false)
    throw new InvalidInput(argument, 'null is not allowed; leave the field out to keep the value');
  if (value !== null) checkValue(value, argument, options);
  const cleared = { argument, path, apply: () => undefined };
  if (options?.change) return { ...cleared, ...options.change(value, argument) };
  if (value === null) return cleared;
  const next = converted(value, argument, options);
  return { argument, path, ...changeTo(next, type, options), ...referencedType(options) };
}

/** The type of the entity that a value names. */
export const referencedType = ({ references }: RowOptions<any> = {}): { readonly type?: string } =>
  references ? { type: references.resource.name } : {};

function checkValue(value: unknown, argument: string, options: RowOptions<any> = {}): void {
  const { maxLength = Number.POSITIVE_INFINITY, notBlank = false, check } = options;
  checkWellFormed(argument, value);
  if (typeof value === 'string') checkText(argument, value, { maxLength, notBlank });
  check?.(value, argument);
}

function converted(value: unknown, argument: string, options: RowOptions<any> = {}): unknown {
  const { references, convert } = options;
  if (references) {
    const { resource } = references;
    if (Array.isArray(value))
      return mapChecked(value, (id: string, index) =>
        upstreamId(resource, id, `${argument}.${index}`),
      );
    return upstreamId(resource, value as string, argument);
  }
  return convert ? convert(value, argument) : value;
}

/** Whether the type of a row is an input object, and no list of them. */
export const isInputObject = (type: unknown): boolean =>
  (namedType(type) as DeclaredType | undefined)?.kind === 'InputObject';

/** Whether a client cannot omit any row of the table. */
export const hasRequiredOnly = ({ rows }: InputTable<unknown>): boolean =>
  Object.values(rows).every(([type]) => isRequired(type));

/**
 * The change to a new value. An input object is merged into the current object, at any depth: a
 * property that is absent or undefined keeps its value, and null clears it. A PATCH merges objects
 * itself.
 * @param options `oneValue`: the object replaces the current one
 */
const changeTo = (
  next: unknown,
  type: unknown,
  options: { readonly oneValue?: string } | undefined,
): Pick<Change, 'apply' | 'patch'> =>
  isInputObject(type) && options?.oneValue === undefined
    ? { apply: (current) => mergePatch(current, next), patch: () => next }
    : { apply: () => next };

/**
 * Merges a patch into a value, at any depth: an absent or undefined property keeps the current one,
 * null removes it. A list replaces the current one.
 * @returns a new value; never with a null of the patch
 */
function mergePatch(current: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const next: JsonRecord = isRecord(current) ? { ...current } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = mergePatch(next[name], value);
  return next;
}
