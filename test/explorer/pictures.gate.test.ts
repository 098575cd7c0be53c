/**
 * The pictures of the README and of `docs/limits.md` show what the explorer shows now.
 * `npm run pictures` takes them again, and writes what they show.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplorerPage, openExplorer } from '../support/page/explorer.ts';
import { showPictures } from '../support/page/pictures.ts';

const folder = new URL('../../docs/pictures/', import.meta.url);
const file = new URL('shown.json', folder);
const isWriting = process.env['PICTURES'] === 'write';

describe('the pictures of the pages', () => {
  let explorer: ExplorerPage;
  beforeAll(async () => {
    explorer = await openExplorer({ env: { BATCH_MAX_WAIT_MS: '10000' } });
    await explorer.page.setViewportSize({ width: 1280, height: 1080 });
  });
  afterAll(() => explorer.close());

  it('have the query, its plan and its calls', async () => {
    const shown = await showPictures(explorer, async (name) => {
      if (!isWriting) return;
      mkdirSync(folder, { recursive: true });
      await explorer.page.mouse.move(0, 0);
      await explorer.page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
    });
    if (isWriting) writeFileSync(file, `${JSON.stringify(shown, undefined, 2)}\n`);
    expect(shown).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});
