/** Keys of seeded entities by GraphQL type, entities that do not exist among them. */
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { ids, subscriptionId } from '../../src/sandbox/seed/ids.ts';
import { schema } from '../../src/graph/schema.ts';

type Keys = readonly (readonly string[])[];

const valuesOf = <T>(table: Readonly<Record<string, T>>): T[] => Object.values(table);
const single = (table: Readonly<Record<string, string>>): Keys => valuesOf(table).map((id) => [id]);

/** Types whose entities the table `ids` of the seed does not name like the type. */
const otherKeys: Readonly<Record<string, Keys>> = {
  CalendarListEntry: single(ids.calendar),
  Caption: [ids.video.trailer, ids.video.makingOf, ids.video.benPreview].flatMap((video) =>
    valuesOf(ids.caption).map((id) => [video, id]),
  ),
  ChannelSubscription: [
    [subscriptionId(ids.channel.studio, ids.channel.kite)],
    [subscriptionId(ids.channel.harbor, ids.channel.kite)],
    [subscriptionId(ids.channel.ben, ids.channel.lumen)],
    ['nothing'],
  ],
  Comment: single(ids.commentThread),
  FilePermission: [ids.file.pressKit, ids.file.archiveIndex, ids.file.benDiary].map((file) => [
    file,
    'anyoneWithLink',
  ]),
  GuideCategory: [['GCTXVzaWM'], ['nothing']],
  Language: [['sv'], ['de'], ['nothing']],
  Region: [['SE'], ['nothing']],
  VideoAbuseReportReason: [['V'], ['nothing']],
  VideoCategory: [['10'], ['27'], ['999']],
  Event: [ids.calendar.release, ids.calendar.ava, ids.calendar.missing].flatMap((id) =>
    valuesOf(ids.event).map((event) => [id, event]),
  ),
};

/** Types of nodes that random queries do not look up, each with the reason. */
export const noEntityKeys: Readonly<Record<string, string>> = {
  PlaylistItem: 'The seed has no names for items; Playlist.items reaches them.',
  UploadSession: 'No upload has begun in these tests.',
};

/** All types that implement `Node`. */
export const nodeTypesOf = (of: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(of.getTypeMap())
    .filter(isObjectType)
    .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));

const tables = ids as unknown as Readonly<Record<string, Readonly<Record<string, string>>>>;

/** `ids.commentThread` has the ids of `CommentThread`. */
function seededKeys(typeName: string): Keys | undefined {
  const table = tables[typeName[0]!.toLowerCase() + typeName.slice(1)];
  return typeof table === 'object' ? single(table) : undefined;
}

/** Keys of each type of node that random queries look up. */
export const entityKeys: Readonly<Record<string, Keys>> = Object.fromEntries(
  nodeTypesOf(schema).flatMap(({ name }) => {
    const keys = otherKeys[name] ?? seededKeys(name);
    return keys && !(name in noEntityKeys) ? [[name, keys]] : [];
  }),
);
