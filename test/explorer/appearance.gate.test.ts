/** How the explorer looks, and whether everyone can use it: axe, keyboard, themes and sizes. */
import { readFileSync } from 'node:fs';
import type { Locator, ViewportSize } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useExplorer } from '../support/page/explorer.ts';
import { focused, layoutProblems, violations } from '../support/page/page-layout.ts';

const dashboard = readFileSync(
  new URL('../../schema/operations/60-dashboard.graphql', import.meta.url),
  'utf8',
);

/** The parts of the page that are beside each other. */
const regions = [
  '.bar',
  '.graphiql-sidebar',
  '.graphiql-session-header',
  '.graphiql-editors',
  '.graphiql-response',
  '.operation',
];

const large = { width: 1920, height: 1080 };
const small = { width: 1280, height: 800 };

describe('the appearance of the explorer', () => {
  const explorer = useExplorer();

  /** Opens the page as for the first time. */
  const openNew = async (colorScheme: 'light' | 'dark', size: ViewportSize): Promise<void> => {
    explorer.gateway.sandbox.reset();
    await explorer.page.setViewportSize(size);
    await explorer.page.emulateMedia({ colorScheme });
    await explorer.openNew();
    await explorer.page.getByTestId('plan-line').filter({ hasText: 'At most' }).waitFor();
  };
  const resize = async (size: ViewportSize): Promise<void> => {
    await explorer.page.setViewportSize(size);
    // The editors follow in the next frame.
    await explorer.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  const show = async (view: 'Plan' | 'Calls'): Promise<void> => {
    const button = explorer.page.getByRole('button', { name: view, exact: true });
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  };
  const problems = (): Promise<string[]> => layoutProblems(explorer.page, regions);
  const call = () => explorer.page.locator('.call').getByRole('button').first();
  const runCalls = async (operation: string): Promise<void> => {
    await explorer.write(operation);
    await explorer.run();
    await call().waitFor();
  };
  /** Presses Tab until something has the focus, which is always visible. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      await explorer.page.keyboard.press('Tab');
      const at = await focused(explorer.page);
      expect(at).toEqual({ name: at.name, isVisible: true });
      if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
    }
    throw new Error(`Tab does not reach ${name}.`);
  };

  const [white, dark] = ['rgb(255, 255, 255)', 'rgb(26, 30, 45)'];
  /** The backgrounds of parts of the page: of its top, of the editor, and of the calls. */
  const backgrounds = (): Promise<string[]> =>
    explorer.page.evaluate(() =>
      ['.bar', '.graphiql-editors', '.operation'].map(
        (place) => getComputedStyle(document.querySelector(place)!).backgroundColor,
      ),
    );
  /** In the first view nothing overlaps, and the editor has place for 60 characters. */
  const expectPlace = async (): Promise<void> => {
    expect(await problems()).toEqual([]);
    const lines = explorer.page.locator('.graphiql-query-editor .view-lines').first();
    // A character of the editor is 8 px wide.
    expect((await lines.boundingBox())!.width).toBeGreaterThan(60 * 8);
  };

  /** In dark only the colors are others: the other rules have nothing more to find. */
  const contrast = ['color-contrast'];

  describe.each([
    ['light', white, small, undefined],
    ['dark', dark, large, contrast],
  ] as const)('in %s, axe finds nothing serious', (colorScheme, color, size, rules) => {
    beforeAll(() => openNew(colorScheme, size));
    const found = (): Promise<string[]> => violations(explorer.page, rules);
    it('in the first view, with the plan, in which nothing overlaps or is cut off', async () => {
      await expect.poll(backgrounds).toEqual([color, color, color]);
      await expectPlace();
      await resize({ width: 1400, height: 900 });
      expect(await found()).toEqual([]);
    });
    it.each([
      ['Docs', 'Across services'],
      ['Builder', 'playlists'],
      ['History', 'History'],
    ])('in the panel %s', async (name, text) => {
      const panel = await explorer.openPanel(name);
      await panel.getByText(text).first().waitFor();
      expect(await found()).toEqual([]);
    });
    it('in the documentation of a type', async () => {
      const panel = await explorer.openPanel('Docs');
      await panel.getByRole('button', { name: 'Query', exact: true }).click();
      await panel.getByText('playlist', { exact: true }).first().waitFor();
      expect(await found()).toEqual([]);
    });
    it('in the calls, with one of them open, and with errors', async () => {
      await explorer.openPanel('Examples');
      explorer.gateway.sandbox.fault({ match: { operation: 'video:channels.list' }, status: 503 });
      await runCalls('{ viewer { channel { title } playlists(first: 1) { nodes { id } } } }');
      await call().click();
      await explorer.page.locator('.detail').waitFor();
      expect(await found()).toEqual([]);
    });
    it('in the dialog Who am I, and in the settings', async () => {
      await explorer.page.locator('.who').click();
      expect(await found()).toEqual([]);
      await explorer.page.keyboard.press('Escape');
      await explorer.page.getByRole('button', { name: 'Open settings dialog' }).click();
      await explorer.page.getByRole('dialog').waitFor();
      expect(await found()).toEqual([]);
      await explorer.page.keyboard.press('Escape');
    });
  });

  describe('the theme', () => {
    it.each([
      ['dark', 'Light', white],
      ['light', 'Dark', dark],
      ['dark', 'System', dark],
      ['light', 'System', white],
    ] as const)(
      'of a %s system and the choice %s is that of all',
      async (system, choice, color) => {
        const { page } = explorer;
        await page.emulateMedia({ colorScheme: system });
        await page.getByRole('button', { name: 'Open settings dialog' }).click();
        await page.getByRole('dialog').getByRole('button', { name: choice }).click();
        await page.keyboard.press('Escape');
        await expect.poll(backgrounds).toEqual([color, color, color]);
        expect(await violations(page, contrast)).toEqual([]);
      },
    );
  });

  describe('by keyboard alone', () => {
    beforeAll(() => explorer.gateway.sandbox.reset());
    /** Tab begins at the start of the page, as after a load. */
    const returnToStart = (): Promise<void> =>
      explorer.page.evaluate(() => {
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute('tabindex');
      });
    it('the editor is the first that Tab reaches, and says how Tab leaves it', async () => {
      const { page } = explorer;
      const before = await explorer.operation();
      await returnToStart();
      await tabTo('Go to the editor');
      await page.keyboard.press('Enter');
      const { name } = await focused(page);
      expect(name).toContain('Ctrl+M, then Tab, leaves the editor');
      expect(await page.locator('.hint').innerText()).toContain('Ctrl+M');
      await page.keyboard.press('Tab');
      const indented = await explorer.operation();
      expect(indented).not.toBe(before);
      expect(indented.trim()).toBe(before);
      await page.keyboard.press('Control+m');
      await tabTo(/^Execute query/);
    });
    it('an example is opened and run, and its calls are read', async () => {
      const { page } = explorer;
      await returnToStart();
      await tabTo(/^Across services/);
      await page.keyboard.press('Enter');
      await expect.poll(() => explorer.operation()).toContain('query AcrossServices');
      await expect.poll(() => page.locator('.hint').isVisible()).toBe(true);
      await page.keyboard.press('Control+Enter');
      await page.locator('.call', { hasText: 'events.get' }).waitFor();
      // Tab leaves the editor since the test before.
      await tabTo(/events\.get/);
      await page.keyboard.press('Enter');
      await page.locator('.detail').waitFor();
      await tabTo('Copy as curl');
    });
    it('the user is changed, and the focus returns to the button of the menu', async () => {
      const { page } = explorer;
      await returnToStart();
      await tabTo(/^As Ava, the owner/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      expect((await focused(page)).name).toMatch(/^As Ava, the owner/);
      await page.keyboard.press('Enter');
      await tabTo(/^Ben, a guest/);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await focused(page)).name).toMatch(/^As Ben, a guest/);
    });
    it('the panel of costs and calls changes its height, as it does by mouse', async () => {
      const { page } = explorer;
      const height = async () => (await page.locator('.operation').boundingBox())!.height;
      const before = await height();
      const splitter = page.getByRole('separator', { name: 'Height of costs and calls' });
      await splitter.focus();
      await page.keyboard.press('ArrowUp');
      const higher = await height();
      expect(higher).toBeGreaterThan(before);
      await page.keyboard.press('ArrowDown');
      expect(await height()).toBe(before);
      await splitter.hover();
      await page.mouse.down();
      await page.mouse.move(600, 500);
      await page.mouse.up();
      const viewport = page.viewportSize()!;
      expect(Math.abs((await height()) - (viewport.height - 500))).toBeLessThan(10);
      await page.keyboard.press('End');
      expect(await problems()).toEqual([]);
      await page.keyboard.press('Home');
      expect(await problems()).toEqual([]);
    });
  });

  /** The last tab, which is new, is in view, and so is each tab to which the list is scrolled. */
  const expectReachable = async (tabs: Locator): Promise<void> => {
    const { page } = explorer;
    const last = (await tabs.count()) - 1;
    const list = (await page.locator('.graphiql-tabs').boundingBox())!;
    const isShown = async (index: number): Promise<boolean> => {
      const tab = (await tabs.nth(index).boundingBox())!;
      return tab.x >= list.x - 1 && tab.x + tab.width <= list.x + list.width + 1;
    };
    await expect.poll(() => isShown(last)).toBe(true);
    await page.mouse.move(list.x + 50, list.y + 10);
    await page.mouse.wheel(0, -5_000);
    await expect.poll(() => isShown(0)).toBe(true);
    await page.mouse.wheel(0, 5_000);
    await expect.poll(() => isShown(last)).toBe(true);
    await tabs.first().getByRole('button').first().focus();
    await expect.poll(() => isShown(0)).toBe(true);
  };

  describe('nothing overlaps or is cut off', () => {
    const sizes = [large, small];
    /** What is wrong at any of the sizes. */
    const problemsAtAll = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const size of sizes) {
        await resize(size);
        found.push(...(await problems()));
      }
      return found;
    };

    beforeAll(() => explorer.chooseUser(/^Ava, the owner/));
    it('with a long result and a long list of calls', async () => {
      await runCalls(dashboard);
      expect(await explorer.page.locator('.wave').count()).toBeGreaterThan(3);
      expect(await explorer.page.locator('.call').count()).toBeGreaterThan(5);
      await call().click();
      expect(await problemsAtAll()).toEqual([]);
      await show('Plan');
      expect(await problemsAtAll()).toEqual([]);
    });
    it('with long messages of errors', async () => {
      const name = 'nothing'.repeat(60);
      await explorer.write(`{ viewer { ${name} } }`);
      await show('Plan');
      await expect
        .poll(() => explorer.page.locator('.message').innerText())
        .toContain('nothing'.repeat(20));
      expect(await problemsAtAll()).toEqual([]);
      await explorer.run();
      await explorer.page.getByRole('list', { name: 'Errors' }).waitFor();
      expect(await problemsAtAll()).toEqual([]);
    });
    it('with 12 tabs or more, of which a new one is shown and all can be reached', async () => {
      const { page } = explorer;
      const tabs = page.locator('.graphiql-tab');
      for (const [index, size] of sizes.entries()) {
        await resize(size);
        while ((await tabs.count()) < 12 + index)
          await page.getByRole('button', { name: 'New tab' }).click();
        expect(await problems()).toEqual([]);
        await expectReachable(tabs);
      }
    });
  });

  it('moves nothing for those who want no motion', async () => {
    const { page } = explorer;
    const running = () =>
      page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      );
    await explorer.write('{ viewer { channel { title } } }');
    explorer.gateway.sandbox.fault({ match: { operation: 'video:channels.list' }, hang: true });
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('.graphiql-spinner').waitFor();
    expect(await running()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(running).toBe(0);
    await page.getByRole('button', { name: /stop query/i }).click();
    explorer.gateway.sandbox.reset();
  });

  it('writes no error to the console in all of this', () => {
    expect(explorer.consoleErrors).toEqual([]);
  });
});
