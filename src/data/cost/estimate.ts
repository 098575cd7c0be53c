/**
 * The cost estimate: an upper bound of the REST calls and quota units of an operation, known before
 * it runs. Lists count as long as their arguments allow. Repeats after a failure do not count.
 */
import { getArgumentValues, GraphQLError, type ValidatedExecutionArgs } from 'graphql';
import { InvalidInput } from '../../upstream/error.ts';
import type { AnyOperation, Bucket } from '../../upstream/operation.ts';
import { fullPagesOf } from '../read/list.ts';
import { NAMED_AT_ONCE } from '../read/named-list.ts';
import type { FieldArguments, ListNeeds, PagedExtent } from '../read/needs.ts';
import { type Branch, type Projection, selectsOnlyIds } from '../read/projection.ts';
import type { Resource } from '../read/resource.ts';
import { projectionFor } from '../read/walker.ts';
import { EXTRA_PAGES } from './allowance.ts';

export interface CostEstimate {
  readonly requests: number;
  /** Quota units by bucket; 0 for a bucket whose service states no units. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
}

/** The buckets that calls are made from. */
export const bucketsOf = ({ units }: Pick<CostEstimate, 'units'>): Bucket[] =>
  Object.keys(units) as Bucket[];

/** What graphql-js makes of a request before it executes it. */
export type PreparedOperation = Pick<
  ValidatedExecutionArgs,
  'schema' | 'operation' | 'fragmentDefinitions' | 'variableValues'
>;

/** Estimates of operations without variables, for callers with a token. */
const memos = new WeakMap<PreparedOperation['operation'], CostEstimate>();

/** @param hasToken without one, calls that need a token are not sent, and cost nothing */
export function estimateCost(prepared: PreparedOperation, hasToken = true): CostEstimate {
  const { schema, operation, fragmentDefinitions: fragments, variableValues } = prepared;
  const known = hasToken ? memos.get(operation) : undefined;
  if (known) return known;
  const sum = new Sum(variableValues, hasToken);
  const root = schema.getRootType(operation.operation);
  if (root)
    sum.addProjection(projectionFor(root, [operation], { schema, fragments, variableValues }), ONE);
  if (hasToken && !operation.variableDefinitions?.length) memos.set(operation, sum);
  return sum;
}

/**
 * How many values there can be at one place of a response. They arrive in groups of at most
 * `largest`: only values of one group are certain to share a batch.
 */
interface Cardinality {
  readonly count: number;
  readonly groups: number;
  readonly largest: number;
}

const ONE: Cardinality = { count: 1, groups: 1, largest: 1 };
const separately = (count: number): Cardinality => ({ count, groups: count, largest: 1 });

const times = ({ count, groups, largest }: Cardinality, factor: number): Cardinality => ({
  count: count * factor,
  groups,
  largest: largest * factor,
});

class Sum implements CostEstimate {
  requests = 0;
  readonly units: Partial<Record<Bucket, number>> = {};
  readonly #variableValues: PreparedOperation['variableValues'];
  readonly #hasToken: boolean;

  constructor(variableValues: PreparedOperation['variableValues'], hasToken: boolean) {
    this.#variableValues = variableValues;
    this.#hasToken = hasToken;
  }

  addProjection({ branches }: Projection, values: Cardinality): void {
    for (const branch of branches)
      try {
        this.#addBranch(branch, times(values, branch.multiplier));
      } catch (error) {
        // Rejected arguments cause no call.
        if (!(error instanceof GraphQLError || error instanceof InvalidInput)) throw error;
      }
  }

  #addCalls({ bucket, units, auth }: AnyOperation, count: number): void {
    if (count === 0 || (auth === 'user' && !this.#hasToken)) return;
    this.requests += count;
    this.units[bucket] = (this.units[bucket] ?? 0) + count * (units ?? 0);
  }

  #addValues({ projections }: Branch, values: Cardinality): void {
    if (values.count === 0) return;
    for (const projection of projections.values()) this.addProjection(projection, values);
  }

  #addBranch(branch: Branch, parents: Cardinality): void {
    const { needs } = branch;
    if (needs.kind === 'link')
      return this.#addLoads(branch, needs.link.targets, times(parents, needs.maxItems));
    if (needs.kind === 'separateFetch') return this.#addLoads(branch, [needs.resource], parents);
    const args = getArgumentValues(branch.field, branch.node, this.#variableValues);
    if (needs.kind === 'list') return this.#addList(branch, needs, parents, args);
    const { calls, loads, values } = needs.costOf(args);
    for (const [operation, count] of calls) this.#addCalls(operation, parents.count * count);
    for (const { resources, count } of loads)
      this.#addLoads(branch, resources, times(parents, count));
    if (loads.length === 0) this.#addValues(branch, separately(parents.count * values));
  }

  #addList(branch: Branch, needs: ListNeeds, parents: Cardinality, args: FieldArguments): void {
    const { operation, extent } = needs;
    const { count } = parents;
    if (extent.kind === 'paged') return this.#addPages(branch, { operation, extent }, count, args);
    this.#addCalls(operation, count);
    if (extent.kind === 'firstItem') {
      if (extent.sparse) this.#addCalls(operation, EXTRA_PAGES);
      for (const each of extent.before) this.#addCalls(each, 1);
      return this.#addValues(branch, separately(count));
    }
    const items = extent.kind === 'whole' ? extent.maxItems : Number(args['first']);
    this.#addValues(branch, { count: count * items, groups: count, largest: items });
  }

  #addPages(
    branch: Branch,
    { operation, extent }: { readonly operation: AnyOperation; readonly extent: PagedExtent },
    parents: number,
    args: FieldArguments,
  ): void {
    const { first, after } = args as { readonly first: number; readonly after?: string | null };
    const ids = extent.named?.idsIn(args);
    if (ids) return this.#addLoads(branch, [extent.named!.resource], named(ids.length, first));
    const lists = extent.sameForAllParents ? 1 : parents;
    const pages = lists * fullPagesOf(operation, { first, after }) + EXTRA_PAGES;
    this.#addCalls(operation, pages);
    if (extent.pointsTo) {
      const size = operation.page!.maxSize!;
      const pointers = { count: pages * size, groups: pages, largest: size };
      this.#addCalls(extent.pointsTo.read.operation, afterLoad(extent.pointsTo, pointers).groups);
    }
    const count = parents * first;
    this.#addValues(branch, { count, groups: lists, largest: count / lists });
  }

  /** Adds entities that can all be of each of the resources. */
  #addLoads(branch: Branch, resources: readonly Resource[], entities: Cardinality): void {
    if (entities.count === 0) return;
    const { needs, projections } = branch;
    for (const resource of resources) {
      const projection = projections.get(resource.name) ?? projections.values().next().value;
      const isOptional = needs.kind === 'link' || needs.kind === 'calls';
      const isLoaded =
        !isOptional || projection?.paths.size !== 0 || provesExistence(branch, projection);
      const loaded = isLoaded ? afterLoad(resource, entities) : entities;
      if (isLoaded && resource.read.kind !== 'local')
        this.#addCalls(resource.read.operation, loaded.groups);
      if (projection) this.addProjection(projection, loaded);
    }
  }
}

/** With only ids selected, a link costs no call, and a lookup one. */
const provesExistence = ({ needs }: Branch, projection: Projection): boolean =>
  needs.kind === 'calls' && selectsOnlyIds(projection);

/** Entities that the client names: `first` of them at once, then as many as make up for gaps. */
const named = (count: number, first: number): Cardinality => ({
  count,
  groups: 1 + Math.ceil(Math.max(0, count - first) / NAMED_AT_ONCE),
  largest: Math.min(count, Math.max(first, NAMED_AT_ONCE)),
});

/** How entities arrive that a loader reads by their keys: each call brings one group. */
function afterLoad({ read, key }: Resource, entities: Cardinality): Cardinality {
  const { count, groups, largest } = entities;
  if (read.kind === 'local') return entities;
  if (read.kind === 'wholeList') return { count, groups: Math.min(count, groups), largest };
  // Entities below different parents cannot share a call.
  if (read.kind === 'single' || key.length > 1) return separately(count);
  const size = read.operation.idsPerCall ?? 1;
  const ifGroupsAreFull = groups * Math.ceil(largest / size);
  const ifGroupsDiffer = Math.floor((count + groups * (size - 1)) / size);
  const calls = Math.min(count, ifGroupsAreFull, ifGroupsDiffer);
  return { count, groups: calls, largest: Math.min(largest, size) };
}
