/** The fields of persons: when they are busy. */
import { busyTimes } from '../calendar/free-busy/type.ts';
import { node } from '../../engine/schema/type/node-interface.ts';
import { Person, type PersonValue } from '../shared/person.ts';
import { required } from '../../engine/schema/field/input-row.ts';
import { ownValues } from '../../engine/schema/field/own-value.ts';

export function addPerson(): void {
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
