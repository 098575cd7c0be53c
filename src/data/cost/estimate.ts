/**
 * What an operation can cost at most, told before it runs: schema, document and variables are walked as projection
 * walks them, with how many values there may be at each place.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql';
import { InvalidInput } from '../../upstream/error.ts';
import type { Bucket } from '../../upstream/operation.ts';
import {
  byOperations,
  type Call,
  type Crowd,
  type Load,
  loading,
  one,
  type Pricing,
  reading,
  times,
} from './field-cost.ts';
import { needsOf } from '../read/projection.ts';
import { eachField, type Walk } from '../read/selection.ts';

type Units = Partial<Record<Bucket, number>>;

export interface CostEstimate {
  readonly requests: number;
  /** Quota units a bucket; one whose services state none stands with 0. */
  readonly units: Readonly<Units>;
}

/** What graphql makes of a request before it executes it. */
export interface Prepared {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragmentDefinitions: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variableValues: Variables;
}

type Variables = NonNullable<Parameters<typeof getArgumentValues>[2]>;

interface Memo {
  readonly schema: GraphQLSchema;
  /** The variables that decided it, as they were. */
  readonly read: ReadonlyMap<string, unknown>;
  readonly price: CostEstimate;
}

const memos = new WeakMap<OperationDefinitionNode, Memo[]>();

/** How many prices an operation keeps, for variables that differ. */
const mostKept = 16;

export function estimateCost({
  schema,
  operation,
  fragmentDefinitions,
  variableValues,
}: Prepared): CostEstimate {
  const { coerced } = variableValues;
  let known = memos.get(operation);
  if (!known) memos.set(operation, (known = []));
  const memo = known.find((each) => each.schema === schema && sameValues(each.read, coerced));
  if (memo) return memo.price;
  const variables = new Map<string, unknown>();
  const read = (name: string): unknown => {
    variables.set(name, comparable(coerced[name]));
    return coerced[name];
  };
  const price = new Sum();
  const root = schema.getRootType(operation.operation);
  if (root)
    walkType(
      root,
      [operation],
      one,
      { schema, fragments: fragmentDefinitions, read, variableValues },
      price,
    );
  if (known.length === mostKept) known.shift();
  known.push({ schema, read: variables, price });
  return price;
}

const comparable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

function sameValues(
  read: ReadonlyMap<string, unknown>,
  now: Readonly<Record<string, unknown>>,
): boolean {
  for (const [name, value] of read) if (comparable(now[name]) !== value) return false;
  return true;
}

class Sum implements CostEstimate {
  requests = 0;
  readonly units: Units = {};

  call([{ bucket, units }, count]: Call): void {
    if (count <= 0) return;
    this.requests += count;
    this.units[bucket] = (this.units[bucket] ?? 0) + count * (units ?? 0);
  }

  add(other: CostEstimate): void {
    this.requests += other.requests;
    for (const bucket of bucketsOf(other))
      this.units[bucket] = (this.units[bucket] ?? 0) + other.units[bucket]!;
  }

  /** Of two that exclude each other. */
  atLeast(other: CostEstimate): void {
    this.requests = Math.max(this.requests, other.requests);
    for (const bucket of bucketsOf(other))
      this.units[bucket] = Math.max(this.units[bucket] ?? 0, other.units[bucket]!);
  }
}

/** The buckets that calls are made from. */
export const bucketsOf = ({ units }: Pick<CostEstimate, 'units'>): Bucket[] =>
  Object.keys(units) as Bucket[];

interface PriceWalk extends Walk {
  readonly variableValues: Variables;
}

type Selecting = Pick<FieldNode, 'selectionSet'>;

/** @returns whether anything is asked of the answer in which these values came. */
function walkType(
  type: GraphQLNamedType,
  nodes: readonly Selecting[],
  crowd: Crowd,
  walk: PriceWalk,
  sum: Sum,
): boolean {
  if (isAbstractType(type))
    return walkTypes(walk.schema.getPossibleTypes(type), nodes, crowd, walk, sum);
  if (!isObjectType(type)) return false;
  const selected = new Map<string, FieldNode[]>();
  for (const { selectionSet } of nodes) {
    if (!selectionSet) continue;
    eachField(type, selectionSet, walk, (node) => {
      const key = (node.alias ?? node.name).value;
      const same = selected.get(key);
      if (same) same.push(node);
      else selected.set(key, [node]);
    });
  }
  const fields = type.getFields();
  let asks = (type.extensions.always?.length ?? 0) > 0;
  for (const same of selected.values()) {
    const field = fields[same[0]!.name.value];
    if (field && walkField(field, same, crowd, walk, sum)) asks = true;
  }
  return asks;
}

const walkTypes = (
  types: readonly GraphQLNamedType[],
  nodes: readonly Selecting[],
  crowd: Crowd,
  walk: PriceWalk,
  sum: Sum,
): boolean => amongst(types, crowd, sum, (type, own) => walkType(type, nodes, crowd, walk, own));

/** One value is of one kind, the dearest; many may be of all of them. */
function amongst<K>(
  kinds: readonly K[],
  { count }: Crowd,
  sum: Sum,
  walkKind: (kind: K, own: Sum) => boolean,
): boolean {
  if (kinds.length === 1) return walkKind(kinds[0]!, sum);
  const all = new Sum();
  let asks = false;
  for (const kind of kinds) {
    const own = new Sum();
    if (walkKind(kind, own)) asks = true;
    if (count > 1) all.add(own);
    else all.atLeast(own);
  }
  sum.add(all);
  return asks;
}

function walkField(
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
  crowd: Crowd,
  walk: PriceWalk,
  sum: Sum,
): boolean {
  const { operations = [] } = field.extensions;
  const needs = needsOf(field, nodes[0]!, walk) ?? {};
  const type = getNamedType(field.type);
  const within = needs.nested !== undefined && needs.nested !== '';
  const asks =
    within || (needs.embeds !== undefined && !needs.embeds.along) || (needs.paths?.length ?? 0) > 0;
  const values = times(crowd, needs.most ?? (isListType(getNullableType(field.type)) ? LONG : 1));
  const pricing =
    needs.price ??
    (needs.link
      ? loading(needs.link.target)
      : operations.length > 0
        ? byOperations(operations)
        : undefined);
  if (!pricing)
    return walkType(type, nodes, values, walk, sum) && needs.nested !== undefined ? true : asks;
  const charge = chargeOf(pricing, field, nodes[0]!, needs.link ? values : crowd, walk);
  for (const call of charge.calls) sum.call(call);
  for (const load of charge.loads) walkLoad(load, type, nodes, walk, sum);
  if (charge.loads.length === 0)
    walkType(type, nodes, charge.brings ?? brought(charge, crowd, values), walk, sum);
  return asks;
}

/** Calls that say nothing of it bring their values for each parent apart. */
const brought = ({ calls }: Charge, { count }: Crowd, values: Crowd): Crowd =>
  calls.length === 0 || count === 0
    ? values
    : { count: values.count, groups: count, each: values.count / count };

/** How long a list that comes along is taken to be where nothing says so. */
const LONG = 25;

interface Charge {
  readonly calls: readonly Call[];
  readonly loads: readonly Load[];
  readonly brings?: Crowd | undefined;
}

const nothing: Charge = { calls: [], loads: [] };

function chargeOf(
  pricing: Pricing,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  parents: Crowd,
  walk: PriceWalk,
): Charge {
  const given = (): Readonly<Record<string, unknown>> => {
    for (const { value } of node.arguments ?? []) readAll(value, walk);
    return getArgumentValues(field, node, walk.variableValues);
  };
  try {
    const { calls, brings, loads } = pricing;
    return {
      calls: calls?.(parents, given) ?? [],
      loads: loads?.(parents, given) ?? [],
      brings: brings?.(parents, given),
    };
  } catch (error) {
    // Its arguments don't fit: the executor will say so, and no call is made.
    if (error instanceof GraphQLError || error instanceof InvalidInput) return nothing;
    throw error;
  }
}

function readAll(value: ValueNode, walk: Walk): void {
  if (value.kind === Kind.VARIABLE) walk.read(value.name.value);
  else if (value.kind === Kind.LIST) for (const each of value.values) readAll(each, walk);
  else if (value.kind === Kind.OBJECT) for (const each of value.fields) readAll(each.value, walk);
}

/** Where the field's own type doesn't say which thing it is, what is loaded does. */
function walkLoad(
  { of, keys, always }: Load,
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  walk: PriceWalk,
  sum: Sum,
): void {
  amongst(of, keys, sum, (resource, own) => {
    const { calls, brings } = reading(resource, keys);
    const asks = walkType(
      isAbstractType(type) ? walk.schema.getType(resource.name)! : type,
      nodes,
      brings,
      walk,
      own,
    );
    if (asks || always === true) own.call([resource.read.operation, calls]);
    return asks;
  });
}
