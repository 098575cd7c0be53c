/** Organizers and attendees of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { changeEntries, type KeyedChange } from '../../data/write/keyed-list.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fields } from '../field/path-field.ts';
import { person } from '../link/person.ts';

const ResponseStatus = enumeration(
  'ResponseStatus',
  'What a guest has answered to an invitation.',
  {
    needsAction: 'Nothing yet.',
    declined: 'They do not come.',
    tentative: 'They may come.',
    accepted: 'They come.',
  },
);

/** Whether an address is that of a calendar or room, and not of a person. */
const isCalendar = (email: string): boolean => /@(group|resource)\.(v\.)?calendar\./i.test(email);

const personEmail = (email: string | null | undefined): string | null =>
  email && !isCalendar(email) ? email : null;

export const EventPerson = builder
  .objectRef<NonNullable<calendar_v3.Schema$Event['creator']>>('EventPerson')
  .implement({
    description: 'Whoever made or organizes an event: a person, or a calendar that several share.',
    fields: (t) => ({
      ...fields(t, {
        email: [
          'EmailAddress',
          'Where to reach them; the id of the calendar where that organizes the event.',
        ],
        displayName: ['String', 'The name they go by.'],
        self: ['Boolean', 'Whether it is the calendar on which this copy of the event stands.'],
      }),
      person: person(
        t,
        ['email'],
        'The person behind it; null for a shared calendar.',
        ({ email }) => personEmail(email),
      ),
    }),
  });

export const EventAttendee = builder
  .objectRef<calendar_v3.Schema$EventAttendee>('EventAttendee')
  .implement({
    description: 'A guest of an event, or a room or device that is booked for it.',
    fields: (t) => ({
      ...fields(t, {
        email: ['EmailAddress', 'The address that was invited.'],
        displayName: ['String', 'Their name, if it is known.'],
        responseStatus: [ResponseStatus, 'What they have answered.'],
        comment: ['String', 'What they wrote along with the answer.'],
        optional: ['Boolean', 'Whether the event does without them.'],
        organizer: ['Boolean', 'Whether they organize the event.'],
        self: [
          'Boolean',
          'Whether this entry is that of the calendar on which the event was read.',
        ],
        resource: ['Boolean', 'Whether it is a room or a device.'],
        additionalGuests: ['Int', 'How many they bring along.'],
      }),
      person: person(
        t,
        ['email', 'resource'],
        'The person who was invited; null for a room or device.',
        ({ email, resource }) => (resource ? null : personEmail(email)),
      ),
    }),
  });

const EventAttendeeInput = builder.inputType('EventAttendeeInput', {
  description: 'A guest. What is left out stays as it is for one who is invited already.',
  fields: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: 'The address: it says which guest is meant.',
    }),
    displayName: t.string({ description: 'The name to show for them.' }),
    optional: t.boolean({ description: 'Whether the event can do without them.' }),
    resource: t.boolean({
      description: 'Whether a room or device is booked by this; fixed once it is.',
    }),
    additionalGuests: t.int({ description: 'How many they may bring.' }),
    comment: t.string({ description: 'The words that go with the answer.' }),
    responseStatus: t.field({
      type: ResponseStatus,
      description:
        'Their answer, as far as the caller may give it for them; left out, a new guest has given none.',
    }),
  }),
});

export const EventAttendeeChange = builder.inputType('EventAttendeeChange', {
  description:
    'Changes to the guest list, by address; guests who are not named stay, with their answers.',
  fields: (t) => ({
    set: t.field({ type: [EventAttendeeInput], description: 'Guests to invite or to change.' }),
    remove: t.field({ type: ['EmailAddress'], description: 'Guests to take off the list.' }),
    replaceAll: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Take off every guest that `set` does not name.',
    }),
  }),
});

type Attendee = calendar_v3.Schema$EventAttendee;

const attendeeKey = ({ email }: { readonly email?: string | null | undefined }): string =>
  email?.toLowerCase() ?? '';

/** An attendee of the input: omitted fields keep their value. */
type AttendeeProperties = { readonly [K in keyof Attendee]: Attendee[K] | undefined };

/** Returns the attendees after the changes. */
export const changeAttendees = (
  { set, remove, replaceAll }: KeyedChange<AttendeeProperties>,
  current: unknown,
  argument: string,
): AttendeeProperties[] =>
  changeEntries<AttendeeProperties>(
    (current ?? []) as readonly Attendee[],
    { set, remove: remove?.map((email) => email.toLowerCase()), replaceAll },
    { keyOf: attendeeKey, argument },
  );

/**
 * Row option `check`: finds an attendee who is named twice before any call. @throws InvalidInput
 */
export function checkAttendees(change: KeyedChange<AttendeeProperties>, argument: string): void {
  changeAttendees(change, [], argument);
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
