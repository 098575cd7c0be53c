/**
 * The REST call behind a field: its arguments, from those of the field and from the keys of the
 * parent; the refs of the items of its answer; and fields whose entity is found with a list
 * operation: `mine`, a handle, a property of an event.
 */
import { memoize } from '../../api/memoize.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { EXTRA_CALLS } from '../../read/usage.ts';
import type { ListNeeds, OperationCount } from '../../read/needs.ts';
import { loadByGivenToken } from '../../read/list/given-token.ts';
import { itemsOf, itemsRead, nextTokenOf, Trail } from '../../read/list/page.ts';
import { keepItems } from '../../read/load/prefetch.ts';
import type { EntityProjection } from '../../read/walk/projection.ts';
import {
  attachRef,
  isKey,
  keysByName,
  type Ref,
  refOf,
  type Resource,
} from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import type { Execution } from '../../execution/execution.ts';
import type { KnownReason } from '../../api/register.ts';
import { upstreamError } from '../../api/error.ts';
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { checkParameters } from '../../rest/request/request.ts';
import type { Context } from '../builder.ts';
import {
  type ArgumentNames,
  blameAnswer,
  nameArgumentsIn,
  withArgumentNames,
} from './argument-name.ts';
import {
  type ArgumentMap,
  type EntityType,
  type Field,
  field,
  type FieldBuilder,
  type TokenCall,
} from './field-factory.ts';
import { nullOnReasons, nullWithWarning } from './null-on-reason.ts';

/** The arguments of a REST call, by parameter. */
export type CallArguments = Readonly<Record<string, unknown>>;

/**
 * A list operation as a field calls it.
 * @typeParam Args the result of `args`: null if no list is read
 */
export interface ListCallSpec<Args = CallArguments | null | Promise<CallArguments | null>> {
  readonly operation: AnyOperation;
  /** Paths of the parent that `args` reads. */
  readonly paths?: readonly string[];
  /** Arguments of the operation. */
  // any: each field declares the types of its own parent and arguments.
  readonly args: (parent: any, given: any, ref: Ref | undefined, execution: Execution) => Args;
  /**
   * Parameters that follow from the arguments of the field alone, and are checked before any call.
   * Those of `args` are added, and replace them.
   * @throws InvalidInput
   */
  // any: each field declares the types of its own arguments.
  readonly argumentParameters?: (given: any) => CallArguments | undefined;
  /**
   * Whether the call is about the caller, by a parameter for which a public operation needs an
   * access token: always, or with these arguments of the field. Default: never.
   */
  // any: each field declares the types of its own arguments.
  readonly forCaller?: true | ((given: any) => boolean);
  /** GraphQL arguments of the field. */
  readonly arguments?: ArgumentMap;
  /** Error reasons of an expected state: null with a warning. */
  readonly nullOnReasons?: readonly KnownReason[];
  /** REST parameters whose argument has another name. */
  readonly argumentNames?: ArgumentNames;
}

/** Returns a function that says, by the arguments of a field, whether its call needs a token. */
export function tokenNeed({
  operation,
  forCaller,
}: Pick<ListCallSpec, 'operation' | 'forCaller'>): ListNeeds['needsToken'] {
  if (typeof forCaller === 'function') return forCaller;
  const isNeeded = operation.auth === 'user' || forCaller === true;
  return () => isNeeded;
}

/** @returns the calls of a field that need a token whatever its arguments are */
export function tokenCallsOf({
  operation,
  forCaller,
}: Pick<ListCallSpec, 'operation' | 'forCaller'>): readonly TokenCall[] | undefined {
  return forCaller === true ? [{ operation }] : undefined;
}

/** Returns a function that checks the parameters which follow from the arguments of a field. */
export function parameterCheck({
  operation,
  argumentParameters,
  argumentNames,
}: Pick<ListCallSpec, 'operation' | 'argumentParameters' | 'argumentNames'>):
  | ((given: object) => void)
  | undefined {
  if (!argumentParameters) return undefined;
  return (given) => {
    try {
      checkParameters(operation, argumentParameters(given) ?? {});
    } catch (error) {
      throw nameArgumentsIn(error, given, argumentNames);
    }
  };
}

/** Adds the parameters that follow from the arguments of the field alone. */
export function withParameters<Args extends CallArguments | null | Promise<CallArguments | null>>(
  { argumentParameters }: Pick<ListCallSpec, 'argumentParameters'>,
  argsOf: ListCallSpec<Args>['args'],
): ListCallSpec['args'] {
  if (!argumentParameters) return argsOf;
  const parametersOf = memoize((given: object) => argumentParameters(given) ?? noParameters);
  return (parent, given, ref, execution) => {
    const added = parametersOf(given);
    const args = argsOf(parent, given, ref, execution);
    if (added === noParameters) return args;
    const add = (own: CallArguments | null): CallArguments | null => own && { ...added, ...own };
    return args instanceof Promise ? args.then(add) : add(args);
  };
}

const noParameters: CallArguments = {};

/** How the arguments of a call are resolved. */
export interface ResolvingSpec {
  /** Operations that `args` may call to resolve an argument. */
  readonly before?: readonly AnyOperation[];
  /** The most calls of them, by the arguments of the field. Default: one of each. */
  // any: each field declares the types of its own arguments.
  readonly callsBefore?: (given: any) => readonly OperationCount[];
}

/** @returns the calls before that of a list, by the arguments of the field; null: there are none */
export function callsBeforeOf({ before, callsBefore }: ResolvingSpec) {
  return before ? (callsBefore ?? (() => before.map((each) => [each, 1] as const))) : null;
}

interface FindFirstSpec extends ListCallSpec, ResolvingSpec {
  /** The whole key of the item; by default its `id`. @param args arguments of the call */
  // any: each field declares the types of its own items and arguments.
  readonly keyOf?: (item: any, args: any) => readonly string[];
  /** Whether the API filters each page separately, so that an empty page may have a next one. */
  readonly sparse?: true;
  /** What an empty list means: null with a warning of this reason. Default: null without one. */
  readonly emptyReason?: KnownReason;
}

/** The first item of a list, or null. */
export function findFirst<Shape, Target>(
  t: FieldBuilder<Shape>,
  target: EntityType<Target>,
  spec: FindFirstSpec,
  description: string,
): Field {
  const { resource } = target;
  const { operation, paths = [], before = [], sparse = false, emptyReason } = spec;
  const argsOf = withParameters(spec, spec.args);
  return field(t, {
    type: target,
    description,
    args: spec.arguments,
    needs: {
      kind: 'list',
      operation,
      itemType: resource.name,
      paths,
      optionalPaths: [],
      isByKeys: false,
      keepsItems: () => resource.variantParameters === undefined,
      needsToken: tokenNeed(spec),
      embedded: null,
      extent: { kind: 'firstItem', sparse, callsBefore: callsBeforeOf(spec) },
    },
    check: parameterCheck(spec),
    operations: [operation, ...before],
    tokenCalls: tokenCallsOf(spec),
    resolve: async (
      parent: unknown,
      given: object,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ): Promise<object | null> => {
      const args = await argsOf(parent, given, refOf(parent), execution);
      if (args === null) return null;
      const call = { ...spec, args };
      const item = findFirstItem(execution, target, call, projectionOf(info)).then(
        (found) =>
          found === null && emptyReason ? nullWithWarning(emptyReason, execution, info) : found,
        (error: unknown) => {
          throw blameAnswer(error, parent);
        },
      );
      return nullOnReasons(
        withArgumentNames(item, given, spec.argumentNames),
        spec.nullOnReasons,
        execution,
        info,
      );
    },
  });
}

/** A call of a list operation for its first item. */
interface FirstItemCall extends Pick<FindFirstSpec, 'operation' | 'keyOf' | 'sparse'> {
  readonly args: CallArguments;
}

/**
 * The first item of a list with its ref, or null.
 * @throws UpstreamError QUERY_TOO_EXPENSIVE if more pages would have to be read
 */
async function findFirstItem(
  execution: Execution,
  { resource }: EntityType<unknown>,
  { operation, args, keyOf = ({ id }) => [id], sparse }: FirstItemCall,
  projection: EntityProjection,
): Promise<object | null> {
  const { token = '', next = '' } = operation.page!;
  const items = itemsRead(operation, { ...resource.fixed, ...args }, projection);
  const read = sparse ? { ...items, paths: items.paths.with(next) } : items;
  const trail = new Trail(operation);
  for (let page = read; ; ) {
    const { answer = {} } = await (page === read
      ? execution.pages.load(page)
      : loadByGivenToken(execution, page));
    const [item] = itemsOf(answer, operation);
    if (item instanceof Error) throw item;
    if (item) {
      const key = keyOf(item, args);
      if (!key.every(isKey)) throw new InvalidValue(operation);
      const found = attachRef(item, { resource, key, ...variantOfItems(resource, args) });
      keepItems([found], projection.paths.with('id'), execution.loaderOf);
      return found;
    }
    const nextToken = nextTokenOf(answer, operation);
    if (!sparse || nextToken === '') return null;
    trail.add(nextToken);
    page = { ...read, args: { ...read.args, [token]: nextToken } };
    if (execution.pages.has(page)) continue;
    if (!execution.allowance.takeExtraPage())
      throw upstreamError(operation, 'QUERY_TOO_EXPENSIVE', { limit: 1 + EXTRA_CALLS });
  }
}

/** `findFirstItem` for a root lookup. @throws UpstreamError NOT_FOUND if there is no item */
export async function findExisting(
  execution: Execution,
  target: EntityType<unknown>,
  call: FirstItemCall,
  projection: EntityProjection,
): Promise<object> {
  const item = await findFirstItem(execution, target, call, projection);
  if (item === null) {
    const [value] = Object.values(call.args);
    throw upstreamError(call.operation, 'NOT_FOUND', { value });
  }
  return item;
}

/** A list operation whose arguments may be the keys of the parent. */
export interface ChildListSpec<Args = CallArguments | null | Promise<CallArguments | null>>
  extends Omit<ListCallSpec<Args>, 'args'> {
  /**
   * Arguments of the operation; by default the keys of the parent by their names, and the fixed
   * arguments of the items' resource.
   */
  readonly args?: ListCallSpec<Args>['args'] | undefined;
  /** The whole key of an item; by default its `id` below the parent's keys. */
  // any: each field declares the type of its own items.
  readonly keyOf?: (item: any, parent: Ref | undefined) => readonly string[];
}

/**
 * Returns a function that makes the arguments of a list from the keys of its parent.
 * @param fixed the fixed arguments of the items' resource
 */
export const parentKeys =
  (fixed: CallArguments | undefined) =>
  (_parent: unknown, _given: unknown, ref: Ref | undefined): CallArguments => ({
    ...fixed,
    ...keysByName(ref!),
  });

/** What the refs of the items of one answer are made from. */
interface ItemRefs {
  /** Undefined for items whose type is no resource: they have no refs. */
  readonly resource: Resource | undefined;
  /** The operation whose answer has the items. */
  readonly operation: AnyOperation;
  readonly keyOf?: ChildListSpec['keyOf'];
  readonly parent: Ref | undefined;
  /** Arguments of the call that the values of the items depend on (`hl`). */
  readonly variant?: Pick<Ref, 'args'> | undefined;
}

/**
 * Returns a function that attaches its ref to an item, and returns the item. In the place of an
 * item without its key it returns an error.
 */
export function refAttacher(refs: ItemRefs): (item: object) => object {
  const { resource, operation, keyOf, parent, variant } = refs;
  if (!resource) return (item) => item;
  if (keyOf)
    return (item) => {
      if (item instanceof Error) return item;
      const key = keyOf(item, parent);
      return key.every(isKey)
        ? attachRef(item, { resource, key, ...variant })
        : new InvalidValue(operation);
    };
  const refBelowParent = (item: object): Ref => {
    const above = parent?.key.slice(0, resource.key.length - 1) ?? [];
    return { resource, key: [...above, (item as { readonly id: string }).id], ...variant };
  };
  return (item) => {
    if (item instanceof Error) return item;
    const { id } = item as { readonly id?: unknown };
    return isKey(id) ? attachRef(item, refBelowParent) : new InvalidValue(operation);
  };
}

/** The arguments that have a value, as a ref contains them. */
export function variantOf(args: CallArguments): Pick<Ref, 'args'> {
  const given = Object.entries(args).filter(([, value]) => value != null);
  return given.length === 0 ? {} : { args: Object.fromEntries(given) };
}

/** The variant that the items of a call are. */
export const variantOfItems = (
  { variantParameters }: Resource,
  args: CallArguments,
): Pick<Ref, 'args'> | undefined =>
  variantParameters &&
  variantOf(Object.fromEntries(variantParameters.map((name) => [name, args[name]])));
