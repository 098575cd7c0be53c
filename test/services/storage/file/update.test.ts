/** `updateFile`: which calls an update makes, and the version that a client requires. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('storage');
const studio = useStudio(options);

const { script } = ids.file;

/** The payload of `updateFile`. */
async function update(input: string) {
  const { data, errors } = await studio.query(
    `mutation { updateFile(input: { id: "${script}", ${input} }) { file { name version } errors { code path ... on ConflictError { current { ... on File { name version } } } } } }`,
  );
  return { ...data.updateFile, failures: errors };
}

async function version(): Promise<string> {
  const { data } = await studio.query(`{ file(id: "${script}") { version } }`);
  return data.file.version as string;
}

describe('an update with a version', () => {
  it('writes nothing if the read returns another file', async () => {
    const ifVersion = await version();
    proxy.edit((answer) => void (answer['id'] = ids.file.storyboard));
    const { failures } = await update(`name: "New", ifVersion: "${ifVersion}"`);
    expect(failures).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID' } }]);
    expect(studio.operations()).not.toContain('storage:files.update');
  });
});
