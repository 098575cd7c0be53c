/** Subscription `preparationProgress`: the steps of `prepareBroadcast`. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { calendars, events } from '../../calendar/operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { callsForEvent, EventRef } from '../../calendar/calendar-id.ts';
import { VIDEO_STREAM_ID } from '../../calendar/event/property.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import { Event } from '../../calendar/resources.ts';
import {
  addProgressSubscription,
  reportField,
  reportFields,
} from '../../../engine/schema/feed/progress.ts';
import type { RefValue } from '../../../engine/schema/field/ref-input.ts';
import { Broadcast, Stream } from '../../live/resources.ts';
import { type PreparationReport, PreparationStepEnum } from './report.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';

const PreparationProgress = builder.objectRef<PreparationReport>('PreparationProgress').implement({
  description: 'An event of `preparationProgress`.',
  fields: (t) => ({
    ...reportFields(t, PreparationStepEnum),
    calendarId: reportField(
      t,
      'ID',
      ['calendarId', 'The Google Calendar id of the calendar of the event.'],
      false,
    ),
    eventId: reportField(t, 'ID', ['eventId', 'The Google Calendar id of the event.'], false),
    ...fields(t, {
      event: [
        Event,
        'The event. Each report reads the selected fields again. Null if the event does not exist.',
        { key: ({ calendarId, eventId }: PreparationReport) => [calendarId, eventId] },
      ],
      broadcast: [
        Broadcast,
        'The broadcast. Null like `broadcastId`, and if the broadcast was deleted.',
        { key: ({ broadcastId }: PreparationReport) => (broadcastId ? [broadcastId] : null) },
      ],
      stream: [
        Stream,
        'The stream. Null like `streamId`, and if the stream was deleted.',
        { key: ({ streamId }: PreparationReport) => (streamId ? [streamId] : null) },
      ],
    }),
    broadcastId: reportField(t, 'ID', [
      'broadcastId',
      'The YouTube id of the broadcast. Null if the step comes before the broadcast, and for `FINISHED` and `FAILED`.',
    ]),
    streamId: reportField(t, 'ID', [
      'streamId',
      'The YouTube id of the stream. Null if the step comes before the stream, and for `FINISHED` and `FAILED`.',
    ]),
  }),
});

const eventPaths = Paths.of('id', 'extendedProperties.private');

/** The first event: what an earlier mutation has linked. The event need not exist yet. */
async function firstReport(ref: Ref, execution: Execution) {
  const event: calendar_v3.Schema$Event | null = await execution.load(ref, {
    paths: eventPaths,
    downstream: new Set(),
  });
  const links = event?.extendedProperties?.private ?? {};
  const [calendarId = '', eventId = ''] = ref.key;
  const report: PreparationReport = {
    calendarId,
    eventId,
    step: 'subscribed',
    at: new Date().toISOString(),
    broadcastId: links[VIDEO_ID],
    streamId: links[VIDEO_STREAM_ID],
  };
  return { report, isOver: false };
}

/** Adds the types and fields of this module to the schema. */
export function addPreparationProgress(): void {
  addProgressSubscription('preparationProgress', (t) => ({
    type: PreparationProgress,
    description:
      'The steps of `prepareBroadcast` for an event, from the moment of the subscription. The event need not exist yet: subscribe with the `newEventId` that you are going to send. Reports mutations of the same access token, and content owner, in the same gateway process, or in any process of the gateway if they share a store. Ends after `FINISHED`. After an interruption, repeat the mutation: steps that are done are reported again.',
    args: {
      by: t.arg({
        type: EventRef.type,
        required: true,
        description: 'The event of the mutation, also one that does not exist yet.',
      }),
    },
    operation: events.get,
    operations: [calendars.get, events.get],
    calls: ({ by }: { readonly by: RefValue }) => [...callsForEvent(by), [events.get, 1]],
    ref: ({ by }: { readonly by: RefValue }, execution: Execution) =>
      EventRef.resolve(execution, by, 'by'),
    first: firstReport,
  }));
}
