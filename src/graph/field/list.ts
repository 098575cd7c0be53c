/** Lists that upstream gives without pages: plain lists, each item with its ref. */
import type { GraphQLResolveInfo } from 'graphql';
import { Paths } from '../../data/read/path.ts';
import { type Projection, projectionOf } from '../../data/read/projection.ts';
import { attachRef, type Ref, refOf } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import type { Context } from '../builder.ts';
import { orAbsent } from './null-on-reason.ts';
import { namingArgument } from './argument.ts';
import { type AnyFieldBuilder, type Field, field, type ResourceRef } from './field-factory.ts';
import type { CallSpec } from './link.ts';

type CallArgs = Readonly<Record<string, unknown>>;

export interface ListSpec
  extends Pick<CallSpec, 'operation' | 'paths' | 'args' | 'arguments' | 'absentWhen' | 'meant'> {
  /** The whole key of an item; its own id below the parent's keys, unless said. */
  readonly keyOf?: (item: any, parent: Ref | undefined) => readonly string[];
  /** Arguments of the call that make its items other variants of the same things (`hl`). */
  readonly variant?: readonly string[];
  readonly deprecationReason?: string;
  /** How many there are at most, where upstream says so. */
  readonly most?: number;
}

/** All that one call lists: captions of a video, categories of a region. */
export function list<Target>(
  t: AnyFieldBuilder,
  target: ResourceRef<Target>,
  spec: ListSpec,
  description: string,
): Field {
  const { resource } = target;
  const resolve = async (
    parent: unknown,
    given: object,
    { execution }: Context,
    info: GraphQLResolveInfo,
  ): Promise<object[] | null> => {
    const ref = refOf(parent);
    const args = await spec.args(parent, given, ref, execution);
    if (args === null) return [];
    const items = listAll(execution, target, { ...spec, args, parent: ref }, projectionOf(info));
    return orAbsent(namingArgument(items, given, spec.meant), spec.absentWhen, execution, info);
  };
  return listField(
    t,
    target,
    {
      ...spec,
      operations: [spec.operation],
      needs: {
        paths: spec.paths ?? [],
        calls: [resource.name],
        ...(spec.most === undefined ? {} : { most: spec.most }),
      },
    },
    description,
    resolve,
  );
}

async function listAll(
  execution: Execution,
  { resource }: ResourceRef<any>,
  {
    operation,
    args,
    keyOf = ownId,
    variant = [],
    parent,
  }: Omit<ListSpec, 'args'> & { readonly args: CallArgs; readonly parent: Ref | undefined },
  { paths, downstream }: Projection,
): Promise<object[]> {
  const { items } = operation.page!;
  const asked = paths.with('id');
  const part = 'part' in operation.query ? { part: asked.parts } : {};
  const call = { ...resource.fixed, ...args, ...part, fields: `${items}(${asked.mask})` };
  const answer = (await execution.page(operation, call, downstream)) as
    | Record<string, object[] | undefined>
    | undefined;
  const as = argsOf(Object.fromEntries(variant.map((name) => [name, args[name]])));
  return (answer?.[items] ?? []).map((item) =>
    attachRef(item, { resource, key: keyOf(item, parent), ...as }),
  );
}

const ownId = (item: { readonly id: string }, parent: Ref | undefined): readonly string[] => [
  ...(parent?.key ?? []),
  item.id,
];

/** What of the arguments was given, as a ref holds it. */
function argsOf(given: CallArgs): Pick<Ref, 'args'> {
  const args = Object.entries(given).filter(([, value]) => value != null);
  return args.length === 0 ? {} : { args: Object.fromEntries(args) };
}

/** All things of a resource whose one list has them all; what links to them asks the same list. */
export function all<Target>(
  t: AnyFieldBuilder,
  target: ResourceRef<Target>,
  description: string,
  args: CallArgs = {},
  absentWhen?: readonly string[],
): Field {
  const { resource } = target;
  const { operation } = resource.read;
  const resolve = async (
    _: unknown,
    given: CallArgs,
    { execution }: Context,
    info: GraphQLResolveInfo,
  ): Promise<object[] | null> => {
    const { paths, downstream } = projectionOf(info);
    const whole = execution.load(
      { resource, key: [], ...argsOf(given) },
      { paths: paths.size > 0 ? paths : idAlone, downstream },
    );
    const answer = (await orAbsent(
      namingArgument(Promise.resolve(whole), given),
      absentWhen,
      execution,
      info,
    )) as Items | null;
    return answer?.items ?? null;
  };
  return listField(
    t,
    target,
    { operations: [operation], arguments: args, needs: { calls: [resource.name] } },
    description,
    resolve,
  );
}

const idAlone = Paths.of('id');

interface Items {
  readonly items: object[];
}

type ListOptions = Pick<Parameters<typeof field>[1], 'operations' | 'needs'> &
  Pick<ListSpec, 'arguments' | 'deprecationReason'>;

function listField(
  t: AnyFieldBuilder,
  type: ResourceRef<any>,
  { operations = [], needs, arguments: args = {}, deprecationReason }: ListOptions,
  description: string,
  resolve: (parent: any, given: any, context: Context, info: GraphQLResolveInfo) => unknown,
): Field {
  const retired = deprecationReason === undefined ? {} : { deprecationReason };
  return field(t, {
    type: [type],
    nullable: { list: true, items: false },
    description,
    args,
    needs,
    operations,
    resolve,
    ...retired,
  });
}
