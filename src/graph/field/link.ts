/** Fields that lead to another resource by its key, loaded in batches with all others of the query. */
import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { Trail } from '../../data/read/page.ts';
import { getter, Paths as PathSet } from '../../data/read/path.ts';
import { apiece, loading, PAGES_LOOKED_THROUGH } from '../../data/cost/field-cost.ts';
import { type Needs, type Projection, projectionOf } from '../../data/read/projection.ts';
import { attachRef, type Ref, refOf } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import { upstreamError, InvalidInput } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Context, Types } from '../builder.ts';
import { orAbsent } from './null-on-reason.ts';
import { type Meant, namingArgument } from './argument.ts';
import { refFrom } from '../global-id.ts';
import {
  type AnyFieldBuilder,
  type Field,
  type FieldBuilder,
  field,
  type ResourceRef,
} from './field-factory.ts';
import type { Paths } from './table.ts';

type Key = readonly string[] | null;

const idAt = (path: string): ((value: any) => Key) => {
  const read = getter(path);
  return (value) => {
    const id = read(value) as string | null | undefined;
    return id == null || id === '' ? null : [id];
  };
};

/** An edge whose key lies at `path`. The id is upstream's own, so asking for that alone costs nothing. */
export const link = <Shape, Target>(
  t: FieldBuilder<Shape>,
  target: ResourceRef<Target>,
  path: Paths<Shape, string>,
  description: string,
): Field => linkBy(t, target, { paths: [path], key: idAt(path) }, description);

export interface LinkSpec {
  /** What `key` reads. */
  readonly paths?: readonly string[];
  /** The target's key, or null where there is no edge. */
  readonly key: (value: any, ref: Ref | undefined) => Key;
  /** `key` reads the ref of the value it stands on. */
  readonly usesRef?: true;
  /** GraphQL arguments that go along with the read (`hl`): another variant of the target, which is asked apart. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** What of a field's arguments a variant is made of; without any it is the thing itself. */
function variantOf(ref: Ref, given: Readonly<Record<string, unknown>>): Ref {
  const args = Object.entries(given).filter(([, value]) => value != null);
  return args.length === 0 ? ref : { ...ref, args: { ...ref.args, ...Object.fromEntries(args) } };
}

/** An edge whose key is made of several paths, or of the value's own key. */
export function linkBy<Shape, Target>(
  t: FieldBuilder<Shape>,
  target: ResourceRef<Target>,
  { paths = [], key, usesRef, arguments: args }: LinkSpec,
  description: string,
): Field {
  const { resource } = target;
  const keysOf = (value: unknown, ref: Ref | undefined): Key[] => [key(value, ref)];
  const bare: Needs = {
    paths,
    link: { target: resource, keysOf, ...(usesRef ? { usesRef } : {}) },
  };
  return field(t, {
    type: target,
    description,
    args: args ?? {},
    needs: args ? { paths, calls: [resource.name], price: loading(resource), bare } : bare,
    operations: [resource.read.operation],
    resolve: (
      parent: unknown,
      given: Record<string, unknown>,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const found = key(parent, refOf(parent));
      if (found === null) return null;
      const value = follow(
        execution,
        variantOf({ resource, key: found }, given),
        projectionOf(info),
      );
      return args && value instanceof Promise ? namingArgument(value, given) : value;
    },
  });
}

/** What upstream says leads on. Where it says what can be no id, that is a fault of its answer and not of the caller. */
export function follow(
  execution: Execution,
  ref: Ref,
  projection: Pick<Projection, 'paths' | 'downstream'>,
): unknown {
  try {
    return execution.load(ref, projection);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw upstreamError(ref.resource.read.operation, 'UPSTREAM_INVALID', { cause: error });
  }
}

/**
 * Edges from a list of ids: one projection, a null where the target is gone, an error in its own place.
 * @param most how many ids the list holds at most
 */
export function links<Shape, Target>(
  t: FieldBuilder<Shape>,
  target: ResourceRef<Target>,
  path: Paths<Shape, readonly string[]>,
  description: string,
  most = 50,
): Field {
  const { resource } = target;
  const read = getter(path) as (value: unknown) => readonly string[] | null | undefined;
  return field(t, {
    type: [target],
    nullable: { list: true, items: true },
    description,
    needs: {
      paths: [path],
      link: { target: resource, keysOf: (value) => read(value)?.map((id) => [id]) ?? [] },
      most,
    },
    operations: [resource.read.operation],
    resolve: (parent: unknown, _: object, { execution }: Context, info: GraphQLResolveInfo) => {
      const projection = projectionOf(info);
      return loadEach(read(parent) ?? [], (id) =>
        follow(execution, { resource, key: [id] }, projection),
      );
    },
  });
}

/** One load an id; one that is refused fails in its own place of the list. */
export const loadEach = (
  ids: readonly string[],
  load: (id: string, index: number) => unknown,
): unknown[] =>
  ids.map((id, index) => {
    try {
      return load(id, index);
    } catch (error) {
      return error;
    }
  });

/**
 * The same thing asked once more by itself: a part that only some may see (its refusal stays at this field), or arguments
 * that change upstream's answer (`hl`): another variant of it, never a path.
 */
export function again<Shape, P extends keyof Shape & string>(
  t: FieldBuilder<Shape>,
  self: ResourceRef<Shape>,
  type: ObjectRef<Types, NonNullable<Shape[P]>>,
  part: P,
  description: string,
  args: Readonly<Record<string, unknown>> = {},
): Field {
  const { resource } = self;
  const guarded = resource.read.operation.ownerOnlyParts?.includes(part) === true;
  const bare = guarded ? {} : { bare: { nested: part } };
  const read = getter(part);
  return field(t, {
    type,
    description,
    args,
    needs: {
      calls: [resource.name],
      reads: { of: resource.name, at: part },
      price: loading(resource, true),
      ...bare,
    },
    operations: [resource.read.operation],
    resolve: async (
      parent: unknown,
      given: Record<string, unknown>,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const ref = refOf(parent)!;
      const variant = variantOf(ref, given);
      if (variant === ref && !guarded) return read(parent) ?? null;
      const { paths, downstream } = projectionOf(info);
      const value = execution.load(variant, {
        paths: paths.size > 0 ? paths.under(part) : PathSet.of(part),
        downstream,
      });
      return (
        ((await namingArgument(Promise.resolve(value), given)) as Record<string, unknown> | null)?.[
          part
        ] ?? null
      );
    },
  });
}

/** A root field that looks a thing up by its id, the global one or upstream's. @param whichId what may be given, for the argument's description */
export function byId<T>(
  t: AnyFieldBuilder,
  target: ResourceRef<T>,
  description: string,
  whichId: string,
): Field {
  const { resource } = target;
  return field(t, {
    type: target,
    description,
    args: { id: t.arg.id({ required: true, description: whichId }) },
    needs: { price: loading(resource) },
    operations: [resource.read.operation],
    resolve: (_, { id }: { id: string }, context: Context, info: GraphQLResolveInfo) =>
      lookUp(context, refFrom(resource, id), info),
  });
}

/** A root lookup by one id: absence is an error, unlike behind a link. */
export async function lookUp<T>(
  { execution }: Context,
  ref: Ref<T>,
  info: GraphQLResolveInfo,
): Promise<T> {
  const projection = projectionOf(info, ref.resource.name);
  const value = await execution.load(ref, projection);
  if (value === null)
    throw upstreamError(ref.resource.read.operation, 'NOT_FOUND', { id: ref.key.at(-1)! });
  return value as T;
}

type CallArgs = Readonly<Record<string, unknown>>;

export interface CallSpec {
  readonly operation: AnyOperation;
  /** Paths of the parent that `args` reads. */
  readonly paths?: readonly string[];
  /** Arguments of the operation, or null where there can be none; the scope is there to resolve aliases with. */
  readonly args: (
    parent: any,
    given: any,
    ref: Ref | undefined,
    execution: Execution,
  ) => CallArgs | null | Promise<CallArgs | null>;
  /** The found thing's whole key, of the item and the arguments it was asked with. */
  readonly keyOf?: (item: any, args: any) => readonly string[];
  /** Operations that `args` may call, to resolve an alias. */
  readonly before?: readonly AnyOperation[];
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Upstream filters after it has cut its pages, so that an empty one may have a next one behind it. */
  readonly sparse?: true;
  /** Whether absence is an error: at a root lookup. */
  readonly demanded?: true;
  /** Upstream's reasons that are a state and no failure: null, with a warning. */
  readonly absentWhen?: readonly string[];
  /** Parameters that the field calls otherwise. */
  readonly meant?: Meant;
}

/** The one thing that a list with these arguments finds, or null: `mine`, a handle, a property. */
export function found<Shape, Target>(
  t: FieldBuilder<Shape>,
  target: ResourceRef<Target>,
  spec: CallSpec,
  description: string,
): Field {
  const { resource } = target;
  const resolve = async (
    parent: unknown,
    given: object,
    { execution }: Context,
    info: GraphQLResolveInfo,
  ): Promise<object | null> => {
    const args = await spec.args(parent, given, refOf(parent), execution);
    if (args === null) return null;
    const one = findOne(execution, target, { ...spec, args }, projectionOf(info, resource.name));
    return orAbsent(namingArgument(one, given, spec.meant), spec.absentWhen, execution, info);
  };
  return field(t, {
    type: target,
    description,
    args: spec.arguments ?? {},
    needs: {
      paths: spec.paths ?? [],
      calls: [resource.name],
      price: apiece(spec.operation, spec.sparse ? PAGES_LOOKED_THROUGH : 1, spec.before),
    },
    operations: [spec.operation, ...(spec.before ?? [])],
    resolve,
  });
}

/** The first item of a list, branded. Asks for nothing but what the projection names. */
export async function findOne(
  execution: Execution,
  { resource }: ResourceRef<any>,
  {
    operation,
    args,
    keyOf = (item) => [item.id],
    demanded,
    sparse,
  }: Omit<CallSpec, 'args'> & { readonly args: CallArgs },
  { paths, downstream }: Projection,
): Promise<object | null> {
  const { items, token = '', next = '' } = operation.page!;
  const asked = paths.with('id');
  const part = 'part' in operation.query ? { part: asked.parts } : {};
  const call = {
    ...resource.fixed,
    ...args,
    ...part,
    fields: `${sparse ? `${next},` : ''}${items}(${asked.mask})`,
  };
  const trail = new Trail(operation);
  for (let from: object = {}; ; ) {
    const answer = (await execution.page(operation, { ...call, ...from }, downstream)) as
      | Record<string, any>
      | undefined;
    const item = answer?.[items]?.[0] as object | undefined;
    if (item) return attachRef(item, { resource, key: keyOf(item, args) });
    if (!sparse || !answer?.[next]) break;
    trail.goOn(answer[next] as string);
    from = { [token]: answer[next] as string };
  }
  if (demanded) throw upstreamError(operation, 'NOT_FOUND');
  return null;
}
