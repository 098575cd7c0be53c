/** Choices of searches for files. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';

export const FileTrash = enumeration('FileTrash', 'Files in the trash, in a search.', {
  exclude: 'Only files outside the trash.',
  include: 'Files in the trash and outside of it.',
  only: 'Only files in the trash.',
});

export const FileVisibility = enumeration(
  'FileVisibility',
  'Who can find or open a file, beside the users and groups that it is shared with.',
  {
    anyoneCanFind: 'Everybody on the web can find and open the file.',
    anyoneWithLink: 'Everybody who has the link can open the file.',
    domainCanFind: 'All users of a Google Workspace domain can find and open the file.',
    domainWithLink: 'All users of a Google Workspace domain who have the link can open the file.',
    limited: 'Only the users and groups that the file is shared with can open the file.',
  },
);
