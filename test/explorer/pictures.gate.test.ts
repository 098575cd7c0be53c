/**
 * The pictures of the README and of `docs/limits.md` show what the explorer shows now.
 * `npm run pictures` takes them again, and writes what they show. That of the frontend is compared
 * in `studio.gate.test.ts`, which has built it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useExplorer } from '../support/page/explorer.ts';
import { openBrowser } from '../support/page/browser.ts';
import { showPictures, shownBroadcasts } from '../support/page/pictures.ts';
import { openStudioPage } from '../support/page/studio-page.ts';

const folder = new URL('../../docs/pictures/', import.meta.url);
const file = new URL('shown.json', folder);
const isWriting = process.env['PICTURES'] === 'write';

describe('the pictures of the pages', () => {
  const explorer = useExplorer({ env: { BATCH_MAX_WAIT_MS: '10000' } }, ({ page }) =>
    page.setViewportSize({ width: 1280, height: 1080 }),
  );

  it('have the query, its plan and its calls', async () => {
    const shown = await showPictures(explorer, async (name) => {
      if (!isWriting) return;
      mkdirSync(folder, { recursive: true });
      await explorer.page.mouse.move(0, 0);
      await explorer.page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
    });
    if (isWriting) {
      const all = { ...shown, broadcasts: await shootStudio() };
      writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(shown);
  });

  async function shootStudio(): Promise<string[][]> {
    const studio = await openStudioPage();
    await studio.build();
    const served = await studio.serve(explorer.gateway.url);
    const browser = await openBrowser();
    const { page } = browser;
    await page.setViewportSize({ width: 1280, height: 960 });
    await page.goto(served.origin);
    await page.getByLabel('Access token').fill('studio-owner');
    await page.keyboard.press('Enter');
    const broadcasts = await shownBroadcasts(page);
    await page.screenshot({ path: fileURLToPath(new URL('studio.png', folder)) });
    await browser.close();
    await served.close();
    await studio.close();
    return broadcasts;
  }
});
