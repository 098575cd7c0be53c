/**
 * Types whose entities can be read by their keys: the names of the keys, and the REST operation
 * that reads one. `test/contract/oracle.test.ts` compares the table with the schema.
 */
import type { Args } from './operation.ts';

interface EntityType {
  /** The field of the own id in an item of a list. Default: `id`. */
  readonly idField?: string;
  /** Names of all keys, parents first; the entity's own id is the last. None: one for a caller. */
  readonly key: readonly string[];
  /**
   * The operation that reads an entity: by its path, by the parameter `id`, or, with neither, as
   * one item of the whole list.
   */
  readonly operation: string;
  /** Arguments of every read. */
  readonly fixed?: Args;
  /**
   * The answer has no paths of the entity, but proves that it exists, as these error reasons do.
   */
  readonly provenBy?: readonly string[];
}

/** An entity. `args` change the answer (`hl`). */
export interface EntityRef {
  readonly typeName: string;
  readonly key: readonly string[];
  readonly args?: Args | undefined;
}

/** Arguments of every read of files: those of shared drives are found, too. */
export const allDrives = { supportsAllDrives: true };

/** Arguments of every read of a comment on a file, or of a reply: deleted ones are found, too. */
const withDeleted = { includeDeleted: true };

/** Arguments of every read of comments on videos and channels. */
export const plainText = { textFormat: 'plainText' };

/** Types by name. Those that no REST operation reads are missing: upload sessions, persons. */
export const entityTypes: Readonly<Record<string, EntityType>> = {
  AccessProposal: {
    key: ['fileId', 'proposalId'],
    operation: 'storage:accessproposals.get',
    idField: 'proposalId',
  },
  AccessRule: { key: ['calendarId', 'ruleId'], operation: 'calendar:acl.get' },
  Broadcast: { key: ['broadcastId'], operation: 'live:liveBroadcasts.list' },
  Calendar: { key: ['calendarId'], operation: 'calendar:calendars.get' },
  CalendarColors: { key: [], operation: 'calendar:colors.get', idField: 'updated' },
  CalendarListEntry: { key: ['calendarId'], operation: 'calendar:calendarList.get' },
  CalendarSetting: { key: ['setting'], operation: 'calendar:settings.get' },
  Caption: { key: ['videoId', 'captionId'], operation: 'video:captions.list' },
  Channel: { key: ['channelId'], operation: 'video:channels.list' },
  ChannelSection: { key: ['sectionId'], operation: 'video:channelSections.list' },
  ChannelSubscription: { key: ['subscriptionId'], operation: 'video:subscriptions.list' },
  Comment: { key: ['commentId'], operation: 'video:comments.list', fixed: plainText },
  CommentThread: { key: ['threadId'], operation: 'video:commentThreads.list', fixed: plainText },
  DriveApp: { key: ['appId'], operation: 'storage:apps.get' },
  DriveAccount: { key: [], operation: 'storage:about.get' },
  Event: { key: ['calendarId', 'eventId'], operation: 'calendar:events.get' },
  File: { key: ['fileId'], operation: 'storage:files.get', fixed: allDrives },
  FileComment: {
    key: ['fileId', 'commentId'],
    operation: 'storage:comments.get',
    fixed: withDeleted,
  },
  FilePermission: {
    key: ['fileId', 'permissionId'],
    operation: 'storage:permissions.get',
    fixed: allDrives,
  },
  FileReply: {
    key: ['fileId', 'commentId', 'replyId'],
    operation: 'storage:replies.get',
    fixed: withDeleted,
  },
  FileRevision: { key: ['fileId', 'revisionId'], operation: 'storage:revisions.get' },
  GuideCategory: { key: ['guideCategoryId'], operation: 'video:guideCategories.list' },
  Language: { key: ['code'], operation: 'video:i18nLanguages.list' },
  LiveChat: {
    key: ['liveChatId'],
    operation: 'live:liveChatMessages.list',
    provenBy: ['liveChatDisabled', 'liveChatEnded'],
  },
  LongRunningOperation: { key: ['name'], operation: 'storage:operations.get', idField: 'name' },
  MembershipLevel: { key: ['levelId'], operation: 'video:membershipsLevels.list' },
  Playlist: { key: ['playlistId'], operation: 'video:playlists.list' },
  PlaylistItem: { key: ['playlistItemId'], operation: 'video:playlistItems.list' },
  Region: { key: ['code'], operation: 'video:i18nRegions.list' },
  SharedDrive: { key: ['driveId'], operation: 'storage:drives.get' },
  Stream: { key: ['streamId'], operation: 'live:liveStreams.list' },
  Video: { key: ['videoId'], operation: 'video:videos.list' },
  VideoAbuseReportReason: { key: ['reasonId'], operation: 'video:videoAbuseReportReasons.list' },
  VideoCategory: { key: ['categoryId'], operation: 'video:videoCategories.list' },
};

/** Names of the keys of types whose objects only lists and writes return. */
export const unreadableTypes: Readonly<Record<string, readonly string[]>> = {
  ChatMessage: ['messageId'],
  ChatModerator: ['moderatorId'],
  FileLabel: ['fileId', 'labelId'],
  FanFundingEvent: ['fanFundingEventId'],
  LiveChatBan: ['banId'],
  SuperChatEvent: ['superChatEventId'],
  WatchChannel: ['service', 'channelId', 'resourceId'],
};

/** Whether the objects of a type have keys. */
export const hasKey = (typeName: string): boolean =>
  typeName in entityTypes || typeName in unreadableTypes;

/** @throws Error for a type that is in neither table */
export const keyNamesOf = (typeName: string): readonly string[] =>
  unreadableTypes[typeName] ?? entityTypeOf(typeName).key;

/** @throws Error for a type that is not in the table */
export function entityTypeOf(typeName: string): EntityType {
  const entityType = entityTypes[typeName];
  if (!entityType)
    throw new Error(`add ${typeName} to entityTypes in test/support/oracle/entity-type.ts`);
  return entityType;
}
