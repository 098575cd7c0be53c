/** Organizers and attendees of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { changeEntries, type KeyedChange } from '../../data/write/keyed-list.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fieldAt, fields } from '../field/path-field.ts';
import { person } from '../link/person.ts';
import { isSharedCalendarId } from './calendar-id.ts';

export const ResponseStatus = enumeration(
  'ResponseStatus',
  'The response of an attendee to an invitation.',
  {
    needsAction: 'No response.',
    declined: 'The attendee declined.',
    tentative: 'The attendee accepted tentatively.',
    accepted: 'The attendee accepted.',
  },
);

const personEmail = (email: string | null | undefined): string | null =>
  email && !isSharedCalendarId(email) ? email : null;

export const EventPerson = builder
  .objectRef<NonNullable<calendar_v3.Schema$Event['creator']>>('EventPerson')
  .implement({
    description: 'The creator or the organizer of an event: a person or a shared calendar.',
    fields: (t) => ({
      ...fields(t, {
        email: ['EmailAddress', 'The email address. For a shared calendar, the calendar id.'],
        displayName: ['String', 'The display name, if available.'],
        self: [
          'Boolean',
          'Whether the creator or organizer is the calendar on which the event was read.',
        ],
      }),
      profileId: fieldAt(
        t,
        'ID',
        'id',
        'The profile id of the creator or organizer, if available. No operation accepts the id. REST field: `id`.',
      ),
      person: person(
        t,
        ['email'],
        'The person with the email address of the creator or organizer. Null for a shared calendar.',
        ({ email }) => personEmail(email),
      ),
    }),
  });

export const EventAttendee = builder
  .objectRef<calendar_v3.Schema$EventAttendee>('EventAttendee')
  .implement({
    description: 'An attendee of an event: a person, a group, a room or a device.',
    fields: (t) => ({
      ...fields(t, {
        email: ['EmailAddress', 'The email address of the attendee.'],
        displayName: ['String', 'The name of the attendee, if available.'],
        responseStatus: [ResponseStatus, 'The response to the invitation.'],
        comment: ['String', 'The comment that accompanies the response.'],
        optional: ['Boolean', 'Whether attendance is optional.'],
        organizer: ['Boolean', 'Whether the attendee is the organizer of the event.'],
        self: ['Boolean', 'Whether the attendee is the calendar on which the event was read.'],
        resource: ['Boolean', 'Whether the attendee is a room or another resource.'],
      }),
      profileId: fieldAt(
        t,
        'ID',
        'id',
        'The profile id of the attendee, if available. No operation accepts the id. REST field: `id`.',
      ),
      additionalGuestCount: fieldAt(
        t,
        'Int',
        'additionalGuests',
        'The number of additional guests of the attendee. REST field: `additionalGuests`.',
      ),
      person: person(
        t,
        ['email', 'resource'],
        'The person with the email address of the attendee. Null for rooms, devices and shared calendars.',
        ({ email, resource }) => (resource ? null : personEmail(email)),
      ),
    }),
  });

export const EventAttendeeInput = builder.inputType('EventAttendeeInput', {
  description:
    'An attendee to add or to change. Omitted fields keep the current value of an existing attendee.',
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: 'The email address, which identifies the attendee. Letter case is ignored.',
    }),
    displayName: t.string({ description: 'The name that the event shows for the attendee.' }),
    optional: t.boolean({
      description: 'Whether attendance is optional. Default for a new attendee: false.',
    }),
    resource: t.boolean({
      description:
        'Whether the attendee is a room or another resource. Cannot be changed for an existing attendee.',
    }),
    additionalGuestCount: t.int({
      description: 'The number of additional guests, at least 0. Default for a new attendee: 0.',
    }),
    comment: t.string({
      description: 'The comment of the attendee, which accompanies the response.',
    }),
    responseStatus: t.field({
      type: ResponseStatus,
      description:
        'The response. Only changes that the caller may make for the attendee are accepted. Default for a new attendee: `NEEDS_ACTION`.',
    }),
  }),
});

export const EventAttendeeChange = builder.inputType('EventAttendeeChange', {
  description:
    'Changes to the attendees, identified by email address. Other attendees keep their place and their response.',
  fields: (t) => ({
    set: t.field({ type: [EventAttendeeInput], description: 'Attendees to add or to change.' }),
    remove: t.field({
      type: ['EmailAddress'],
      description: 'Email addresses of attendees to remove.',
    }),
    replaceAll: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Remove every attendee that `set` does not contain.',
    }),
  }),
});

type Attendee = calendar_v3.Schema$EventAttendee;

const attendeeKey = ({ email }: { readonly email?: string | null | undefined }): string =>
  email?.toLowerCase() ?? '';

/** An attendee of the REST API. In a change, undefined properties keep their value. */
type AttendeeProperties = { readonly [K in keyof Attendee]: Attendee[K] | undefined };

/** Changes of attendees, with the names of the input. */
type AttendeeChange = KeyedChange<typeof EventAttendeeInput.$inferInput>;

const propertiesOf = ({
  additionalGuestCount: additionalGuests,
  ...rest
}: typeof EventAttendeeInput.$inferInput): AttendeeProperties => ({ ...rest, additionalGuests });

/** Returns the attendees after the changes. */
export const changeAttendees = (
  { set, remove, replaceAll }: AttendeeChange,
  current: unknown,
  argument: string,
): AttendeeProperties[] =>
  changeEntries<AttendeeProperties>(
    (current ?? []) as readonly Attendee[],
    {
      set: set?.map(propertiesOf),
      remove: remove?.map((email) => email.toLowerCase()),
      replaceAll,
    },
    { keyOf: attendeeKey, argument },
  );

/** @throws InvalidInput for a negative number of guests whom an attendee brings */
export function checkGuestCount(count: number | null | undefined, argument: string): void {
  if (count != null && count < 0)
    throw new InvalidInput(argument, `${count} is too small; expected at least 0`);
}

/**
 * Row option `check`, before any call.
 * @throws InvalidInput for an attendee who is named twice, or who brings less than no guests
 */
export function checkAttendees(change: AttendeeChange, argument: string): void {
  for (const [index, { additionalGuestCount }] of (change.set ?? []).entries())
    checkGuestCount(additionalGuestCount, `${argument}.set.${index}.additionalGuestCount`);
  changeAttendees(change, [], argument);
}

/**
 * Row option `convert` for the attendees of a new event.
 * @throws InvalidInput for an attendee who is named twice, or who brings less than no guests
 */
export function newAttendees(
  attendees: readonly (typeof EventAttendeeInput.$inferInput)[],
  argument: string,
): Attendee[] {
  const seen = new Set<string>();
  for (const [index, attendee] of attendees.entries()) {
    const key = attendeeKey(attendee);
    checkGuestCount(attendee.additionalGuestCount, `${argument}.${index}.additionalGuestCount`);
    if (seen.has(key))
      throw new InvalidInput(
        `${argument}.${index}.email`,
        `${showValue(attendee.email)} is in the list already; expected each attendee once`,
      );
    seen.add(key);
  }
  return attendees.map((attendee) => writableAttendee(propertiesOf(attendee) as Attendee));
}

/** Returns an attendee as the REST API accepts it: without read-only and cleared properties. */
export function writableAttendee({
  email,
  id,
  displayName,
  optional,
  resource,
  additionalGuests,
  comment,
  responseStatus,
}: Attendee): Attendee {
  const all = {
    email,
    id,
    displayName,
    optional,
    resource,
    additionalGuests,
    comment,
    responseStatus,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null));
}
