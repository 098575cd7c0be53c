/** What differs between the gateway's way to an answer and the naive one: put into a form in which equal means equal. */
import {
  getNamedType,
  type GraphQLObjectType,
  isListType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { allResources } from '../../src/graph/field/field-factory.ts';
import { schema } from '../../src/graph/schema.ts';
import { type Mask, parseMask } from '../../src/sandbox/mask.ts';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { type FieldNeed, fieldNeed } from './field-need.ts';
import { placeOf } from './naive.ts';
import { lists } from './naive-list.ts';
import { fieldNamed } from './random-query.ts';

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

/** Objects inside an answer. A mask lets nothing through of one that has nothing of what is asked: null then says the same. */
const inside = new Set(
  objectTypes
    .flatMap((type) => Object.values(type.getFields()))
    .filter(
      (field) =>
        (fieldNeed(field)?.nested || fieldNeed(field)?.separateFetch) && !isListType(field.type),
    )
    .map(({ name }) => name),
);

/** Cursors as places in the list, whatever pages they were cut from. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]: [string, unknown]) => {
      const name = fieldNamed(key);
      if (name === 'cursor' || name === 'endCursor')
        return [key, typeof each === 'string' ? placeOf(each) : each];
      const same = comparable(each);
      return [key, inside.has(name) && isEmpty(same) ? null : same];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([key, each]) => each === null || key === '__typename');

const codes: Readonly<Record<string, string>> = {
  400: 'INVALID_INPUT',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  503: 'UPSTREAM_UNAVAILABLE',
};

/** @param cause the status that a direct call was refused with, or what else went wrong */
export const codeOf = (cause: number | string): string => codes[cause] ?? String(cause);

/** Parameters that say how and how much, and not what. */
const manner = new Set(['part', 'fields', 'id', 'forChannelId', 'prettyPrint']);
const sizes = new Set(['pageToken', 'maxResults', 'pageSize']);

interface Question {
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
}

/** What is asked, one text an id. */
function questionsOf(
  { path, query }: Question,
  without: ReadonlySet<string> = new Set(),
): string[] {
  const rest = Object.entries(query).filter(([name]) => !manner.has(name) && !without.has(name));
  const what = JSON.stringify([
    decodeURIComponent(path),
    rest.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const ids = query['id'] ?? query['forChannelId'];
  return (ids?.flatMap((list) => list.split(',')) ?? ['']).map((id) => `${what} ${id}`);
}

function parsed(address: string): Question {
  const [path = '', search] = address.split('?');
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
  return { path, query };
}

/**
 * Calls that the answer didn't need, and what they asked too much, in words; empty: none.
 * @param naive addresses of the direct calls
 */
export function unneeded(
  document: string,
  calls: readonly RecordedCall[],
  naive: readonly string[],
): string[] {
  const known = new Set(naive.flatMap((address) => questionsOf(parsed(address), sizes)));
  const asked = new Map<string, Set<string>>();
  const reads = readsOf(document);
  const found: string[] = [];
  for (const call of calls) {
    const paths = pathsOf(parseMask(call.query['fields']![0]!));
    if (call.query['part']?.join() === '') found.push(`no part: ${call.search}`);
    for (const path of paths)
      if (!isRead(reads, call.operation!, path))
        found.push(`nobody reads ${path}: ${call.path}${call.search}`);
    for (const question of questionsOf(call, sizes))
      if (!known.has(question)) found.push(`asked in vain: ${question}`);
    // Ids of which one is refused are asked again in halves.
    if (call.status >= 400) continue;
    // Lists under two names may show different things; only the very same call is one too many.
    const same = (call.query['id'] ?? call.query['forChannelId']) ? '' : paths.join();
    for (const question of questionsOf(call).map((each) => each + same)) {
      const before = asked.get(question);
      if (before && paths.every((path) => before.has(path)))
        found.push(`asked twice: ${question} ${paths.join()}`);
      asked.set(question, new Set([...(before ?? []), ...paths]));
    }
  }
  return found;
}

/** The ends of a mask, dotted. */
function pathsOf(mask: Mask, above = ''): string[] {
  if (mask === 'all') return [above.slice(0, -1)];
  return [...mask].flatMap(([name, inner]) => pathsOf(inner, `${above}${name}.`));
}

/** What each type's fields in a document read of its values. */
type Reads = ReadonlyMap<GraphQLObjectType, ReadonlyMap<string, FieldNeed>>;

function readsOf(document: string): Reads {
  const reads = new Map<GraphQLObjectType, Map<string, FieldNeed>>();
  const types = new TypeInfo(schema);
  const note = (): void => {
    const [type, field] = [types.getParentType(), types.getFieldDef()];
    const need = field && fieldNeed(field);
    if (!isObjectType(type) || !need) return;
    if (!reads.has(type)) reads.set(type, new Map());
    reads.get(type)!.set(field.name, need);
  };
  visit(parse(document), visitWithTypeInfo(types, { Field: note }));
  return reads;
}

/** Every path that a value of the type is read at, whatever lies on the way to it. */
function readAt(reads: Reads, type: GraphQLObjectType): string[] {
  return [...(reads.get(type) ?? [])].flatMap(
    ([name, { paths, optionalPaths, nested, embedded, separateFetch }]) => {
      const below = getNamedType(type.getFields()[name]!.type) as GraphQLObjectType;
      const under = (at: string, of: GraphQLObjectType): string[] => [
        at,
        `${at}.id`,
        ...readAt(reads, of).map((path) => `${at}.${path}`),
      ];
      return [
        ...paths,
        ...optionalPaths,
        ...(nested ? under(nested, below) : []),
        ...(embedded
          ? under(
              embedded.at,
              schema.getType(lists[`${type.name}.${name}`]!.of) as GraphQLObjectType,
            )
          : []),
        ...(separateFetch
          ? isObjectType(below)
            ? under(separateFetch.at, below)
            : [separateFetch.at]
          : []),
      ];
    },
  );
}

/** Types on which something stands that the operation tells aside. */
const toldBy = (operation: string): string[] =>
  objectTypes.flatMap((type) =>
    Object.values(type.getFields()).some(
      (field) =>
        fieldNeed(field)?.separateFetch && field.extensions.operations?.[0]?.key === operation,
    )
      ? [type.name]
      : [],
  );

const typesBehind = (operation: string): GraphQLObjectType[] => {
  const listed = Object.values(lists).flatMap((row) =>
    row.operation === operation ? [row.of] : [],
  );
  const looked = allResources().flatMap(({ name, read }) =>
    read.operation.key === operation ? [name] : [],
  );
  return [...new Set([...listed, ...looked, ...toldBy(operation)])].map(
    (name) => schema.getType(name) as GraphQLObjectType,
  );
};

/** What says how long a list is, whose something is, that it is there, and what it is chosen by. */
const beside = new Set([
  ...Object.values(lists).flatMap(({ through }) => through ?? []),
  'pageInfo.totalResults',
  'incompleteSearch',
  'regionCode',
  'id',
  'videoId',
  'accessRole',
  'contentDetails.boundStreamId',
  'snippet.resourceId.channelId',
  'snippet.creatorChannelId',
]);

function isRead(reads: Reads, operation: string, path: string): boolean {
  const { page } = catalogue.get(operation)!;
  const own = page && path.startsWith(`${page.items}.`) ? path.slice(page.items.length + 1) : path;
  if (beside.has(own) || path === page?.next) return true;
  return typesBehind(operation).some((type) => readAt(reads, type).some((read) => own === read));
}
