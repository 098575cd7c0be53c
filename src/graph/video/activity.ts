/** Activities of channels: uploads, likes, subscriptions and additions to playlists. */
import type { youtube_v3 } from '@googleapis/youtube';
import { ownId, type Ref } from '../../data/read/resource.ts';
import { activities } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { type AnyFieldBuilder, field } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { retired } from '../field/retired.ts';
import { fieldAt, fields } from '../field/path-field.ts';
import { globalId } from '../global-id.ts';
import { Viewer } from '../link/viewer.ts';
import { parseRegionCode } from './language.ts';
import { Channel, noChannel, Playlist, PlaylistItem, Video } from './resource.ts';
import { ContentTarget, contentTargetRef } from './content-target.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';

const ActivityType = enumeration('ActivityType', 'What a channel did.', {
  upload: 'It uploaded a video.',
  like: 'It liked one.',
  subscription: 'It subscribed to another channel.',
  playlistItem: 'It put a video into a playlist.',
  favorite: 'It marked a video as a favourite, which upstream knows no more.',
  comment: 'It commented on something.',
  channelItem: 'It showed something on its page.',
  bulletin: 'It posted something to its followers, which upstream knows no more.',
  recommendation: 'Upstream recommended something to it.',
  social: 'It shared something in a social network.',
  promotedItem: 'Something was advertised to it.',
});

/** Path of the target, for each activity type that has one. */
const targetPaths = (
  [
    'like',
    'favorite',
    'comment',
    'subscription',
    'playlistItem',
    'channelItem',
    'bulletin',
    'recommendation',
    'social',
  ] as const
).map((kind) => [kind, `contentDetails.${kind}.resourceId`] as const);

function activityTarget({ contentDetails }: youtube_v3.Schema$Activity): Ref | null {
  const videoId = contentDetails?.upload?.videoId ?? contentDetails?.promotedItem?.videoId;
  if (videoId) return { resource: Video.resource, key: [videoId] };
  for (const [kind] of targetPaths) {
    const ref = contentTargetRef(contentDetails?.[kind]?.resourceId);
    if (ref) return ref;
  }
  return null;
}

const Activity = builder.objectRef<youtube_v3.Schema$Activity>('Activity').implement({
  description: 'Something a channel did. It can be listed, and not be read again by its id.',
  fields: (t) => ({
    id: field(t, {
      type: 'ID',
      nullable: false,
      description: 'Unique over all types and services: for caches. `node` does not know it.',
      needs: { kind: 'paths', paths: ['id'] },
      resolve: ({ id }: youtube_v3.Schema$Activity) => globalId('Activity', [id!]),
    }),
    activityId: fieldAt(t, 'ID', 'id', 'The id that the video service gave it.'),
    ...fields(t, 'snippet', {
      type: [ActivityType, 'What was done; it tells which of the links below lead somewhere.'],
      title: ['String', 'The name of what it is about.'],
      description: ['String', 'What the thing it is about says of itself.'],
      publishedAt: ['DateTime', 'When it was done.'],
      groupId: ['ID', 'The same for activities that belong together, such as likes of one hour.'],
    }),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    channel: link(t, Channel, 'snippet.channelId', 'Who did it.'),
    target: link(
      t,
      ContentTarget,
      {
        paths: [
          'contentDetails.upload.videoId',
          'contentDetails.promotedItem.videoId',
          ...targetPaths.map(([, path]) => path),
        ],
        ref: activityTarget,
      },
      'What it is about: the video uploaded, liked or added, the channel subscribed to.',
    ),
    playlist: link(
      t,
      Playlist,
      'contentDetails.playlistItem.playlistId',
      'The playlist that something was put into; null for all else.',
    ),
    playlistItem: link(
      t,
      PlaylistItem,
      'contentDetails.playlistItem.playlistItemId',
      'The place in that playlist; null for all else, and once it was taken out again.',
    ),
  }),
});

const activityConnection = connectionType(Activity, 'activities', { countedBy: activities.list });

const periodArguments = (t: AnyFieldBuilder): Record<string, unknown> => ({
  publishedAfter: t.arg({
    type: 'DateTime',
    description: 'Only what was done at this instant or later.',
  }),
  publishedBefore: t.arg({
    type: 'DateTime',
    description: 'Only what was done before this instant.',
  }),
  regionCode: t.arg.string({
    description: 'As somebody in this country sees it, by its two letters; see `regions`.',
  }),
});

interface PeriodArguments {
  readonly publishedAfter?: string | null;
  readonly publishedBefore?: string | null;
  readonly regionCode?: string | null;
}

const periodParameters = ({
  publishedAfter,
  publishedBefore,
  regionCode: region,
}: PeriodArguments): Record<string, unknown> => ({
  ...(publishedAfter == null ? {} : { publishedAfter }),
  ...(publishedBefore == null ? {} : { publishedBefore }),
  ...(region == null ? {} : { regionCode: parseRegionCode(region) }),
});

const createActivity = retired('createActivity', {
  description: 'Posted a bulletin to the followers of a channel once.',
  operation: activities.insert,
  target: Channel,
  instead: 'Nothing takes its place.',
  inputDescription: 'What was posted.',
  inputFields: (t) => ({
    text: t.string({ required: true, description: 'The words of the bulletin.' }),
  }),
});

/** Mutations of activities. */
export const activityWrites = [createActivity];

/** Adds the types and fields of this module to the schema. */
export function addActivity(): void {
  builder.objectFields(Channel, (t) => ({
    activities: connection(
      t,
      activityConnection,
      {
        operation: activities.list,
        args: (channel, args) => ({ channelId: ownId(channel), ...periodParameters(args) }),
        arguments: periodArguments(t),
      },
      'What it did, the newest first.',
    ),
  }));

  builder.objectFields(Viewer, (t) => ({
    activities: connection(
      t,
      activityConnection,
      {
        operation: activities.list,
        args: (_, args) => ({ mine: true, ...periodParameters(args) }),
        sameForAllParents: true,
        nullOnReasons: noChannel,
        arguments: periodArguments(t),
      },
      "What the caller's channel did, the newest first; null with a warning for an account without one.",
    ),
  }));
}
