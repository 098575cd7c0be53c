/** Persons: when they are busy, and what they have in Drive and Calendar, as the caller sees it. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Ref } from '../../engine/read/resource.ts';
import { calendarList } from '../calendar/operations.ts';
import { files } from '../storage/operations.ts';
import { builder } from '../../engine/schema/builder.ts';
import { calendarListConnection } from '../calendar/calendar-list/type.ts';
import { eventConnection } from '../calendar/event/list.ts';
import { eventKey, filteredEvents } from '../calendar/event/search.ts';
import { ownerEmailOf } from '../calendar/calendar/owner.ts';
import { Calendar } from '../calendar/resources.ts';
import { connection } from '../../engine/schema/list/connection.ts';
import { enumeration } from '../../engine/schema/field/enumeration.ts';
import { lookup } from '../../engine/schema/field/lookup.ts';
import { fileConnection } from '../storage/file/type.ts';
import { fileListArguments, type FileListArguments } from '../storage/search/order.ts';
import { includeAllDrives } from '../storage/resources.ts';
import { filterTerms, joinTerms, peopleTerm } from '../storage/search/filter.ts';
import { isSameAddress, personKey, Person, type PersonValue } from '../shared/person.ts';
import { fields } from '../../engine/schema/field/path-field.ts';
import { ancestor } from '../../engine/schema/field/link.ts';
import { required } from '../../engine/schema/field/input-row.ts';
import { busyTimes } from '../calendar/free-busy/type.ts';
import { node } from '../../engine/schema/type/node-interface.ts';
import { ownValues } from '../../engine/schema/field/own-value.ts';

const PersonFileRole = enumeration(
  'PersonFileRole',
  'The role of a person on a file.',
  {
    owners: 'The person owns the file. Files on shared drives have no owner.',
    writers: 'The person can change the file, as writer or in a higher role.',
    readers: 'The person can read the file, in any role.',
  },
  { names: { owners: 'OWNER', writers: 'WRITER', readers: 'READER' } },
);

type PeopleField = Parameters<typeof peopleTerm>[1];

interface FileArguments extends FileListArguments {
  readonly role: PeopleField;
}

/** The address of a person. */
const emailOf = (ref: Ref | undefined): string => ref!.key[0]!;

/** Adds the fields to `Person`, and its root field. */
export function addPersonLists(): void {
  builder.objectFields(Person, (t) => ({
    files: connection(
      t,
      fileConnection,
      {
        ...fileListArguments,
        operation: files.list,
        args: (_: unknown, { role, filter }: FileArguments, ref) => ({
          ...includeAllDrives,
          q: joinTerms([peopleTerm(emailOf(ref), role), ...filterTerms(filter)]),
        }),
        argumentNames: { q: ['filter'], fileId: ['filter.parentId'] },
        arguments: {
          role: [
            required(PersonFileRole),
            'Return only files for which the person has this role.',
            { default: 'owners' },
          ],
          ...fileListArguments.arguments,
        },
      },
      'The files of the person that the caller sees: of the files that the caller owns, and of those that are shared with the caller, the ones for which the person has the role. Without an access token: only public files.',
    ),
    events: connection(
      t,
      eventConnection,
      {
        // The search finds the address in any text field.
        ...filteredEvents((ref) => ({ q: emailOf(ref) })),
        keyOf: (event, _, args) => eventKey(event, args),
        filter: ({ attendees }: calendar_v3.Schema$Event, person) =>
          attendees?.some(({ email }) => isSameAddress(email, emailOf(person))) ?? false,
        filterPaths: ['attendees.email'],
      },
      'The events of a calendar to which the person is invited, whatever the response of the person, as far as the caller sees the attendees. Google Calendar searches for the address in all text fields; the gateway compares it with the attendees. Calls `calendars.get` only if `calendarId` is `primary`. Specify `from` and `to`: a recurring event without an end has an unlimited number of occurrences.',
    ),
    ...fields(t, {
      primaryCalendar: [
        Calendar,
        'The primary calendar of the person, whose id is the email address. Null if the caller may not see it, and for the address of a group.',
        ancestor(Calendar),
      ],
    }),
    calendars: connection(
      t,
      calendarListConnection,
      {
        operation: calendarList.list,
        args: () => ({}),
        filter: (entry: calendar_v3.Schema$CalendarListEntry, person) =>
          isSameAddress(ownerEmailOf(entry), emailOf(person)),
        filterPaths: ['dataOwner', 'id'],
        sameForAllParents: true,
      },
      'The calendars of the person in the calendar list of the caller, without hidden ones: the primary calendar, and calendars of which the person is the data owner. The REST API cannot filter by owner, so the gateway reads the whole list.',
    ),
  }));

  builder.queryField('person', (t) =>
    lookup(
      t,
      Person,
      {
        arguments: {
          email: [required('EmailAddress'), 'The email address. Letter case is ignored.'],
        },
        ref: ({ email }: { readonly email: string }) => ({
          resource: Person.resource,
          key: [personKey(email)],
        }),
      },
      'The person with the given email address. Makes no call, and does not prove that the address exists.',
    ),
  );

  Person.implement({
    ...node,
    description:
      'A person, identified by an email address. The name, the photo and the response of a person are fields of the types that link to `Person`, for example `EventAttendee`. The id follows from the address: `node(id:)` makes no call and does not prove that the address exists.',
    fields: (t) => ({
      ...ownValues(t, {
        email: [required('EmailAddress'), 'The email address of the person, in lower case.'],
      }),
      busy: busyTimes(
        t,
        ({ email }: PersonValue) => email,
        'The times at which the primary calendar of the person is busy, in order and without overlaps. Null with a warning if the caller may not see them, and for the address of a group.',
      ),
    }),
  });
}
