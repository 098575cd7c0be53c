/** Labels of files: the list, chosen ones, and changes of all kinds of fields. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { displayNameOf } from '../../../../src/sandbox/storage/permission/person.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { launchScript, runSheet } = ids.file;
const { label, labelField, labelChoice, person } = ids;
const requests = () => studio.calls().map(({ operation, query }) => [operation, query]);

const fields = 'fieldId valueType texts integers dates selectionIds users { email displayName me }';

const none = { texts: null, integers: null, dates: null, selectionIds: null, users: null };
const user = (email: string, me = false) => ({ email, displayName: displayNameOf(email), me });

const production = [
  { ...none, fieldId: labelField.code, valueType: 'TEXT', texts: ['WL-01'] },
  { ...none, fieldId: labelField.take, valueType: 'INTEGER', integers: ['3'] },
  { ...none, fieldId: labelField.shotOn, valueType: 'DATE_STRING', dates: ['2026-02-28'] },
  {
    ...none,
    fieldId: labelField.stage,
    valueType: 'SELECTION',
    selectionIds: [labelChoice.review],
  },
  {
    ...none,
    fieldId: labelField.crew,
    valueType: 'USER',
    users: [user(person.ava, true), user(person.chloe)],
  },
].toSorted((a, b) => (a.fieldId < b.fieldId ? -1 : 1));

describe('the labels of a file', () => {
  it('have values of each kind of field, in one call', async () => {
    const data = await studio.data(
      `{ file(id: "${launchScript}") { labels { nodes { id labelId revisionId fields { ${fields} } } } } }`,
    );
    const expected = [
      { labelId: label.production, revisionId: '3', fields: production },
      { labelId: label.confidential, revisionId: '2', fields: [] },
    ].map((each) => ({ id: globalId('FileLabel', [launchScript, each.labelId]), ...each }));
    expect(data.file.labels.nodes).toEqual(
      expected.toSorted((a, b) => (a.labelId < b.labelId ? -1 : 1)),
    );
    expect(requests()).toEqual([
      [
        'storage:files.listLabels',
        {
          maxResults: ['20'],
          fields: ['labels(fields,id,revisionId),nextPageToken'],
          prettyPrint: ['false'],
        },
      ],
    ]);
  });
});

describe('modifyFileLabels', () => {
  const modify = (labels: readonly object[], id = runSheet) =>
    studio.query(
      `mutation ($input: ModifyFileLabelsInput!) { modifyFileLabels(input: $input) { file { fileId version } fileLabels { id labelId fields { ${fields} } } errors { code message path reason } } }`,
      { input: { id, labels } },
    );
  it('adds a label with values of all kinds by one call', async () => {
    const { data, errors } = await modify([
      {
        labelId: label.production,
        fields: [
          { fieldId: labelField.code, values: { texts: ['WL-09'] } },
          { fieldId: labelField.take, values: { integers: [12] } },
          { fieldId: labelField.shotOn, values: { dates: ['2026-03-01'] } },
          { fieldId: labelField.stage, values: { selectionIds: [labelChoice.final] } },
          { fieldId: labelField.crew, values: { userEmails: [person.ben] } },
        ],
      },
    ]);
    expect(errors).toBeUndefined();
    expect(data.modifyFileLabels).toMatchObject({ file: { fileId: runSheet }, errors: [] });
    const [added] = data.modifyFileLabels.fileLabels;
    expect(added.id).toBe(globalId('FileLabel', [runSheet, label.production]));
    const valueOf = (fieldId: string) => added.fields.find((each: any) => each.fieldId === fieldId);
    expect(valueOf(labelField.code).texts).toEqual(['WL-09']);
    expect(valueOf(labelField.take).integers).toEqual(['12']);
    expect(valueOf(labelField.shotOn).dates).toEqual(['2026-03-01']);
    expect(valueOf(labelField.stage).selectionIds).toEqual([labelChoice.final]);
    expect(valueOf(labelField.crew).users).toEqual([user(person.ben)]);
    const { body } = studio.calls().find(({ operation }) => /modify/.test(operation))!;
    expect(body).toEqual({
      labelModifications: [
        {
          labelId: label.production,
          fieldModifications: [
            { fieldId: labelField.code, setTextValues: ['WL-09'] },
            { fieldId: labelField.take, setIntegerValues: ['12'] },
            { fieldId: labelField.shotOn, setDateValues: ['2026-03-01'] },
            { fieldId: labelField.stage, setSelectionValues: [labelChoice.final] },
            { fieldId: labelField.crew, setUserValues: [person.ben] },
          ],
        },
      ],
    });
    expect(studio.operations()).toEqual(['storage:files.get', 'storage:files.modifyLabels']);
  });
  it('removes a label, and keeps the fields of another one that are not named', async () => {
    const { data } = await modify(
      [
        { labelId: label.confidential, remove: true },
        { labelId: label.production, fields: [{ fieldId: labelField.crew, values: null }] },
      ],
      launchScript,
    );
    expect(data.modifyFileLabels.fileLabels).toEqual([
      expect.objectContaining({
        labelId: label.production,
        fields: production.filter(({ fieldId }) => fieldId !== labelField.crew),
      }),
    ]);
    const after = await studio.query(
      `{ file(id: "${launchScript}") { labels { nodes { labelId } } } }`,
    );
    expect(after.data.file.labels.nodes).toEqual([{ labelId: label.production }]);
  });
  it('rejects several wrong values at once, each with its place, before any call', async () => {
    const { data } = await modify([
      { labelId: '../x', fields: [] },
      {
        labelId: label.rights,
        fields: [
          { fieldId: '', values: null },
          { fieldId: labelField.region, values: { selectionIds: ['a/b'] } },
        ],
      },
    ]);
    expect(data.modifyFileLabels.errors).toMatchObject(
      [
        ['labels', '0', 'labelId'],
        ['labels', '1', 'fields', '0', 'fieldId'],
        ['labels', '1', 'fields', '1', 'values', 'selectionIds', '0'],
      ].map((path) => ({ code: 'INVALID_INPUT', path, reason: null })),
    );
    expect(studio.calls()).toEqual([]);
  });
  it('names the place of a rejected value if only one entry can be meant, else the list', async () => {
    const wrongType = [{ fieldId: labelField.take, values: { texts: ['three'] } }];
    const rejected = async (labels: readonly object[]) => {
      const { data } = await modify(labels);
      expect(data.modifyFileLabels).toMatchObject({ file: null, fileLabels: null });
      return data.modifyFileLabels.errors.map(({ code, path }: any) => [code, path.join('.')]);
    };
    const missing = { labelId: label.missing };
    const known = { labelId: label.confidential };
    expect(await rejected([missing])).toEqual([['NOT_FOUND', 'labels.0.labelId']]);
    expect(await rejected([known, missing])).toEqual([['NOT_FOUND', 'labels']]);
    const production = { labelId: label.production, fields: wrongType };
    expect(await rejected([known, production])).toEqual([['INVALID_INPUT', 'labels.1.fields.0']]);
    const rights = { labelId: label.rights, fields: wrongType };
    expect(await rejected([production, rights])).toEqual([['INVALID_INPUT', 'labels']]);
  });
  it('says which label does not exist, and which values a field accepts', async () => {
    const messages = async (labels: readonly object[]) =>
      (await modify(labels)).data.modifyFileLabels.errors.map(({ message }: any) => message);
    expect(await messages([{ labelId: label.missing }])).toEqual([
      `labels.0.labelId: Google Drive has no object with the id "${label.missing}" that the caller may see. Check it, or use the access token of another account.`,
    ]);
    const fields = [{ fieldId: 'NOFIELD', values: null }];
    expect(await messages([{ labelId: label.production, fields }])).toEqual([
      'labels.0.fields.0: Google Drive rejected the value; expected fields that the label has, with values of the type of each field: not more than the field allows, and only options that it has.',
    ]);
  });
});
