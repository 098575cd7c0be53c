/** The storage service: labels of files. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { file, label, labelField } = ids;

const labels = async (id: string): Promise<readonly any[]> =>
  (await ask(`/files/${id}/listLabels`)).body.labels;

const modify = (id: string, ...labelModifications: readonly object[]): Promise<TestResponse> =>
  ask(`/files/${id}/modifyLabels`, { method: 'POST', body: { labelModifications } });

const { production, rights, confidential } = label;

describe('modifyLabels', () => {
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
