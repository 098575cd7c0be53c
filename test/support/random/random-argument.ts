/** Random arguments of fields: generic ones by their name or type, the others by coordinate. */
import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isEnumType,
  isRequiredArgument,
} from 'graphql';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { entityKeys } from './entity-key.ts';
import type { RandomSource } from './random-source.ts';

/** GraphQL values of arguments by name. */
type Values = Readonly<Record<string, string>>;
type ArgumentRule = (random: RandomSource) => Values;

const quoted = (text: string): string => JSON.stringify(text);
const none: Values = {};

const statusLists = [
  'HELD_FOR_REVIEW',
  'PUBLISHED',
  'LIKELY_SPAM, HELD_FOR_REVIEW',
  'HELD_FOR_REVIEW, PUBLISHED',
  'PUBLISHED, REJECTED, LIKELY_SPAM',
];

const threadArguments: ArgumentRule = (random) => ({
  ...(random.often(20) ? { orderBy: 'RELEVANCE' } : none),
  ...(random.often(10) ? { search: '"the"' } : none),
  ...(random.often(15) ? { moderationStatuses: `[${random.pick(statusLists)}]` } : none),
});

const activityArguments: ArgumentRule = (random) => ({
  ...(random.often(40) ? { from: random.value('DateTime', '2026-01-15T00:00:00Z') } : none),
  ...(random.often(20) ? { to: random.value('DateTime', '2026-03-15T00:00:00Z') } : none),
  ...(random.often(30) ? { regionCode: '"SE"' } : none),
});

const fileListArguments: ArgumentRule = (random) => ({
  ...(random.often(20) ? { filter: '{search: "harbor"}' } : fileFilterAndOrder(random)),
});

const fileFilterAndOrder: ArgumentRule = (random) => ({
  ...(random.often(40)
    ? {
        filter: random.pick([
          '{isFolder: true}',
          '{isFolder: false, starred: true}',
          '{nameContains: "cut", trash: INCLUDE}',
          '{visibility: LIMITED, createdAt: {from: "2025-06-01T00:00:00Z"}}',
          '{modifiedAt: {from: "2025-06-01T00:00:00Z", to: "2026-02-01T00:00:00Z"}}',
          '{properties: [{key: "season", value: "2"}]}',
          '{}',
        ]),
      }
    : none),
  ...(random.often(40)
    ? {
        orderBy: random.pick([
          '[{field: NAME}]',
          '[{field: FOLDER}, {field: MODIFIED_AT, direction: DESC}]',
        ]),
      }
    : none),
});

const searchFilters = [
  '{types: [VIDEO, CHANNEL]}',
  '{types: [PLAYLIST]}',
  '{video: {duration: SHORT}}',
  `{channelId: "${ids.channel.kite}"}`,
  '{of: CALLER}',
  '{publishedAt: {to: "2026-01-01T00:00:00Z"}}',
];

const eventRanges: readonly (readonly [from: string, to: string])[] = [
  ['2026-03-01T00:00:00Z', '2026-04-10T00:00:00Z'],
  ['2026-03-09T00:00:00Z', '2026-03-20T00:00:00Z'],
];

function eventListArguments(random: RandomSource): Values {
  const [from, to] = random.pick(eventRanges);
  const single = !random.often(30);
  return {
    from: quoted(from),
    to: quoted(to),
    ...(single ? none : { expandSeries: 'false' }),
    ...(single && random.often(50) ? { orderBy: 'START' } : none),
    ...(random.often(15) ? { maxAttendees: '1' } : none),
  };
}

/** The oracle does not resolve `primary` in a list. */
function eventSearchArguments(random: RandomSource): Values {
  const { maxAttendees: _, ...args } = eventListArguments(random);
  const calendarId = random.pick([ids.calendar.release, ids.calendar.ava]);
  return { ...args, calendarId: random.value('ID!', calendarId) };
}

function instanceArguments(random: RandomSource): Values {
  const [from, to] = random.pick(eventRanges);
  return {
    from: quoted(from),
    to: quoted(to),
    ...(random.often(30) ? { includeDeleted: 'true' } : none),
    ...(random.often(20) ? { timeZone: '"Asia/Tokyo"' } : none),
  };
}

function busyArguments(random: RandomSource): Values {
  const [from, to] = random.pick(eventRanges);
  return {
    from: quoted(from),
    to: quoted(to),
    ...(random.often(20) ? { timeZone: random.value('String', 'Asia/Kolkata') } : none),
  };
}

function eventArguments(random: RandomSource): Values {
  const [calendarId, eventId] = random.key('Event') as [string, string];
  if (random.often(50))
    return { by: `{id: ${random.value('ID!', globalId('Event', [calendarId, eventId]))}}` };
  const event = random.value('ID!', eventId);
  return { by: `{key: {calendarId: ${quoted(calendarId)}, eventId: ${event}}}` };
}

const addresses = (random: RandomSource): readonly string[] => [
  `https://www.youtube.com/watch?v=${random.key('Video')[0]}`,
  `https://www.youtube.com/playlist?list=${random.key('Playlist')[0]}`,
  `https://www.youtube.com/channel/${random.key('Channel')[0]}`,
  `https://www.youtube.com/@${random.pick(['kitelab', 'nobody'])}`,
  `https://drive.google.com/file/d/${random.key('File')[0]}`,
];

/** Arguments by coordinate, `Type.field`, beside the generic ones. */
export const argumentRules: Readonly<Record<string, ArgumentRule>> = {
  'Broadcast.event': (random) => ({
    calendarId: quoted(random.pick(['primary', ids.calendar.release])),
  }),
  'Calendar.accessRules': (random) => (random.often(30) ? { includeDeleted: 'true' } : none),
  'Calendar.busy': busyArguments,
  'Calendar.events': eventListArguments,
  'Channel.activities': activityArguments,
  'Channel.commentThreads': (random) => ({
    ...(random.often(40) ? { scope: 'ABOUT_CHANNEL' } : none),
    ...threadArguments(random),
  }),
  'Comment.text': (random) =>
    random.often(40)
      ? { format: random.often(25) ? random.variable('CommentTextFormat!', 'HTML') : 'HTML' }
      : none,
  'Event.instances': instanceArguments,
  'File.children': fileListArguments,
  'File.comments': (random) => (random.often(40) ? { includeDeleted: 'true' } : none),
  'File.permissions': (random) => (random.often(25) ? { view: 'PUBLISHED' } : none),
  'FileComment.replies': (random) => (random.often(60) ? { includeDeleted: 'true' } : none),
  'File.events': eventSearchArguments,
  'File.labelInfo': (random) => ({
    labelIds: random.value(
      '[ID!]!',
      random.pick([
        [ids.label.production],
        [ids.label.rights, ids.label.confidential],
        [ids.label.missing],
      ]),
    ),
  }),
  'File.path': (random) => ({
    maxDepth: random.value('Int!', random.pick([1, 2, 5])),
  }),
  'Person.busy': busyArguments,
  'Person.events': eventSearchArguments,
  'Person.files': (random) => ({
    ...(random.often(60) ? { role: random.pick(['WRITER', 'READER']) } : none),
    ...fileListArguments(random),
  }),
  'Playlist.items': (random) =>
    random.often(20) ? { videoId: random.value('ID', random.id('Video')) } : none,
  'Query.calendar': (random) => ({
    id: random.value('ID!', random.often(30) ? 'primary' : random.id('Calendar')),
  }),
  'Query.channel': (random) => ({
    by: random.often(70)
      ? `{id: ${random.value('ID!', random.id('Channel'))}}`
      : `{handle: ${quoted(random.pick(['@studio', '@nobody', '@ben']))}}`,
  }),
  'Query.channels': (random) => ({
    ids: random.value(
      '[ID!]!',
      random.some(8, () => random.id('Channel')),
    ),
  }),
  'Query.event': eventArguments,
  'Query.file': (random) => ({
    id: random.value('ID!', random.often(30) ? 'root' : random.id('File')),
  }),
  'Query.files': fileListArguments,
  'Query.guideCategoryChannels': () => ({ id: '"GCTXVzaWM"' }),
  'Query.freeBusy': (random) => ({
    ...busyArguments(random),
    ids: random.value(
      '[ID!]!',
      random.some(6, () =>
        random.often(40)
          ? random.pick(['primary', ...Object.values(ids.person)])
          : random.id('Calendar'),
      ),
    ),
    ...(random.often(20) ? { groupExpansionMax: '2' } : none),
  }),
  'Query.guideCategories': (random) => ({
    by: random.pick(['{regionCode: "SE"}', '{ids: ["GCTXVzaWM", "nothing"]}']),
  }),
  'Query.node': (random) => ({ id: random.value('ID!', random.nodeId()) }),
  'Query.nodes': (random) => ({
    ids: random.value(
      '[ID!]!',
      random.some(8, () => random.nodeId()),
    ),
  }),
  'Query.postCommentThreads': (random) => ({
    postId: random.value('ID!', random.pick([ids.post.harbourDay, ids.post.harbourDay, 'UgkNone'])),
    ...threadArguments(random),
  }),
  'Query.resource': (random) => ({ url: random.value('URL!', random.pick(addresses(random))) }),
  'Query.search': (random) => ({
    ...(random.often(60)
      ? {
          search: random.value(
            'String',
            random.pick(['ferry', 'harbor|harbour', 'الفن', 'kite -lab']),
          ),
        }
      : none),
    ...(random.often(60) ? { filter: random.pick(searchFilters) } : none),
  }),
  'Query.uploadSession': () => ({ id: quoted(globalId('UploadSession', ['unknown'])) }),
  'Query.videoCategories': (random) => ({
    regionCode: random.value('String!', random.pick(['SE', 'us'])),
  }),
  'Query.videoChart': (random) => ({
    ...(random.often(50)
      ? { regionCode: random.value('String', random.pick(['SE', 'DE'])) }
      : none),
    ...(random.often(50)
      ? { categoryId: random.value('ID', random.pick(['1', '10', '999'])) }
      : none),
  }),
  'Query.videos': (random) => ({
    ids: random.value(
      '[ID!]!',
      random.some(8, () => random.id('Video')),
    ),
  }),
  'Video.commentThreads': threadArguments,
  // The oracle does not resolve `primary` in a list.
  'Video.events': (random) => ({
    calendarId: random.value('ID!', random.pick([ids.calendar.release, ids.calendar.ava])),
  }),
  'Video.player': (random) => (random.often(50) ? { maxWidth: random.value('Int', 640) } : none),
  'Viewer.activities': activityArguments,
  'Viewer.broadcasts': (random) => ({
    ...(random.often(40)
      ? { status: random.pick(['ALL', 'ACTIVE', 'UPCOMING', 'COMPLETED']) }
      : none),
    ...(random.often(40) ? { type: random.pick(['ALL', 'EVENT', 'PERSISTENT']) } : none),
  }),
  'Viewer.calendarSetting': (random) => ({
    id: random.value('ID!', random.id('CalendarSetting')),
  }),
  'Viewer.calendars': (random) => ({
    ...(random.often(30) ? { minAccessRole: random.pick(['READER', 'OWNER']) } : none),
    ...(random.often(30) ? { includeHidden: 'true' } : none),
  }),
  'Viewer.driveApps': (random) =>
    random.often(50)
      ? { extensions: random.value('[String!]', ['PDF', 'docx']) }
      : { mimeTypes: '["text/csv"]' },
  'Viewer.members': (random) =>
    random.often(40) ? { levelId: random.value('ID', random.id('MembershipLevel')) } : none,
  // The rating NONE is rejected before a call.
  'Viewer.ratedVideos': (random) => ({ rating: random.pick(['LIKE', 'DISLIKE']) }),
};

type Field = GraphQLField<unknown, unknown>;

/** The type of entities that a field of `Query` looks up by id; undefined for other fields. */
function lookedUpType(coordinate: string, { type }: Field): string | undefined {
  const { name } = getNamedType(type);
  return coordinate.startsWith('Query.') && name in entityKeys ? name : undefined;
}

/** Whether an argument needs no rule: `first`, `language`, enums, and ids of lookups. */
export function isGenericArgument(
  coordinate: string,
  field: Field,
  { name, type }: GraphQLArgument,
): boolean {
  if (name === 'first' || name === 'language' || isEnumType(getNamedType(type))) return true;
  return name === 'id' && lookedUpType(coordinate, field) !== undefined;
}

/** Page sizes by the number of lists around the field: each multiplies what lies below. */
function firstOf(coordinate: string, depth: number, random: RandomSource): string {
  const large = coordinate === 'Query.search' ? [] : [60, 130];
  const sizes = [
    [1, 3, 7, 20, 50, ...large],
    [1, 2, 5, 8],
  ][depth] ?? [1, 2, 3];
  return random.value('Int!', random.pick(sizes));
}

function genericArguments(
  coordinate: string,
  field: Field,
  given: Values,
  random: RandomSource,
): Values {
  const values: Record<string, string> = {};
  const lookedUp = lookedUpType(coordinate, field);
  for (const arg of field.args.filter(({ name }) => !(name in given))) {
    const { name, type } = arg;
    const named = getNamedType(type);
    const required = isRequiredArgument(arg);
    if (isEnumType(named) && required) values[name] = random.pick(named.getValues()).name;
    if (name === 'language' && (required || random.often(50)))
      values[name] = random.value(String(type), random.pick(['sv', 'de-AT']));
    if (name === 'id' && required && lookedUp !== undefined)
      values[name] = random.value('ID!', random.id(lookedUp));
  }
  return values;
}

/**
 * Arguments of a field as GraphQL, `(first: 5)`, or `''`.
 * @param depth number of lists around the field
 * @throws Error naming a required argument without a value
 */
export function randomArguments(
  coordinate: string,
  field: Field,
  depth: number,
  random: RandomSource,
): string {
  const { args } = field;
  const isList = args.some(({ name }) => name === 'after');
  const first = args.find(({ name }) => name === 'first');
  const paging = {
    ...(isList ? { first: firstOf(coordinate, depth, random) } : none),
    ...(first && !isList && random.often(50)
      ? { first: random.value('Int!', random.pick([1, 2, 20])) }
      : none),
    ...(isList && depth === 0 ? { after: random.variable('String', null) } : none),
  };
  const given = { ...paging, ...argumentRules[coordinate]?.(random) };
  const values: Values = { ...given, ...genericArguments(coordinate, field, given, random) };
  for (const arg of args)
    if (isRequiredArgument(arg) && !(arg.name in values))
      throw new Error(`${coordinate}(${arg.name}:) has no random value`);
  const written = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  return written.length === 0 ? '' : `(${written.join(', ')})`;
}
