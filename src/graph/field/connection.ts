/**
 * Paged lists as connections. The walker sees the same shape for all responses: `items`, `total`.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../data/execution.ts';
import type { ListNeeds } from '../../data/read/needs.ts';
import { sliceList } from '../../data/read/embedded-list.ts';
import { checkFirst, emptyList, type List, MAX_FIRST } from '../../data/read/list.ts';
import { readNamed } from '../../data/read/named-list.ts';
import { readList } from '../../data/read/paged-list.ts';
import { getter, Paths } from '../../data/read/path.ts';
import type { EntityProjection, Projection } from '../../data/read/projection.ts';
import { entityKey, type Ref, refOf, type Resource } from '../../data/read/resource.ts';
import { projectionOf } from '../../data/read/walker.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Context } from '../builder.ts';
import { type ArgumentNames, withArgumentNames } from './argument-name.ts';
import { type ChildListSpec, parentKeys, refAttacher } from './child-list.ts';
import type { ConnectionType } from './connection-type.ts';
import { type AnyFieldBuilder, type Field, field, isEntityType } from './field-factory.ts';
import type { CallArguments } from './find-first.ts';
import { resolveLink } from './link.ts';
import { memoize } from './memoize.ts';
import { nullOnReasons } from './null-on-reason.ts';

// any: each field declares the types of its own parent, arguments and items.
interface ConnectionSpec extends ChildListSpec<CallArguments | null> {
  /** Paths of the parent that `args` reads if they are present, to save the call. */
  readonly optionalPaths?: readonly string[];
  /**
   * The path of an item with the id of a node: items are only pointers, and pointers to entities
   * that do not exist are omitted.
   */
  readonly pointerPath?: string;
  /** Ids of the nodes if the arguments name them: then no list is read. */
  readonly idsIn?: (given: any) => readonly string[] | undefined;
  /**
   * Arguments of the calls whose lists follow one another as one list, beside `args`; undefined:
   * one list with `args` alone.
   * @throws InvalidInput
   */
  readonly segments?: (given: any) => readonly CallArguments[] | undefined;
  /** Filters items if the operation cannot; reads `filterPaths` of an item. */
  readonly filter?: (item: any, parent: Ref | undefined) => boolean;
  readonly filterPaths?: readonly string[];
  /** Whether `args` are the same for all parents: the call is then made once. */
  readonly sameForAllParents?: true;
  /**
   * Maximum `first` of a list that is limited to the first page, because another call is too
   * expensive.
   */
  readonly onePage?: number;
  readonly embedded?: EmbeddedConnection;
}

/** A list that the response of the parent may contain completely. */
interface EmbeddedConnection {
  readonly path: string;
  /** Paths of the parent that `isComplete` reads. */
  readonly paths: readonly string[];
  // any: each field declares the type of its own parent.
  readonly isComplete: (parent: any) => boolean;
  /** Whether the list is used only if the response of the parent is requested for other fields. */
  readonly optional?: true;
}

interface PagingArguments {
  readonly first: number;
  readonly after?: string | null;
}

/** The paging arguments of a field, without its other arguments. */
const paging = ({ first, after }: PagingArguments): PagingArguments => ({
  first,
  after: after ?? null,
});

/** One connection on one parent. */
interface ConnectionCall {
  readonly parent: unknown;
  readonly given: PagingArguments;
  readonly execution: Execution;
  readonly projection: Projection;
  /** Identifies the field of the query. */
  readonly field: object;
}

/** A paged list: `first` (1 to 500) items after a cursor, from the minimum number of pages. */
export function connection(
  t: AnyFieldBuilder,
  target: ConnectionType,
  spec: ConnectionSpec,
  description: string,
): Field {
  const { operation, pointerPath } = spec;
  const resource = resourceOf(target);
  const names: ArgumentNames = { ...cursorNames(operation), ...spec.argumentNames };
  const read = reader(target, spec);
  return field(t, {
    type: target.type,
    description,
    args: { ...spec.arguments, ...pagingArguments(t, operation, spec.onePage) },
    needs: connectionNeeds(target, spec),
    operations: pointerPath === undefined ? [operation] : [operation, resource!.read.operation],
    resolve: (
      parent: unknown,
      given: PagingArguments,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const list = read({
        parent,
        given,
        execution,
        projection: projectionOf(info),
        field: info.fieldNodes[0]!,
      });
      if (!(list instanceof Promise)) return list;
      const named = withArgumentNames(list, given, names, parent);
      return nullOnReasons(named, spec.nullOnReasons, execution, info);
    },
  });
}

const resourceOf = ({ node }: ConnectionType): Resource | undefined =>
  isEntityType(node) ? node.resource : undefined;

function connectionNeeds(target: ConnectionType, spec: ConnectionSpec): ListNeeds {
  const { operation, embedded, paths = [], optionalPaths = [] } = spec;
  const ofEmbedded = embedded?.paths ?? [];
  const isOptional = embedded?.optional === true;
  return {
    kind: 'list',
    operation,
    itemType: target.node.name,
    paths: isOptional ? paths : [...paths, ...ofEmbedded],
    optionalPaths: isOptional ? [...optionalPaths, ...ofEmbedded] : optionalPaths,
    embedded: embedded ? { path: embedded.path, optional: isOptional } : null,
    extent: extentOf(spec, resourceOf(target)),
  };
}

function extentOf(
  { onePage, sameForAllParents, pointerPath, idsIn, segments }: ConnectionSpec,
  resource: Resource | undefined,
): ListNeeds['extent'] {
  if (onePage !== undefined) return { kind: 'onePage' };
  return {
    kind: 'paged',
    sameForAllParents: sameForAllParents === true,
    pointsTo: pointerPath === undefined ? null : resource!,
    segmentCount: segments ? (given) => segments(given)?.length ?? 1 : null,
    named: idsIn ? { resource: resource!, idsIn } : null,
  };
}

/** Page token and page size come from the cursor; `first` was checked before. */
const cursorNames = ({ page }: AnyOperation): ArgumentNames =>
  Object.fromEntries(
    [page?.token, page?.size].flatMap((name) => (name === undefined ? [] : [[name, 'after']])),
  );

/** Each call reads one page of the REST API. */
const pageText = ({ page }: AnyOperation, max: number): string =>
  (page?.maxSize ?? max) < max ? ` One call reads at most ${page!.maxSize}.` : '';

const pagingArguments = (t: AnyFieldBuilder, operation: AnyOperation, max = MAX_FIRST) => ({
  first: t.arg.int({
    defaultValue: 20,
    required: true,
    description: `Return at most this number of items. Default: 20. Minimum: 1, maximum: ${max}.${pageText(operation, max)}`,
  }),
  after: t.arg.string({
    description:
      'Return only items after this cursor of the same list. Default: the beginning of the list.',
  }),
});

/** Returns a function that reads the list; its result is a promise only if a call is needed. */
function reader(
  target: ConnectionType,
  spec: ConnectionSpec,
): (call: ConnectionCall) => List | Promise<List> {
  const resource = resourceOf(target);
  const readPages = pageReader(target, spec);
  const argsOf = spec.args ?? parentKeys(resource?.fixed);
  return (call) => {
    const { parent, given, execution, projection } = call;
    const ids = spec.idsIn?.(given);
    if (ids) {
      const load = entityLoader(execution, resource!, projection);
      return readNamed({ operation: spec.operation, ids, ...paging(given), load });
    }
    const args = argsOf(parent, given, refOf(parent), execution);
    if (spec.embedded?.isComplete(parent)) {
      const list = embeddedList(spec, spec.embedded, call, { args: args ?? {}, resource });
      if (list) return list;
    }
    if (args !== null) return readPages(call, args);
    checkFirst(given.first, spec.onePage);
    return emptyList(given.after);
  };
}

/** Returns a function that loads a node by its id; null for an item without an id. */
const entityLoader =
  (execution: Execution, resource: Resource, projection: Projection) =>
  (id: string | null | undefined): unknown =>
    id == null || id === ''
      ? null
      : resolveLink(execution, { resource, key: [id] }, entityProjection(projection));

/** The part of the list in the parent's response; undefined for a cursor of a later page. */
function embeddedList(
  { operation, keyOf }: ConnectionSpec,
  { path }: EmbeddedConnection,
  { parent, given }: ConnectionCall,
  { args, resource }: { readonly args: CallArguments; readonly resource: Resource | undefined },
): List | undefined {
  const values = (getter(path)(parent) ?? []) as object[];
  const attach = refAttacher(resource, keyOf, refOf(parent));
  for (const value of values) attach(value);
  return sliceList({ operation, args, ...paging(given) }, values);
}

/** Returns a function that reads the list by calls of its operation. */
function pageReader(
  target: ConnectionType,
  spec: ConnectionSpec,
): (call: ConnectionCall, args: CallArguments) => Promise<List> {
  const { operation, onePage, pointerPath, segments } = spec;
  const itemsOf =
    pointerPath === undefined
      ? wholeItems(target, spec)
      : pointerItems(pointerPath, resourceOf(target)!);
  return (call, args) => {
    const { given, execution, field } = call;
    return readList(execution, {
      operation,
      args,
      segments: segments?.(given),
      ...paging(given),
      onePage,
      field,
      ...itemsOf(call),
    });
  };
}

/** What a list requests of its items, and how the items become the nodes. */
type ItemRequest = Pick<
  Parameters<typeof readList>[1],
  'projection' | 'attachRef' | 'loadPointer' | 'filter' | 'filterKey'
>;

/** The request of a list whose items are the nodes. */
function wholeItems(
  target: ConnectionType,
  { filter, filterPaths = [], keyOf }: ConnectionSpec,
): (call: ConnectionCall) => ItemRequest {
  const resource = resourceOf(target);
  const minimumPaths = [target.minimumPath, ...filterPaths].map((path) => `items.${path}`);
  const withMinimum = memoize(
    (projection: Projection): Projection => ({
      ...projection,
      paths: projection.paths.with(...minimumPaths),
    }),
  );
  return ({ parent, projection }) => {
    const ref = refOf(parent);
    return {
      projection: withMinimum(projection),
      attachRef: refAttacher(resource, keyOf, ref),
      filter: filter && ((item) => filter(item, ref)),
      filterKey: filter && ref && entityKey(ref),
    };
  };
}

/** The request of a list whose items have only the ids of the nodes. */
function pointerItems(
  pointerPath: string,
  resource: Resource,
): (call: ConnectionCall) => ItemRequest {
  const pointers = memoize((projection: Projection) =>
    pointerProjection(projection, pointerPath, resource),
  );
  const idIn = getter(pointerPath) as (item: unknown) => string | null | undefined;
  return ({ execution, projection }) => {
    const load = entityLoader(execution, resource, projection);
    return {
      projection: pointers(projection),
      attachRef: () => {},
      loadPointer: (item) => load(idIn(item)),
    };
  };
}

/** The requested paths of a page of pointers: their ids, and the fields of the page itself. */
function pointerProjection(
  projection: Projection,
  pointerPath: string,
  { name }: Resource,
): Projection {
  const { paths, downstream } = projection;
  const ofPage = [...paths.set].filter((path) => !path.startsWith('items.'));
  return {
    ...projection,
    paths: Paths.of(...ofPage, `items.${pointerPath}`),
    downstream: new Set([name, ...downstream]),
  };
}

/** The requested paths of the nodes: at least the id, which proves their existence. */
const entityProjection = memoize(
  ({ paths, downstream }: Projection): EntityProjection => ({
    paths: paths.below('items').with('id'),
    downstream,
  }),
);
