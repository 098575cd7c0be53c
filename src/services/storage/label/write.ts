/** `modifyFileLabels`: add and remove labels of a file, and set the values of their fields. */
import type { drive_v3 } from '@googleapis/drive';
import { action } from '../../../engine/write/action.ts';
import type { Change } from '../../../engine/write/change.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { files } from '../operations.ts';
import { refAttacher } from '../../../engine/schema/field/field-call.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { inputObject, oneOfObject, flag } from '../../../engine/schema/field/input-row.ts';
import { mapChecked } from '../../../engine/schema/write/invalid-inputs.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { nullOnFailure, type Payload } from '../../../engine/schema/write/write-payload.ts';
import { elementId } from '../../../engine/schema/type/element-id.ts';
import { fileArgument } from '../file/ref.ts';
import { File, FileLabel } from '../resources.ts';

const FileLabelValuesInput = oneOfObject(
  'FileLabelValuesInput',
  'The new values of a label field: one list, of the type of the field.',
  {
    texts: [['String'], 'Values of a text field.'],
    integers: [['BigInt'], 'Values of a number field.'],
    dates: [['Date'], 'Values of a date field.'],
    selectionIds: [['ID'], 'Ids of options of a selection field.'],
    userEmails: [['EmailAddress'], 'Email addresses of users, for a user field.'],
  },
);

const FileLabelFieldChangeInput = inputObject(
  'FileLabelFieldChangeInput',
  'A change of the values of a label field.',
  {
    fieldId: [required('ID'), 'The id of the field, as in `FileLabelField.fieldId`.'],
    values: [
      FileLabelValuesInput,
      'The new values, which replace the current ones. Null removes all values of the field.',
    ],
  },
);

const FileLabelChangeInput = inputObject(
  'FileLabelChangeInput',
  'A change of one label on a file: a label that the file does not have is added, otherwise the named fields are changed.',
  {
    labelId: [required('ID'), 'The Google Drive id of the label to change.'],
    remove: flag('Whether the label is removed from the file. Not together with `fields`.'),
    fields: [[FileLabelFieldChangeInput], 'Fields to change. All other fields keep their values.'],
  },
);

type LabelChange = typeof FileLabelChangeInput.$inferType;
type FieldChange = typeof FileLabelFieldChangeInput.$inferType;
type Values = typeof FileLabelValuesInput.$inferType;

/** Maps a list in which each id is allowed once. @throws InvalidInput for a repeated id */
function mapDistinct<T, R>(
  entries: readonly T[],
  idOf: (entry: T) => readonly [name: string, id: string],
  { argument, map }: { argument: string; map: (entry: T, argument: string) => R },
): R[] {
  const seen = new Set<string>();
  return mapChecked(entries, (entry, index) => {
    const [name, id] = idOf(entry);
    if (seen.has(id))
      throw new InvalidInput(
        `${argument}.${index}.${name}`,
        `${showValue(id)} is in the list already; expected each id once`,
      );
    seen.add(id);
    return map(entry, `${argument}.${index}`);
  });
}

/** The REST list of label modifications. @throws InvalidInput naming a place in the list */
function modifications(
  labels: readonly LabelChange[],
  argument: string,
): drive_v3.Schema$LabelModification[] {
  if (labels.length === 0)
    throw new InvalidInput(argument, 'the list is empty; expected at least one label');
  return mapDistinct(labels, ({ labelId }) => ['labelId', labelId], {
    argument,
    map: modification,
  });
}

function modification(
  { labelId, remove, fields }: LabelChange,
  argument: string,
): drive_v3.Schema$LabelModification {
  const id = elementId('FileLabel', labelId, `${argument}.labelId`);
  if (!remove)
    return {
      labelId: id,
      ...(fields?.length && {
        fieldModifications: mapDistinct(fields, ({ fieldId }) => ['fieldId', fieldId], {
          argument: `${argument}.fields`,
          map: fieldModification,
        }),
      }),
    };
  if (fields?.length)
    throw new InvalidInput(
      `${argument}.fields`,
      'is not allowed with remove: true; omit fields, or keep the label',
    );
  return { labelId: id, removeLabel: true };
}

function fieldModification(
  { fieldId, values }: FieldChange,
  argument: string,
): drive_v3.Schema$LabelFieldModification {
  const id = elementId('FileLabel', fieldId, `${argument}.fieldId`);
  if (values === undefined)
    throw new InvalidInput(
      `${argument}.values`,
      'is missing; expected new values, or null to remove all values',
    );
  if (values === null) return { fieldId: id, unsetValues: true };
  return { fieldId: id, ...setter(values, `${argument}.values`) };
}

/** Members of a field modification by the input field that has the values. */
const setters = {
  texts: 'setTextValues',
  integers: 'setIntegerValues',
  dates: 'setDateValues',
  selectionIds: 'setSelectionValues',
  userEmails: 'setUserValues',
} as const;

function setter(values: Values, argument: string): drive_v3.Schema$LabelFieldModification {
  const [name, list] = Object.entries(values)[0] as [keyof typeof setters, readonly string[]];
  const at = `${argument}.${name}`;
  if (list.length === 0)
    throw new InvalidInput(
      at,
      'the list is empty; expected at least one value. To remove all values, set `values` to null',
    );
  const checked =
    name === 'selectionIds'
      ? mapChecked(list, (id, index) => elementId('FileLabel', id, `${at}.${index}`))
      : list.map(String);
  return { [setters[name]]: checked };
}

/**
 * The places of the label id and of the fields in the input. Google Drive says which of the two it
 * rejects, but not in which entry: the place is known if only one entry has such a value.
 */
function labelParts(
  labels: readonly LabelChange[],
  argument: string,
): NonNullable<Change['parts']> {
  const entries = labels.map((label, index) => ({ ...label, at: `${argument}.${index}` }));
  const withFields = entries.filter(({ fields }) => fields?.length);
  return [
    ...mapOnly(entries, ({ at, labelId }) =>
      partAt(`${at}.labelId`, 'labelModifications.labelId', labelId),
    ),
    ...mapOnly(withFields, ({ at, fields }) =>
      partAt(
        fields!.length === 1 ? `${at}.fields.0` : `${at}.fields`,
        'labelModifications.fieldModifications',
        fields,
      ),
    ),
  ];
}

/** The mapped entry of a list of one; empty for other lists. */
const mapOnly = <T, R>(entries: readonly T[], map: (entry: T) => R): R[] =>
  entries.length === 1 ? entries.map(map) : [];

const partAt = (argument: string, path: string, value: unknown) => ({
  argument,
  path,
  apply: () => value,
});

const modifyFileLabels = write('modifyFileLabels', {
  description:
    'Add labels to a file, remove labels, or change the values of their fields. Google Drive makes either all changes or none. Requires permission to edit the file, and to apply the labels. Folders have no labels.',
  operation: files.modifyLabels,
  target: File,
  id: fileArgument('The file to change'),
  strategy: action({ showsAnswer: true }),
  input: changes(files.modifyLabels, {
    labels: [
      required([FileLabelChangeInput]),
      'labelModifications',
      'The changes, one for each label.',
      {
        clearable: false,
        change: (labels, argument) => {
          const sent = modifications(labels!, argument);
          return { apply: () => sent, parts: labelParts(labels!, argument) };
        },
      },
    ],
  }),
  locations: { labelModifications: 'labelModifications' },
  reasons: { badRequest: 'labelModifications', invalid: 'labelModifications' },
  result: 'The file. Its `version` has increased.',
  fields: (t) => ({
    fileLabels: field(t, {
      type: [FileLabel],
      nullable: { list: true, items: false },
      description: nullOnFailure('The labels that were added or changed, without removed labels.'),
      needs: { kind: 'nested', path: '', paths: [], maxItems: Infinity },
      resolve: ({ ref, extra }: Payload) => {
        const answer = extra as drive_v3.Schema$ModifyLabelsResponse | undefined;
        const refs = { resource: FileLabel.resource, operation: files.modifyLabels, parent: ref };
        return answer?.modifiedLabels?.map(refAttacher(refs)) ?? null;
      },
    }),
  }),
});

export const fileLabelWrites = [modifyFileLabels];
