/** Bodies of writes of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { writableAttachment } from './attachment.ts';
import { writableAttendee } from './attendee.ts';

export type EventJson = calendar_v3.Schema$Event;

/** Without these parameters Google Calendar drops attachments, conferences and labels. */
export const writeArguments = {
  supportsAttachments: true,
  conferenceDataVersion: 1,
  eventLabelVersion: 1,
} as const;

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
