/** `prepareBroadcast` as a workflow: its steps, and what subscribers see. */
import type { calendar_v3 } from '@googleapis/calendar';
import { Paths } from '../../../engine/read/path.ts';
import { workflow } from '../../../engine/schema/write/workflow.ts';
import { callsForEvent, EventRef } from '../../calendar/calendar-id.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { Event } from '../../calendar/resources.ts';
import { Broadcast, Stream } from '../../live/resources.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';

/** Steps that change something, in their order, with what they have done. */
const changingSteps = {
  eventCreated: 'The event has been created, without attendees.',
  broadcastCreated: 'The broadcast has been created.',
  broadcastLinked: 'The event names the broadcast: `Event.broadcast` leads to it.',
  streamCreated: 'The stream has been created.',
  streamLinked: 'The event names the new stream, so that a repeated mutation finds it.',
  streamBound: 'The stream has been bound to the broadcast.',
  attendeesAdded: 'The attendees have been added to the event.',
} as const;

/** A step that changes something. */
export type PreparationStep = keyof typeof changingSteps;

export const preparationWorkflow = workflow<
  PreparationStep | 'undoing',
  'calendarId' | 'eventId' | 'broadcastId' | 'streamId'
>({
  name: 'preparation',
  description:
    'An event of `preparationProgress`. It reads the selected fields of its objects again.',
  stepDescription:
    'A step of `prepareBroadcast`. Steps that an earlier mutation has done are reported, too. Steps that the input does not need are left out. `PartlyDoneError.done` of this mutation has such values.',
  steps: {
    ...changingSteps,
    undoing: 'A step has failed. The mutation undoes what it has done.',
  },
  subject: Event,
  objects: {
    event: [
      Event,
      'The event that names the broadcast. Null if the event does not exist, and if the mutation failed.',
      {
        calendarId: 'The Google Calendar id of the calendar of the event.',
        eventId: 'The Google Calendar id of the event.',
      },
      'The event, which names the broadcast. Null if the mutation failed, unless the event remains.',
    ],
    broadcast: [
      Broadcast,
      'The broadcast. Null like `broadcastId`, and if the broadcast was deleted.',
      {
        broadcastId:
          'The YouTube id of the broadcast. Null if the step comes before the broadcast, and for `FINISHED` and `FAILED`.',
      },
    ],
    stream: [
      Stream,
      'The stream that is bound to the broadcast. Null before it exists, if the mutation failed, and if the stream was deleted.',
      {
        streamId:
          'The YouTube id of the stream. Null if the step comes before the stream, and for `FINISHED` and `FAILED`.',
      },
      'The stream, bound to the broadcast. Null if the mutation failed, unless the stream remains.',
    ],
  },
  subscription: {
    description:
      'The steps of `prepareBroadcast` for an event, from the moment of the subscription. The event need not exist yet: subscribe with the `newEventId` that you are going to send. Reports mutations of the same access token, and content owner, in the same gateway process, or in any process of the gateway if they share a store. Ends after `FINISHED`. After an interruption, repeat the mutation: steps that are done are reported again.',
    argument: ['by', 'The event of the mutation, also one that does not exist yet.', EventRef],
    argumentCalls: callsForEvent,
    paths: Paths.of('id', 'extendedProperties.private'),
    mayBeMissing: true,
    // What an earlier mutation has linked.
    first: (event: calendar_v3.Schema$Event | null) => {
      const links = event?.extendedProperties?.private ?? {};
      return { broadcastId: links[VIDEO_ID], streamId: links[VIDEO_STREAM_ID] };
    },
  },
});
