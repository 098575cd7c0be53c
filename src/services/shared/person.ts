/** Persons in Drive and Calendar, identified by their email addresses. */
import { attachRef } from '../../engine/read/resource.ts';
import {
  type Field,
  type FieldBuilder,
  field,
  localRead,
  resource,
} from '../../engine/schema/field/field-factory.ts';

/** The value of the type `Person`. */
export interface PersonValue {
  readonly email: string;
}

/** The address as the key of a person: letter case does not distinguish addresses of Google. */
export const personKey = (email: string): string => email.toLowerCase();

const isKey = (key: string): boolean => key === personKey(key) && /^[^@\s]+@[^@\s]+$/.test(key);

/** Its fields are in `links/person-list.ts`. */
export const Person = resource<PersonValue>({
  name: 'Person',
  key: ['email'],
  read: localRead('calendar:freebusy.query', {
    find: (_, [email]) => (isKey(email!) ? ({ email: email! } satisfies PersonValue) : null),
    absence: 'The id is not that of a person: it contains no email address in lower case.',
  }),
});

/** Whether an address of an answer is that of a person. @param key of the person */
export const isSameAddress = (email: string | null | undefined, key: string): boolean =>
  email != null && personKey(email) === key;

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
