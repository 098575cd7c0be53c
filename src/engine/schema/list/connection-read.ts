/** Reads the list of a connection: from the parent's response, or page by page. */
import { memoize } from '../../api/memoize.ts';
import type { Execution } from '../../execution/execution.ts';
import { sliceList } from '../../read/list/embedded-list.ts';
import { checkFirst, emptyList, type List, type Paging } from '../../read/list/list.ts';
import type { ListRequest } from '../../read/list/page.ts';
import type { PageRead } from '../../read/list/page-loader.ts';
import { firstPageOf, readList } from '../../read/list/paged-list.ts';
import { getter, Paths } from '../../read/path.ts';
import {
  choiceVariant,
  type EntityProjection,
  type Projection,
} from '../../read/walk/projection.ts';
import {
  attachRef,
  entityKey,
  isKey,
  type Ref,
  refOf,
  type Resource,
} from '../../read/resource.ts';
import { upstreamError } from '../../api/error.ts';
import { InvalidValue, validAt } from '../../rest/operation/invalid-value.ts';
import {
  type CallArguments,
  type ChildListSpec,
  parentKeys,
  refAttacher,
  variantOfItems,
  withParameters,
} from '../field/field-call.ts';
import type { ConnectionCall, ConnectionSpec, EmbeddedConnection } from './connection-spec.ts';
import type { ConnectionType } from './connection-type.ts';
import { isEntityType } from '../field/field-factory.ts';
import { resolveLink } from '../field/link.ts';

/** Returns the resource of the nodes; undefined for nodes that exist in the list only. */
export const resourceOf = ({ node }: ConnectionType): Resource | undefined =>
  isEntityType(node) ? node.resource : undefined;

/** The paging arguments of a field, without its other arguments. */
const paging = ({ first, after }: Paging): Paging => ({
  first,
  after: after ?? null,
});

/** Returns a function that reads the list; its result is a promise only if a call is needed. */
export function connectionReader(
  target: ConnectionType,
  spec: ConnectionSpec,
): (call: ConnectionCall) => List | Promise<List> {
  const resource = resourceOf(target);
  const readPages = pageReader(target, spec);
  const argsOf = withParameters(spec, spec.args ?? parentKeys(resource?.fixed));
  const listWith = (call: ConnectionCall, args: CallArguments | null): List | Promise<List> => {
    const { parent, given } = call;
    if (spec.embedded?.isComplete(parent, given)) {
      const list = embeddedList(spec, spec.embedded, call, { args: args ?? {}, resource });
      if (list) return list;
    }
    const reason = spec.refusal?.(parent);
    if (reason !== undefined)
      return Promise.reject(upstreamError(spec.operation, 'FORBIDDEN', { reason }));
    if (args !== null) return readPages(call, args);
    checkFirst(given.first, spec.onePage);
    return emptyList(given.after);
  };
  return (call) => {
    const { parent, given, execution } = call;
    const args = argsOf(parent, given, refOf(parent), execution);
    return args instanceof Promise
      ? args.then((resolved) => listWith(call, resolved))
      : listWith(call, args);
  };
}

/** Returns a function that makes the request for the first page of the list of an entity. */
export function firstPageReader(
  target: ConnectionType,
  spec: ConnectionSpec,
): (call: Omit<ConnectionCall, 'parent'>, ref: Ref) => PageRead {
  const requestOf = wholeItems(target, spec);
  const argsOf = withParameters(spec, spec.args ?? parentKeys(resourceOf(target)?.fixed));
  return (call, ref) => {
    const parent = attachRef({}, ref);
    const args = argsOf(parent, call.given, ref, call.execution) as CallArguments;
    return firstPageOf(requestOf({ ...call, parent }, args));
  };
}

/** Returns a function that loads a node by its id. */
const entityLoader =
  (execution: Execution, resource: Resource, projection: Projection) =>
  (id: string): unknown =>
    resolveLink(execution, { resource, key: [id] }, entityProjection(projection));

/** The part of the list in the parent's response; undefined for a cursor of a later page. */
function embeddedList(
  { operation, keyOf }: ConnectionSpec,
  { path, includes = () => true }: EmbeddedConnection,
  { parent, given }: ConnectionCall,
  { args, resource }: { readonly args: CallArguments; readonly resource: Resource | undefined },
): List | undefined {
  const values = ((getter(path)(parent) ?? []) as object[]).filter(
    (value) => value instanceof Error || includes(value),
  );
  const attach = refAttacher({
    resource,
    operation,
    keyOf: keyWith(keyOf, args),
    parent: refOf(parent),
    variant: resource && choiceVariant(resource, refOf(parent)),
  });
  const { choiceParameter } = resource ?? {};
  return sliceList({ operation, args, choiceParameter, ...paging(given) }, values.map(attach));
}

/** Returns a function that reads the list by calls of its operation. */
function pageReader(
  target: ConnectionType,
  spec: ConnectionSpec,
): (call: ConnectionCall, args: CallArguments) => Promise<List> {
  const { pointerPath } = spec;
  const requestOf =
    pointerPath === undefined
      ? wholeItems(target, spec)
      : pointerItems(pointerPath, resourceOf(target)!, spec);
  return (call, args) => readList(call.execution, requestOf(call, args));
}

const keyWith = (keyOf: ConnectionSpec['keyOf'], args: CallArguments): ChildListSpec['keyOf'] =>
  keyOf && ((item, parent) => keyOf(item, parent, args));

/** Returns the request of a list: a literal without spreads, since queries make hundreds. */
type RequestMaker = (call: ConnectionCall, args: CallArguments) => ListRequest;

/** For a list whose items are the nodes. */
function wholeItems(target: ConnectionType, spec: ConnectionSpec): RequestMaker {
  const { operation, onePage, filter, filterPaths = [], keyOf } = spec;
  const resource = resourceOf(target);
  const minimumPaths = [target.minimumPath, ...filterPaths].map((path) => `items.${path}`);
  const withMinimum = memoize(
    ({ paths, withChoice, ...projection }: Projection): Projection => ({
      ...projection,
      paths: paths.with(...minimumPaths),
      withChoice: withChoice && { ...withChoice, projection: withMinimum(withChoice.projection) },
    }),
  );
  return ({ parent, given, projection }, args) => {
    const ref = refOf(parent);
    return {
      operation,
      args,
      segments: spec.segments?.(given),
      first: given.first,
      after: given.after,
      onePage,
      projection: withMinimum(projection),
      choiceParameter: resource?.choiceParameter,
      attacher:
        resource &&
        ((choice) =>
          refAttacher({
            resource,
            operation,
            keyOf: keyWith(keyOf, args),
            parent: ref,
            variant: choice ? { args: choice } : variantOfItems(resource, args),
          })),
      loadPointer: undefined,
      isUsable: spec.isUsable,
      filter: filter && ((item) => filter(validAt(item, filterPaths), ref)),
      filterKey: filter && ref && entityKey(ref),
    };
  };
}

/** For a list whose items have only the ids of the nodes. */
function pointerItems(
  pointerPath: string,
  resource: Resource,
  { operation, onePage, segments }: ConnectionSpec,
): RequestMaker {
  const pointers = memoize((projection: Projection) =>
    pointerProjection(projection, pointerPath, resource),
  );
  const idIn = getter(pointerPath);
  return ({ given, execution, projection }, args) => {
    const load = entityLoader(execution, resource, projection);
    return {
      operation,
      args,
      segments: segments?.(given),
      first: given.first,
      after: given.after,
      onePage,
      projection: pointers(projection),
      attacher: undefined,
      isUsable: undefined,
      loadPointer: (item) => {
        const id = idIn(item);
        if (isKey(id)) return load(id);
        throw new InvalidValue(operation);
      },
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
    withChoice: undefined,
    downstream: new Set([name, ...downstream]),
  };
}

/** The requested paths of the nodes: at least the id, which proves their existence. */
const entityProjection = memoize(
  ({ paths, downstream, withChoice }: Projection): EntityProjection => ({
    paths: paths.below('items').with('id'),
    downstream,
    withChoice: withChoice && {
      ...withChoice,
      projection: {
        ...withChoice.projection,
        paths: withChoice.projection.paths.below('items').with('id'),
      },
    },
  }),
);
