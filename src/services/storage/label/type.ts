/** Labels of files: metadata that the organization of the caller defines. */
import type { drive_v3 } from '@googleapis/drive';
import { builder } from '../../../engine/schema/builder.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { computed, fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';
import { FileLabel } from '../resources.ts';
import { DriveUser } from '../user.ts';
import { FileLabelValueType } from '../enums.ts';

const FileLabelField = builder
  .objectType<drive_v3.Schema$LabelField>('FileLabelField', 'LabelField')
  .implement({
    description: 'A field of a label with its values on a file. One of the lists has the values.',
    fields: (t) => ({
      ...fields(t, {
        fieldId: ['The id of the field, unique in the label.', { path: 'id' }],
        valueType: [
          FileLabelValueType,
          'The type of the values, which decides which list has them.',
        ],
        users: [
          [DriveUser],
          'The values of a user field. Null for other fields.',
          { rest: 'user', maxItems: 10 },
        ],
      }),
      texts: computed(
        t,
        ['String'],
        { paths: ['text'], compute: ({ text }) => text },
        'The values of a text field. Null for other fields. REST field: `text`.',
      ),
      integers: computed(
        t,
        ['BigInt'],
        { paths: ['integer'], compute: ({ integer }) => integer },
        'The values of a number field. Null for other fields. REST field: `integer`.',
      ),
      dates: computed(
        t,
        ['Date'],
        { paths: ['dateString'], compute: ({ dateString }) => dateString },
        'The values of a date field. Null for other fields. REST field: `dateString`.',
      ),
      selectionIds: computed(
        t,
        ['ID'],
        { paths: ['selection'], compute: ({ selection }) => selection },
        'The ids of the chosen options. Null for other fields. REST field: `selection`.',
      ),
    }),
  });

export const labelConnection = connectionType(FileLabel, 'labels of a file');

export function addLabel(): void {
  FileLabel.implement({
    description:
      'A label on a file, with the values of its fields. The Drive Labels API has names and definitions of labels.',
    fields: (t) => ({
      id: unreadableId(t, { list: 'File.labels' }),
      labelId: ownKey(t, 'The Google Drive id of the label, the same on all files.'),
      ...fields(t, { revisionId: ['ID', 'The revision of the definition of the label.'] }),
      fields: field(t, {
        type: [FileLabelField],
        nullable: { list: true, items: false },
        description: 'The fields that have values on the file, sorted by their ids.',
        // The keys of the map are ids of fields: it is requested whole. A label has at most 10.
        needs: { kind: 'nested', path: 'fields', paths: ['fields'], maxItems: 10 },
        resolve: ({ fields: map }: drive_v3.Schema$Label) =>
          map &&
          Object.keys(map)
            .toSorted()
            .map((key) => map[key]),
      }),
    }),
  });
}
