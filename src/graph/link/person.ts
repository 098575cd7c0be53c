/** Persons of Drive and Calendar, identified by their e-mail address. */
import { noNeeds } from '../../data/read/needs.ts';
import { type Field, type FieldBuilder, field } from '../field/field-factory.ts';
import { builder } from '../builder.ts';
import { globalId } from '../global-id.ts';

/** A person before it is resolved. */
interface PersonValue {
  readonly email: string;
}

const Person = builder.objectRef<PersonValue>('Person').implement({
  description:
    'Somebody with an e-mail address. Name, picture and reply belong to where they were met: see the type that led here.',
  fields: (t) => ({
    id: field(t, {
      type: 'ID',
      nullable: false,
      description: 'Made of the address: the same person has the same id wherever they turn up.',
      needs: noNeeds,
      resolve: ({ email }: PersonValue) => globalId('Person', [email.toLowerCase()]),
    }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: false,
      description: 'The address that makes them the same person everywhere.',
      extensions: { needs: noNeeds },
    }),
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
    needs: { kind: 'paths', paths },
    resolve: (value: Shape): PersonValue | null => {
      const email = emailOf(value);
      return email ? { email } : null;
    },
  });
