/** Sort order of files. */
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';

const FileOrderField = enumeration('FileOrderField', 'What files can be put in order by.', {
  name: 'Their names, letter by letter.',
  name_natural: 'Their names as people sort them: `take 9` before `take 10`.',
  folder: 'Folders before everything else.',
  createdTime: 'When they were created.',
  modifiedTime: 'When somebody last changed them.',
  modifiedByMeTime: 'When the caller last changed them.',
  viewedByMeTime: 'When the caller last opened them.',
  sharedWithMeTime: 'When they were shared with the caller.',
  recency: 'Whatever happened to them last.',
  quotaBytesUsed: 'The storage they take up.',
  starred: 'Whether the caller has starred them.',
});

const SortDirection = enumeration('SortDirection', 'Which end of an order comes first.', {
  asc: 'The smallest, earliest or first of the alphabet.',
  desc: 'The largest, latest or last of the alphabet.',
});

export const FileOrder = builder.inputType('FileOrder', {
  description: 'One key to sort files by.',
  fields: (t) => ({
    field: t.field({
      type: FileOrderField,
      required: true,
      description: 'The property that decides.',
    }),
    direction: t.field({
      type: SortDirection,
      required: true,
      defaultValue: 'asc',
      description: 'Upwards or downwards.',
    }),
  }),
});

/** Returns the REST parameter, for example `folder,modifiedTime desc`. */
export const orderParameter = (
  order: readonly (typeof FileOrder.$inferInput)[] | null | undefined,
): string | undefined =>
  order?.length
    ? order
        .map(({ field, direction }) => (direction === 'desc' ? `${field} desc` : field))
        .join(',')
    : undefined;
