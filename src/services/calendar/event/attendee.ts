/** Organizers and attendees of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { mergeFields } from '../../../engine/write/update/keyed-list.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { type ListRules, listChangeType } from '../../../engine/schema/write/list-change.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { person } from '../../shared/person.ts';
import { isSharedCalendarId } from '../calendar-id.ts';
import { AttendeeOperation, ResponseStatus } from '../enums.ts';

const personEmail = (email: string | null | undefined): string | null =>
  email && !isSharedCalendarId(email) ? email : null;

export const EventPerson = builder
  .objectType<NonNullable<calendar_v3.Schema$Event['creator']>>('EventPerson', 'EventCreator')
  .implement({
    description: 'The creator or the organizer of an event: a person or a shared calendar.',
    fields: (t) => ({
      ...fields(t, {
        email: 'The email address. For a shared calendar, the calendar id.',
        displayName: 'The display name, if available.',
        self: 'Whether the creator or organizer is the calendar on which the event was read.',
        profileId: [
          'The profile id of the creator or organizer, if available. No operation accepts the id.',
          { rest: 'id' },
        ],
      }),
      person: person(
        t,
        ['email'],
        'The person with the email address of the creator or organizer. Null for a shared calendar.',
        ({ email }) => personEmail(email),
      ),
    }),
  });

export const EventAttendee = builder
  .objectType<calendar_v3.Schema$EventAttendee>('EventAttendee')
  .implement({
    description: 'An attendee of an event: a person, a group, a room or a device.',
    fields: (t) => ({
      ...fields(t, {
        email: 'The email address of the attendee.',
        displayName: 'The name of the attendee, if available.',
        responseStatus: [ResponseStatus, 'The response to the invitation.'],
        comment: 'The comment that accompanies the response.',
        optional: 'Whether attendance is optional.',
        isOrganizer: ['Whether the attendee is the organizer of the event.', { rest: 'organizer' }],
        self: 'Whether the attendee is the calendar on which the event was read.',
        isResource: ['Whether the attendee is a room or another resource.', { rest: 'resource' }],
        asyncOperation: [
          AttendeeOperation,
          'Work of Google Calendar for the attendee that still goes on. Null if none does. While the members of a large group are being listed, the attendees of the event are incomplete.',
        ],
        profileId: [
          'The profile id of the attendee, if available. No operation accepts the id.',
          { rest: 'id' },
        ],
        additionalGuestCount: [
          'The number of additional guests of the attendee.',
          { rest: 'additionalGuests' },
        ],
      }),
      person: person(
        t,
        ['email', 'resource'],
        'The person with the email address of the attendee. Null for rooms, devices and shared calendars.',
        ({ email, resource }) => (resource ? null : personEmail(email)),
      ),
    }),
  });

export const EventAttendeeInput = inputObject(
  'EventAttendeeInput',
  'An attendee to add or to change. Omitted fields keep the current value of an existing attendee.',
  {
    email: [
      required('EmailAddress'),
      'The email address, which identifies the attendee. Letter case is ignored.',
    ],
    displayName: ['String', 'The name that the event shows for the attendee.'],
    optional: ['Boolean', 'Whether attendance is optional. Default for a new attendee: false.'],
    isResource: [
      'Boolean',
      'Whether the attendee is a room or another resource. Cannot be changed for an existing attendee.',
    ],
    additionalGuestCount: [
      'Int',
      'The number of additional guests, at least 0. Default for a new attendee: 0.',
    ],
    comment: ['String', 'The comment of the attendee, which accompanies the response.'],
    responseStatus: [
      ResponseStatus,
      'The response. Only changes that the caller may make for the attendee are accepted. Default for a new attendee: `NEEDS_ACTION`.',
    ],
  },
);

export const EventAttendeeChangesInput = listChangeType('EventAttendeeChangesInput', {
  entry: EventAttendeeInput,
  key: 'EmailAddress',
  many: 'attendees',
  one: 'attendee',
  keys: 'email address',
});

type Attendee = calendar_v3.Schema$EventAttendee;
type AttendeeValue = typeof EventAttendeeInput.$inferType;

/** @throws InvalidInput for a negative number of guests whom an attendee brings */
export function checkGuestCount(count: number | null | undefined, argument: string): void {
  if (count != null && count < 0)
    throw new InvalidInput(argument, `${count} is too small; expected at least 0`);
}

const keyOf = ({ email }: { readonly email?: string | null | undefined }): string =>
  email?.toLowerCase() ?? '';

/** The attendees of an event. */
export const attendeeList: ListRules<Attendee, AttendeeValue> = {
  one: 'attendee',
  many: 'attendees',
  keyField: 'email',
  keyOf,
  inputKeyOf: keyOf,
  removedKeyOf: (email) => email.toLowerCase(),
  check: ({ additionalGuestCount }, argument) =>
    checkGuestCount(additionalGuestCount, `${argument}.additionalGuestCount`),
  merge: ({ additionalGuestCount: additionalGuests, isResource: resource, ...rest }, current) =>
    mergeFields(current, { ...rest, resource, additionalGuests }),
};

/** Returns an attendee as the REST API accepts it: without read-only properties. */
export function writableAttendee(attendee: Attendee): Attendee {
  const { self: _self, organizer: _organizer, asyncOperation: _operation, ...rest } = attendee;
  return rest;
}
