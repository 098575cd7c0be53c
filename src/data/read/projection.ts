/**
 * From a GraphQL selection to what upstream must send: paths of one answer, and the links that lead on from it.
 * Nothing is walked that didn't say how: a field without `needs` is opaque, so a forgotten one asks too little
 * (and a test on the schema finds it) instead of asking another resource's paths of this one.
 */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
  Kind,
} from 'graphql';
import { Paths } from './path.ts';
import type { Pricing } from '../cost/field-cost.ts';
import type { Ref, Resource } from './resource.ts';
import { eachField, type Walk, wordGiven } from './selection.ts';

/** An edge to another resource: where its key comes from. Several keys: a list of links. */
export interface Link {
  readonly target: Resource;
  /** Keys of the targets; empty: no edge. */
  readonly keysOf: (value: any, ref: Ref | undefined) => readonly (readonly string[] | null)[];
  /** It reads the keys of the value it stands on, so that value must carry its ref. */
  readonly usesRef?: true;
  /** Paths of the target that are asked whatever is selected of it: an id of its own that nothing before tells. */
  readonly always?: readonly string[];
}

/** What a field reads of the value it stands on. */
export interface Needs {
  readonly paths?: readonly string[];
  /** Paths that may spare the field its call: asked where the value's answer is asked for anyway, and no reason to ask for it. */
  readonly along?: readonly string[];
  /** The selection below goes on in the same answer at this path; `''` is the same place (`edges`). */
  readonly nested?: string;
  readonly link?: Link;
  /** The field makes a call of its own: its selection is another answer's. Resources whose ids that call yields. */
  readonly calls?: readonly string[];
  /** What it needs instead where no argument is given: then what it shows comes along with what is asked anyway. */
  readonly bare?: Needs;
  /** What that call is asked for: the resource whose answer it is, and the place in it where the selection goes on. */
  readonly reads?: { readonly of: string; readonly at: string };
  /**
   * The call isn't needed where this value came along complete: the list's item path in its own answer, and here.
   * `along`: it may have come in part, and is no reason to ask for the value's answer.
   */
  readonly embeds?: { readonly items: string; readonly at: string; readonly along?: true };
  /** What it needs instead where an argument, one that takes an enum, is given this word of upstream's. */
  readonly where?: { readonly argument: string; readonly is: string; readonly needs: Needs };
  /** How many values it shows of one at most, where it is a list that comes along or a list of links. */
  readonly most?: number;
  /** What the field's own calls cost, where they are not one of each of its operations for every value it stands on. */
  readonly price?: Pricing;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    needs?: Needs;
  }
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** Paths that every value of the type carries: what tells its kind. */
    always?: readonly string[];
  }
}

/** A link on the way: `at` is where its values lie in the answer, `projection` what is asked behind it. */
export interface Follow {
  readonly at: string;
  readonly link: Link;
  readonly projection: Projection;
}

export interface Projection {
  readonly paths: Paths;
  /** Names of the resources that what is asked here will ask next, at any depth. */
  readonly downstream: ReadonlySet<string>;
  readonly follows: readonly Follow[];
  /** Whether a field at this place makes a call of its own, which only the executor can start. */
  readonly calls: boolean;
}

interface Memo {
  readonly schema: GraphQLSchema;
  readonly on: string | undefined;
  readonly nodes: readonly FieldNode[];
  readonly projection: Projection;
}

type Memos = WeakMap<FieldNode, Memo[]>;

/** A document's walk is kept with the document, unless variables decided it: then with the execution. */
const byDocument: Memos = new WeakMap();
const byExecution = new WeakMap<object, Memos>();

/** Variables may choose among any number of lists of nodes for one field; a document keeps the walks of so many. */
const mostKept = 32;

/** The place of one walk: one answer, whatever is nested in it. */
interface Place {
  readonly paths: Set<string>;
  readonly present: Set<string>;
  readonly along: Set<string>;
  readonly downstream: Set<string>;
  readonly follows: Map<
    string,
    {
      readonly at: string;
      readonly link: Link;
      readonly type: GraphQLNamedType;
      readonly nodes: FieldNode[];
    }
  >;
  calls: boolean;
}

/**
 * What the selection below the current field asks of the value it returns; one walk per field, not one per parent.
 * @param on the object type, where the field's own type is abstract and the value's type is known (`node`, search hits)
 */
export function projectionOf(info: GraphQLResolveInfo, on?: string): Projection {
  const nodes = info.fieldNodes;
  const execution = executionMemos(info);
  const held = find(byDocument, info.schema, nodes, on) ?? find(execution, info.schema, nodes, on);
  if (held) return held.projection;
  const variables = variablesOf(info);
  let varies = false;
  const read = (variable: string): unknown => {
    varies = true;
    return variables[variable];
  };
  const walk: Walk = { schema: info.schema, fragments: info.fragments, read };
  const type = on === undefined ? getNamedType(info.returnType) : info.schema.getType(on)!;
  const projection = project(type, nodes, walk);
  const full = (byDocument.get(nodes[0]!)?.length ?? 0) >= mostKept;
  const memos = varies || full ? execution : byDocument;
  const memo: Memo = { schema: info.schema, on, nodes, projection };
  const list = memos.get(nodes[0]!);
  if (list) list.push(memo);
  else memos.set(nodes[0]!, [memo]);
  return projection;
}

function executionMemos({ variableValues }: GraphQLResolveInfo): Memos {
  let memos = byExecution.get(variableValues);
  if (!memos) byExecution.set(variableValues, (memos = new WeakMap()));
  return memos;
}

const find = (
  memos: Memos,
  schema: GraphQLSchema,
  nodes: readonly FieldNode[],
  on: string | undefined,
): Memo | undefined =>
  memos
    .get(nodes[0]!)
    ?.find((memo) => memo.schema === schema && memo.on === on && sameNodes(memo.nodes, nodes));

const sameNodes = (a: readonly FieldNode[], b: readonly FieldNode[]): boolean =>
  a === b || (a.length === b.length && a.every((node, index) => node === b[index]));

function project(type: GraphQLNamedType, nodes: readonly FieldNode[], walk: Walk): Projection {
  const place: Place = {
    paths: new Set(),
    present: new Set(),
    along: new Set(),
    downstream: new Set(),
    follows: new Map(),
    calls: false,
  };
  for (const node of nodes)
    if (node.selectionSet) collect(type, node.selectionSet, '', place, walk);
  // An object of which nothing but its type is asked must still come along, to tell whether it is there.
  const all = [...place.paths];
  for (const path of place.present)
    if (!all.some((other) => other.startsWith(`${path}.`))) place.paths.add(path);
  if (place.paths.size > 0) for (const path of place.along) place.paths.add(path);
  const follows = [...place.follows.values()].map(({ at, link, type, nodes }) => ({
    at,
    link,
    projection: whatever(project(type, nodes, walk), link),
  }));
  for (const { link, projection } of follows)
    for (const name of [link.target.name, ...projection.downstream]) place.downstream.add(name);
  return {
    paths: new Paths(place.paths),
    downstream: place.downstream,
    follows,
    calls: place.calls,
  };
}

const whatever = (projection: Projection, { always }: Link): Projection =>
  always ? { ...projection, paths: projection.paths.with(...always) } : projection;

function collect(
  type: GraphQLNamedType,
  set: SelectionSetNode,
  prefix: string,
  place: Place,
  walk: Walk,
): void {
  if (isAbstractType(type))
    for (const possible of walk.schema.getPossibleTypes(type))
      collect(possible, set, prefix, place, walk);
  if (!isObjectType(type)) return;
  for (const path of type.extensions.always ?? []) place.paths.add(prefix + path);
  eachField(type, set, walk, (node) => collectField(type, node, prefix, place, walk));
}

function collectField(
  type: GraphQLObjectType,
  node: FieldNode,
  prefix: string,
  place: Place,
  walk: Walk,
): void {
  const field = type.getFields()[node.name.value];
  if (!field) return;
  const needs = needsOf(field, node, walk);
  if (!needs) {
    place.calls ||= node.selectionSet !== undefined;
    return;
  }
  for (const path of needs.paths ?? []) place.paths.add(prefix + path);
  // Something nested comes along whatever is asked of it.
  for (const path of needs.along ?? [])
    (prefix === '' ? place.along : place.paths).add(prefix + path);
  if (needs.calls) collectCall(needs, node, getNamedType(field.type), prefix, place, walk);
  if (!node.selectionSet) return;
  if (needs.nested !== undefined) {
    if (needs.nested !== '') place.present.add(prefix + needs.nested);
    collect(
      getNamedType(field.type),
      node.selectionSet,
      needs.nested === '' ? prefix : `${prefix}${needs.nested}.`,
      place,
      walk,
    );
  } else if (needs.link) follow(needs.link, node, getNamedType(field.type), prefix, place);
}

/** What a field needs with the arguments it is given here. */
export function needsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  walk: Walk,
): Needs | undefined {
  const { needs } = field.extensions;
  const { where } = needs ?? {};
  if (needs?.bare && !isGivenAny(node, walk)) return needs.bare;
  return where && wordGiven(field, where.argument, node, walk) === where.is ? where.needs : needs;
}

const isGivenAny = ({ arguments: args = [] }: FieldNode, walk: Walk): boolean =>
  args.some(({ value }) =>
    value.kind === Kind.VARIABLE ? walk.read(value.name.value) != null : value.kind !== Kind.NULL,
  );

function follow(
  link: Link,
  node: FieldNode,
  type: GraphQLNamedType,
  prefix: string,
  place: Place,
): void {
  const key = `${prefix} ${node.alias?.value ?? node.name.value}`;
  const known = place.follows.get(key);
  if (known) known.nodes.push(node);
  else place.follows.set(key, { at: prefix.slice(0, -1), link, type, nodes: [node] });
}

function collectCall(
  needs: Needs,
  node: FieldNode,
  type: GraphQLNamedType,
  prefix: string,
  place: Place,
  walk: Walk,
): void {
  for (const name of needs.calls!) place.downstream.add(name);
  const list = project(type, [node], walk);
  if (needs.embeds) {
    const { items, at, along } = needs.embeds;
    const into = along && prefix === '' ? place.along : place.paths;
    for (const path of list.paths.below(items).with('id').under(at).set) into.add(prefix + path);
    if (!along) return;
  }
  place.calls = true;
  for (const name of list.downstream) place.downstream.add(name);
}

/** graphql-js 17 gives `{ sources, coerced }`, graphql-jit 0.8 the coerced values themselves. */
function variablesOf({ variableValues }: GraphQLResolveInfo): Readonly<Record<string, unknown>> {
  const given = variableValues as {
    readonly coerced?: Readonly<Record<string, unknown>>;
    readonly sources?: unknown;
  };
  return given.coerced !== undefined && given.sources !== undefined ? given.coerced : given;
}
