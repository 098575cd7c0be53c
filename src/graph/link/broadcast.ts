/** Links between broadcasts, videos and calendar events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { youtube_v3 } from '@googleapis/youtube';
import type { Ref } from '../../data/read/resource.ts';
import { events } from '../../upstream/calendar/index.ts';
import { builder } from '../builder.ts';
import { resolveCalendarId } from '../calendar/calendar-id.ts';
import { VIDEO_ID } from '../calendar/property.ts';
import { Calendar, Event } from '../calendar/resource.ts';
import { findFirst } from '../field/find-first.ts';
import { link, type LinkSpec } from '../field/link.ts';
import { Broadcast } from '../live/resource.ts';
import { Video } from '../video/resource.ts';
import { isVideoId, videoIdFromUrl } from './url.ts';

const eventVideo: LinkSpec = {
  paths: ['extendedProperties.private', 'source.url'],
  key: ({ extendedProperties, source }: calendar_v3.Schema$Event) => {
    const propertyValue = extendedProperties?.private?.[VIDEO_ID] ?? '';
    const id = isVideoId(propertyValue) ? propertyValue : videoIdFromUrl(source?.url ?? '');
    return id === null ? null : [id];
  },
};

/** Adds the types and fields of this module to the schema. */
export function addBroadcast(): void {
  builder.objectFields(Video, (t) => ({
    broadcast: link(
      t,
      Broadcast,
      {
        paths: ['liveStreamingDetails'],
        key: ({ liveStreamingDetails }: youtube_v3.Schema$Video, ref) =>
          liveStreamingDetails ? ref!.key : null,
        usesRef: true,
      },
      "The broadcast that it is or was; null for a plain upload, and for videos of channels that are not the caller's.",
    ),
  }));

  builder.objectFields(Event, (t) => ({
    broadcast: link(
      t,
      Broadcast,
      eventVideo,
      "The caller's broadcast that it was made for, as its private property `videoId` or else the address of its source says.",
    ),
    video: link(
      t,
      Video,
      eventVideo,
      'The video, live or not, that the private property `videoId` or else the address of its source names.',
    ),
  }));

  builder.objectFields(Broadcast, (t) => ({
    event: findFirst(
      t,
      Event,
      {
        operation: events.list,
        before: [Calendar.resource.read.operation],
        args: async (_, { calendarId }, ref: Ref | undefined, execution) => ({
          calendarId: await resolveCalendarId(execution, calendarId as string),
          privateExtendedProperty: [`${VIDEO_ID}=${ref!.key[0]}`],
        }),
        keyOf: ({ id }, { calendarId }) => [calendarId, id],
        // The API filters each page, so pages before the last can be empty.
        sparse: true,
        arguments: {
          calendarId: t.arg.id({
            required: true,
            description:
              "The calendar to look in: its global id, the calendar service's, or `primary`.",
          }),
        },
      },
      'The first event of a calendar that was made for it; null where none says so in its private property `videoId`.',
    ),
  }));
}
