/** Persons in Drive and Calendar, identified by their email addresses. */
import { noNeeds } from '../../data/read/needs.ts';
import { busyTimes } from '../calendar/free-busy.ts';
import { type Field, type FieldBuilder, field } from '../field/field-factory.ts';
import { builder } from '../builder.ts';
import { globalId } from '../global-id.ts';

/** The value of the type `Person`. */
interface PersonValue {
  readonly email: string;
}

const Person = builder.objectRef<PersonValue>('Person').implement({
  description:
    'A person, identified by an email address. The name, the photo and the response of a person are fields of the types that link to `Person`, for example `EventAttendee`.',
  fields: (t) => ({
    id: field(t, {
      type: 'ID',
      nullable: false,
      description:
        'The global id of the person, derived from the email address without regard to letter case. Not accepted by `node`.',
      needs: noNeeds,
      resolve: ({ email }: PersonValue) => globalId('Person', [email.toLowerCase()]),
    }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: false,
      description: 'The email address of the person.',
      extensions: { needs: noNeeds },
    }),
    busy: busyTimes(
      t,
      ({ email }: PersonValue) => email,
      'The times at which the primary calendar of the person is busy, in order and without overlaps. Null with a warning if the caller may not see them, and for the address of a group.',
    ),
  }),
});

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
    needs: { kind: 'nested', path: '', paths, maxItems: 1 },
    resolve: (value: Shape): PersonValue | null => {
      const email = emailOf(value);
      return email ? { email } : null;
    },
  });
