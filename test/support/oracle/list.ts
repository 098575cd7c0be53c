/** Lists of the graph, read from their first page to their last by direct REST calls. */
import { getNamedType, type GraphQLField, isObjectType } from 'graphql';
import { derivedArguments } from './rule/derived-rule.ts';
import { type DirectCaller, type Json, RestError } from './direct-call.ts';
import { readEntity, readWithKey, valueAt } from './entity.ts';
import { type EntityRef, entityTypes, hasKey } from './entity-type.ts';
import { fieldNeed } from './field-need.ts';
import { type ListRule, listRules } from './rule/list-rule.ts';
import { type Args, operationNamed, type Pages } from './operation.ts';
import { attachKey, keyNamesOf, keyOf, type List } from './schema.ts';

/** What the schema says about a list. */
interface ListField {
  /** The operation that lists: the first that the field names. */
  readonly operation: string;
  /** The type of the nodes. */
  readonly itemType: string;
}

type Field = Pick<GraphQLField<unknown, unknown>, 'type' | 'args' | 'extensions'>;

/** @returns undefined for a field that is no paged list */
export function listFieldOf(field: Field): ListField | undefined {
  const connection = getNamedType(field.type);
  const nodes = isObjectType(connection) ? connection.getFields()['nodes'] : undefined;
  const operation = field.extensions.operations?.[0]?.key;
  if (!nodes || operation === undefined || !field.args.some(({ name }) => name === 'first'))
    return undefined;
  return { operation, itemType: getNamedType(nodes.type).name };
}

/** Difference between the positions of two segments: more than a segment has items. */
const segmentSize = 1_000_000;

/** Position in the whole list that a cursor means; tokens of the sandbox are positions, too. */
export function positionOf(cursor: string): number {
  const { offset, token, segment } = decoded(cursor);
  const inSegment = segment * segmentSize + offset;
  if (token === '') return inSegment;
  const [start] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [number];
  return inSegment + start;
}

const startOf = (after: unknown): number => (after == null ? 0 : positionOf(after as string));

interface Cursor {
  readonly size: number;
  readonly offset: number;
  readonly token: string;
  readonly segment: number;
}

function decoded(cursor: string): Cursor {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, size, offset, token, segment = 0] = JSON.parse(text) as [
    string,
    number,
    number,
    string,
    number?,
  ];
  return { size, offset, token, segment };
}

/** A list of the schema with all that a direct call needs. */
interface ListSource extends ListField {
  readonly rule: ListRule;
  /** Query of the call, stated by the rule or derived from the schema. */
  readonly queryOf: (parent: unknown, args: Json) => Args;
  /** Whether the list has pages; otherwise one answer has all items. */
  readonly isPaged: boolean;
}

/**
 * How a field lists.
 * @returns undefined for a field that is no list, and for a list whose query is neither stated by a
 *   rule nor implied by the schema
 */
export function listSourceOf(coordinate: string, field: Field): ListSource | undefined {
  const paged = listFieldOf(field);
  const list = paged ?? fieldNeed(field)?.wholeList;
  if (!list) return undefined;
  const rule = listRules[coordinate] ?? {};
  const { args: stated } = rule;
  const queryOf: ListSource['queryOf'] | undefined = stated
    ? (parent, args) => stated(ownIdOf(parent), args, keyOf(parent))
    : derivedArguments(coordinate, field, list);
  return queryOf && { ...list, rule, queryOf, isPaged: paged !== undefined };
}

/** One list of one parent. */
interface Listing extends ListSource {
  readonly parent: unknown;
  readonly args: Json;
  readonly caller: DirectCaller;
  /** The choice that the call makes for its items. */
  readonly choice?: Args | undefined;
}

/**
 * All items of a list without pages, or null. If the arguments name the items, they are in this
 * order, with null for a missing one.
 */
export async function resolveWholeList(
  listing: Listing,
): Promise<readonly (object | null)[] | null> {
  const { operation, rule, queryOf, parent, args, caller } = listing;
  const answer = await caller
    .get(operation, queryOf(parent, args))
    .catch(nullOnReason(rule.nullOnReason));
  if (answer === null) return null;
  const all = (answer[operationNamed(operation).pages!.items] as Json[] | undefined) ?? [];
  const { selects = () => true } = rule;
  const items = all.filter((item) => selects(item, args)).slice(0, args['first'] ?? Infinity);
  const found = items.map((item) => attachKey(item, itemRef(item, listing)));
  const byId = new Map(found.map((item) => [keyOf(item).at(-1), item]));
  return rule.ids?.(args)?.map((id) => byId.get(id) ?? null) ?? found;
}

/** The page that a connection shows, or null. */
export async function resolveList(listing: Listing): Promise<List | null> {
  const { rule, args, itemType } = listing;
  const segments = rule.segments?.(args) ?? [];
  if (segments.length > 1) return pageOfSegments(segments, listing);
  const read = await readItems(listing);
  if (read === null) return null;
  const { values, answers } = read;
  const { pointer } = rule;
  if (pointer !== undefined) {
    const pointed = values.map((value) => valueAt(value, pointer) as string);
    return pageOfEntities(pointed, answers, listing);
  }
  const items = includedItems(values, listing);
  if (hasKey(itemType))
    for (const { value } of items) attachKey(value, itemRef(value as Json, listing));
  const first = Math.min(args['first'] as number, rule.singlePage ? restOfPage(args) : Infinity);
  return listOf(items.slice(0, first), {
    hasNextPage: items.length > first,
    hasPreviousPage: args['after'] != null,
    answers,
  });
}

/** The items of the first page of a list, each with its ref; `args` need no `first`. */
export async function readFirstItems(listing: Listing): Promise<readonly object[]> {
  const items = listing.isPaged
    ? (await resolveList({ ...listing, args: { first: 50, ...listing.args } }))?.nodes
    : await resolveWholeList(listing);
  return items?.filter((item) => item !== null) ?? [];
}

const itemRef = (value: Json, listing: Listing): EntityRef => {
  const { parent, itemType: typeName, rule, args, choice } = listing;
  const parentKey = rule.above?.(args) ?? keyOf(parent).slice(0, keyNamesOf(typeName).length - 1);
  const idField = entityTypes[typeName]?.idField ?? 'id';
  const key = [...parentKey, value[idField] as string];
  return { typeName, key, ...(choice && { args: choice }) };
};

/** An item of a list. */
interface Item<Value = object> {
  readonly value: Value;
  /** Its position in the whole list, counted from 1. */
  readonly position: number;
}

const listOf = (
  items: readonly Item<object | null>[],
  rest: Pick<List, 'hasNextPage' | 'hasPreviousPage' | 'answers'>,
): List => ({
  ...rest,
  nodes: items.map(({ value }) => value),
  key: () => '',
  positionBehind: (index) => ({ token: '', size: 0, offset: items[index]!.position }),
});

const ownIdOf = (parent: unknown): string => keyOf(parent).at(-1) ?? '';

function includedItems(values: readonly Json[], listing: Listing): Item[] {
  const { rule, args } = listing;
  const start = startOf(args['after']);
  return values
    .map((value, index) => ({ value, position: index + 1 }))
    .filter(
      ({ value, position }) =>
        position > start && (rule.includes?.(value, ownIdOf(listing.parent)) ?? true),
    );
}

/** How many items a REST page has behind a cursor that points into it. */
function restOfPage({ after }: Json): number {
  if (after == null) return Infinity;
  const { size, offset } = decoded(after as string);
  return offset === 0 ? Infinity : size - offset;
}

interface Read {
  readonly values: readonly Json[];
  readonly answers: readonly Json[];
}

/** The items of a REST list; null if the rule's error reason was answered. */
async function readItems(listing: Listing): Promise<Read | null> {
  const { rule, operation, parent, args, caller } = listing;
  const embedded = rule.embedded?.(parent as Json, args);
  if (embedded) return { values: embedded, answers: [] };
  const pages = operationNamed(operation).pages!;
  const wanted = startOf(args['after']) + (args['first'] as number);
  const readsAll = rule.includes !== undefined || rule.pointer !== undefined;
  const values: Json[] = [];
  const answers: Json[] = [];
  for (let token: string | undefined, more = true; more; ) {
    const query = {
      ...listing.queryOf(parent, args),
      ...listing.choice,
      ...pagingOf(pages, token),
    };
    const answer = await caller.get(operation, query).catch(nullOnReason(rule.nullOnReason));
    if (answer === null) return null;
    answers.push(answer);
    values.push(...((answer[pages.items] as Json[] | undefined) ?? []));
    token = pages.next === undefined ? undefined : (answer[pages.next] as string | undefined);
    more = token !== undefined && (readsAll || values.length <= wanted);
  }
  return { values, answers };
}

const pagingOf = ({ size, maxSize, token: parameter }: Pages, token: string | undefined) => ({
  ...(size === undefined ? {} : { [size]: maxSize }),
  ...(token === undefined ? {} : { [parameter!]: token }),
});

/** Makes a REST error with one of the reasons null, and throws any other error again. */
const nullOnReason =
  (reasons: string | readonly string[] = []) =>
  (error: unknown): null => {
    if (error instanceof RestError && [reasons].flat().includes(error.reason ?? '')) return null;
    throw error;
  };

/** The page of a list that is made of several REST lists, one after the other. */
async function pageOfSegments(segments: readonly Args[], listing: Listing): Promise<List | null> {
  const { args } = listing;
  const first = args['first'] as number;
  const start = startOf(args['after']);
  const items: Item[] = [];
  let count = 0;
  for (const segment of segments) {
    if (items.length >= first) break;
    const read = await readItems({
      ...listing,
      queryOf: (parent, given) => ({ ...listing.queryOf(parent, given), ...segment }),
      args: { ...args, after: null, first: segmentSize },
    });
    if (read === null) return null;
    const before = count * segmentSize;
    count += 1;
    // Behind the last item of a segment starts the next segment.
    const end = count < segments.length ? read.values.length : Infinity;
    const positions = read.values.map((value, index) => ({
      value,
      position: index + 1 === end ? count * segmentSize : before + index + 1,
    }));
    items.push(...positions.filter(({ position }) => position > start));
  }
  for (const { value } of items) attachKey(value, itemRef(value as Json, listing));
  return listOf(items.slice(0, first), {
    hasNextPage: items.length > first || count < segments.length,
    hasPreviousPage: args['after'] != null,
    answers: [],
  });
}

/** The page of a list of pointers: entities that exist, one read each and no more than needed. */
async function pageOfEntities(
  ids: readonly string[],
  answers: readonly Json[],
  { itemType: typeName, args, caller }: Listing,
): Promise<List> {
  const first = args['first'] as number;
  const items: Item[] = [];
  let position = startOf(args['after']);
  while (position < ids.length && items.length < first) {
    const value = await readWithKey({ typeName, key: [ids[position]!] }, caller);
    position += 1;
    if (value) items.push({ value, position });
    else await readAhead(ids.slice(position, position + 50), typeName, caller);
  }
  return listOf(items, {
    hasNextPage: position < ids.length,
    hasPreviousPage: args['after'] != null,
    answers,
  });
}

/** After a gap the gateway may read as many ids as one call takes: those calls are not needless. */
const readAhead = (
  ids: readonly string[],
  typeName: string,
  caller: DirectCaller,
): Promise<unknown> =>
  Promise.allSettled(ids.map((id) => readEntity({ typeName, key: [id] }, caller)));
