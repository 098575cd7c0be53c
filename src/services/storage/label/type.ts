/** Labels of files: metadata that the organization of the caller defines. */
import type { drive_v3 } from '@googleapis/drive';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { fields, ownKey, valueType } from '../../../engine/schema/field/path-field.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';
import { FileLabel } from '../resources.ts';
import { DriveUser } from '../user.ts';
import { FileLabelValueType } from '../enums.ts';

const FileLabelField = valueType<drive_v3.Schema$LabelField>('FileLabelField', 'LabelField').rows(
  'A field of a label with its values on a file. One of the lists has the values.',
  {
    fieldId: ['The id of the field, unique in the label.', { path: 'id' }],
    valueType: [FileLabelValueType, 'The type of the values, which decides which list has them.'],
    users: [
      [DriveUser],
      'The values of a user field. Null for other fields.',
      { rest: 'user', maxItems: 10 },
    ],
    texts: ['The values of a text field. Null for other fields.', { rest: 'text' }],
    integers: ['The values of a number field. Null for other fields.', { rest: 'integer' }],
    dates: ['The values of a date field. Null for other fields.', { rest: 'dateString' }],
    selectionIds: [
      ['ID'],
      'The ids of the chosen options. Null for other fields.',
      { rest: 'selection' },
    ],
  },
);

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
