/**
 * What the schema does not say about lists of the graph as direct REST calls. Operation and type of
 * the items follow from the schema, and so do the arguments of most lists (`derived-rule.ts`). All
 * other arguments are stated here once more, independently of the gateway's code.
 */
import { type Json, RestError } from '../direct-call.ts';
import { restId } from '../entity.ts';
import { allDrives, plainText } from '../entity-type.ts';
import { attachedFileOf } from './link-rule.ts';
import type { Args } from '../operation.ts';

export interface ListRule {
  /**
   * Query of the call; absent: it follows from the schema.
   * @param ownId id of the entity that has the list; `''` for lists of `Query` and `Viewer`
   * @param key all ids of that entity
   */
  readonly args?: (ownId: string, args: Json, key: readonly string[]) => Args;
  /** Keys above the id of an item. Default: those of the parent. */
  readonly above?: (args: Json) => readonly string[];
  /** Path of an entity's id in items that only point to it; entities that are gone are left out. */
  readonly pointer?: string;
  /** Whether an item belongs to the list, if the REST list has others, too. */
  readonly includes?: (item: Json, ownId: string) => boolean;
  /** Whether the arguments select an item of a list without pages. */
  readonly selects?: (item: Json, args: Json) => boolean;
  /** Reason of a REST error that makes the list null, or several. */
  readonly nullOnReason?: string | readonly string[];
  /** The list ends with the REST page. */
  readonly singlePage?: true;
  /** Items that the parent's answer has, if these are all. */
  readonly embedded?: (parent: Json, args: Json) => readonly Json[] | undefined;
  /** Query parameters of the REST lists that follow one another as one list. */
  readonly segments?: (args: Json) => readonly Args[] | undefined;
  /** Ids of the items, if the client gives them: then no connection is listed. */
  readonly ids?: (args: Json) => readonly string[] | undefined;
}

const threadFilter = ({ orderBy, search, moderationStatuses }: Json): Args => ({
  order: orderBy === 'time' ? undefined : orderBy,
  searchTerms: search ?? undefined,
  moderationStatus: (moderationStatuses as string[] | undefined)?.[0],
});

const statusSegments = ({ moderationStatuses }: Json): Args[] | undefined =>
  (moderationStatuses as string[] | undefined)?.map((moderationStatus) => ({ moderationStatus }));

const searchAllDrives = { ...allDrives, includeItemsFromAllDrives: true };

const fileTerms = ({
  isFolder,
  starred,
  nameContains,
  trash = 'exclude',
  ...more
}: Json): string[] => [
  ...(nameContains == null ? [] : [`name contains '${nameContains}'`]),
  ...(more['search'] == null ? [] : [`fullText contains '${more['search']}'`]),
  ...(isFolder == null
    ? []
    : [`mimeType ${isFolder ? '=' : '!='} 'application/vnd.google-apps.folder'`]),
  ...(more['visibility'] == null ? [] : [`visibility = '${more['visibility']}'`]),
  ...rangeTerms('createdTime', more['createdAt']),
  ...rangeTerms('modifiedTime', more['modifiedAt']),
  ...(more['properties'] ?? []).map(
    ({ key, value }: Json) => `properties has { key='${key}' and value='${value}' }`,
  ),
  ...(trash === 'include' ? [] : [`trashed = ${trash === 'only'}`]),
  ...(starred == null ? [] : [`starred = ${starred}`]),
];

const activitiesIn = ({ from, to, regionCode }: Json): Args => ({
  publishedAfter: from,
  publishedBefore: to,
  regionCode,
});

const rangeTerms = (field: string, { from, to }: Json = {}): string[] => [
  ...(from == null ? [] : [`${field} >= '${from}'`]),
  ...(to == null ? [] : [`${field} < '${to}'`]),
];

const fileOrder = (
  keys: readonly { field: string; direction: string }[] | undefined,
): string | undefined =>
  keys?.map(({ field, direction }) => (direction === 'desc' ? `${field} desc` : field)).join();

const eventsIn = ({ calendarId, from, to, expandSeries, orderBy }: Json): Args => ({
  calendarId: restId(calendarId as string),
  singleEvents: expandSeries,
  timeMin: from,
  timeMax: to,
  orderBy,
});

/** Rules by coordinate, `Type.field`. */
export const listRules: Readonly<Record<string, ListRule>> = {
  'Query.videoChart': {
    args: (_, { chart, regionCode, categoryId }) => ({
      chart,
      regionCode,
      videoCategoryId: categoryId,
    }),
  },
  'Viewer.ratedVideos': {
    args: (_, { rating }) => ({ myRating: rating }),
  },
  'Channel.videos': {
    args: (channelId) => ({ playlistId: `UU${channelId.slice(2)}` }),
    pointer: 'contentDetails.videoId',
    nullOnReason: 'playlistNotFound',
  },
  'Query.guideCategoryChannels': {
    args: (_, { id }) => ({ categoryId: restId(id as string) }),
  },
  'Viewer.calendars': {
    args: (_, { minAccessRole, includeHidden }) => ({
      minAccessRole,
      showHidden: includeHidden || undefined,
    }),
  },
  'Viewer.managedChannels': {
    args: () => {
      // No random query has the header that names the content owner.
      throw new RestError(400);
    },
  },
  'Viewer.subscriberChannels': { args: () => ({ mySubscribers: true }) },
  'Video.events': {
    args: (videoId, { calendarId }) => ({
      calendarId: restId(calendarId as string),
      privateExtendedProperty: `videoId=${videoId}`,
    }),
    above: ({ calendarId }) => [restId(calendarId as string)],
  },
  'Video.commentThreads': {
    args: (videoId, args) => ({ ...plainText, videoId, ...threadFilter(args) }),
    segments: statusSegments,
    nullOnReason: 'commentsDisabled',
  },
  'Channel.commentThreads': {
    args: (ownId, { scope, ...args }) => ({
      ...plainText,
      [scope as string]: ownId,
      ...threadFilter(args),
    }),
    segments: statusSegments,
  },
  'Query.postCommentThreads': {
    args: (_, { postId, ...args }) => ({ ...plainText, postId, ...threadFilter(args) }),
    segments: statusSegments,
  },
  'Playlist.images': { args: (parent) => ({ parent }) },
  'CommentThread.replies': {
    args: (parentId) => ({ ...plainText, parentId }),
    embedded: ({ snippet, replies }) => {
      const some = (replies?.comments ?? []) as readonly Json[];
      return snippet?.totalReplyCount === some.length ? some : undefined;
    },
  },
  'Channel.activities': {
    args: (channelId, args) => ({ channelId, ...activitiesIn(args) }),
  },
  'Viewer.activities': {
    args: (_, args) => ({ mine: true, ...activitiesIn(args) }),
  },
  'Query.search': {
    args: (_, { search, filter = {}, orderBy: order }) => ({
      q: search,
      type:
        filter.video || filter.of
          ? 'video'
          : filter.types?.map((type: string) => type.replace('youtube#', '')).join(),
      channelId: filter.channelId,
      publishedAfter: filter.publishedAt?.from,
      publishedBefore: filter.publishedAt?.to,
      videoDuration: filter.video?.duration,
      forMine: filter.of === 'forMine' || undefined,
      order: order === 'relevance' ? undefined : order,
    }),
    singlePage: true,
  },
  'Channel.subscriptions': {
    nullOnReason: 'subscriptionForbidden',
  },
  'Viewer.subscribers': {
    args: (_, { recentOnly, orderBy }) => ({
      ...(recentOnly ? { myRecentSubscribers: true } : { mySubscribers: true }),
      order: orderBy === 'relevance' ? undefined : orderBy,
    }),
  },
  'Viewer.members': {
    args: (_, { levelId }) => ({
      hasAccessToLevel: restId(levelId),
    }),
    nullOnReason: 'channelMembershipsNotEnabled',
  },
  'Query.guideCategories': {
    args: (_, { by, language: hl }) => ({ regionCode: by.regionCode, id: by.ids?.join(), hl }),
    ids: ({ by }) => by.ids as string[] | undefined,
  },
  'Query.videoCategories': {
    args: (_, { regionCode, language: hl }) => ({
      regionCode: (regionCode as string).toUpperCase(),
      hl,
    }),
  },
  'Viewer.membershipLevels': {
    nullOnReason: 'channelMembershipsNotEnabled',
  },
  'Viewer.broadcasts': {
    args: (_, { status, type }) => ({
      ...(status === 'all' ? { mine: true } : { broadcastStatus: status }),
      broadcastType: type,
    }),
  },
  'Viewer.sponsors': {
    args: (_, { filter }) => ({ filter }),
  },
  'Stream.broadcasts': {
    args: () => ({ mine: true, broadcastType: 'all' }),
    includes: ({ contentDetails }, ownId) => contentDetails.boundStreamId === ownId,
  },
  'Calendar.accessRules': {
    args: (calendarId, { includeDeleted }) => ({
      calendarId,
      showDeleted: includeDeleted || undefined,
    }),
    nullOnReason: 'requiredAccessLevel',
  },
  'Calendar.events': {
    args: (calendarId, { from, to, expandSeries, orderBy, maxAttendees }) => ({
      calendarId,
      singleEvents: expandSeries,
      timeMin: from,
      timeMax: to,
      orderBy,
      maxAttendees,
    }),
  },
  'Event.instances': {
    args: (eventId, { from, to, originalStart, includeDeleted, timeZone }, [calendarId]) => ({
      calendarId,
      eventId,
      timeMin: from,
      timeMax: to,
      originalStart,
      showDeleted: includeDeleted || undefined,
      timeZone,
    }),
  },
  'Query.files': {
    args: (_, { filter = {}, orderBy }) => ({
      ...searchAllDrives,
      q: fileTerms(filter).join(' and '),
      orderBy: fileOrder(orderBy),
    }),
  },
  'File.children': {
    args: (ownId, { filter = {}, orderBy }) => ({
      ...searchAllDrives,
      q: [`'${ownId}' in parents`, ...fileTerms(filter)].join(' and '),
      orderBy: fileOrder(orderBy),
    }),
  },
  'Person.calendars': {
    args: () => ({}),
    includes: ({ id, dataOwner = id }, email) => dataOwner === email,
  },
  'Person.events': {
    args: (q, args) => ({ ...eventsIn(args), q }),
    above: ({ calendarId }) => [restId(calendarId as string)],
    includes: ({ attendees = [] }, address) =>
      (attendees as readonly Json[]).some(({ email }) => email.toLowerCase() === address),
  },
  'Person.files': {
    args: (email, { role, filter = {}, orderBy }) => ({
      ...searchAllDrives,
      q: [`'${email}' in ${role}`, ...fileTerms(filter)].join(' and '),
      orderBy: fileOrder(orderBy),
    }),
  },
  'Viewer.driveApps': {
    args: (_, { extensions, mimeTypes, language }) => ({
      appFilterExtensions: extensions?.join(),
      appFilterMimeTypes: mimeTypes?.join(),
      languageCode: language,
    }),
  },
  'File.accessProposals': {
    nullOnReason: 'insufficientFilePermissions',
  },
  'File.comments': {
    args: (fileId, { includeDeleted, modifiedFrom: startModifiedTime }) => ({
      fileId,
      includeDeleted,
      startModifiedTime,
    }),
  },
  'FileComment.replies': {
    embedded: ({ replies }, { includeDeleted }) =>
      includeDeleted
        ? undefined
        : (replies as readonly Json[]).filter(({ deleted }) => deleted !== true),
  },
  'File.events': {
    args: (_, args) => eventsIn(args),
    above: ({ calendarId }) => [restId(calendarId as string)],
    includes: ({ attachments = [] }, id) =>
      (attachments as readonly Json[]).some((each) => attachedFileOf(each) === id),
  },
  'Video.captions': {
    args: (videoId) => ({ videoId }),
    selects: ({ snippet }, { language }) =>
      language == null ||
      snippet.language === language ||
      snippet.language.startsWith(`${language}-`),
  },
  'File.permissions': {
    args: (fileId, { view: includePermissionsForView }) => ({
      ...allDrives,
      fileId,
      includePermissionsForView,
    }),
    nullOnReason: 'insufficientFilePermissions',
    embedded: ({ driveId, permissions }, { view }) =>
      driveId == null && view == null ? permissions : undefined,
  },
  'File.revisions': {
    nullOnReason: ['insufficientFilePermissions', 'revisionsNotSupported'],
  },
  'SharedDrive.permissions': {
    args: (fileId) => ({ ...allDrives, fileId }),
  },
};
