/** Persons in Drive and Calendar, identified by their email addresses. */
import { noNeeds } from '../../engine/read/needs.ts';
import { attachRef } from '../../engine/read/resource.ts';
import { freebusy } from '../calendar/operations.ts';
import { busyTimes } from '../calendar/free-busy/type.ts';
import {
  type Field,
  type FieldBuilder,
  field,
  resource,
} from '../../engine/schema/field/field-factory.ts';
import { node } from '../../engine/schema/type/node-interface.ts';

/** The value of the type `Person`. */
interface PersonValue {
  readonly email: string;
}

/** The address as the key of a person: letter case does not distinguish addresses of Google. */
export const personKey = (email: string): string => email.toLowerCase();

/** Whether an address of an answer is that of a person. @param key of the person */
export const isSameAddress = (email: string | null | undefined, key: string): boolean =>
  email != null && personKey(email) === key;

const isKey = (key: string): boolean => key === personKey(key) && /^[^@\s]+@[^@\s]+$/.test(key);

export const Person = resource<PersonValue>({
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

/**
 * Field with the person of a value; null without an address.
 * @param emailOf returns the address; null for groups and domains, too
 */
export const person = <Shape>(
  t: FieldBuilder<Shape>,
  paths: readonly string[],
  description: string,
  emailOf: (value: Shape) => string | null | undefined,
): Field =>
  field(t, {
    type: Person,
    description,
    // Links of the person begin at the person, and not at the value.
    needs: { kind: 'nested', path: '', paths, maxItems: 1, isCut: true },
    resolve: (value: Shape): PersonValue | null => {
      const address = emailOf(value);
      if (!address) return null;
      const email = personKey(address);
      return attachRef({ email }, { resource: Person.resource, key: [email] });
    },
  });
