/** Calls of the gateway, and requested paths, that the answer to a query did not need. */
import {
  type GraphQLOutputType,
  getNamedType,
  type GraphQLObjectType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { bodyParameters } from './direct-call.ts';
import { entityTypes } from './entity-type.ts';
import { type FieldNeed, fieldNeed } from './field-need.ts';
import { listFieldOf } from './list.ts';
import { listRules } from './rule/list-rule.ts';
import { maskPaths } from './mask.ts';
import { operationNamed } from './operation.ts';
import { schema } from './schema.ts';
import { type PageCall, separatePages } from './separate-page.ts';

/** Paths that the gateway may request although no selected field reads them. */
const pathsWithoutField: ReadonlySet<string> = new Set([
  // The ids of pointed-to entities.
  ...Object.values(listRules).flatMap(({ pointer }) => pointer ?? []),
  // Keys of entities, and proofs that an entity exists.
  ...Object.values(entityTypes).map(({ idField = 'id' }) => idField),
  'videoId',
  'accessRole',
  'snippet.creatorChannelId',
  'snippet.sponsorDetails.channelId',
  'snippet.resourceId.channelId',
  // Selects caption tracks.
  'snippet.language',
  'pollingIntervalMillis',
  // All colors are read at once.
  'calendar',
  'event',
  'updated',
  // The gateway filters by them: File.events, Person.calendars, Person.events, Stream.broadcasts.
  'attachments.fileId',
  'attachments.fileUrl',
  'attendees.email',
  'contentDetails.boundStreamId',
  'dataOwner',
  // Facts about a whole list, beside its items.
  'incompleteSearch',
  // Free/busy values by their ids: the id decides which of the two maps has a value.
  'calendars',
  'groups',
  'pageInfo.totalResults',
  'regionCode',
]);

/** Parameters that choose how an answer is written, or ids that are compared one by one. */
const formParameters = new Set(['part', 'fields', 'id', 'forChannelId', 'prettyPrint']);
const sizeParameters = new Set(['maxResults', 'pageSize']);
const pageParameters = new Set(['pageToken', ...sizeParameters]);

/**
 * Parameters that do not decide whether a call is needed: the oracle reads an entity without them,
 * and its texts and labels by a call of their own, unless the list of the entity has them.
 */
const freeParameters = new Set([...pageParameters, 'hl', 'textFormat', 'includeLabels']);

interface Address {
  readonly path: string;
  /** Values of the query parameters by name. */
  readonly query: Readonly<Record<string, readonly string[]>>;
}

/** A call of the gateway, as much of what the sandbox records as this file needs. */
interface RecordedCall extends Address {
  /** The query string as sent. */
  readonly search: string;
  /** Key of the operation. */
  readonly operation?: string;
  readonly status: number;
  readonly body?: unknown;
}

/**
 * One sentence for each call or path that was not needed.
 * @param addresses addresses of the oracle's direct calls
 * @param hasCursor whether a list starts behind a cursor, whose page has a size of its own
 */
export function needlessCalls(
  document: string,
  recorded: readonly RecordedCall[],
  addresses: readonly string[],
  hasCursor = false,
): string[] {
  const calls = recorded.map(withBody);
  const needed = new Set(addresses.flatMap((each) => requestsOf(parsed(each), freeParameters)));
  const readBy = readerOf(document);
  return [
    ...calls.flatMap((call) => [
      ...withoutPart(call),
      ...unreadPaths(call, readBy),
      ...requestsOf(call, freeParameters)
        .filter((request) => !needed.has(request) && !isMissing(call, calls))
        .map((request) => `needless: ${request}`),
    ]),
    ...repeatedCalls(calls),
    ...(hasCursor ? [] : separatePages(document, calls.flatMap(pageCallOf))),
  ];
}

/**
 * Lists whose answers say something of the value that has the list, and the operation that reads
 * that value: the list can be called first.
 */
const tellingLists: Readonly<Record<string, { readonly type: string; readonly read: string }>> = {
  'calendar:events.list': { type: 'Calendar', read: 'calendar:calendars.get' },
};

/** Whether a call is for a list of a value that does not exist, as the read of the value finds. */
function isMissing({ operation, path, status }: RecordedCall, calls: readonly RecordedCall[]) {
  const read = tellingLists[operation!]?.read;
  return (
    status >= 400 &&
    calls.some(
      (call) => call.operation === read && call.status >= 400 && path.startsWith(`${call.path}/`),
    )
  );
}

/** A call with the fields of its body among its parameters. */
const withBody = (call: RecordedCall): RecordedCall => {
  if (typeof call.body !== 'object' || call.body === null) return call;
  const parameters = Object.entries(bodyParameters(call.body)).map(([name, value]) => [
    name,
    [String(value)],
  ]);
  return { ...call, query: { ...call.query, ...Object.fromEntries(parameters) } };
};

const withoutPart = ({ query, search }: RecordedCall): string[] =>
  query['part']?.join() === '' ? [`no part: ${search}`] : [];

const maskPathsOf = ({ query }: RecordedCall): string[] => maskPaths(query['fields']![0]!);

type IsRead = (operation: string, path: string) => boolean;

const unreadPaths = (call: RecordedCall, isRead: IsRead): string[] =>
  maskPathsOf(call)
    .filter((path) => !isRead(call.operation!, path))
    .map(
      (path) =>
        `no field reads ${path} of ${call.path}${call.search}; if the gateway needs it, add it ` +
        'to pathsWithoutField in test/support/oracle/needless-call.ts',
    );

/**
 * The deprecated list of guide categories by ids calls apart from the loader of their type, so that
 * a lookup of one of them in the same query is a second call.
 */
const isListedByIds = /guideCategories",\[\]\] \w+$/;

/**
 * Paths that later reads of the same entity have no need to request. A part that only the owner
 * may read has a call of its own, whose failure must not spoil other reads: these do not use its
 * answer, not even as a proof that the entity exists.
 */
function pathsForLaterReads({ operation, query }: RecordedCall, paths: string[]): string[] {
  const { ownerOnlyParts } = operationNamed(operation!);
  const parts = query['part']?.flatMap((list) => list.split(',')) ?? [];
  const isSeparate = parts.length > 0 && parts.every((part) => ownerOnlyParts.includes(part));
  return isSeparate ? paths.filter((path) => path !== 'items.id') : paths;
}

function repeatedCalls(calls: readonly RecordedCall[]): string[] {
  const requested = new Map<string, Set<string>>();
  const found: string[] = [];
  // After an error for one of several ids the others are requested again, in halves.
  for (const call of calls.filter(({ status }) => status < 400)) {
    const paths = maskPathsOf(call);
    // Two lists may show different paths; only the very same call is repeated.
    const suffix = isReadById(call) ? '' : paths.join();
    for (const request of requestsOf(call).map((each) => each + suffix)) {
      const before = requested.get(request);
      const isRepeated = before !== undefined && paths.every((path) => before.has(path));
      if (isRepeated && !isListedByIds.test(request))
        found.push(`repeated: ${request} ${paths.join()}`);
      requested.set(request, new Set([...(before ?? []), ...pathsForLaterReads(call, paths)]));
    }
  }
  return found;
}

/** The call of a page of a connection, and what it requests besides the size of the page. */
const pageCallOf = (call: RecordedCall): PageCall[] =>
  call.status < 400 && isOfConnection(call) && !isReadById(call)
    ? [{ operation: call.operation!, page: requestsOf(call, sizeParameters).join() }]
    : [];

const isOfConnection = ({ operation }: RecordedCall): boolean => connections.has(operation!);

const isReadById = ({ query }: RecordedCall): boolean =>
  (query['id'] ?? query['forChannelId']) !== undefined;

/** What a call requests, one text for each id, without the parameters that do not count. */
function requestsOf({ path, query }: Address, without: ReadonlySet<string> = new Set()): string[] {
  const rest = Object.entries(query).filter(
    ([name]) => !formParameters.has(name) && !without.has(name),
  );
  const what = JSON.stringify([
    decodeURIComponent(path),
    rest.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const ids = query['id'] ?? query['forChannelId'];
  return (ids?.flatMap((list) => list.split(',')) ?? ['']).map((id) => `${what} ${id}`);
}

function parsed(address: string): Address {
  const [path = '', search] = address.split('?');
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
  return { path, query };
}

/** The fields that a document selects, by type. */
type Selected = ReadonlyMap<GraphQLObjectType, ReadonlyMap<string, FieldNeed>>;

function readerOf(document: string): IsRead {
  const selected = selectedFields(document);
  return (operation, path) => {
    const { pages } = operationNamed(operation);
    const ofItem = pages !== undefined && path.startsWith(`${pages.items}.`);
    const own = ofItem ? path.slice(pages.items.length + 1) : path;
    if (pathsWithoutField.has(own) || path === pages?.next) return true;
    return typesOf(operation).some((type) => pathsReadOf(selected, type).includes(own));
  };
}

function selectedFields(document: string): Selected {
  const selected = new Map<GraphQLObjectType, Map<string, FieldNeed>>();
  const types = new TypeInfo(schema);
  const enter = (): void => {
    const [type, field] = [types.getParentType(), types.getFieldDef()];
    const need = field && fieldNeed(field);
    if (!isObjectType(type) || !need) return;
    if (!selected.has(type)) selected.set(type, new Map());
    selected.get(type)!.set(field.name, need);
  };
  visit(parse(document), visitWithTypeInfo(types, { Field: enter }));
  return selected;
}

/** Fields that an object has as a linked one has them, by the coordinate of the link. */
const sharedFields: Readonly<Record<string, readonly string[]>> = {
  'CalendarListEntry.calendar': ['summary', 'description', 'location', 'timeZone'],
};

/** Paths that the selected fields of a type may read, objects on the way included. */
function pathsReadOf(selected: Selected, type: GraphQLObjectType): string[] {
  const nestedPaths = (at: string, target: GraphQLOutputType | string): string[] => {
    const inner = typeof target === 'string' ? schema.getType(target) : getNamedType(target);
    if (!isObjectType(inner)) return [at];
    return [at, `${at}.id`, ...pathsReadOf(selected, inner).map((path) => `${at}.${path}`)];
  };
  return [...(selected.get(type) ?? [])].flatMap(([name, need]) => {
    const field = type.getFields()[name]!;
    const { paths, optionalPaths, nested, embedded, separateFetch } = need;
    const shared = sharedFields[`${type.name}.${name}`] ?? [];
    const linked = shared.length > 0 ? (getNamedType(field.type) as GraphQLObjectType) : undefined;
    return [
      ...paths,
      ...(linked ? pathsReadOf(selected, linked).filter((path) => shared.includes(path)) : []),
      ...optionalPaths,
      ...(nested ? nestedPaths(nested, field.type) : []),
      ...(embedded ? nestedPaths(embedded.at, listFieldOf(field)!.itemType) : []),
      ...(separateFetch ? nestedPaths(separateFetch.at, field.type) : []),
    ];
  });
}

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

/** Types whose values an operation's answer may hold. */
function typesOf(operation: string): readonly GraphQLObjectType[] {
  return (typesByOperation[operation] ??= objectTypes.filter(
    (type) =>
      isReadBy(type, operation) ||
      hasSeparateFetch(type, operation) ||
      isListedBy(type, operation) ||
      isToldBy(type, operation),
  ));
}

const typesByOperation: Record<string, readonly GraphQLObjectType[]> = {};

const isReadBy = ({ name }: GraphQLObjectType, operation: string): boolean =>
  entityTypes[name]?.operation === operation;

const hasSeparateFetch = (type: GraphQLObjectType, operation: string): boolean =>
  Object.values(type.getFields()).some(
    (field) =>
      fieldNeed(field)?.separateFetch && field.extensions.operations?.[0]?.key === operation,
  );

/** Operations of connections. */
const connections: ReadonlySet<string> = new Set(
  objectTypes
    .flatMap((type) => Object.values(type.getFields()))
    .flatMap((field) => listFieldOf(field)?.operation ?? []),
);

const listFields = objectTypes
  .flatMap((type) => Object.values(type.getFields()))
  .flatMap((field) => listFieldOf(field) ?? fieldNeed(field)?.wholeList ?? []);

/** Types that have a list whose answers say something of the value that has it. */
const isToldBy = ({ name }: GraphQLObjectType, operation: string): boolean =>
  tellingLists[operation]?.type === name;

const isListedBy = ({ name }: GraphQLObjectType, operation: string): boolean =>
  listFields.some((field) => field.itemType === name && field.operation === operation);
