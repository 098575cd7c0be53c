/**
 * The cost estimate: an upper bound of the REST calls and quota units of an operation, known before
 * it runs. Each list counts with the maximum of its arguments or declaration; a list without a
 * maximum has an infinite cost. Retries do not count, nor do calls that are made again without a
 * rejected choice, nor a write that has to read and write again because of other writers: the
 * allowance limits these calls while the operation runs.
 *
 * The estimate reads and checks the arguments of all fields: it rejects them before the first call.
 */
import {
  type FieldNode,
  GraphQLError,
  type GraphQLResolveInfo,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../api/operation.ts';
import { Attached } from '../read/attached.ts';
import type { Identities } from '../caller/identities.ts';
import { checkFirst, fullPagesOf } from '../read/list/list.ts';
import type { FieldArguments, PagedExtent, SeparateFetchNeeds } from '../read/needs.ts';
import {
  type Branch,
  entityChoice,
  type FieldStep,
  makesLoad,
  type Projection,
  projectionBehind,
} from '../read/walk/projection.ts';
import type { Rejections } from '../read/load/rejected-field.ts';
import { entitiesPerCall, isReadByCall, type Ref, type Resource } from '../read/resource.ts';
import { projectionFor } from '../read/walk/walker.ts';
import {
  CountedCalls,
  CountedLookups,
  EXTRA_PAGES,
  fetchRequest,
  listRequest,
  type SelectedList,
} from '../read/usage.ts';
import { CostParts } from './field-cost.ts';
import { argumentValues } from '../read/argument-values.ts';
import { InvalidInput } from '../api/error.ts';

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

/** Tells which access tokens the caller has. */
type KnownTokens = Pick<Identities, 'hasAllTokens' | 'hasTokenFor'>;

/** An operation with more of them is not executed: they are no mistakes in single values. */
export const maxRejectedPlaces = 100;

/** Estimates of operations without variables, for callers with all tokens. */
const memos = new Attached<PreparedOperation['operation'], CostEstimate>();

/**
 * @param tokens calls that need an access token which is missing are not sent, and cost nothing;
 * left out: none is missing
 */
export function estimateCost(prepared: PreparedOperation, tokens?: KnownTokens): CostEstimate {
  const { operation } = prepared;
  const hasAllTokens = tokens?.hasAllTokens ?? true;
  const known = hasAllTokens ? memos.get(operation) : undefined;
  if (known) return known;
  const sum = sumOf(prepared, tokens);
  if (hasAllTokens && !operation.variableDefinitions?.length) memos.set(operation, sum);
  return sum;
}

/** An estimate, and what it consists of. */
export interface ExplainedCost extends CostEstimate, Pick<CostParts, 'fields' | 'operations'> {}

/**
 * Estimates the cost, with its parts.
 * @param tokens as in `estimateCost`
 */
export function explainCost(prepared: PreparedOperation, tokens?: KnownTokens): ExplainedCost {
  const parts = new CostParts();
  const { calls, units, waitMs } = sumOf(prepared, tokens, parts);
  return { calls, units, waitMs, fields: parts.fields, operations: parts.operations };
}

function sumOf(
  prepared: PreparedOperation,
  tokens: KnownTokens | undefined,
  parts?: CostParts,
): Sum {
  const { schema, operation, fragmentDefinitions: fragments, variableValues } = prepared;
  const sum = new Sum(variableValues, tokens, parts);
  const root = schema.getRootType(operation.operation)!;
  sum.addFields(projectionFor(root, [operation], { schema, fragments, variableValues }), ONE);
  return sum;
}

/** The items of a list field. */
interface ListItems {
  readonly parents: number;
  readonly lists: number;
  /** How the call for the items is made. Default: the answer of the parents has them. */
  readonly projectionOf?: (projection: Projection) => Projection;
}

class Sum implements CostEstimate {
  calls = 0;
  readonly units: Partial<Record<Bucket, number>> = {};
  #waitMs = 0;
  #rejectedEntries = 0;
  readonly #arguments: CheckedArguments;
  readonly #tokens: KnownTokens | undefined;
  readonly #parts: CostParts | undefined;
  readonly #lookups = new CountedLookups();

  constructor(
    variableValues: PreparedOperation['variableValues'],
    tokens: KnownTokens | undefined,
    parts?: CostParts,
  ) {
    this.#arguments = new CheckedArguments(variableValues);
    this.#tokens = tokens;
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
  addFields({ branches, checked }: Projection, values: Cardinality): void {
    if (values.count === 0) return;
    for (const step of checked) this.#arguments.of(step);
    const counted = new CountedCalls();
    for (const branch of branches) {
      if (this.rejectedPlaces > maxRejectedPlaces) return;
      this.#parts?.path.push([...branch.above, branch]);
      try {
        const args = this.#arguments.of(branch);
        if (args) this.#addBranch({ branch, args }, times(values, branch.multiplier), counted);
      } catch (error) {
        // Rejected arguments cause no call.
        if (!isRejection(error)) throw error;
      }
      this.#parts?.path.pop();
    }
  }

  #addFieldsBelow({ projections }: Branch, values: Cardinality): void {
    for (const projection of projections.values()) this.addFields(projection, values);
  }

  #addCalls(operation: AnyOperation, count: number): void {
    const { bucket, units, auth } = operation;
    if (count === 0 || (auth === 'user' && this.#tokens?.hasTokenFor(operation) === false)) return;
    this.calls += count;
    this.units[bucket] = (this.units[bucket] ?? 0) + count * (units ?? 0);
    this.#parts?.add(operation, count);
  }

  /** @param request what the calls request; undefined: no other field shares them */
  #addSharedCalls(
    operation: AnyOperation,
    count: number,
    { request, counted }: { readonly request: string | undefined; readonly counted: CountedCalls },
  ): void {
    this.#addCalls(operation, request === undefined ? count : counted.add(request, count));
  }

  #addBranch(
    { branch, args }: Pick<SelectedList, 'branch' | 'args'>,
    parents: Cardinality,
    counted: CountedCalls,
  ): void {
    const { needs } = branch;
    if (needs.kind === 'link')
      return this.#addLoads(branch, needs.link.targets, times(parents, needs.maxItems));
    if (needs.kind === 'separateFetch')
      return this.#addSeparateFetch(branch, needs, parents, counted);
    if (needs.kind === 'list')
      return this.#addList({ branch, needs, args }, parents.count, counted);
    const { calls, sharedCalls = [], loads, values, waitMs = 0, rejected = 0 } = needs.costOf(args);
    this.#rejectedEntries += rejected;
    this.#waitMs += parents.count * waitMs;
    for (const [operation, count] of calls) this.#addCalls(operation, parents.count * count);
    for (const [operation, count] of sharedCalls) this.#addCalls(operation, count);
    for (const { resources, count, refs } of loads)
      this.#addLoads(branch, resources, times(parents, count), refs);
    if (loads.length === 0) this.#addFieldsBelow(branch, times(ungrouped(parents.count), values));
  }

  #addList(list: SelectedList, parents: number, counted: CountedCalls): void {
    const { branch, needs, args } = list;
    const { operation, extent, embedded } = needs;
    if (extent.kind === 'paged' && embedded?.isWhole?.(args))
      return this.#addItems(branch, { parents, lists: parents }, args);
    if (extent.kind === 'paged') return this.#addPages(list, extent, parents, counted);
    if (extent.kind === 'firstItem') {
      this.#addSharedCalls(operation, parents, { request: listRequest(list), counted });
      if (extent.sparse) this.#addCalls(operation, EXTRA_PAGES);
      for (const each of extent.before) this.#addCalls(each, 1);
      return this.#addFieldsBelow(branch, ungrouped(parents));
    }
    if (extent.kind === 'onePage') checkFirst(Number(args['first']), extent.maxItems);
    this.#addSharedCalls(operation, parents, { request: listRequest(list), counted });
    const first = Number(args['first'] ?? Infinity);
    const size = extent.kind === 'whole' ? Math.min(extent.maxItems, first) : first;
    this.#addFieldsBelow(branch, { count: parents * size, groups: parents, largest: size });
  }

  #addPages(list: SelectedList, extent: PagedExtent, parents: number, counted: CountedCalls): void {
    const { branch, needs, args } = list;
    const { operation } = needs;
    const { first, after } = args as { readonly first: number; readonly after?: string | null };
    checkFirst(first);
    const ids = extent.named?.idsIn(args);
    if (ids) return this.#addLoads(branch, [extent.named!.resource], namedEntities(ids, first));
    const lists = extent.sameForAllParents ? 1 : parents;
    const segments = extent.segmentCount?.(args);
    const fullPages = lists * fullPagesOf(operation, { first, after }, segments);
    const pages = fullPages + EXTRA_PAGES;
    this.#addSharedCalls(operation, fullPages, { request: listRequest(list), counted });
    // Each field has extra pages of its own.
    this.#addCalls(operation, EXTRA_PAGES);
    for (const each of extent.before) this.#addCalls(each, 1);
    if (extent.pointsTo) {
      const largest = operation.page!.maxSize!;
      const pointers = { count: pages * largest, groups: pages, largest };
      this.#addCalls(extent.pointsTo.read.operation, afterLoad(extent.pointsTo, pointers).groups);
    }
    const { pointsTo } = extent;
    const projectionOf = (projection: Projection): Projection =>
      pointsTo
        ? (entityChoice(pointsTo, projection)?.projection ?? projection)
        : projectionBehind(after, operation, projection);
    this.#addItems(branch, { parents, lists, projectionOf }, args);
  }

  /** Adds what the fields of the items cost, `first` of each parent. */
  #addItems(
    branch: Branch,
    { parents, lists, projectionOf = (projection) => projection }: ListItems,
    { first }: FieldArguments,
  ): void {
    const count = parents * Number(first);
    for (const projection of branch.projections.values())
      this.addFields(projectionOf(projection), { count, groups: lists, largest: count / lists });
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
      const request = fetchRequest(branch, needs);
      this.#addSharedCalls(resource.read.operation, loaded.groups, { request, counted });
    }
    this.#addFieldsBelow(branch, loaded);
  }

  /** Adds the loads of entities, all of which can be of each of the resources. */
  #addLoads(
    branch: Branch,
    resources: readonly Resource[],
    entities: Cardinality,
    refs?: readonly Ref[],
  ): void {
    if (entities.count === 0) return;
    for (const resource of resources) {
      const { projections } = branch;
      const projection = projections.get(resource.name) ?? projections.values().next().value;
      const isLoaded = makesLoad(branch, projection);
      const loaded = isLoaded ? afterLoad(resource, entities) : entities;
      const choice = projection && isLoaded ? entityChoice(resource, projection) : undefined;
      if (isLoaded && isReadByCall(resource)) {
        const calls = refs ? this.#lookups.add(resource, refs, choice?.value) : loaded.groups;
        this.#addCalls(resource.read.operation, calls);
      }
      if (projection) this.addFields(choice ? choice.projection : projection, loaded);
    }
  }
}

const noArguments: FieldArguments = {};

/** Whether an error is about arguments of a client. */
const isRejection = (error: unknown): error is GraphQLError | InvalidInput =>
  error instanceof GraphQLError || error instanceof InvalidInput;

/** Reads the arguments of the fields of an operation before it runs, and checks them. */
class CheckedArguments {
  readonly #variableValues: GraphQLResolveInfo['variableValues'];
  #rejections: Map<FieldNode, Error> | undefined;

  constructor(variableValues: GraphQLResolveInfo['variableValues']) {
    this.#variableValues = variableValues;
  }

  /** The fields whose arguments were rejected so far; undefined without any. */
  get rejections(): Rejections | undefined {
    return this.#rejections;
  }

  /** @returns undefined for arguments that are rejected */
  of({ field, node }: FieldStep): FieldArguments | undefined {
    if (field.args.length === 0) return noArguments;
    try {
      const args = argumentValues(field, node, this.#variableValues);
      field.extensions.check?.(args);
      return args;
    } catch (error) {
      if (!isRejection(error)) throw error;
      this.#rejections ??= new Map();
      this.#rejections.set(node, error);
      return undefined;
    }
  }
}

/**
 * The number of values at one place of a response. They arrive in groups of at most `largest`: only
 * values of one group are certain to share a batch.
 */
interface Cardinality {
  readonly count: number;
  readonly groups: number;
  readonly largest: number;
}

const ONE: Cardinality = { count: 1, groups: 1, largest: 1 };
const ungrouped = (count: number): Cardinality => ({ count, groups: count, largest: 1 });

const times = ({ count, groups, largest }: Cardinality, factor: number): Cardinality => ({
  count: count * factor,
  groups,
  largest: largest * factor,
});

/** `first` of the named entities are loaded at once. */
function namedEntities({ length }: readonly string[], first: number): Cardinality {
  const count = Math.min(length, first);
  return { count, groups: 1, largest: count };
}

/** How entities arrive that are loaded by their keys: each call brings one group. */
function afterLoad(resource: Resource, entities: Cardinality): Cardinality {
  const { read, key } = resource;
  const { count, groups, largest } = entities;
  if (!isReadByCall(resource)) return entities;
  // All values share the one entity of a resource without a key.
  if (read.kind === 'wholeList' || key.length === 0)
    return { count, groups: Math.min(count, groups), largest };
  // Entities below different parents cannot share a call.
  const size = entitiesPerCall(read);
  if (size === 1 || key.length > 1) return ungrouped(count);
  const ifGroupsAreFull = groups * Math.ceil(largest / size);
  const ifGroupsDiffer = Math.floor((count + groups * (size - 1)) / size);
  const calls = Math.min(count, ifGroupsAreFull, ifGroupsDiffer);
  return { count, groups: calls, largest: Math.min(largest, size) };
}
