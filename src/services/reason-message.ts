/**
 * Messages of single error reasons of the REST APIs, which say more than the message of the error
 * code. The texts are the gateway's own.
 */
import type { Failure } from '../engine/api/error.ts';
import { calendarExpectations, calendarStates } from './calendar/reason-text.ts';
import type { DescribedReason } from './catalogue.ts';
import { sharingStates } from './storage/reason-text.ts';

type Texts = Readonly<Record<string, string>>;

const fullStorage = "The user's Google storage is full. Free some space, then repeat the write.";

const rejectedKey = 'The API key of the gateway was rejected. The operator has to replace the key.';

const restrictedKey =
  'The API key of the gateway is restricted and may not be used for this call. The operator has to change its restrictions. Callers with an access token do not need the key.';

const disabledApi =
  'The API is not enabled for the Google Cloud project of the access token. Enable it there.';

const disabledApiOfKey =
  'The API is not enabled for the Google Cloud project of the API key of the gateway. The operator has to enable it there.';

const unusableProject =
  'Google has suspended the Google Cloud project of the access token, or does not know it. Use an access token of another project.';

const unusableProjectOfKey =
  'Google has suspended the Google Cloud project of the API key of the gateway, or does not know it. The operator has to use another one.';

/**
 * Whole messages: the state of an object or account that prevents the call. A reason with an
 * operation, a service or an error code after a space has another text there.
 */
const states: Texts = {
  // The gateway, the account and its channel.
  accessNotConfigured: disabledApi,
  SERVICE_DISABLED: disabledApi,
  CONSUMER_INVALID: unusableProject,
  CONSUMER_SUSPENDED: unusableProject,
  'accessNotConfigured UPSTREAM_UNAVAILABLE': disabledApiOfKey,
  'SERVICE_DISABLED UPSTREAM_UNAVAILABLE': disabledApiOfKey,
  'CONSUMER_INVALID UPSTREAM_UNAVAILABLE': unusableProjectOfKey,
  'CONSUMER_SUSPENDED UPSTREAM_UNAVAILABLE': unusableProjectOfKey,
  keyExpired: rejectedKey,
  keyInvalid: rejectedKey,
  API_KEY_INVALID: rejectedKey,
  API_KEY_SERVICE_BLOCKED: restrictedKey,
  API_KEY_HTTP_REFERRER_BLOCKED: restrictedKey,
  API_KEY_IP_ADDRESS_BLOCKED: restrictedKey,
  API_KEY_ANDROID_APP_BLOCKED: restrictedKey,
  API_KEY_IOS_APP_BLOCKED: restrictedKey,
  ipRefererBlocked: restrictedKey,
  youtubeSignupRequired:
    'The account has no YouTube channel. Create one on youtube.com, or use another account.',
  channelMembershipsNotEnabled: 'The channel does not offer memberships.',
  emailNotVerified: 'The account has to verify its email address on youtube.com first.',
  insufficientLivePermissions: 'The account may not use the live streaming of this channel.',
  liveStreamingNotEnabled:
    'The account may not stream live. Enable live streaming for the channel on youtube.com.',
  livePermissionBlocked: 'YouTube has blocked live streaming for the account.',
  storageQuotaExceeded: fullStorage,
  'quotaExceeded storage': fullStorage,
  sharingRateLimitExceeded: 'The daily limit for sharing files is reached. Retry tomorrow.',
  uploadRateLimitExceeded: 'The daily limit for uploads of thumbnails is reached. Retry tomorrow.',
  uploadLimitExceeded:
    'The daily limit for uploads of videos to the channel is reached. Retry tomorrow.',

  // Comments, ratings, subscriptions.
  commentsDisabled: 'Comments are disabled on the video.',
  operationNotSupported:
    'YouTube does not support this for the comment. Nobody can reply to a reply: use the id of its top-level comment.',
  parentCommentIsPrivate:
    'The comment is not public, so nobody can reply to it. Publish it first with setCommentModerationStatus.',
  ineligibleAccount:
    'The account may not comment. Merge its YouTube account with a Google account first.',
  banWithoutReject: 'Only the author of a rejected comment can be banned. Set the status REJECTED.',
  videoRatingDisabled: 'Ratings are disabled on the video.',
  videoPurchaseRequired: 'The account has to buy or rent the video before it can rate it.',
  subscriptionDuplicate: 'The account is already subscribed to the channel.',
  subscriptionForbidden:
    "The account's subscriptions are not public, or the account cannot subscribe: the channel is its own, or the maximum of subscriptions is reached.",
  accountClosed: 'The account is closed.',
  accountSuspended: 'The account is suspended.',

  // Playlists and channel sections.
  manualSortRequired:
    'The playlist is not sorted manually, so items have no position of their own. Leave position out, or set the playlist to manual sorting on YouTube.',
  playlistContainsMaximumNumberOfVideos: 'The playlist is full. Delete items, or use another one.',
  playlistItemsNotAccessible:
    'The caller may not change this playlist, or YouTube maintains the playlist itself.',
  'playlistItemsNotAccessible video:playlistItems.list':
    'The caller may not see the items of this playlist.',
  playlistOperationUnsupported:
    'YouTube does not allow this for the playlists that YouTube itself maintains.',
  videoAlreadyInPlaylist: 'The video is already in the playlist.',
  videoAlreadyInAnotherSeriesPlaylist:
    'The video is in another series playlist. Remove it from there first.',
  watchHistoryNotAccessible: 'The REST API does not show the watch history.',
  watchLaterNotAccessible: 'The REST API does not show the playlist "Watch later".',
  playlistIsPrivate: 'A playlist of the section is private. Make it public first.',
  maxPlaylistExceeded: 'The maximum number of playlists is reached. Delete one first.',
  maxChannelSectionExceeded: 'The channel has the maximum number of sections. Delete one first.',
  maxChannelsExceeded: 'The section has more channels than allowed. Name fewer channels.',

  // Captions, images, channels.
  captionExists:
    'The video has a caption track of this language and name. Use another name, or replace the file with updateCaption.',
  couldNotConvert: 'YouTube cannot convert the captions. Request the original format and language.',
  bannerAlbumFull: "The channel's album of banners is full. Delete images in its album archive.",
  channelTitleUpdateForbidden: 'The REST API cannot change the title of the channel.',

  // Live streaming.
  concurrentBroadcastsExceedLimit: 'Too many broadcasts are live at once. End one first.',
  insertionNotAllowed:
    'The broadcast is not live, or the account may not insert ad breaks. Insert cuepoints while the broadcast is live, with an account that belongs to a content owner.',
  userBroadcastsExceedLimit: 'The account has too many broadcasts. Delete one first.',
  liveBroadcastBindingNotAllowed: 'The broadcast can no longer be bound. Create a new broadcast.',
  liveBroadcastDeletionNotAllowed:
    'The broadcast cannot be deleted in its current status. End it first.',
  liveStreamDeletionNotAllowed:
    'The stream is bound to a broadcast that has not ended. Remove the binding first.',
  liveStreamModificationNotAllowed:
    'The encoder settings of a stream cannot be changed while a broadcast is bound to the stream. Create another stream.',
  videoNotEligibleForAdsMonetization:
    'The video of the broadcast may not show ads. Leave the ads out of the update.',
  liveChatDisabled: 'The live chat of the broadcast is disabled.',
  liveChatEnded: 'The live chat has ended.',
  liveChatBanInsertionNotAllowed:
    'The owner and the moderators of a live chat cannot be banned. Remove the moderator first.',
  'modificationNotAllowed live:liveChatMessages.delete':
    'YouTube does not delete messages of this kind, for example the start of a members-only phase.',
  'modificationNotAllowed live:liveChatModerators.insert':
    'The owner of a live chat cannot be a moderator of it. Name another channel.',
  'rateLimitExceeded live:liveChatMessages.list':
    'The live chat was read too early. Wait the time of `pollAfterMs`, or use the subscription chatMessages, which keeps it.',

  // Files and events.
  insufficientFilePermissions:
    'The caller may not do this with the file. Ask its owner for access.',
  'insufficientFilePermissions storage:files.update':
    'The caller may not change the file in this way. If its content is read-only, first remove the restriction: updateFile with contentRestrictions: null. Otherwise ask its owner for access. The root folder of My Drive cannot be renamed, moved or trashed; use updateSharedDrive for a shared drive itself.',
  'insufficientFilePermissions storage:files.delete':
    'The caller may not delete the file. Ask its owner. The root folder of My Drive or of a shared drive cannot be deleted.',
  'insufficientFilePermissions storage:permissions.create':
    'The caller may not share the file. Ask its owner for access. The root folder of My Drive cannot be shared.',
  'insufficientFilePermissions storage:files.modifyLabels':
    'The caller may not change the labels of the file. Ask its owner for access. Folders have no labels.',
  'insufficientFilePermissions storage:comments.create':
    'The caller may not comment on the file. Ask its owner for access. Folders have no comments.',
  'insufficientFilePermissions storage:comments.update':
    'Only the author of a comment can change it, with permission to comment on the file.',
  'insufficientFilePermissions storage:comments.delete':
    'Only the author of a comment and the owner of the file can delete it.',
  'insufficientFilePermissions storage:replies.update':
    'Only the author of a reply can change it, with permission to comment on the file.',
  'insufficientFilePermissions storage:replies.delete':
    'Only the author of a reply and the owner of the file can delete it.',
  cannotCopyFile:
    'The file cannot be copied: it is a folder, or its owner prevents copies by readers and commenters.',
  cannotAddParent:
    'The file cannot be in this folder. A folder cannot be in itself, nor in a folder below it. To move a file, name its current parent folder in removeParentIds, because a file has one parent folder.',
  parentNotAFolder: 'The parent is not a folder. Name a folder.',
  propertyCountLimitExceeded:
    'A file has at most 30 custom properties that are visible to all apps, and 30 of each app. Remove other properties.',
  propertyLengthLimitExceeded:
    'The key and the value of a custom property have at most 124 bytes together (UTF-8). Shorten one of them.',
  insufficientParentPermissions:
    'The caller may not add files to the folder. Ask its owner for access.',
  shortcutTargetInvalid: 'A shortcut cannot point to a shortcut. Name the target of that one.',
  teamDrivesFolderMoveInNotSupported: 'A folder cannot be moved to another drive.',
  teamDrivesParentLimit:
    'A file on a shared drive always has one parent folder. Name the new one in addParentIds.',
  teamDriveHierarchyTooDeep: 'The shared drive does not allow folders at this depth.',
  teamDriveFileLimitExceeded: 'The shared drive is full. Delete files, or use another drive.',
  numChildrenInNonRootLimitExceeded:
    'The folder is full. Delete files of it, or use another folder.',
  cannotDeleteResourceWithChildren:
    'The shared drive contains files outside the trash. Delete them or move them to the trash first.',
  appNotAuthorizedToFile:
    'The user has not opened the file with this app, which the scope drive.file requires.',
  cannotDownloadAbusiveFile:
    'Google Drive has marked the file as malware or spam. Only its owner can download it: request content with acknowledgeAbuse.',
  fileNotDownloadable:
    'The file has no content of its own. Request an export of a Google Workspace document, or use startFileDownload. Folders cannot be downloaded.',
  'fileNotDownloadable storage:files.download':
    'Folders and shortcuts cannot be downloaded. Download the files of the folder, or the target of the shortcut.',
  exportSizeLimitExceeded:
    'The exported document is larger than 10 MB, the maximum of an export. Use startFileDownload.',
  fileNotExportable:
    'Only Google Workspace documents can be exported. Request content in place of an export.',
  cannotExportFile: 'The owner of the file does not allow the caller to export it.',
  downloadQuotaExceeded:
    'The file was downloaded too often, by all of its readers. Google Drive allows it again within a day.',
  cannotDownloadFile: 'The owner of the file does not allow the caller to download it.',
  domainPolicy:
    'The administrators of the organization do not allow the app to use Google Drive. Ask one of them.',
  activeItemCreationLimitExceeded:
    'The account has created the maximum number of files. Delete files permanently first.',

  ...sharingStates,
  ...calendarStates,
};

/**
 * Values that a service accepts, for messages about a rejected value: by reason, by reason and
 * operation, or by the first name of the argument's path and the operation where the reason says
 * nothing.
 */
const expectations: Texts = {
  channelIdNotUnique: 'an id that no open channel has',
  channelsDuplicated: 'each channel once',
  channelsNeeded: 'at least one channel',
  commentTextRequired: 'a text that is not empty',
  commentTextTooLong: 'a shorter text',
  contentRequired: 'a caption file that is not empty',
  defaultLanguageNotSet: 'a default language together with localizations',
  defaultLanguageNotSetError: 'a default language together with localizations',
  eventRemindersCountExceedsLimit: 'at most 5 reminders',
  illegalKeepForeverModification: 'false for the newest revision only',
  imageFormatUnsupported: 'an image in another format',
  imageTooTall: 'an image of a smaller height',
  imageTooWide: 'an image of a smaller width',
  invalidAbuseReason: 'the id of a reason (see videoAbuseReportReasons)',
  invalidCategoryId: 'the id of an assignable category (see videoCategories)',
  invalidContentDetails: 'a note of at most 280 characters',
  invalidDescription: 'at most 5000 bytes without < and >',
  invalidMetadata: 'a language tag that YouTube knows (see languages), and a valid name',
  invalidImage: 'an image that YouTube can read',
  invalidPlaylistItemPosition:
    'a position within the playlist: at most the number of its items, and one less for a move',
  invalidPublishAt: 'a time in the future, and a private video',
  invalidScheduledEndTime: 'a time after the scheduled start',
  invalidScheduledStartTime: 'a time in the future',
  invalidTags: 'at most 500 characters together, without < and >',
  invalidTitle: '1 to 100 characters without < and >',
  messageTextInvalid: 'a text of 1 to 200 characters',
  messageTextRequired: 'a text of 1 to 200 characters',
  mediaBodyRequired: 'a file that is not empty',
  nameTooLong: 'at most 150 characters',
  onePlaylistNeeded: 'exactly one playlist',
  ownChannelInChannels: 'channels other than the channel of the section',
  playlistsDuplicated: 'each playlist once',
  playlistsNeeded: 'at least one playlist',
  positionInvalid: 'a position from 0 to the number of sections',
  titleRequired: 'a title that is not empty',
  websiteLinkNotAllowed: 'a text without links',
  invalidPageToken: 'a cursor that the same list returned for the same arguments',
  pageTokenInvalid:
    'a cursor of the same feed and arguments that has not expired; to start again, leave it out',
  videoChartNotFound: 'a region and a category that have a chart',
  'role storage:permissions.create': 'READER for a permission with a view',
  'role storage:permissions.update': 'READER for a permission with a view',
  'email storage:permissions.create': 'the email address of a user or a group, as type says',
  'domain storage:permissions.create': 'a domain name, for example example.com',
  'allowFileDiscovery storage:permissions.update': 'a permission of the type DOMAIN or ANYONE',
  'view storage:permissions.create': 'PUBLISHED with the role READER',
  'view storage:permissions.update': 'PUBLISHED with the role READER',
  'view storage:accessproposals.resolve': 'PUBLISHED, for a request that names this view',
  'themeId storage:drives.create': 'the themeId of one of DriveAccount.driveThemes',
  'themeId storage:drives.update': 'the themeId of one of DriveAccount.driveThemes',
  'colorRgb storage:drives.update': 'a hexadecimal RGB value, for example #4986e7',
  'backgroundImage storage:drives.update': 'a part of an image file that the caller can read',
  'labels storage:files.modifyLabels':
    'fields that the label has, with values of the type of each field: not more than the field allows, and only options that it has',
  'query storage:files.list':
    "terms of Google Drive's query language, for example name contains 'harbor' and starred = true",
  'query storage:drives.list':
    "terms of Google Drive's query language, for example name contains 'archive'; fields other than name need asDomainAdmin: true",
  'mimeType storage:files.download':
    'one of the values of File.exportFormats; leave mimeType out if File.exportFormats is null',
  'revisionId storage:files.download':
    'a revisionId of File.revisions, for a file with content of its own, a Google Docs or a Google Sheets file',
  'newFileId storage:files.create':
    'an unused id that generateFileIds has returned to the same account, for this space and type of file',
  'newFileId storage:files.copy':
    'an unused id that generateFileIds has returned to the same account, for this space and type of file',
  'body storage:files.create':
    'content that Google Drive can convert to mimeType (see DriveAccount.importFormats)',
  'body storage:files.update':
    'content that Google Drive can convert to the type of the file (see DriveAccount.importFormats); folders and shortcuts have no content',
  'body video:videos.insert': 'a video file that YouTube can read',
  'body video:captions.insert': 'a caption file that YouTube can read',
  'body video:captions.update': 'a caption file that YouTube can read',
  ...calendarExpectations,
  timeRangeEmpty: 'an end after the start',
  updatedMinTooLongAgo:
    'a more recent time, or none to read all events: Google Calendar does not document how recent',
};

/** @returns the message for the reason of a failure; undefined for reasons without one */
export const reasonMessage = ({ reason, operation, service, code }: Failure): string | undefined =>
  textOf(states, `${reason} ${operation}`) ??
  textOf(states, `${reason} ${code}`) ??
  textOf(states, `${reason} ${service}`) ??
  textOf(states, reason);

/** @returns the values that the service accepts; undefined if neither reason nor argument tells */
export const expectedOf = ({ reason, argument, operation }: Failure): string | undefined =>
  textOf(expectations, reason) ??
  textOf(expectations, `${argument?.replace(/\..*/, '')} ${operation}`) ??
  textOf(expectations, `${reason} ${operation}`);

/** A reason comes from a response: names of object methods must not match. */
const textOf = (texts: Texts, reason: string | undefined): string | undefined =>
  reason !== undefined && Object.hasOwn(texts, reason) ? texts[reason] : undefined;

/** Types whose deleted objects cannot be found by writes, but by the lists of their parents. */
export const deletedLists: Readonly<Record<string, string>> = {
  FileComment: 'File.comments(includeDeleted: true)',
  FileReply: 'FileComment.replies(includeDeleted: true)',
};

/** How to restore the deleted objects of a type. */
export const restoreHints: Readonly<Record<string, string>> = {
  Event: 'updateEvent with the status CONFIRMED restores it.',
};

/** Reasons that concern the written entity in any write: the caller may not change it. */
export const entityReasons = {
  forbidden: 'entity',
  channelForbidden: 'entity',
  channelSectionForbidden: 'entity',
  playlistForbidden: 'entity',
  requiredAccessLevel: 'entity',
  forbiddenForNonOrganizer: 'entity',
  insufficientFilePermissions: 'entity',
} satisfies { readonly [K in DescribedReason]?: 'entity' };
