/**
 * The cost estimate: an upper bound of the REST calls and quota units of an operation, known before
 * it runs. Lists count as long as their arguments allow. Repeats after a failure do not count.
 */
import {
  type FragmentDefinitionNode,
  getArgumentValues,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { InvalidInput } from '../../upstream/error.ts';
import type { AnyOperation, Bucket } from '../../upstream/operation.ts';
import { NAMED_AT_ONCE } from '../read/named-list.ts';
import type { FieldArguments, ListNeeds, PagedExtent } from '../read/needs.ts';
import { type Branch, type Projection, selectsOnlyIds } from '../read/projection.ts';
import type { Resource } from '../read/resource.ts';
import { projectionFor } from '../read/walker.ts';

type Units = Partial<Record<Bucket, number>>;

export interface CostEstimate {
  readonly requests: number;
  /** Quota units by bucket; 0 for a bucket whose service states no units. */
  readonly units: Readonly<Units>;
}

/** The buckets that calls are made from. */
export const bucketsOf = ({ units }: Pick<CostEstimate, 'units'>): Bucket[] =>
  Object.keys(units) as Bucket[];

/** What graphql-js makes of a request before it executes it. */
export interface PreparedOperation {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragmentDefinitions: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variableValues: VariableValues;
}

type VariableValues = NonNullable<Parameters<typeof getArgumentValues>[2]>;

/**
 * Pages that all lists of one field of a query may read together beyond those that full pages take:
 * for pages that come short, or whose items are filtered.
 */
export const EXTRA_PAGES = 4;

/** Estimates of operations without variables. */
const memos = new WeakMap<OperationDefinitionNode, CostEstimate>();

export function estimateCost(prepared: PreparedOperation): CostEstimate {
  const { schema, operation, fragmentDefinitions, variableValues } = prepared;
  const known = memos.get(operation);
  if (known) return known;
  const sum = new Sum(variableValues);
  const root = schema.getRootType(operation.operation);
  const info = { schema, fragments: fragmentDefinitions, variableValues };
  if (root) sum.addProjection(projectionFor(root, [operation], info), ONE);
  if (!operation.variableDefinitions?.length) memos.set(operation, sum);
  return sum;
}

/**
 * How many values there can be at one place of a response. They arrive in groups: only values of
 * one group are certain to share a batch.
 */
interface Cardinality {
  readonly count: number;
  readonly groups: number;
  /** The size of the largest group. */
  readonly largest: number;
}

const ONE: Cardinality = { count: 1, groups: 1, largest: 1 };
const separately = (count: number): Cardinality => ({ count, groups: count, largest: 1 });

const times = ({ count, groups, largest }: Cardinality, factor: number): Cardinality => ({
  count: count * factor,
  groups,
  largest: largest * factor,
});

/** A list field on a number of values, with its arguments. */
interface Lists {
  readonly parents: Cardinality;
  readonly args: FieldArguments;
}

class Sum implements CostEstimate {
  requests = 0;
  readonly units: Units = {};
  readonly #variableValues: VariableValues;

  constructor(variableValues: VariableValues) {
    this.#variableValues = variableValues;
  }

  addProjection(projection: Projection | undefined, values: Cardinality): void {
    if (!projection || values.count === 0) return;
    for (const branch of projection.branches)
      this.#addBranch(branch, times(values, branch.multiplier));
  }

  #addCalls({ bucket, units }: AnyOperation, count: number): void {
    if (count === 0) return;
    this.requests += count;
    this.units[bucket] = (this.units[bucket] ?? 0) + count * (units ?? 0);
  }

  #addBranch(branch: Branch, parents: Cardinality): void {
    try {
      this.#addCallsOf(branch, parents);
    } catch (error) {
      // Rejected arguments cause no call.
      if (!(error instanceof GraphQLError || error instanceof InvalidInput)) throw error;
    }
  }

  #addCallsOf(branch: Branch, parents: Cardinality): void {
    const { needs } = branch;
    if (needs.kind === 'link')
      return this.#addLoads(branch, needs.link.targets, times(parents, needs.maxItems));
    if (needs.kind === 'separateFetch') return this.#addLoad(branch, needs.resource, parents);
    const args = getArgumentValues(branch.field, branch.node, this.#variableValues);
    if (needs.kind === 'list') return this.#addList(branch, needs, { parents, args });
    const { calls, loads, values } = needs.costOf(args);
    for (const [operation, count] of calls) this.#addCalls(operation, parents.count * count);
    for (const { resources, count } of loads)
      this.#addLoads(branch, resources, { ...times(parents, count), groups: parents.count });
    if (loads.length === 0) this.#addValues(branch, separately(parents.count * values));
  }

  #addValues({ projections }: Branch, values: Cardinality): void {
    for (const projection of projections.values()) this.addProjection(projection, values);
  }

  #addList(branch: Branch, { operation, extent }: ListNeeds, lists: Lists): void {
    if (extent.kind === 'paged') return this.#addPages(branch, operation, { ...lists, extent });
    const { count } = lists.parents;
    this.#addCalls(operation, count);
    if (extent.kind === 'firstItem') {
      if (extent.sparse) this.#addCalls(operation, EXTRA_PAGES);
      for (const each of extent.before) this.#addCalls(each, 1);
      return this.#addValues(branch, separately(count));
    }
    const items = extent.kind === 'whole' ? extent.maxItems : Number(lists.args['first']);
    this.#addValues(branch, { count: count * items, groups: count, largest: items });
  }

  #addPages(
    branch: Branch,
    operation: AnyOperation,
    { parents, args, extent }: Lists & { readonly extent: PagedExtent },
  ): void {
    const first = Number(args['first']);
    const ids = extent.named?.idsIn(args);
    if (ids) return this.#addLoad(branch, extent.named!.resource, named(ids.length, first));
    const { maxSize = Number.POSITIVE_INFINITY } = operation.page ?? {};
    const lists = extent.sameForAllParents ? 1 : parents.count;
    // A cursor may point into the middle of a page.
    const pagesOfOne = Math.max(1, Math.ceil(first / maxSize)) + (args['after'] == null ? 0 : 1);
    const pages = lists * pagesOfOne + EXTRA_PAGES;
    this.#addCalls(operation, pages);
    if (extent.pointsTo) {
      const pointers = { count: pages * maxSize, groups: pages, largest: maxSize };
      this.#addCalls(extent.pointsTo.read.operation, afterLoad(extent.pointsTo, pointers).groups);
    }
    const count = parents.count * first;
    this.#addValues(branch, { count, groups: lists, largest: count / lists });
  }

  /** Adds entities each of which is of one of the resources. */
  #addLoads(branch: Branch, resources: readonly Resource[], entities: Cardinality): void {
    if (resources.length === 1) return this.#addLoad(branch, resources[0]!, entities);
    const each = resources.map((resource) => {
      const sum = new Sum(this.#variableValues);
      sum.#addLoad(branch, resource, entities);
      return sum;
    });
    // One entity is of one resource, many may be of all of them.
    const combine = (all: number[]): number =>
      entities.count > 1 ? all.reduce((a, b) => a + b) : Math.max(...all);
    this.requests += combine(each.map(({ requests }) => requests));
    for (const bucket of new Set(each.flatMap(bucketsOf)))
      this.units[bucket] =
        (this.units[bucket] ?? 0) + combine(each.map(({ units }) => units[bucket] ?? 0));
  }

  #addLoad(branch: Branch, resource: Resource, entities: Cardinality): void {
    const { needs, projections } = branch;
    const projection = projections.get(resource.name) ?? [...projections.values()][0];
    const isOptional = needs.kind === 'link' || needs.kind === 'calls';
    const isLoaded =
      !isOptional || projection?.paths.size !== 0 || provesExistence(branch, projection);
    const loaded = isLoaded ? afterLoad(resource, entities) : entities;
    if (isLoaded && resource.read.kind !== 'local')
      this.#addCalls(resource.read.operation, loaded.groups);
    this.addProjection(projection, loaded);
  }
}

/** With only ids selected, a link costs no call, and a lookup one. */
const provesExistence = ({ needs }: Branch, projection: Projection): boolean =>
  needs.kind === 'calls' && selectsOnlyIds(projection);

/** Entities that the client names: `first` of them at once, then as many as make up for gaps. */
const named = (count: number, first: number): Cardinality => ({
  count,
  groups: count === 0 ? 0 : 1 + Math.ceil(Math.max(0, count - first) / NAMED_AT_ONCE),
  largest: Math.min(count, Math.max(first, NAMED_AT_ONCE)),
});

/** How entities arrive that a loader reads by their keys: each call brings one group. */
function afterLoad({ read, key }: Resource, entities: Cardinality): Cardinality {
  const { count, groups, largest } = entities;
  if (read.kind === 'local') return entities;
  if (read.kind === 'wholeList') return { ...entities, groups: Math.min(count, groups) };
  // Entities below different parents cannot share a call.
  if (read.kind === 'single' || key.length > 1) return separately(count);
  const size = read.operation.idsPerCall ?? 1;
  const ifGroupsAreFull = groups * Math.ceil(largest / size);
  const ifGroupsDiffer = Math.floor((count + groups * (size - 1)) / size);
  const calls = Math.min(count, ifGroupsAreFull, ifGroupsDiffer);
  return { count, groups: calls, largest: Math.min(largest, size) };
}
