/** The explorer of a gateway that runs only the documents that its operator has listed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplorerPage, openExplorer } from '../support/page/explorer.ts';

describe('the explorer with PERSISTED_ONLY', () => {
  const listed = 'query Listed {\n  __typename\n}';
  let folder: string;
  let explorer: ExplorerPage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studiograph-explorer-'));
    await writeFile(join(folder, 'listed.graphql'), listed);
    explorer = await openExplorer({
      env: { PERSISTED_OPERATIONS: folder, PERSISTED_ONLY: 'on' },
    });
    await explorer.open();
  });
  afterAll(async () => {
    await explorer.close();
    await rm(folder, { recursive: true });
  });

  it('runs nothing by itself', async () => {
    await explorer.page.getByTestId('plan-line').filter({ hasText: 'No plan' }).waitFor();
    expect(explorer.gateway.sandbox.calls()).toEqual([]);
    expect(await explorer.page.locator('.call').count()).toBe(0);
  });
  it('says so, and why it has rejected another document', async () => {
    const header = await explorer.page.locator('header').innerText();
    expect(header).toContain('Runs only documents that its operator has listed');
    await explorer.write('query Other {\n  __typename\n}');
    const { errors } = await explorer.run();
    expect(errors).toMatchObject([{ extensions: { code: 'PERSISTED_QUERY_ONLY' } }]);
  });
  it('runs a listed document', async () => {
    await explorer.write(listed);
    const { data } = await explorer.run();
    expect(data).toEqual({ __typename: 'Query' });
  });
});
