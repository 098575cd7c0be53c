/** The storage service: labels of files. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { file, label, labelField, labelChoice, person } = ids;

const labels = async (id: string): Promise<readonly any[]> =>
  (await ask(`/files/${id}/listLabels`)).body.labels;

const modify = (id: string, ...labelModifications: readonly object[]): Promise<TestResponse> =>
  ask(`/files/${id}/modifyLabels`, { method: 'POST', body: { labelModifications } });

const { production, rights, confidential } = label;

describe('the labels of a file', () => {
  it('have values of each type', async () => {
    const found = (await labels(file.launchScript)).find(({ id }) => id === production);
    expect(found).toMatchObject({ kind: 'drive#label', revisionId: '3' });
    const { code, take, shotOn, stage, crew } = labelField;
    expect(found.fields).toMatchObject({
      [code]: { kind: 'drive#labelField', id: code, valueType: 'text', text: ['WL-01'] },
      [take]: { valueType: 'integer', integer: ['3'] },
      [shotOn]: { valueType: 'dateString', dateString: ['2026-02-28'] },
      [stage]: { valueType: 'selection', selection: [labelChoice.review] },
      [crew]: {
        valueType: 'user',
        user: [{ emailAddress: person.ava, me: true }, { emailAddress: person.chloe }],
      },
    });
  });
  it('are in labelInfo of the file if the call includes them', async () => {
    const { body } = await ask(
      `/files/${file.launchScript}?fields=labelInfo&includeLabels=${confidential},${rights}`,
    );
    expect(body).toEqual({
      labelInfo: {
        labels: [{ kind: 'drive#label', id: confidential, revisionId: '2', fields: {} }],
      },
    });
  });
  it('are empty for a folder', async () => {
    expect(await labels(file.studio)).toEqual([]);
  });
});

describe('modifyLabels', () => {
  it('adds a label, sets values of each type, and returns the label', async () => {
    const { code, take, shotOn, stage, crew } = labelField;
    const { body } = await modify(file.runSheet, {
      labelId: production,
      fieldModifications: [
        { fieldId: code, setTextValues: ['WL-09'] },
        { fieldId: take, setIntegerValues: ['12'] },
        { fieldId: shotOn, setDateValues: ['2026-03-01'] },
        { fieldId: stage, setSelectionValues: [labelChoice.final] },
        { fieldId: crew, setUserValues: [person.ben] },
      ],
    });
    expect(body.modifiedLabels).toEqual(await labels(file.runSheet));
    expect(body.modifiedLabels[0].fields).toMatchObject({
      [code]: { text: ['WL-09'] },
      [take]: { integer: ['12'] },
      [shotOn]: { dateString: ['2026-03-01'] },
      [stage]: { selection: [labelChoice.final] },
      [crew]: { user: [{ emailAddress: person.ben }] },
    });
  });
  it('unsets single values and keeps the others', async () => {
    await modify(file.launchScript, {
      labelId: production,
      fieldModifications: [{ fieldId: labelField.crew, unsetValues: true }],
    });
    const found = (await labels(file.launchScript)).find(({ id }) => id === production);
    expect(found.fields).not.toHaveProperty(labelField.crew);
    expect(found.fields).toHaveProperty(labelField.code);
  });
  it('removes labels', async () => {
    const { body } = await modify(
      file.launchScript,
      { labelId: production, removeLabel: true },
      { labelId: rights },
    );
    expect(body.modifiedLabels.map(({ id }: any) => id)).toEqual([rights]);
    const left = (await labels(file.launchScript)).map(({ id }) => id);
    expect(new Set(left)).toEqual(new Set([rights, confidential]));
  });
  it('changes nothing if one of the modifications is rejected', async () => {
    const before = await labels(file.launchScript);
    const { status } = await modify(
      file.launchScript,
      { labelId: production, removeLabel: true },
      { labelId: label.missing },
    );
    expect(status).toBe(404);
    expect(await labels(file.launchScript)).toEqual(before);
  });
});
