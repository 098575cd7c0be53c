/**
 * Makes the fields of the schema: the helpers of this folder make all of theirs by `field`.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Needs } from '../../read/needs.ts';
import {
  type BatchRead,
  type LocalRead,
  type Ref,
  type Resource,
  type SubsetRead,
  type WholeListRead,
} from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import { errorAbove, errorAlong } from '../../rest/operation/invalid-value.ts';
import { type AnyOperation, asDownload } from '../../api/operation.ts';
import {
  builder,
  type Context,
  type DeclaredType,
  type EnumType,
  type InterfaceType,
  type ObjectType,
} from '../builder.ts';
import type { Field, FieldBuilder, ScalarName } from '../field-builder.ts';
import type { Execution } from '../../execution/execution.ts';
import { argumentFields, type ArgumentMap } from './input-row.ts';
import { argumentValues } from '../../read/argument-values.ts';
import type { PageAnswer, PageRead } from '../../read/list/page-loader.ts';
import { Paths } from '../../read/path.ts';
import type { Branch, EntityProjection, Projection } from '../../read/walk/projection.ts';

export type { ArgumentMap, Field, FieldBuilder, ScalarName };

/** The builder of an object, an interface or a root type. */
export type AnyFieldBuilder = FieldBuilder<unknown>;

export type AnyEnum = EnumType<unknown>;

/** A type as far as its ids are concerned. */
export interface HasResource<T> {
  readonly resource: Resource<T>;
}

/** An object type whose values can be read by their keys. */
type ObjectEntityType<T> = ObjectType<T> & HasResource<T>;

/** An interface whose values have keys of one kind, whichever of its types they have. */
type InterfaceEntityType<T> = InterfaceType<T> & HasResource<T>;

/** A type whose values can be read by their keys. */
export type EntityType<T> = ObjectEntityType<T> | InterfaceEntityType<T>;

/** Declares a type whose values can be read by their keys. */
export const resource = <T>(spec: Omit<Resource<T>, '__shape'>): ObjectEntityType<T> =>
  Object.assign(builder.objectType<T>(spec.name), { resource: spec });

/** Declares an interface whose values have keys. */
export const interfaceResource = <T>(spec: Omit<Resource<T>, '__shape'>): InterfaceEntityType<T> =>
  Object.assign(builder.interfaceType<T>(spec.name), { resource: spec });

/** Entities are read with a list operation whose parameter `id` accepts several ids. */
export const batchRead = (operation: AnyOperation, subset?: SubsetRead): BatchRead => ({
  kind: 'batch',
  operation,
  param: 'id',
  idPath: 'id',
  subset,
});

/**
 * No call is made. The operation that the entity belongs to has its key here, because a module of
 * several services imports none of them: it is looked up when the type is registered.
 */
export function localRead(
  operationKey: string,
  { find, absence }: Pick<LocalRead, 'find' | 'absence'>,
): LocalRead {
  let bound: AnyOperation | undefined;
  return {
    kind: 'local',
    get operation() {
      if (!bound) throw new TypeError(`${operationKey} is not an operation`);
      return bound;
    },
    bind: (operations) => {
      bound = operations.get(operationKey);
    },
    find,
    absence,
  };
}

/**
 * The one response of a list operation contains all entities.
 * @param idPath of the own id in an item
 */
export const wholeListRead = (operation: AnyOperation, idPath = 'id'): WholeListRead => ({
  kind: 'wholeList',
  operation,
  idPath,
});

/** Whether a type is declared by `resource`. */
export const isEntityType = (type: unknown): type is EntityType<unknown> =>
  typeof type === 'object' && type !== null && 'resource' in type;

type Resolver = Field['resolve'];

/** The arguments of `@effect`. */
export interface WriteEffect {
  /** Whether it deletes objects, other than by moving them to the trash. */
  readonly destructive: boolean;
  /** Whether the same input, sent twice, has the effect of one. */
  readonly repeatable: boolean;
  /** Whether it can send mail or other messages to people. */
  readonly notifies: boolean;
}

/** What the schema says of a field. */
export interface FieldTexts {
  readonly description: string;
  readonly deprecationReason?: string | undefined;
}

/** A call that needs an access token, as far as it decides which scopes the token needs. */
export interface TokenCall {
  readonly operation: AnyOperation;
  /** Parts that the call requests. Default: none that has a scope of its own. */
  readonly parts?: readonly string[];
}

interface FieldOptions extends FieldTexts {
  readonly type: unknown;
  readonly nullable?: boolean | { readonly list: boolean; readonly items: boolean };
  readonly args?: ArgumentMap | undefined;
  readonly needs: Needs;
  /**
   * Checks the arguments before any call of the operation, wherever the field is in it. The
   * resolver has to check them, too.
   * @throws InvalidInput naming the argument
   */
  // any: each field declares the types of its own arguments.
  readonly check?: ((args: any) => unknown) | undefined;
  /** Of a list. */
  readonly parentAnswer?: ParentAnswer | undefined;
  /** REST operations that the field may call; each counts once. */
  readonly operations?: readonly AnyOperation[];
  /** Calls of public operations which, for this field, need an access token. */
  readonly tokenCalls?: readonly TokenCall[] | undefined;
  /** REST operations that each download calls from a URL that the field returns. */
  readonly downloads?: readonly AnyOperation[];
  /** The REST operation of the field, if its API has retired it. */
  readonly retires?: AnyOperation;
  /** Of a mutation. */
  readonly effect?: WriteEffect;
  /** Whether the field is null only if it has an error. For fields that are nullable. */
  readonly isNullOnErrorOnly?: boolean;
  /** Whether the resolver does not read the path of `info`, so that all objects can share it. */
  readonly sharesInfo?: boolean;
  /** Whether the resolver returns the value at its path: the error of an invalid one, too. */
  readonly isPlain?: boolean;
  readonly resolve: Resolver;
}

/** Makes a field. Projection, `@upstream` and the cost estimate derive from this declaration. */
export function field(
  _t: AnyFieldBuilder,
  {
    needs,
    check,
    parentAnswer,
    operations: declared = [],
    tokenCalls,
    downloads: downloaded = [],
    retires,
    effect,
    isNullOnErrorOnly = false,
    description,
    nullable = true,
    sharesInfo = false,
    isPlain = false,
    args,
    resolve,
    ...options
  }: FieldOptions,
): Field {
  const operations = [...new Set(declared)];
  const downloads = downloaded.map(asDownload);
  const guarded = isPlain ? resolve : failOnInvalid(needs, resolve);
  return {
    ...options,
    nullable,
    args: args && argumentFields(args),
    resolve: isObjectList(options.type) ? countFields(guarded) : guarded,
    description: withOperations(
      withOperations(description, 'Calls', operations),
      'Each download calls',
      downloads,
    ),
    extensions: {
      // graphql-js copies any other object, key by key.
      __proto__: null,
      needs,
      check,
      operations,
      downloads,
      sharesInfo,
      tokenCalls: tokenCalls ?? callsForCaller(needs),
      ...(parentAnswer ? { parentAnswer } : {}),
      ...(retires ? { retires } : {}),
      ...(effect ? { effect } : {}),
      ...(isNullOnErrorOnly ? { isNullOnErrorOnly } : {}),
    },
  };
}

const callsForCaller = (needs: Needs): readonly TokenCall[] | undefined =>
  needs.kind === 'calls' ? needs.forCaller?.map((operation) => ({ operation })) : undefined;

/** A field fails by the error of an invalid value that it reads. */
function failOnInvalid(needs: Needs, resolve: Resolver): Resolver {
  const errorOf = errorFinder(needs);
  if (errorOf === undefined) return resolve;
  // The executor makes `info` for resolvers with four parameters only.
  return resolve.length < 4
    ? (parent: unknown, args: unknown, context: Context) =>
        errorOf(parent) ?? resolve(parent, args, context, undefined)
    : (parent: unknown, args: unknown, context: Context, info: GraphQLResolveInfo) =>
        errorOf(parent) ?? resolve(parent, args, context, info);
}

/** Returns a function that finds the error of an invalid value that the needs read. */
function errorFinder(needs: Needs): ((parent: unknown) => Error | undefined) | undefined {
  if (needs.kind === 'none') return undefined;
  // The fields below an object fail by themselves.
  if (needs.kind === 'nested')
    return (parent) => errorAbove(parent, needs.path) ?? errorAlong(parent, needs.paths);
  const { paths = [] } = needs;
  const embedded = needs.kind === 'list' ? needs.embedded : undefined;
  if (embedded) return (parent) => errorAlong(parent, paths) ?? errorAbove(parent, embedded.path);
  return paths.length === 0 ? undefined : (parent) => errorAlong(parent, paths);
}

/** Whether a type, in the notation of the builder, is a list of objects. */
const isObjectList = (type: unknown): boolean =>
  Array.isArray(type) && typeof type[0] !== 'string' && (type[0] as DeclaredType).kind !== 'Enum';

/**
 * Counts the objects of a list towards the limit on the fields of a response: the field fails if
 * the response would exceed the limit.
 */
export function countFields(resolve: Resolver): Resolver {
  return (parent: unknown, args: unknown, context: Context, info: GraphQLResolveInfo): unknown => {
    const value = resolve(parent, args, context, info);
    return value instanceof Promise
      ? value.then((list: unknown) => counted(list, context, info))
      : counted(value, context, info);
  };
}

function counted(list: unknown, { execution }: Context, info: GraphQLResolveInfo): unknown {
  if (Array.isArray(list) && list.length > 0)
    execution.allowance.takeFields(list.length * projectionOf(info).fieldCount);
  return list;
}

/** Introspection does not return directives, so the description names the operations, too. */
function withOperations(
  description: string,
  calls: string,
  operations: readonly AnyOperation[],
): string {
  if (operations.length === 0) return description;
  return `${description}\n\n${calls} ${operations.map(callOf).join(', ')}.`;
}

/** A service without units has only one bucket, so its name is omitted. */
function callOf({ key, units, unitsAreAssumed, bucket }: AnyOperation): string {
  if (units === null) return `\`${key}\``;
  const unit = `${unitsAreAssumed ? 'assumed ' : ''}unit${units === 1 ? '' : 's'}`;
  return `\`${key}\` (${units} ${unit} of \`${bucket}\`)`;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    operations?: readonly AnyOperation[];
    tokenCalls?: readonly TokenCall[] | undefined;
    downloads?: readonly AnyOperation[];
    retires?: AnyOperation;
    effect?: WriteEffect;
    isNullOnErrorOnly?: boolean;
    sharesInfo?: boolean;
  }
}

interface SelectedList {
  // any: each field declares the types of its own arguments.
  readonly given: any;
  readonly execution: Execution;
  readonly projection: Projection;
  readonly field: object;
  readonly info: GraphQLResolveInfo;
}

/** What the answers of a list say of the entity that has the list. */
interface ParentAnswer {
  /** Names of fields that the answers have as the entity has them. */
  readonly shared: readonly string[];
  /**
   * The page that the list reads first.
   * @throws InvalidInput
   */
  readonly firstPage: (list: SelectedList, ref: Ref) => PageRead;
}

type Load = object | null | Promise<object | null>;

/**
 * Loads an entity, as `Execution.load`, for a field with the `info`. If each answer of a list of
 * the entity that is selected, too, has all else that is selected of it, the list loads it: one
 * call in place of two.
 */
export function loadByList(
  execution: Execution,
  ref: Ref,
  projection: EntityProjection,
  info: GraphQLResolveInfo,
): Load {
  const load = (): Load => execution.load(ref, projection);
  const { paths } = projection;
  if (paths.size === 0 || execution.loaderOf(ref.resource).has(ref, paths)) return load();
  const { branches = [] } = projection as Partial<Projection>;
  const read = branches.map((branch) => pageOf(branch, { execution, ref, paths, info }));
  const first = read.find((page) => page !== undefined);
  if (!first) return load();
  const store = ({ answer }: { readonly answer: PageAnswer | undefined }): void => {
    const own = Object.fromEntries([...paths.set].map((path) => [path, answer?.[path]]));
    // The call for the entity itself finds out whether a value is invalid there, too.
    if (answer && !Object.values(own).some((value) => value instanceof Error))
      execution.loaderOf(ref.resource).prime(ref, own, paths);
  };
  // If the list fails, the entity may exist all the same: its own call says so.
  return execution.pages
    .load(first)
    .then(store, () => {})
    .then(load);
}

interface ListedEntity {
  readonly execution: Execution;
  readonly ref: Ref;
  /** The paths that are requested of the entity. */
  readonly paths: Paths;
  readonly info: GraphQLResolveInfo;
}

/** The first page of a list with the paths of its entity; undefined: its answer lacks some. */
function pageOf(
  { field, node, above, projections }: Branch,
  { execution, ref, paths, info }: ListedEntity,
): PageRead | undefined {
  const { parentAnswer } = field.extensions;
  const projection = projections.values().next().value;
  if (!parentAnswer || !projection || above.length > 0) return undefined;
  try {
    const given = argumentValues(field, node, info.variableValues);
    const page = parentAnswer.firstPage({ given, execution, projection, field: node, info }, ref);
    // With a time zone of the request, the answer has that one.
    const shared = parentAnswer.shared.filter((name) => page.args[name] == null);
    if (!paths.coveredBy(new Set(shared))) return undefined;
    return { ...page, paths: Paths.union([page.paths, paths]) };
  } catch {
    // The list has the error of its arguments.
    return undefined;
  }
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    parentAnswer?: ParentAnswer;
  }
}
