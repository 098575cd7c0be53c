/** The types of the frontend in `examples/studio`, with the documents that codegen writes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStudioPage } from '../support/page/studio-page.ts';

const root = new URL('../../', import.meta.url);

const manifestOf = async (path: string): Promise<Record<string, Record<string, string>>> =>
  JSON.parse(await readFile(new URL(path, root), 'utf8'));

describe('examples/studio', () => {
  let studio: Awaited<ReturnType<typeof openStudioPage>>;
  beforeAll(async () => {
    studio = await openStudioPage();
  });
  afterAll(() => studio.close());

  it('has correct types', async () => {
    expect(await studio.check()).toBe('');
  });
  it('has types that the compiler checks', async () => {
    const file = join(studio.folder, 'src/mistake.ts');
    await writeFile(
      file,
      `import type { ControlQuery } from './generated/graphql';
       export const wrong: ControlQuery['broadcast'] = { title: 1 };`,
    );
    expect(await studio.check()).toContain('src/mistake.ts(2,');
  });
  it('has the packages of the repository, in the same versions', async () => {
    const own = await manifestOf('examples/studio/package.json');
    const all = await manifestOf('package.json');
    const versions = { ...all['dependencies'], ...all['devDependencies'] };
    expect(versions).toMatchObject({ ...own['dependencies'], ...own['devDependencies'] });
  });
});
