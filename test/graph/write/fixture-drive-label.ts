/** The fixture of the labels of files. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

const { file, label, labelField, labelChoice } = ids;
const { production, rights } = label;

/** A change of the stage of the production, and one of its code. */
const stage = (choice: string) => [
  {
    labelId: production,
    fields: [
      { fieldId: labelField.stage, values: { selectionIds: [choice] } },
      { fieldId: labelField.code, values: null },
    ],
  },
];

const sent = (choice: string) => [
  {
    labelId: production,
    fieldModifications: [
      { fieldId: labelField.stage, setSelectionValues: [choice] },
      { fieldId: labelField.code, unsetValues: true },
    ],
  },
];

const changeOf = (...fields: readonly object[]) => ({
  labels: [{ labelId: production, fields }],
});

export const labelFixtures: Fixtures = {
  modifyFileLabels: {
    target: { id: file.launchScript },
    entity: `storage/files/${file.launchScript}`,
    // The version of the file increases.
    again: 'ADDED',
    fields: {
      labels: {
        values: [stage(labelChoice.final), stage(labelChoice.draft)],
        stored: [sent(labelChoice.final), sent(labelChoice.draft)],
        at: 'labels',
      },
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      id: { missing: file.missing },
      'labels.labelId': { missing: label.missing },
      'labels.fields.fieldId': {
        missing: 'NOFIELD',
        code: 'INVALID_INPUT',
        path: ['labels', '0', 'fields', '0'],
      },
      'labels.fields.values.selectionIds': {
        missing: 'NOCHOICE',
        code: 'INVALID_INPUT',
        path: ['labels', '0', 'fields', '0'],
      },
    },
    rejected: {
      labels: [
        { input: { labels: [] } },
        {
          input: { labels: [{ labelId: rights }, { labelId: rights, remove: true }] },
          path: 'labels.1.labelId',
        },
        {
          input: {
            labels: [{ labelId: rights, remove: true, fields: [{ fieldId: 'x', values: null }] }],
          },
          path: 'labels.0.fields',
        },
        { input: changeOf({ fieldId: labelField.code }), path: 'labels.0.fields.0.values' },
        {
          input: changeOf({ fieldId: labelField.code, values: { texts: [] } }),
          path: 'labels.0.fields.0.values.texts',
        },
        {
          input: changeOf(
            { fieldId: labelField.code, values: null },
            { fieldId: labelField.code, values: { texts: ['x'] } },
          ),
          path: 'labels.0.fields.1.fieldId',
        },
        {
          input: changeOf({ fieldId: labelField.take, values: { texts: ['three'] } }),
          path: 'labels.0.fields.0',
          reason: 'invalid',
        },
        {
          input: changeOf({ fieldId: labelField.code, values: { texts: ['a', 'b'] } }),
          path: 'labels.0.fields.0',
          reason: 'invalid',
        },
      ],
    },
  },
};
