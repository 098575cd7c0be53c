/**
 * Every connection of the schema has the same items with any page size: nothing is lost and nothing
 * comes twice, a cursor continues where its page ended, and belongs to its own list.
 */
import { getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { entityKeys } from '../../support/random/entity-key.ts';
import { listFieldOf } from '../../support/oracle/list.ts';
import { randomArguments } from '../../support/random/random-argument.ts';
import { RandomSource } from '../../support/random/random-source.ts';
import { type Result, useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

/** One page of a connection. */
interface Page {
  readonly nodes: readonly unknown[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** Connections that only callers of a content owner have. */
const ofContentOwner = new Set(['Viewer.managedChannels']);

/** Sends the query as a caller who has the connection. */
const read = ({ coordinate }: Connection, document: string): Promise<Result> =>
  ofContentOwner.has(coordinate)
    ? studio.query(document, {}, 'studio-owner', { 'x-content-owner': ids.contentOwner })
    : studio.query(document);

/** A document that reads a connection of one parent as `list`. @param args `first: 3` */
type ListDocument = (args: string) => string;

/** Connections whose pages send no page token, each with the reason. */
const withoutPageToken: Readonly<Record<string, string>> = {
  'File.events': 'The gateway filters the one REST page of the events of a calendar.',
  'FileComment.replies': 'A comment comes with all its replies that are not deleted.',
  'Person.calendars': 'The gateway filters the one REST page of the calendars of the caller.',
  'Person.events': 'The gateway filters the one REST page of the events of a calendar.',
  'Stream.broadcasts': 'The gateway filters the one REST page of all broadcasts of the caller.',
};

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

const connections = objectTypes.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) => {
    const list = listFieldOf(field);
    const coordinate = `${type.name}.${field.name}`;
    return list ? [{ coordinate, type, field, ...list }] : [];
  }),
);

type Connection = (typeof connections)[number];

/**
 * The greatest `first` of a connection: a list of one REST page takes no more than the page has.
 */
const maxFirst = ({ field, operation }: Connection): number => {
  const { needs } = field.extensions;
  const isOnePage = needs?.kind === 'list' && needs.extent.kind === 'onePage';
  return isOnePage ? catalogue.get(operation)!.page!.maxSize! : 500;
};

/** Fields that identify a node: its id, or all leaf fields that cost no call. */
function identityOf(typeName: string): string {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const leaves = fields.filter(
    ({ type: of, args, extensions }) =>
      isLeafType(getNamedType(of)) &&
      !args.some(isRequiredArgument) &&
      !extensions.operations?.length,
  );
  const id = leaves.find(({ name }) => name === 'id');
  return (id ? [id] : leaves).map(({ name }) => name).join(' ');
}

/** Keys of the entities that may have the connections of a type: persons, and seeded entities. */
const keysOf = (typeName: string): readonly (readonly string[])[] =>
  typeName === 'Person'
    ? Object.values(ids.person).map((email) => [email])
    : (entityKeys[typeName] ?? []);

/** Required arguments as GraphQL, without `first`. @param variant which of several values */
function requiredArguments({ coordinate, field }: Connection, variant: number): string {
  // Percentages are out of reach, so that no optional argument is chosen.
  const source = new RandomSource((limit) => (limit === 100 ? 99 : variant % limit));
  return randomArguments(coordinate, field, 1, source)
    .slice(1, -1)
    .replace(/first: \d+,? ?/, '');
}

/**
 * Documents that read a connection of each entity that may have it, with each kind of arguments.
 */
function documentsOf(connection: Connection): ListDocument[] {
  const { type, field, itemType } = connection;
  const body = `{ nodes { ${identityOf(itemType)} } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const required = [0, 1, 2].map((variant) => requiredArguments(connection, variant));
  return [...new Set(required)].flatMap((own) => {
    const list = (args: string): string => `list: ${field.name}(${own} ${args}) ${body}`;
    if (type.name === 'Query') return [(args: string) => `{ ${list(args)} }`];
    if (type.name === 'Viewer') return [(args: string) => `{ viewer { ${list(args)} } }`];
    return keysOf(type.name).map(
      (key) => (args: string) =>
        `{ node(id: "${globalId(type.name, key)}") { ... on ${type.name} { ${list(args)} } } }`,
    );
  });
}

function pageIn({ data }: Result): Page | undefined {
  if (data === null || data === undefined) return undefined;
  return data.list ?? data.viewer?.list ?? data.node?.list ?? undefined;
}

/** A list with at least two items. */
interface LongList {
  readonly document: ListDocument;
  readonly connection: Connection;
  /** As many items as one request returns. */
  readonly whole: Page;
}

/** The lists of a connection with at least two items, the longest first. */
async function longLists(connection: Connection): Promise<LongList[]> {
  const found: LongList[] = [];
  for (const document of documentsOf(connection)) {
    const whole = pageIn(await read(connection, document(`first: ${maxFirst(connection)}`)));
    if (whole && whole.nodes.length > 1) found.push({ connection, document, whole });
  }
  if (found.length > 0)
    return found.toSorted((a, b) => b.whole.nodes.length - a.whole.nodes.length);
  throw new Error(
    `${connection.coordinate} has no two items anywhere in the sandbox: seed some in ` +
      'src/sandbox/seed/',
  );
}

/** The items of a list, read in three pages or more. */
async function itemsByPage({
  connection,
  document,
  whole: { nodes },
}: LongList): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let after = ''; items.length < nodes.length; ) {
    const size = Math.ceil(nodes.length / 3);
    const result = await read(connection, document(`first: ${size}${after}`));
    expect(result.errors).toBeUndefined();
    const page = pageIn(result)!;
    expect(page.pageInfo).toMatchObject({
      hasPreviousPage: after !== '',
      startCursor: page.edges[0]?.cursor ?? null,
    });
    items.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return items;
    after = `, after: "${page.pageInfo.endCursor}"`;
  }
  return items;
}

/** A cursor of a list of another operation. */
async function foreignCursor({ operation }: Connection): Promise<string> {
  const other = operation === 'calendar:calendarList.list' ? 'streams' : 'calendars';
  const { data } = await studio.query(
    `{ viewer { ${other}(first: 1) { pageInfo { endCursor } } } }`,
  );
  return data.viewer[other].pageInfo.endCursor as string;
}

const sendsPageToken = ({ operation }: Connection): boolean =>
  studio.calls().some((call) => call.operation === operation && 'pageToken' in call.query);

/** What is wrong with the page tokens that the calls so far have sent, or undefined. */
function tokenProblem(connection: Connection): string | undefined {
  const isExcepted = connection.coordinate in withoutPageToken;
  if (sendsPageToken(connection) !== isExcepted) return undefined;
  return isExcepted
    ? `${connection.coordinate} sends a page token: remove it from withoutPageToken`
    : `${connection.coordinate} sends no page token: seed longer lists in src/sandbox/seed/, or ` +
        'add it with a reason to withoutPageToken in test/services/answer/pagination.gate.test.ts';
}

describe('a connection', () => {
  it.each(connections)(
    '$coordinate has the same items by page as at once, and rejects a cursor of another list',
    async (connection) => {
      const lists = await longLists(connection);
      studio.sandbox.clearCalls();
      for (const list of lists) {
        const items = await itemsByPage(list);
        const { nodes, pageInfo } = list.whole;
        expect(pageInfo.hasNextPage ? items.slice(0, nodes.length) : items).toEqual(nodes);
        // Short lists of some operations come in one response whatever page size is requested.
        if (sendsPageToken(connection)) break;
      }
      expect(tokenProblem(connection)).toBeUndefined();
      const after = await foreignCursor(connection);
      const { errors } = await read(connection, lists[0]!.document(`first: 1, after: "${after}"`));
      expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['INVALID_INPUT']);
    },
  );
  it('is in no list of exceptions if the schema does not have it', () => {
    const known = new Set(connections.map(({ coordinate }) => coordinate));
    expect(Object.keys(withoutPageToken).filter((each) => !known.has(each))).toEqual([]);
  });
});
