/**
 * The cost estimate: an upper bound of the REST calls and quota units of an operation, known before
 * it runs. Each list counts with the maximum of its arguments or declaration; a list without a
 * maximum has an infinite cost. Retries do not count, nor do calls that are made again without a
 * rejected choice, or for what a subset does not answer, nor a write that has to read and write
 * again because of other writers: the allowance limits these calls while the operation runs.
 *
 * An entity that has a list is known below it: links of the items back to it cost no call, except
 * for what its own answer does not show, and lists of it are counted once (`cardinality.ts`).
 *
 * The estimate reads and checks the arguments of all fields: it rejects them before the first call.
 */
import type { ValidatedExecutionArgs } from 'graphql';
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../api/operation.ts';
import { Attached } from '../read/attached.ts';
import { checkFirst, fullPagesOf, hasOwnerOnlyParts } from '../read/list/list.ts';
import type { LinkNeeds, PagedExtent, SeparateFetchNeeds } from '../read/needs.ts';
import {
  type Branch,
  entityChoice,
  makesLoad,
  type Projection,
  projectionBehind,
} from '../read/walk/projection.ts';
import type { Rejections } from '../read/load/rejected-field.ts';
import { isReadByCall, type Resource } from '../read/resource.ts';
import { Paths } from '../read/path.ts';
import { projectionFor } from '../read/walk/walker.ts';
import {
  CountedCalls,
  CountedLookups,
  EXTRA_CALLS,
  fetchRequest,
  listRequest,
  type SelectedList,
} from '../read/usage.ts';
import { type CostContext, isSent, listAccess, operationOf, readAccess } from './cost-context.ts';
import type { ListItems, LoadedValues, SharedCalls, Values } from './estimated-values.ts';
import { CostParts } from './field-cost.ts';
import {
  afterLoad,
  type Cardinality,
  type Entities,
  linkedEntities,
  listedEntities,
  ONE,
  parentsOf,
  times,
  ungrouped,
} from './cardinality.ts';
import { CheckedArguments, isRejection } from './checked-arguments.ts';

export interface CostEstimate {
  /** Without retries. */
  readonly calls: number;
  /** Quota units by bucket; 0 for a bucket whose service states no units. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
  /** Time in ms that the operation may wait between calls. */
  readonly waitMs?: number;
  /** Fields whose arguments are rejected: they cause no call. Absent: there are none. */
  readonly rejections?: Rejections | undefined;
  /**
   * Places in arguments that are rejected: fields, and entries of lists. Above
   * `maxRejectedPlaces`, neither they nor the cost are counted to the end. Default: 0.
   */
  readonly rejectedPlaces?: number;
}

/** An operation of a document, with the values of its variables. */
export type PreparedOperation = Pick<
  ValidatedExecutionArgs,
  'schema' | 'operation' | 'fragmentDefinitions' | 'variableValues'
>;

/** An operation with more of them is not executed: they are no mistakes in single values. */
export const maxRejectedPlaces = 100;

/** Estimates without variables, for callers with all tokens: without and with subsets. */
const memos = [1, 2].map(() => new Attached<PreparedOperation['operation'], CostEstimate>());

export function estimateCost(prepared: PreparedOperation, context: CostContext = {}): CostEstimate {
  const { operation } = prepared;
  const hasAllTokens = context.identities?.hasAllTokens ?? true;
  const estimates = memos[context.usesSubsets ? 1 : 0]!;
  const known = hasAllTokens ? estimates.get(operation) : undefined;
  if (known) return known;
  const sum = sumOf(prepared, context);
  if (hasAllTokens && !operation.variableDefinitions?.length) estimates.set(operation, sum);
  return sum;
}

/** An estimate, and what it consists of. */
export interface ExplainedCost extends CostEstimate, Pick<CostParts, 'fields' | 'operations'> {
  readonly callsByField: CostParts['calls'];
}

/** Estimates the cost, with its parts. */
export function explainCost(prepared: PreparedOperation, context: CostContext): ExplainedCost {
  const parts = new CostParts(prepared.operation.operation);
  const { calls, units, waitMs } = sumOf(prepared, context, parts);
  const { fields, operations, calls: callsByField } = parts;
  return { calls, units, waitMs, fields, operations, callsByField };
}

function sumOf(prepared: PreparedOperation, context: CostContext, parts?: CostParts): Sum {
  const { schema, operation, fragmentDefinitions: fragments, variableValues } = prepared;
  const sum = new Sum(variableValues, context, parts);
  const root = schema.getRootType(operation.operation)!;
  sum.addFields(projectionFor(root, [operation], { schema, fragments, variableValues }), {
    values: ONE,
    counted: new CountedCalls(),
  });
  return sum;
}

class Sum implements CostEstimate {
  calls = 0;
  readonly units: Partial<Record<Bucket, number>> = {};
  #waitMs = 0;
  #rejectedEntries = 0;
  readonly #arguments: CheckedArguments;
  readonly #context: CostContext;
  readonly #parts: CostParts | undefined;
  readonly #lookups = new CountedLookups();
  readonly #withExtraCalls = new Set<Bucket>();

  constructor(
    variableValues: PreparedOperation['variableValues'],
    context: CostContext,
    parts?: CostParts,
  ) {
    this.#arguments = new CheckedArguments(variableValues);
    this.#context = context;
    this.#parts = parts;
  }

  get waitMs(): number {
    return this.#waitMs;
  }

  get rejections(): Rejections | undefined {
    return this.#arguments.rejections;
  }

  get rejectedPlaces(): number {
    return this.#rejectedEntries + (this.rejections?.size ?? 0);
  }

  /** Adds what the fields of so many values cost. */
  addFields({ branches, checked }: Projection, parents: Values): void {
    const { values } = parents;
    if (values.count === 0) return;
    for (const step of checked) this.#arguments.of(step);
    for (const branch of branches) {
      if (this.rejectedPlaces > maxRejectedPlaces) return;
      this.#parts?.path.push([...branch.above, branch]);
      try {
        const args = this.#arguments.of(branch);
        const ofBranch = { ...parents, values: times(values, branch.multiplier) };
        if (args) this.#addBranch({ branch, args }, ofBranch);
      } catch (error) {
        // Rejected arguments cause no call.
        if (!isRejection(error)) throw error;
      }
      this.#parts?.path.pop();
    }
  }

  #addFieldsBelow({ projections }: Branch, values: Cardinality, entities?: Entities): void {
    for (const projection of projections.values())
      this.addFields(projection, { values, counted: new CountedCalls(), entities });
  }

  /** All lists share extra pages, any of which can be in each bucket. */
  #addExtraCalls(operation: AnyOperation): void {
    const { bucket } = operation;
    if (this.#withExtraCalls.has(bucket) || !isSent(operation, this.#context)) return;
    const isFirst = this.#withExtraCalls.size === 0;
    this.#withExtraCalls.add(bucket);
    this.#addCalls(operation, isFirst ? EXTRA_CALLS : 0, EXTRA_CALLS);
  }

  /** @param charged number of calls whose units count */
  #addCalls(operation: AnyOperation, count: number, charged = count): void {
    const { bucket, units } = operation;
    if (charged === 0 || !isSent(operation, this.#context)) return;
    this.calls += count;
    this.units[bucket] = (this.units[bucket] ?? 0) + charged * (units ?? 0);
    this.#parts?.add(operation, count, charged);
  }

  #addOwnCalls(operation: AnyOperation, count: number, forCaller?: readonly AnyOperation[]): void {
    const access = forCaller?.includes(operation) ? { needsToken: true } : undefined;
    if (count > 0) this.#parts?.noteCall(operation, access);
    this.#addCalls(operation, count);
  }

  #addSharedCalls(
    operation: AnyOperation,
    count: number,
    { request, counted, access }: SharedCalls,
  ): void {
    if (count > 0) this.#parts?.noteCall(operation, access());
    this.#addCalls(operation, request === undefined ? count : counted.add(request, count));
  }

  #addBranch({ branch, args }: Pick<SelectedList, 'branch' | 'args'>, parents: Values): void {
    const { needs } = branch;
    const { values: parentValues, counted } = parents;
    if (needs.kind === 'link') return this.#addLink(branch, needs, parents);
    if (needs.kind === 'separateFetch')
      return this.#addSeparateFetch(branch, needs, parentValues, counted);
    if (needs.kind === 'list') return this.#addList({ branch, needs, args }, parents);
    const { calls, sharedCalls = [], loads, values, waitMs = 0, rejected = 0 } = needs.costOf(args);
    this.#rejectedEntries += rejected;
    const { count: parentCount } = parentValues;
    this.#waitMs += parentCount * waitMs;
    for (const [operation, count] of calls)
      this.#addOwnCalls(operation, parentCount * count, needs.forCaller);
    for (const [operation, count] of sharedCalls)
      this.#addOwnCalls(operation, count, needs.forCaller);
    for (const { resources, count, refs } of loads)
      this.#addLoads(branch, resources, {
        values: times(parentValues, count),
        counted: new CountedCalls(),
        refs,
      });
    if (loads.length === 0) this.#addFieldsBelow(branch, times(ungrouped(parentCount), values));
  }

  #addLink(branch: Branch, needs: LinkNeeds, parents: Values): void {
    const { link } = needs;
    const known = parentsOf(branch, link, parents.entities);
    const linked = linkedEntities(branch, needs, parents);
    // Each list asks for the entity that has it, at a time of its own.
    const values = known ? ungrouped(Math.min(known.count, linked.count)) : linked;
    const counted = parents.counted.below(link, branch.place);
    this.#addLoads(branch, link.targets, { values, counted, entities: known });
  }

  #addList(list: SelectedList, values: Values): void {
    const { needs, args } = list;
    const { operation, extent, embedded } = needs;
    const { counted } = values;
    const parents = values.values.count;
    if (extent.kind === 'paged' && embedded?.isWhole?.(args))
      return this.#addItems(list, { parents: values, lists: parents });
    if (extent.kind === 'paged') return this.#addPages(list, extent, values);
    const shared = { request: listRequest(list), counted, access: () => listAccess(list) };
    if (extent.kind === 'firstItem') {
      this.#addSharedCalls(operation, parents, shared);
      if (extent.sparse) this.#addExtraCalls(operation);
      for (const [each, count] of extent.callsBefore?.(args) ?? []) this.#addOwnCalls(each, count);
      return this.#addItems(list, { parents: values, lists: parents });
    }
    if (extent.kind === 'onePage') checkFirst(Number(args['first']), extent.maxItems);
    this.#addSharedCalls(operation, parents, shared);
    const first = Number(args['first'] ?? Infinity);
    const size = extent.kind === 'whole' ? Math.min(extent.maxItems, first) : first;
    this.#addItems(list, { parents: values, lists: parents, size });
  }

  #addPages(list: SelectedList, extent: PagedExtent, parents: Values): void {
    const { branch, needs, args } = list;
    const { operation } = needs;
    const { first, after } = args as { readonly first: number; readonly after?: string | null };
    checkFirst(first);
    const lists = extent.sameForAllParents ? 1 : parents.values.count;
    const segments = extent.segmentCount?.(args);
    const fullPages = lists * fullPagesOf(operation, { first, after }, segments);
    this.#addSharedCalls(operation, fullPages, {
      request: listRequest(list),
      counted: parents.counted,
      access: () => listAccess(list),
    });
    this.#addExtraCalls(operation);
    for (const [each, count] of extent.callsBefore?.(args) ?? []) this.#addOwnCalls(each, count);
    const { pointsTo } = extent;
    if (pointsTo) {
      const largest = operation.page!.maxSize!;
      const pointers = { count: fullPages * largest, groups: fullPages, largest };
      const [page] = branch.projections.values();
      const ofItems = page?.paths.below('items') ?? Paths.none;
      const read = operationOf(pointsTo, ofItems, this.#context);
      this.#addOwnCalls(read, afterLoad(pointsTo, pointers).calls);
    }
    const projectionOf = (projection: Projection): Projection =>
      pointsTo
        ? (entityChoice(pointsTo, projection)?.projection ?? projection)
        : projectionBehind(after, operation, projection);
    this.#addItems(list, { parents, lists, projectionOf });
  }

  #addItems(
    { branch, needs, args }: SelectedList,
    {
      parents,
      lists,
      size = needs.extent.kind === 'firstItem' ? 1 : Number(args['first']),
      projectionOf = (projection) => projection,
    }: ListItems,
  ): void {
    const count = parents.values.count * size;
    for (const selected of branch.projections.values()) {
      const projection = projectionOf(selected);
      const isKept = needs.keepsItems(args) && projection === selected && !projection.withChoice;
      this.addFields(projection, {
        values: { count, groups: lists, largest: count / lists },
        counted: new CountedCalls(),
        entities: listedEntities(needs, {
          count,
          lists,
          parents: parents.entities,
          shown: isKept ? projection.paths : undefined,
        }),
      });
    }
  }

  #addSeparateFetch(
    branch: Branch,
    needs: SeparateFetchNeeds,
    values: Cardinality,
    counted: CountedCalls,
  ): void {
    const { resource } = needs;
    const loaded = afterLoad(resource, values);
    if (isReadByCall(resource)) {
      this.#addSharedCalls(resource.read.operation, loaded.calls, {
        request: fetchRequest(branch, needs),
        counted,
        access: () => readAccess(resource, Paths.of(needs.path)),
      });
    }
    this.#addFieldsBelow(branch, loaded);
  }

  /** Adds the loads of entities, all of which can be of each of the resources. */
  #addLoads(
    branch: Branch,
    resources: readonly Resource[],
    { values, counted, entities: known, refs }: LoadedValues,
  ): void {
    if (values.count === 0) return;
    for (const resource of resources) {
      const { projections } = branch;
      const selected = projections.get(resource.name) ?? projections.values().next().value;
      const isRead = makesLoad(branch, selected);
      const choice = selected && isRead ? entityChoice(resource, selected) : undefined;
      const projection = choice ? choice.projection : selected;
      const isOwn = projection && hasOwnerOnlyParts(resource.read.operation, projection.paths);
      const isPlain = !choice && !isOwn;
      const isShown =
        isPlain && known?.shown !== undefined && projection?.paths.coveredBy(known.shown.set);
      const isLoaded = isRead && !isShown;
      const loaded = isLoaded ? afterLoad(resource, values) : { ...values, calls: 0 };
      if (isLoaded && isReadByCall(resource)) {
        const operation = operationOf(
          resource,
          choice ? undefined : projection?.paths,
          this.#context,
        );
        const variant = [choice?.value, operation.key].join();
        const calls = refs
          ? this.#lookups.add(resource, refs, variant)
          : counted.add(JSON.stringify([resource.name, variant, isOwn]), loaded.calls);
        this.#addCalls(operation, calls);
        this.#parts?.noteCall(operation, readAccess(resource, projection?.paths ?? Paths.none));
      }
      if (!projection) continue;
      const answered = `${isLoaded} ${choice?.value} ${projection.paths.mask}`;
      this.addFields(projection, {
        values: loaded,
        counted: counted.below(resource, answered),
        entities: {
          ...known,
          name: resource.name,
          count: values.count,
          shown: isRead && isPlain && !isShown ? projection.paths : known?.shown,
        },
      });
    }
  }
}
