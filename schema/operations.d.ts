/** Documents to start from. `npm run schema` writes this file. */
import type { Bucket } from './extensions.js';

/** A document with one operation. */
export interface Operation {
  readonly name: OperationName;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** What it reads or does, in English. */
  readonly description: string;
  /** Its variables have defaults: ids of the sandbox. */
  readonly document: string;
  /** The most REST calls that it makes with these defaults, without retries. */
  readonly requests: number;
  /** The most quota units that these calls cost, by bucket. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
}

/** By the names of the operations. */
export declare const operations: Readonly<Record<OperationName, Operation>>;

export type OperationName =
  | 'AcrossServices'
  | 'VideoPage'
  | 'Playlist'
  | 'ManyVideos'
  | 'MyStudio'
  | 'ControlRoom'
  | 'Folder'
  | 'FindFiles'
  | 'Agenda'
  | 'WhatItCosts'
  | 'ChannelPage'
  | 'WebAddresses'
  | 'PersonAcrossServices'
  | 'Search'
  | 'Subscriptions'
  | 'ModerationQueue'
  | 'LiveChat'
  | 'ChatReader'
  | 'WatchProgress'
  | 'UpdateVideo'
  | 'GoOnAir'
  | 'CreateFolder'
  | 'InviteOneMore'
  | 'DeletePlaylist'
  | 'EditPlaylist'
  | 'CreatePlaylist'
  | 'UploadVideo'
  | 'DecideOnComments'
  | 'CommentOnVideo'
  | 'EditChannel'
  | 'RateVideo'
  | 'PrepareBroadcast'
  | 'BindStream'
  | 'GoLive'
  | 'ModerateChat'
  | 'WriteInChat'
  | 'EndBroadcast'
  | 'AnnounceBroadcast'
  | 'PublishFile'
  | 'SharingDialog'
  | 'ShareFile'
  | 'AnswerAccessRequest'
  | 'RevisionHistory'
  | 'CommentThreads'
  | 'ResolveComment'
  | 'UploadFile'
  | 'PrepareDownload'
  | 'FollowChanges'
  | 'WatchPublication'
  | 'WeekView'
  | 'CreateMeeting'
  | 'RescheduleSeries'
  | 'FindFreeSlot'
  | 'ShareCalendar'
  | 'FollowCalendar'
  | 'AnswerInvitation'
  | 'EditMeeting'
  | 'LinkVideo'
  | 'WatchPreparation'
  | 'Dashboard'
  | 'TeamWeek'
  | 'MediaLibrary'
  | 'AuditFiles'
  | 'BroadcastFromEvent'
  | 'FollowBroadcast'
  | 'ChangedSince'
  | 'CommentsToAnswer'
  | 'CleanPlaylist'
  | 'FollowCalendarList'
  | 'FileApprovals'
  | 'ApproveFile'
  | 'StartApproval';
