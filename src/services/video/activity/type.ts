/** Activities of channels: uploads and additions to playlists, for example. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { Ref } from '../../../engine/read/resource.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { checkWindow, type WindowArguments } from '../../../engine/schema/type/time-window.ts';
import { Viewer } from '../../shared/viewer.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';
import { Channel, PlaylistItem, Playlist, Video } from '../resources.ts';
import { ContentTarget, contentTargetRef } from '../content-target.ts';
import { parseRegionCode } from '../../shared/youtube/region-code.ts';
import { activities } from '../operations.ts';

/** Activity types whose target is in a `resourceId`. */
const targetTypes = [
  'like',
  'favorite',
  'comment',
  'subscription',
  'playlistItem',
  'channelItem',
  'bulletin',
  'recommendation',
  'social',
] as const;

const targetPaths = [
  'contentDetails.upload.videoId',
  'contentDetails.promotedItem.videoId',
  ...targetTypes.map((type) => `contentDetails.${type}.resourceId` as const),
] as const;

/** The ref of the target of an activity; null if the activity has none. */
function activityTarget({ contentDetails }: youtube_v3.Schema$Activity): Ref | null {
  const videoId = contentDetails?.upload?.videoId ?? contentDetails?.promotedItem?.videoId;
  if (videoId) return { resource: Video.resource, key: [videoId] };
  for (const type of targetTypes) {
    const ref = contentTargetRef(contentDetails?.[type]?.resourceId);
    if (ref) return ref;
  }
  return null;
}

const Activity = builder.objectType<youtube_v3.Schema$Activity>('Activity').implement({
  description:
    'An activity of a YouTube channel, for example an upload. Activities can be listed, but not be read by id.',
  fields: (t) => ({
    id: unreadableId(
      t,
      { list: 'Channel.activities' },
      { type: 'Activity', operation: activities.list, paths: ['id'] },
    ),
    ...fields(t, {
      activityId: ['The YouTube id of the activity.', { rest: 'id' }],
      target: [
        ContentTarget,
        'The video, channel or playlist that the activity concerns, for example the uploaded video. Null if the activity has no target, or YouTube no longer returns it, as of subscriptions since August 2026.',
        { paths: targetPaths, ref: activityTarget },
      ],
    }),
    ...fields(t, 'snippet', {
      type: 'The type of activity, which determines the target.',
      title: 'The title of the target.',
      description: 'The description of the target.',
      publishedAt: 'The time of the activity.',
      groupId: 'The id of a group of related activities. Null if not grouped.',
      channelId: 'The YouTube id of the channel that performed the activity.',
      channelTitle: 'The title of the channel that performed the activity. Needs no further call.',
      channel: [Channel, 'The channel that performed the activity.', { id: 'channelId' }],
    }),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    targetId: computed(
      t,
      'ID',
      { paths: targetPaths, compute: (activity) => activityTarget(activity)?.key[0] ?? null },
      'The YouTube id of the target. Needs no further call. Null if the activity has no target.',
    ),
    ...fields(t, 'contentDetails.playlistItem', {
      playlistId:
        'The YouTube id of the playlist that a video was added to. Null unless `type` is `PLAYLIST_ITEM`.',
      playlistItemId:
        'The YouTube id of the created playlist item. Null unless `type` is `PLAYLIST_ITEM`.',
      playlist: [
        Playlist,
        'The playlist that a video was added to. Null unless `type` is `PLAYLIST_ITEM`.',
        { id: 'playlistId' },
      ],
      playlistItem: [
        PlaylistItem,
        'The created playlist item. Null unless `type` is `PLAYLIST_ITEM`, and if the item was removed.',
        { id: 'playlistItemId' },
      ],
    }),
  }),
});

const activityConnection = connectionType(Activity, 'activities', {
  counted: [
    activities.list,
    'The number of activities in the list, over all pages, as estimated by YouTube.',
  ],
});

const filterArguments = {
  from: ['DateTime', 'Return only activities at or after this time. Default: no limit.'],
  to: ['DateTime', 'Return only activities before this time. Default: no limit.'],
  regionCode: [
    'String',
    'Return results for this country. Country as an ISO 3166-1 alpha-2 code; see `regions`.',
  ],
} as const;

interface ActivityArguments extends WindowArguments {
  readonly regionCode?: string | null;
}

/** @throws InvalidInput for an empty window, and for text that is no code of a country */
function filterParameters({ regionCode: region, ...window }: ActivityArguments) {
  checkWindow(window);
  const { from: publishedAfter, to: publishedBefore } = window;
  return {
    ...(publishedAfter == null ? {} : { publishedAfter }),
    ...(publishedBefore == null ? {} : { publishedBefore }),
    ...(region == null ? {} : { regionCode: parseRegionCode(region) }),
  };
}

const argumentNames = { publishedAfter: 'from', publishedBefore: 'to' };

export function addActivity(): void {
  builder.objectFields(Channel, (t) => ({
    activities: connection(
      t,
      activityConnection,
      {
        operation: activities.list,
        argumentParameters: filterParameters,
        argumentNames,
        arguments: filterArguments,
      },
      'The activities of the channel, newest first.',
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    activities: connection(
      t,
      activityConnection,
      {
        operation: activities.list,
        args: () => ({ mine: true }),
        forCaller: true,
        argumentParameters: filterParameters,
        argumentNames,
        sameForAllParents: true,
        nullOnReasons: noChannel,
        arguments: filterArguments,
      },
      "The activities of the caller's channel, newest first. Null with a warning if the account has no channel.",
    ),
  }));
}
