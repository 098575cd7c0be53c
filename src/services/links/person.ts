/** How persons are found, and when they are busy. */
import { noNeeds } from '../../engine/read/needs.ts';
import { freebusy } from '../calendar/operations.ts';
import { busyTimes } from '../calendar/free-busy/type.ts';
import { withResource } from '../../engine/schema/field/field-factory.ts';
import { node } from '../../engine/schema/type/node-interface.ts';
import { Person as PersonType, personKey, type PersonValue } from '../shared/person.ts';

const isKey = (key: string): boolean => key === personKey(key) && /^[^@\s]+@[^@\s]+$/.test(key);

export const Person = withResource(PersonType, {
  name: 'Person',
  key: ['email'],
  read: {
    kind: 'local',
    operation: freebusy.query,
    find: (_, [email]) => (isKey(email!) ? ({ email: email! } satisfies PersonValue) : null),
    absence: 'The id is not that of a person: it contains no email address in lower case.',
  },
});

/** Adds the type to the schema. */
export function addPerson(): void {
  Person.implement({
    ...node,
    description:
      'A person, identified by an email address. The name, the photo and the response of a person are fields of the types that link to `Person`, for example `EventAttendee`. The id follows from the address: `node(id:)` makes no call and does not prove that the address exists.',
    fields: (t) => ({
      email: t.expose('email', {
        type: 'EmailAddress',
        nullable: false,
        description: 'The email address of the person, in lower case.',
        extensions: { needs: noNeeds },
      }),
      busy: busyTimes(
        t,
        ({ email }: PersonValue) => email,
        'The times at which the primary calendar of the person is busy, in order and without overlaps. Null with a warning if the caller may not see them, and for the address of a group.',
      ),
    }),
  });
}
