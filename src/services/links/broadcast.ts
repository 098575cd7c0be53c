/** Links between broadcasts, videos and calendar events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../engine/schema/builder.ts';
import { eventConnection } from '../calendar/event/list.ts';
import { eventKey, eventsIn } from '../calendar/event/search.ts';
import { Event } from '../calendar/resources.ts';
import { connection } from '../../engine/schema/list/connection.ts';
import { findFirst } from '../../engine/schema/field/field-call.ts';
import { type LinkSpec, ancestor } from '../../engine/schema/field/link.ts';
import { computed, fields } from '../../engine/schema/field/path-field.ts';
import { Broadcast, LiveChat } from '../live/resources.ts';
import { Video, VideoCategory } from '../video/resources.ts';
import { isVideoId, videoIdFromUrl } from '../shared/url.ts';
import { VIDEO_ID } from '../shared/video-id.ts';
import type { Ref } from '../../engine/read/resource.ts';

const eventVideoPaths = ['extendedProperties.private', 'source.url'] as const;

/** Returns the id of the video that an event names; null if it names none. */
function videoIdOfEvent({ extendedProperties, source }: calendar_v3.Schema$Event): string | null {
  const propertyValue = extendedProperties?.private?.[VIDEO_ID] ?? '';
  return isVideoId(propertyValue) ? propertyValue : videoIdFromUrl(source?.url ?? '');
}

const eventVideo: LinkSpec<calendar_v3.Schema$Event> = {
  paths: eventVideoPaths,
  key: (event) => {
    const id = videoIdOfEvent(event);
    return id === null ? null : [id];
  },
};

/** The call for the events of one calendar that name a video. */
const eventsOfVideo = eventsIn(({ key: [videoId] }) => ({
  privateExtendedProperty: [`${VIDEO_ID}=${videoId}`],
}));

export function addBroadcast(): void {
  builder.objectFields(Video, (t) => ({
    ...fields(t, {
      broadcast: [
        Broadcast,
        'The broadcast of a live video. Null for videos that were never live, and for videos of channels that the caller does not own.',
        {
          paths: ['liveStreamingDetails'],
          key: ({ liveStreamingDetails }: youtube_v3.Schema$Video, ref?: Ref) =>
            liveStreamingDetails ? ref!.key : null,
          usesRef: true,
        },
      ],
      liveChatId: [
        'ID',
        'The YouTube id of the live chat. Null if the video is not live or upcoming, or has no chat. REST field: `activeLiveChatId`.',
        { path: 'liveStreamingDetails.activeLiveChatId' },
      ],
      liveChat: [
        LiveChat,
        'The live chat of the video. Null if the video is not live or upcoming, or has no chat.',
        { id: 'liveStreamingDetails.activeLiveChatId' },
      ],
    }),
    events: connection(
      t,
      eventConnection,
      {
        ...eventsOfVideo,
        keyOf: (event, _, args) => eventKey(event, args),
      },
      'The events of a calendar whose `videoId` was written by `createEvent`, `updateEvent` or `importEvent`, and names the video. A URL in `source` is not enough. A series is one event. Calls `calendars.get` only if `calendarId` is `primary`.',
    ),
  }));

  builder.objectFields(Event, (t) => ({
    ...fields(t, {
      broadcast: [
        Broadcast,
        'The broadcast of the event. Found by the `videoId` that `createEvent`, `updateEvent` or `importEvent` wrote, otherwise by a YouTube URL in `source`. Null if the caller does not own the broadcast.',
        eventVideo,
      ],
      video: [
        Video,
        'The YouTube video of the event. Found by the `videoId` that `createEvent`, `updateEvent` or `importEvent` wrote, otherwise by a YouTube URL in `source`.',
        eventVideo,
      ],
    }),
    videoId: computed(
      t,
      'ID',
      { paths: eventVideoPaths, compute: videoIdOfEvent },
      'The YouTube id of the video or broadcast of the event: the one that was written as `videoId`, otherwise the one in a YouTube URL in `source`. Null if the event names no video. The video may not exist.',
    ),
  }));

  builder.objectFields(Broadcast, (t) => ({
    ...fields(t, {
      video: [
        Video,
        'The video of the broadcast, with an equal id. Null for a few seconds after the broadcast was created.',
        ancestor(Video),
      ],
      category: [
        VideoCategory,
        'The category of the video, with its name in English.',
        { id: 'snippet.categoryId' },
      ],
    }),
    event: findFirst(
      t,
      Event,
      {
        ...eventsOfVideo,
        keyOf: eventKey,
        // The API filters each page, so pages before the last can be empty.
        sparse: true,
      },
      'The first event of a calendar whose `videoId` was written by `createEvent`, `updateEvent` or `importEvent`, and names the broadcast. A URL in `source` is not enough. Null if no event does. Calls `calendars.get` only if `calendarId` is `primary`.',
    ),
  }));
}
