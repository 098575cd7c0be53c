/** Users of Drive. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../builder.ts';
import { fields } from '../field/path-field.ts';
import { person } from '../link/person.ts';

export const DriveUser = builder.objectRef<drive_v3.Schema$User>('DriveUser').implement({
  description: 'Somebody as the storage service shows them beside a file.',
  fields: (t) => ({
    ...fields(t, {
      displayName: ['String', 'The name to show.'],
      emailAddress: ['EmailAddress', 'Their address; null where they keep it from the caller.'],
      photoLink: ['URL', 'Their picture.'],
      me: ['Boolean', 'Whether this is the caller.'],
      permissionId: ['ID', 'The `permissionId` of their permissions, the same on every file.'],
    }),
    person: person(
      t,
      ['emailAddress'],
      'The same person across all services; null without an address.',
      ({ emailAddress }) => emailAddress,
    ),
  }),
});
