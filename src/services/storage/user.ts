/** Users of Drive. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../../engine/schema/builder.ts';
import { fields } from '../../engine/schema/field/path-field.ts';
import { person } from '../shared/person.ts';

export const DriveUser = builder.objectType<drive_v3.Schema$User>('DriveUser', 'User').implement({
  description: 'A Google Drive user, as shown with a file.',
  fields: (t) => ({
    ...fields(t, {
      displayName: 'The full name of the user.',
      photoLink: ['URL', 'The URL of the profile photo of the user.'],
      me: 'Whether the user is the caller.',
      permissionId: 'The `permissionId` of the permissions of the user, identical on all files.',
      email: [
        'The email address of the user. Null if not visible to the caller.',
        { rest: 'emailAddress' },
      ],
    }),
    person: person(
      t,
      ['emailAddress'],
      'The person with the email address of the user. Null if the email address is not visible.',
      ({ emailAddress }) => emailAddress,
    ),
  }),
});
