/** Lists that upstream pages, as connections. Projection sees one shape for all of them: `items`, `total`. */
import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { cursorFrom, type List, readList, readNamed, sliceList } from '../../data/read/page.ts';
import { getter, Paths as PathSet } from '../../data/read/path.ts';
import { namedOr, paged, pagedThrough, type Pricing } from '../../data/cost/field-cost.ts';
import { type Needs, type Projection, projectionOf } from '../../data/read/projection.ts';
import { attachRef, type Ref, refOf, type Resource, entityKey } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import type { AnyOperation, PageSpec, TotalSpec } from '../../upstream/operation.ts';
import { builder, type Context, type Types } from '../builder.ts';
import { type Field, type AnyFieldBuilder, field, type ResourceRef } from './field-factory.ts';
import { orAbsent } from './null-on-reason.ts';
import { type Meant, namingArgument } from './argument.ts';
import { follow } from './link.ts';

export const pageInfo = builder.objectRef<List>('PageInfo').implement({
  description: 'Where a part of a list stands in the whole of it.',
  fields: (t) => ({
    hasNextPage: field(t, {
      type: 'Boolean',
      nullable: false,
      description: 'Whether items follow.',
      needs: {},
      resolve: (list: List) => list.hasNextPage,
    }),
    endCursor: field(t, {
      type: 'String',
      description: 'Give this as `after` to go on; null where nothing came and nothing follows.',
      needs: {},
      resolve: ({ items, behind }: List) => {
        const last = items.at(-1) ?? behind;
        return last ? cursorFrom(last) : null;
      },
    }),
  }),
});

/** The field that shows how many items the whole list has, by whether the service counts or estimates them. */
const countField = ({ exact }: TotalSpec): readonly [name: string, description: string] =>
  exact
    ? ['totalCount', 'How many items the whole list has.']
    : ['estimatedCount', 'About how many items the whole list has: upstream estimates it.'];

export interface ConnectionRef {
  readonly type: ObjectRef<Types, List>;
  readonly node: ItemRef;
  /** The path of an item that is always asked. */
  readonly least: string;
}

/** A thing that can be read again, or a value that lives in the list alone: a search result, a member. */
type ItemRef = ResourceRef<any> | ObjectRef<Types, any>;

const resourceOf = (node: ItemRef): Resource | undefined =>
  'resource' in node ? node.resource : undefined;

interface ConnectionOptions {
  /** The operation whose responses state how many items the whole list has. */
  readonly countedBy?: AnyOperation;
  /** What a page's answer carries beside its items: a flag is set when any page has it set, a text is that of the first. */
  readonly beside?: Readonly<
    Record<string, readonly [type: 'Boolean' | 'String', description: string]>
  >;
  /** What to ask of an item of which nothing is selected: the id, where there is one. */
  readonly least?: string;
}

/** Declares the connection and edge types of a node type: once, whatever lists it. */
export function connectionType(
  node: ItemRef,
  plural: string,
  { countedBy, beside = {}, least = 'id' }: ConnectionOptions = {},
): ConnectionRef {
  const { name } = node;
  // An item of which nothing but its keys is asked must not come along whole.
  // How many there are was counted with the list.
  const needs: Needs = { paths: [`items.${least}`], nested: 'items', most: 1 };
  const edge = builder.objectRef<List['items'][number]>(`${name}Edge`).implement({
    description: `One of the ${plural}, with its place in the list.`,
    fields: (t) => ({
      node: field(t, {
        type: node,
        nullable: false,
        description: 'The item itself.',
        needs,
        resolve: ({ value }) => value,
      }),
      cursor: field(t, {
        type: 'String',
        nullable: false,
        description: 'Give this as `after` to go on behind this item.',
        needs: {},
        resolve: cursorFrom,
      }),
    }),
  });
  const type = builder.objectRef<List>(`${name}Connection`).implement({
    description: `A part of a list of ${plural}.`,
    fields: (t) => ({
      nodes: field(t, {
        type: [node],
        nullable: false,
        description: `The ${plural}, without their cursors.`,
        needs,
        resolve: ({ items }: List) => items.map(({ value }) => value),
      }),
      edges: field(t, {
        type: [edge],
        nullable: false,
        description: `The ${plural}, each with its cursor.`,
        needs: { nested: '', most: 1 },
        resolve: ({ items }: List) => items,
      }),
      pageInfo: field(t, {
        type: pageInfo,
        nullable: false,
        description: 'Whether and where the list goes on.',
        needs: { nested: '' },
        resolve: (list: List) => list,
      }),
      ...totalField(t, countedBy),
      ...Object.fromEntries(
        Object.entries(beside).map(([path, [type, description]]) => {
          const read = getter(path);
          const resolve = ({ answers }: List): unknown =>
            type === 'Boolean' ? answers.some(read) : read(answers[0]);
          return [path, field(t, { type, description, needs: { paths: [path] }, resolve })];
        }),
      ),
    }),
  });
  return { type, node, least };
}

function totalField(
  t: AnyFieldBuilder,
  countedBy: AnyOperation | undefined,
): Record<string, Field> {
  if (countedBy === undefined) return {};
  const total = countedBy.page!.total!;
  const [name, description] = countField(total);
  const read = getter(total.path);
  const resolve = ({ answers }: List): unknown => read(answers.at(-1)) ?? null;
  return { [name]: field(t, { type: 'Int', description, needs: { paths: ['total'] }, resolve }) };
}

export interface ConnectionSpec {
  readonly operation: AnyOperation;
  /** Paths of the parent that `args` reads. */
  readonly paths?: readonly string[];
  /** Paths of the parent that `args` reads where they are there: they may spare the call, and cause none. */
  readonly along?: readonly string[];
  /** Arguments of the operation, or null where there can be nothing to list. */
  readonly args: (
    parent: any,
    given: any,
    ref: Ref | undefined,
    execution: Execution,
  ) => Readonly<Record<string, unknown>> | null;
  /** The whole key of an item. */
  readonly keyOf?: (item: any, parent: Ref | undefined) => readonly string[];
  /** The item's path at which the key of a node lies: the items are only pointers to it, and what is not there is left out. */
  readonly through?: string;
  /** Keys of the nodes, where the client has named them itself: then nothing is listed. */
  readonly named?: (given: any) => readonly string[] | undefined;
  /** Upstream can't filter by this itself; `keeps` are the item's paths that `keep` reads. */
  readonly keep?: (item: any, parent: Ref | undefined) => boolean;
  readonly keeps?: readonly string[];
  /** `args` are the same for all parents, so that upstream is asked once. */
  readonly shared?: true;
  /** The most that `first` may ask, where a call is too dear for a second one: the list stops where upstream's page does. */
  readonly onePage?: number;
  /** Where the list came along whole inside the parent; `complete`, which reads `paths`, tells whether it did. */
  readonly embedded?: {
    readonly at: string;
    readonly paths: readonly string[];
    readonly complete: (parent: any) => boolean;
    /** It may as well be a sample: the parent isn't asked for its sake. */
    readonly along?: true;
  };
  /** Upstream's reasons that are a state and no failure (comments disabled): null, with a warning. */
  readonly absentWhen?: readonly string[];
  /** Parameters that the field calls otherwise. */
  readonly meant?: Meant;
  /** GraphQL arguments beside `first` and `after`. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

const ownId = (item: { id: string }, parent: Ref | undefined, depth: number): readonly string[] => [
  ...(parent?.key.slice(0, depth) ?? []),
  item.id,
];

/** A paged list as a field: `first` (1 to 500) items after a cursor, from as few upstream pages as hold them. */
export function connection(
  t: AnyFieldBuilder,
  { type, node, least }: ConnectionRef,
  spec: ConnectionSpec,
  description: string,
): Field {
  const { operation, embedded, onePage } = spec;
  const meant = { ...ofCursor(operation), ...spec.meant };
  const resource = resourceOf(node);
  const operations =
    spec.through === undefined ? [operation] : [operation, resource!.read.operation];
  const keyOf = spec.keyOf ?? ((item, parent) => ownId(item, parent, resource!.key.length - 1));
  const needs: Needs = {
    paths: [...(spec.paths ?? []), ...(embedded && !embedded.along ? embedded.paths : [])],
    along: [...(spec.along ?? []), ...(embedded?.along ? embedded.paths : [])],
    calls: [node.name],
    price: priceOf(spec, resource),
    ...(embedded
      ? {
          embeds: {
            items: 'items',
            at: embedded.at,
            ...(embedded.along && { along: embedded.along }),
          },
        }
      : {}),
  };
  const whole = embedded ? getter(embedded.at) : undefined;
  const resolve = (
    parent: unknown,
    given: { first: number; after?: string | null },
    { execution }: Context,
    info: GraphQLResolveInfo,
  ): unknown => {
    const ref = refOf(parent);
    const load = (id: string | null | undefined): unknown =>
      id == null || id === ''
        ? null
        : follow(execution, { resource: resource!, key: [id] }, nodesOf(projectionOf(info)));
    const named = spec.named?.(given);
    if (named) return readNamed(operation, {}, named, { ...given, load });
    const args = spec.args(parent, given, ref, execution);
    const mark = (item: object): unknown =>
      resource && attachRef(item, { resource, key: keyOf(item, ref) });
    if (embedded?.complete(parent)) {
      const values = (whole!(parent) ?? []) as object[];
      for (const value of values) mark(value);
      const slice = sliceList(operation, args ?? {}, values, given.first, given.after);
      if (slice) return slice;
    }
    if (args === null) return { items: [], hasNextPage: false, answers: [] } satisfies List;
    const { through } = spec;
    const asked = projectionOf(info);
    const projection =
      through === undefined
        ? withItems(asked, [least, ...(spec.keeps ?? [])])
        : pointing(asked, through, resource!);
    const pointer = through === undefined ? undefined : getter(through);
    const lead = pointer && ((item: unknown) => load(pointer(item) as string | undefined));
    const keep = spec.keep && ((item: unknown) => spec.keep!(item, ref));
    const of = keep && ref && entityKey(ref);
    const { first, after } = given;
    const list = readList(execution, {
      operation,
      args,
      first,
      after,
      onePage,
      projection,
      attachRef: lead ? () => {} : mark,
      lead,
      keep,
      of,
    });
    return orAbsent(namingArgument(list, given, meant), spec.absentWhen, execution, info);
  };
  return field(t, {
    type,
    description,
    args: { ...spec.arguments, ...pagingArguments(t, onePage) },
    needs,
    operations,
    resolve,
  });
}

/** Page and page size come out of the cursor where they are refused: `first` was checked. */
const ofCursor = ({ page: { token, size } = {} as PageSpec }: AnyOperation): Meant =>
  Object.fromEntries(
    [token, size].flatMap((name) => (name === undefined ? [] : [[name, 'after']])),
  );

function priceOf(
  { operation, keep, shared, onePage, through, named }: ConnectionSpec,
  resource: Resource | undefined,
): Pricing {
  if (through !== undefined) return pagedThrough(operation, resource!);
  const listing = paged(operation, {
    sieved: keep !== undefined,
    shared: shared === true,
    onePage: onePage !== undefined,
  });
  return named === undefined ? listing : namedOr(resource!, named, listing);
}

/** What is asked of a page of pointers: the keys, and what the page itself says. */
function pointing(projection: Projection, through: string, { name }: Resource): Projection {
  let known = pointers.get(projection);
  if (!known) {
    const { paths, downstream } = projection;
    const own = [...paths.set].filter((path) => !path.startsWith('items.'));
    pointers.set(
      projection,
      (known = {
        ...projection,
        paths: PathSet.of(...own, `items.${through}`),
        downstream: new Set([name, ...downstream]),
      }),
    );
  }
  return known;
}

const pointers = new WeakMap<Projection, Projection>();

/** What is asked of the nodes themselves: at least whether they are there. */
function nodesOf(projection: Projection): Pick<Projection, 'paths' | 'downstream'> {
  let known = nodes.get(projection);
  if (!known)
    nodes.set(
      projection,
      (known = {
        paths: projection.paths.below('items').with('id'),
        downstream: projection.downstream,
      }),
    );
  return known;
}

const nodes = new WeakMap<Projection, Pick<Projection, 'paths' | 'downstream'>>();
const extended = new WeakMap<Projection, Projection>();

/** An item's id is always asked, where it has one: its ref is made of it. */
function withItems(projection: Projection, asked: readonly string[]): Projection {
  let known = extended.get(projection);
  if (!known)
    extended.set(
      projection,
      (known = {
        ...projection,
        paths: projection.paths.with(...asked.map((path) => `items.${path}`)),
      }),
    );
  return known;
}

const pagingArguments = (t: AnyFieldBuilder, most = 500): Record<string, unknown> => ({
  first: t.arg.int({
    defaultValue: 20,
    required: true,
    description: `How many items, 1 to ${most}.`,
  }),
  after: t.arg.string({ description: 'A cursor of this list: only what follows it.' }),
});
