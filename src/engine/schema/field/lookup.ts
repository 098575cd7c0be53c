/** Root fields that read entities by their ids. An entity that does not exist is an error. */
import { memoize } from '../../api/memoize.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import type { OperationCount } from '../../read/needs.ts';
import { Paths } from '../../read/path.ts';
import { type EntityProjection, selectsOnlyIds } from '../../read/walk/projection.ts';
import { idPathOf, isReadByCall, type Ref, type Resource } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import { upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { Context } from '../builder.ts';
import { graphError } from '../error/error.ts';
import { globalId, refFrom } from '../type/global-id.ts';
import { nameArgumentsIn, withArgumentNames } from './argument-name.ts';
import {
  type AnyFieldBuilder,
  type ArgumentMap,
  type EntityType,
  type Field,
  field,
  loadByList,
} from './field-factory.ts';
import { resolveEach } from './link.ts';
import { type ListPlace, readEntries } from './list-entries.ts';

// any: each lookup declares the types of its own arguments.
interface LookupSpec {
  readonly arguments: ArgumentMap;
  /** The ref that the arguments name, made by `refFrom`. @throws InvalidInput */
  readonly ref: (args: any, execution: Execution) => Ref | Promise<Ref>;
  /** The same, for the estimate, if that takes no call. @throws InvalidInput */
  readonly namedRef?: (args: any) => Ref;
  /** Operations that `ref` may call. */
  readonly before?: readonly AnyOperation[];
  /** Calls that `ref` makes. */
  readonly callsBefore?: (args: any) => readonly OperationCount[];
}

/**
 * A root lookup of one entity.
 * @param from the description of the argument `id`, or the declaration of other arguments
 */
export function lookup<T>(
  t: AnyFieldBuilder,
  target: EntityType<T>,
  from: string | LookupSpec,
  description: string,
): Field {
  const { resource } = target;
  const spec = typeof from === 'string' ? byId(t, target, from) : from;
  const { callsBefore = () => [], before = [], namedRef } = spec;
  return field(t, {
    type: target,
    description,
    args: spec.arguments,
    needs: {
      kind: 'calls',
      costOf: (args) => ({
        calls: callsBefore(args),
        loads: [{ resources: [resource], count: 1, ...(namedRef && { refs: [namedRef(args)] }) }],
        values: 0,
      }),
    },
    check: namedRef,
    operations: isReadByCall(resource) ? [resource.read.operation, ...before] : [],
    resolve: (_: unknown, args: object, context: Context, info: GraphQLResolveInfo) => {
      const load = (ref: Ref): unknown => loadNamed(context, ref, info, args);
      const ref = spec.ref(args, context.execution);
      return ref instanceof Promise ? ref.then(load) : load(ref);
    },
  });
}

/** Loads the entity of a root lookup. Errors name the arguments of the field. */
function loadNamed(context: Context, ref: Ref, info: GraphQLResolveInfo, args: object): unknown {
  try {
    const entity = loadExisting(context, ref, info);
    return entity instanceof Promise ? withArgumentNames(entity, args) : entity;
  } catch (error) {
    throw nameArgumentsIn(error, args);
  }
}

const byId = (
  t: AnyFieldBuilder,
  { resource }: EntityType<unknown>,
  description: string,
): LookupSpec => {
  const ref = ({ id }: { readonly id: string }): Ref => refFrom(resource, id);
  return { arguments: { id: t.arg.id({ required: true, description }) }, ref, namedRef: ref };
};

/**
 * Loads the entity of a root lookup.
 * @returns a promise only if a call is needed
 * @throws NOT_FOUND if it does not exist, unlike a link
 */
export function loadExisting<T>(
  { execution }: Context,
  ref: Ref<T>,
  info: GraphQLResolveInfo,
): T | Promise<T> {
  const existing = (value: object | null): T => {
    if (value === null) throw notFound(ref, execution);
    return value as T;
  };
  const value = loadByList(execution, ref, provingProjection(info, ref.resource), info);
  return value instanceof Promise ? value.then(existing) : existing(value);
}

/** The error of a root lookup of an entity that does not exist. */
export function notFound({ resource, key }: Ref, { identities }: Execution): Error {
  const { name: type, read } = resource;
  // Without the name of a service: none was asked.
  if (read.kind === 'local')
    return graphError('NOT_FOUND', read.absence, { argument: 'id', id: globalId(type, key) });
  const id = key.at(-1)!;
  const withoutToken = identities.of(read.operation).token === undefined;
  return upstreamError(read.operation, 'NOT_FOUND', { id, type, withoutToken });
}

/**
 * Loads the entities of a root lookup by several ids: null for an entity that does not exist, and
 * for an invalid id.
 * @param refOf reads an id. @throws InvalidInput that names the place
 */
export const loadEach = <Id>(
  list: ListPlace,
  ids: readonly Id[],
  refOf: (id: Id, place: string) => Ref,
): unknown[] =>
  resolveEach(readEntries(list, ids, refOf), (ref) => {
    const { context, info } = list;
    return ref && loadByList(context.execution, ref, provingProjection(info, ref.resource), info);
  });

/** Requests the id if only ids are selected: unlike a link, a lookup proves existence. */
function provingProjection(info: GraphQLResolveInfo, resource: Resource): EntityProjection {
  const projection = projectionOf(info, resource.name);
  return selectsOnlyIds(projection) ? idProjection(resource)(projection) : projection;
}

const idProjection = memoize((resource: Resource) => {
  const paths = Paths.of(idPathOf(resource));
  return memoize(({ downstream }: EntityProjection): EntityProjection => ({ paths, downstream }));
});
