/** Fields whose entity is found with a list operation: `mine`, a handle, a property of an event. */
import type { GraphQLResolveInfo } from 'graphql';
import { EXTRA_PAGES } from '../../cost/allowance.ts';
import { itemsOf, itemsRead, nextTokenOf, Trail } from '../../read/list/page.ts';
import { storeEntities } from '../../read/load/prefetch.ts';
import type { EntityProjection } from '../../read/walk/projection.ts';
import { attachRef, isKey, type Ref, refOf } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import type { Execution } from '../../execution/execution.ts';
import type { KnownReason } from '../../api/register.ts';
import { upstreamError } from '../../rest/call/error.ts';
import { InvalidValue } from '../../rest/operation/invalid-value.ts';
import type { AnyOperation } from '../../rest/operation/operation.ts';
import { checkParameters } from '../../rest/request/request.ts';
import type { Context } from '../builder.ts';
import { type ArgumentNames, nameArgumentsIn, withArgumentNames } from './argument-name.ts';
import {
  type ArgumentMap,
  type Field,
  type FieldBuilder,
  field,
  type EntityType,
} from './field-factory.ts';
import { nullOnReasons } from './null-on-reason.ts';

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
  /** GraphQL arguments of the field. */
  readonly arguments?: ArgumentMap;
  /** Error reasons of an expected state: null with a warning. */
  readonly nullOnReasons?: readonly KnownReason[];
  /**
   * Names of fields, inside the items, that lead back to the parent: what they select is read with
   * the parent.
   */
  readonly backLinks?: readonly string[] | undefined;
  /** REST parameters whose argument has another name. */
  readonly argumentNames?: ArgumentNames;
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
  return (parent, given, ref, execution) => {
    const added = argumentParameters(given);
    const args = argsOf(parent, given, ref, execution);
    if (!added) return args;
    const add = (own: CallArguments | null): CallArguments | null => own && { ...added, ...own };
    return args instanceof Promise ? args.then(add) : add(args);
  };
}

interface FindFirstSpec extends ListCallSpec {
  /** The whole key of the item; by default its `id`. @param args arguments of the call */
  // any: each field declares the types of its own items and arguments.
  readonly keyOf?: (item: any, args: any) => readonly string[];
  /** Operations that `args` may call to resolve an argument. */
  readonly before?: readonly AnyOperation[];
  /** Whether the API filters each page separately, so that an empty page may have a next one. */
  readonly sparse?: true;
}

/** The first item of a list, or null. */
export function findFirst<Shape, Target>(
  t: FieldBuilder<Shape>,
  target: EntityType<Target>,
  spec: FindFirstSpec,
  description: string,
): Field {
  const { resource } = target;
  const { operation, paths = [], backLinks = [], before = [], sparse = false } = spec;
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
      backLinks,
      embedded: null,
      extent: { kind: 'firstItem', sparse, before },
    },
    check: parameterCheck(spec),
    operations: [operation, ...before],
    resolve: async (
      parent: unknown,
      given: object,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ): Promise<object | null> => {
      const args = await argsOf(parent, given, refOf(parent), execution);
      if (args === null) return null;
      const call = { ...spec, args, field: info.fieldNodes[0]! };
      const item = findFirstItem(execution, target, call, projectionOf(info));
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
  /** Identifies the field of the query, if `sparse`: its calls share extra pages. */
  readonly field?: object;
}

/**
 * The first item of a list with its ref, or null.
 * @throws UpstreamError QUERY_TOO_EXPENSIVE if more pages would have to be read
 */
async function findFirstItem(
  execution: Execution,
  { resource }: EntityType<unknown>,
  { operation, args, keyOf = ({ id }) => [id], sparse, field = {} }: FirstItemCall,
  projection: EntityProjection,
): Promise<object | null> {
  const { token = '', next = '' } = operation.page!;
  const items = itemsRead(operation, { ...resource.fixed, ...args }, projection);
  const read = sparse ? { ...items, paths: items.paths.with(next) } : items;
  const trail = new Trail(operation);
  for (let page = read; ; ) {
    const { answer = {} } = await execution.pages.load(page);
    const [item] = itemsOf(answer, operation);
    if (item instanceof Error) throw item;
    if (item) {
      const key = keyOf(item, args);
      if (!key.every(isKey)) throw new InvalidValue(operation);
      const found = attachRef(item, { resource, key });
      if (projection.isLinkedBack)
        storeEntities([found], projection.paths.with('id'), execution.loaderOf);
      return found;
    }
    const nextToken = nextTokenOf(answer, operation);
    if (!sparse || nextToken === '') return null;
    trail.add(nextToken);
    page = { ...read, args: { ...read.args, [token]: nextToken } };
    if (execution.pages.has(page)) continue;
    if (!execution.allowance.takeExtraPage(field))
      throw upstreamError(operation, 'QUERY_TOO_EXPENSIVE', { limit: 1 + EXTRA_PAGES });
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
