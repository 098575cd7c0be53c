/** Bodies of writes of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Change } from '../../engine/write/change.ts';
import { writableAttachment } from './event/attachment.ts';
import { writableAttendee } from './event/attendee.ts';

export type EventJson = calendar_v3.Schema$Event;

/**
 * Returns the parameters without which Google Calendar drops attachments, conferences and labels.
 * It writes either the label or the color of an event: with `eventLabelVersion` it ignores
 * `colorId`, and removes a label that the body omits; without it, it ignores `eventLabelId`.
 */
export function writeArguments(
  body: EventJson,
  changes: readonly Pick<Change, 'path'>[],
): Readonly<Record<string, unknown>> {
  const changesPath = (path: string): boolean => changes.some((change) => change.path === path);
  const writesLabel =
    changesPath('eventLabelId') || (body.eventLabelId !== undefined && !changesPath('colorId'));
  return {
    supportsAttachments: true,
    conferenceDataVersion: 1,
    ...(writesLabel && { eventLabelVersion: 1 }),
  };
}

/** Removes the read-only fields of attendees and attachments. */
export function writableBody({ attendees, attachments, ...rest }: EventJson): EventJson {
  return {
    ...rest,
    ...(attendees === undefined ? {} : { attendees: attendees && attendees.map(writableAttendee) }),
    ...(attachments === undefined
      ? {}
      : { attachments: attachments && attachments.map(writableAttachment) }),
  };
}
