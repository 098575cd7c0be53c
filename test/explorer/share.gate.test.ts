/** Links to tabs, collections and code in a browser: what moves between people never runs. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decode, encode } from '../../src/explorer/share/share-link.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Browser, openBrowser } from '../support/page/browser.ts';
import { useExplorer, valueOf } from '../support/page/explorer.ts';
import { layoutProblems, violations } from '../support/page/page-layout.ts';

const video = 'query Video($id: ID!) {\n  video(id: $id) {\n    title\n  }\n}\n';

const variables = `{\n  // of the sandbox\n  "id": "${ids.video.trailer}"\n}`;

/** Kinds of operations, none of which a link may run. */
const operations = {
  query: '{ viewer { channel { title } } }',
  mutation: `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "Changed" }) { errors { code } } }`,
  subscription: `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`,
};

const regions = ['.bar', '.graphiql-sidebar', '.graphiql-plugin', '.graphiql-session-header'];

describe('what people share', () => {
  const explorer = useExplorer();
  /** Another profile: that of somebody else. */
  let other: Browser;
  const dialogs: string[] = [];

  const address = (): string => `${explorer.gateway.url}/graphql`;
  const calls = () => explorer.gateway.sandbox.calls();
  const notice = (page: Page = explorer.page) => page.locator('.notice');
  const tabs = (page: Page): Promise<string[]> => page.locator('.graphiql-tab').allInnerTexts();
  const copied = (): Promise<string> => explorer.page.evaluate('navigator.clipboard.readText()');
  const shown = async (page: Page): Promise<readonly string[]> => [
    await valueOf(page, 'operation.graphql'),
    await valueOf(page, 'variables.json'),
  ];
  /** The plan comes after what a page does by itself at its start. */
  const plan = (page: Page) => page.getByTestId('plan-line').filter({ hasText: 'At most' });
  const open = async (page: Page, link: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
  };
  /** Nothing has asked a service, and no answer is there. */
  const expectNotRun = async (page: Page): Promise<void> => {
    expect([calls(), await valueOf(page, 'response.json')]).toEqual([[], '']);
  };

  beforeAll(async () => {
    other = await openBrowser();
    for (const { page } of [explorer, other])
      page.on('dialog', async (dialog) => {
        dialogs.push(dialog.message());
        await dialog.dismiss();
      });
  });
  afterAll(() => other.close());
  beforeEach(() => explorer.gateway.sandbox.reset());

  describe('a link', () => {
    it('opens in another browser what was in the tab, and runs it by a click alone', async () => {
      await explorer.write(video);
      await explorer.writeVariables(variables);
      await explorer.page.getByRole('button', { name: 'Share:' }).click();
      await expect.poll(() => notice().innerText()).toContain('Link copied.');
      expect(await violations(explorer.page)).toEqual([]);
      const link = await copied();
      expect(link.startsWith(`${address()}#tab=1.`)).toBe(true);
      expect(link.length).toBeLessThan(address().length + 250);

      const { page } = other;
      await open(page, link);
      await expect
        .poll(() => notice(page).locator('p').innerText())
        .toBe('Opened from a link. It has not run.');
      expect(await shown(page)).toEqual([video, variables]);
      expect(page.url()).toBe(address());
      await page
        .locator('.graphiql-editor-tools button.active')
        .filter({ hasText: 'Variables' })
        .waitFor();
      await plan(page).waitFor();
      await expectNotRun(page);
      await expect.poll(() => tabs(page)).toEqual(['Welcome', 'Video']);
      expect(await violations(page)).toEqual([]);
      expect(await layoutProblems(page, regions.slice(0, 2))).toEqual([]);

      await page.getByRole('button', { name: /execute query/i }).click();
      await expect.poll(() => calls().length).toBe(1);
      expect(await notice(page).innerText()).toBe('');
    });
    it.each([
      [1400, 900],
      [800, 900],
      [390, 800],
    ])('says what it has opened, and moves nothing below, at %i by %i', async (width, height) => {
      const { page } = other;
      await page.setViewportSize({ width, height });
      await page.goto(address());
      const top = (): Promise<number> =>
        page.locator('.graphiql-query-editor').evaluate((each) => each.getBoundingClientRect().top);
      await page.locator('.graphiql-query-editor .view-line').first().waitFor();
      const before = await top();
      const { hash } = new URL(await encode({ query: video, variables: '' }, address()));
      await page.evaluate((fragment) => (location.hash = fragment), hash);
      await expect.poll(() => notice(page).innerText()).toContain('It has not run.');
      expect(await top()).toBe(before);
      expect(await layoutProblems(page, ['.bar', 'main'])).toEqual([]);
      await notice(page).getByRole('button').click();
      expect(await top()).toBe(before);
      await page.setViewportSize({ width: 1400, height: 900 });
    });
    it.each(Object.entries(operations))('does not run its %s', async (_, query) => {
      const { page } = other;
      await page.evaluate('localStorage.clear()');
      await open(page, await encode({ query, variables: '' }, address()));
      await expect.poll(() => notice(page).innerText()).toContain('It has not run.');
      expect(await shown(page)).toEqual([query, '']);
      await plan(page).waitFor();
      await expectNotRun(page);
    });
    it('opens in a page that is open, beside its tabs, and once', async () => {
      const { page } = explorer;
      await explorer.open();
      const before = await tabs(page);
      const { hash } = new URL(
        await encode({ query: '{ viewer { id } }', variables: '' }, address()),
      );
      await page.evaluate((fragment) => (location.hash = fragment), hash);
      await expect.poll(() => notice().innerText()).toContain('It has not run.');
      await expect.poll(() => tabs(page)).toEqual([...before, '<untitled>']);
      await notice().getByRole('button').click();
      expect(await notice().innerText()).toBe('');
      expect(page.url()).toBe(address());
      // The page writes its tabs when it has been still for half a second.
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('graphiql:tabState')))
        .toContain('{ viewer { id } }');
      await page.reload();
      await page.locator('.graphiql-query-editor .view-line').first().waitFor();
      expect([await tabs(page), await notice().innerText()]).toEqual([
        [...before, '<untitled>'],
        '',
      ]);
      await expectNotRun(page);
    });
    it.each([
      ['#tab=1.AAAA', 'The link is not complete'],
      ['#tab=1.%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E', 'The link is not complete'],
      ['#tab=99.abc', 'A newer version of this page has made the link.'],
    ])('that is %s changes nothing, and says so', async (hash, text) => {
      const { page } = explorer;
      const before = [await tabs(page), await shown(page)];
      await open(page, address() + hash);
      await expect.poll(() => notice().innerText()).toContain(text);
      expect([await tabs(page), await shown(page)]).toEqual(before);
      expect(page.url()).toBe(address());
      await expectNotRun(page);
    });
    it('shows hostile texts as they are', async () => {
      const query = '# </script><img src=x onerror=alert(1)>\n{ viewer { id } }';
      await open(explorer.page, await encode({ query, variables: '{"a": "<script>"}' }, address()));
      await expect.poll(() => shown(explorer.page)).toEqual([query, '{"a": "<script>"}']);
      expect(await explorer.page.locator('img').count()).toBe(0);
    });
    it('is not made of a tab that is too long: the notice says what to do', async () => {
      const numbers = Array.from({ length: 4_000 }, (_, index) => Math.sin(index)).join('\n# ');
      await explorer.write(`# ${numbers}`);
      await explorer.page.getByRole('button', { name: 'Share:' }).click();
      await expect.poll(() => notice().innerText()).toContain('Save it into a collection');
    });
    it('is shown where the browser does not let the page copy', async () => {
      const { page } = explorer;
      await explorer.write(operations.query);
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'));
      });
      await page.getByRole('button', { name: 'Share:' }).click();
      const field = page.getByRole('textbox', { name: 'Link to this tab' });
      const { hash } = new URL(await field.inputValue());
      expect((await decode(hash)).query).toBe(operations.query);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });
  });

  describe('collections', () => {
    const panel = (page: Page = explorer.page) => page.locator('.collections');
    const button = (name: string | RegExp, page: Page = explorer.page) =>
      panel(page).getByRole('button', { name, exact: typeof name === 'string' });
    const message = (page: Page = explorer.page): Promise<string> =>
      panel(page).getByRole('status').innerText();
    const entries = (page: Page = explorer.page): Promise<string[]> =>
      panel(page).locator('section :is(h3, .entry)').allInnerTexts();
    const stored = (): Promise<string> =>
      explorer.page.evaluate(() => localStorage.getItem('studiograph:collections') ?? '');
    const importText = (page: Page, text: string, name = 'x.json'): Promise<void> =>
      panel(page)
        .getByLabel('Import a file')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    const openPanel = async (page: Page): Promise<void> => {
      const icon = page.locator('.graphiql-sidebar button', { hasText: 'Collections' });
      if (!(await icon.getAttribute('class'))?.includes('active')) await icon.click();
      await panel(page).getByRole('heading', { name: 'Collections' }).waitFor();
    };
    const save = async (name: string, collection: string): Promise<void> => {
      await panel().getByLabel('Name', { exact: true }).first().fill(name);
      await panel().getByLabel('Collection', { exact: true }).first().fill(collection);
      await button('Save this tab').click();
    };
    let exported = '';

    beforeAll(async () => {
      await explorer.openNew();
      await explorer.write(video);
      await explorer.writeVariables(variables);
      await openPanel(explorer.page);
    });

    it('say what they are for while there are none', async () => {
      expect(await panel().innerText()).toContain('Save operations that you will need again');
      expect(await violations(explorer.page)).toEqual([]);
      expect(await layoutProblems(explorer.page, regions)).toEqual([]);
    });
    it('keep the tab under the name of its operation, without headers', async () => {
      const { page } = explorer;
      await page.getByRole('button', { name: 'Headers', exact: true }).click();
      await page.locator('.graphiql-editor-tool .monaco-editor').last().click();
      await page.keyboard.type('{ "x-secret": "secret" ');
      await expect
        .poll(() => panel().getByLabel('Name', { exact: true }).inputValue())
        .toBe('Video');
      await button('Save this tab').click();
      await expect.poll(() => message()).toBe('Saved into “My operations”.');
      expect(await entries()).toEqual(['My operations', 'Video']);
      expect(await stored()).not.toContain('secret');
      await page.getByRole('button', { name: 'Variables', exact: true }).click();
    });
    it('ask before they replace', async () => {
      await save('Video', 'My operations');
      await panel()
        .getByRole('alert')
        .filter({ hasText: 'is in “My operations” already' })
        .waitFor();
      expect(await violations(explorer.page)).toEqual([]);
      await button('Keep both').click();
      await expect.poll(() => entries()).toEqual(['My operations', 'Video', 'Video (2)']);
      await save('Video', 'My operations');
      await button('Replace it').click();
      await save('Video', 'My operations');
      await button('Cancel').click();
      expect(await entries()).toEqual(['My operations', 'Video', 'Video (2)']);
    });
    it('rename and move by the keyboard alone', async () => {
      const { page } = explorer;
      await save('<b>&amp;</b>', 'Demo');
      await expect.poll(() => entries()).toContain('<b>&amp;</b>');
      await button('Edit Video (2)').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Moved');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      expect(await violations(page)).toEqual([]);
      expect(await layoutProblems(page, regions)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => entries())
        .toEqual(['My operations', 'Video', 'Demo', '<b>&amp;</b>', 'Moved']);
      await button('Edit Demo').click();
      await panel().locator('section').getByLabel('Name').fill('My operations');
      await button('Save').click();
      await expect.poll(() => message()).toContain('“My operations” is there already.');
      await button('Edit Demo').click();
      await panel().locator('section').getByLabel('Name').fill('Shown');
      await button('Save').click();
      await expect.poll(() => entries()).toContain('Shown');
    });
    it('delete, and take it back', async () => {
      await button('Edit Moved').click();
      await button('Delete').click();
      await expect.poll(() => entries()).not.toContain('Moved');
      await button('Undo').click();
      await expect.poll(() => entries()).toContain('Moved');
      await button('Edit Shown').click();
      await button('Delete').click();
      await expect.poll(() => entries()).toEqual(['My operations', 'Video']);
      await button('Undo').click();
      await expect
        .poll(() => entries())
        .toEqual(['My operations', 'Video', 'Shown', '<b>&amp;</b>', 'Moved']);
    });
    it('are there after a reload, and open without a run', async () => {
      const { page } = explorer;
      await page.reload();
      await openPanel(page);
      await expect
        .poll(() => entries())
        .toEqual(['My operations', 'Video', 'Shown', '<b>&amp;</b>', 'Moved']);
      await page.getByRole('button', { name: 'New tab' }).click();
      await explorer.write('{ viewer { id } }');
      const before = (await tabs(page)).length;
      await button('Moved').click();
      await expect.poll(() => shown(page)).toEqual([video, variables]);
      expect((await tabs(page)).length).toBe(before);
      await explorer.write('{ viewer { channel { id } } }');
      await save('Other', 'Shown');
      await explorer.write('{ viewer { id } }');
      await button('Other').click();
      await expect
        .poll(() => notice().innerText())
        .toContain('Opened from a collection. It has not run.');
      expect((await tabs(page)).length).toBe(before + 1);
      await expectNotRun(page);
    });
    it('do not stay on the operation in a narrow window', async () => {
      const { page } = explorer;
      const size = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Answer', exact: true }).click();
      await openPanel(page);
      await button('Moved').click();
      await page.locator('.graphiql-query-editor .monaco-editor.focused').waitFor();
      await expect.poll(() => shown(page)).toEqual([video, variables]);
      expect(await panel().count()).toBe(0);
      await page.setViewportSize(size);
      await openPanel(page);
    });
    it('leave as a file, for a collection or all of them', async () => {
      const { page } = explorer;
      const [one] = await Promise.all([
        page.waitForEvent('download'),
        button('Edit Shown')
          .click()
          .then(() => button('Export').click()),
      ]);
      expect(readFileSync(await one.path(), 'utf8')).not.toContain('My operations');
      const [all] = await Promise.all([
        page.waitForEvent('download'),
        button('Export all').click(),
      ]);
      expect(all.suggestedFilename()).toBe('studiograph-collections.json');
      exported = readFileSync(await all.path(), 'utf8');
      expect(JSON.parse(exported)).toMatchObject({ format: 'studiograph-collections', version: 1 });
      expect(exported).not.toMatch(/secret|studio-owner|header/i);
    });
    it('come into another browser, and merge only as one says', async () => {
      const { page } = other;
      await open(page, address());
      await openPanel(page);
      await importText(page, exported);
      await expect.poll(() => message(page)).toBe('4 operations imported; none has run.');
      const all = ['My operations', 'Video', 'Shown', '<b>&amp;</b>', 'Moved', 'Other'];
      expect(await entries(page)).toEqual(all);
      await importText(page, exported);
      await button('Add to them', page).waitFor();
      expect(await violations(page)).toEqual([]);
      await button('Cancel', page).click();
      expect(await entries(page)).toEqual(all);
      await importText(page, exported);
      await button('Add to them', page).click();
      await expect
        .poll(() => message(page))
        .toBe('0 operations imported; none has run. 4 operations had been here already.');
      await importText(page, exported);
      await button('Keep both', page).click();
      await expect.poll(() => entries(page)).toContain('Shown (2)');
      await button('Video', page).first().click();
      await expect.poll(() => shown(page)).toEqual([video, variables]);
      await plan(page).waitFor();
      await expectNotRun(page);
    });
    it('take the GraphQL requests of a Postman collection', async () => {
      const { page } = other;
      const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
      const request = { body: { mode: 'graphql', graphql: { query: operations.mutation } } };
      const item = [
        { name: 'Delete', request },
        { name: 'REST', request: { method: 'GET' } },
      ];
      await importText(page, JSON.stringify({ info: { name: 'Shop', schema }, item }));
      await expect
        .poll(() => message(page))
        .toBe('1 operation imported; none has run. 1 that are not GraphQL were left out.');
      await expect.poll(() => entries(page)).toContain('Deletemutation');
      await expectNotRun(page);
    });
    it('refuse a hostile file, and show hostile names as texts', async () => {
      const { page } = other;
      const before = await entries(page);
      const files = [
        '',
        '<img src=x onerror=alert(1)>',
        '{"__proto__":{"format":1}}',
        exported.slice(0, 99),
      ];
      for (const [index, text] of files.entries()) {
        const name = `<img src=x onerror=alert(${index})>.json`;
        await importText(page, text, name);
        await expect.poll(() => message(page)).toContain(`“${name}” was not imported. It is `);
      }
      expect(await entries(page)).toEqual(before);
      const name = '</script><img src=x onerror=alert(1)>\u202e';
      const hostile = [
        { name, operations: [{ name, query: operations.mutation, variables: name }] },
      ];
      await importText(page, JSON.stringify({ ...JSON.parse(exported), collections: hostile }));
      await expect.poll(() => entries(page)).toContain(name);
      await button(new RegExp('^</script>'), page).click();
      await expect.poll(() => shown(page)).toEqual([operations.mutation, name]);
      expect(await page.locator('img').count()).toBe(0);
      expect(await layoutProblems(page, regions)).toEqual([]);
      await expectNotRun(page);
    });
    it('say when the browser has no room, and lose nothing', async () => {
      const { page } = other;
      const before = await entries(page);
      await page.evaluate(() => {
        for (let size = 4_000_000; size > 0; size = Math.floor(size / 2))
          try {
            for (let index = 0; ; index += 1)
              localStorage.setItem(`${size}-${index}`, 'x'.repeat(size));
          } catch {
            // Full for this size.
          }
      });
      await button('Save this tab', page).click();
      await expect.poll(() => message(page)).toContain('Not saved: the browser has no room left');
      expect(await entries(page)).toEqual(before);
      await page.evaluate('localStorage.clear()');
    });
    it('do not write over what they cannot read', async () => {
      const { page } = explorer;
      await page.evaluate(() => localStorage.setItem('studiograph:collections', '{"version":9'));
      await page.reload();
      await openPanel(page);
      await panel()
        .getByRole('alert')
        .filter({ hasText: 'cannot be read. It is not JSON' })
        .waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await stored()).toBe('{"version":9');
      await button('Delete it, and start anew').click();
      await save('Video', 'Anew');
      await expect.poll(() => entries()).toEqual(['Anew', 'Video']);
    });
  });

  describe('code', () => {
    const show = async (): Promise<void> => {
      await explorer.page.getByRole('button', { name: 'Code:' }).click();
      await explorer.page.locator('.code-view, .code-problem').waitFor();
    };
    const code = (): Promise<string> => explorer.page.locator('.code-view pre').innerText();

    it('of each kind is shown and copied, with no token in it', async () => {
      const { page } = explorer;
      await explorer.write(video);
      await explorer.writeVariables(variables);
      await show();
      for (const name of ['curl', 'fetch', 'Apollo Client', 'urql', 'studiograph/client']) {
        await page.getByRole('tab', { name, exact: true }).click();
        await page.getByRole('button', { name: 'Copy', exact: true }).click();
        await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('Copied.');
        expect((await copied()).trimEnd()).toBe((await code()).trimEnd());
        expect(await code()).toContain('ACCESS_TOKEN');
        expect(await code()).toContain(ids.video.trailer);
        expect(await code()).not.toContain('studio-owner');
      }
      expect(await code()).toContain(
        'export type VideoQuery = { video: { title: string | null } | null };',
      );
      // The sandbox has no secrets: its token is beside the code, which runs with it.
      const hint = page.locator('.code-actions').getByText('ACCESS_TOKEN=studio-owner');
      expect(await hint.count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });
    it('says what to do where the browser does not let the page copy', async () => {
      const { page } = explorer;
      await page.evaluate(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      );
      await show();
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect
        .poll(() => page.getByRole('status').allInnerTexts())
        .toContain('The browser does not let the page copy: select the code.');
      await explorer.open();
    });
    it('begins with the kind of the last time, and the arrow keys change it', async () => {
      const { page } = explorer;
      await show();
      const selected = (): Promise<string> => page.getByRole('tab', { selected: true }).innerText();
      expect(await selected()).toBe('studiograph/client');
      await page.getByRole('tab', { selected: true }).focus();
      await page.keyboard.press('ArrowRight');
      expect(await selected()).toBe('curl');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
      expect(await selected()).toBe('studiograph/client');
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page, ['color-contrast'])).toEqual([]);
      await page.emulateMedia({ colorScheme: null });
      await page.keyboard.press('Escape');
    });
    it.each([
      ['{ viewer {', '{}', 'Line 1: Syntax Error'],
      ['{ nothing }', '{}', 'Cannot query field "nothing"'],
      ['{ viewer { id } }', '[1', 'The variables are not a JSON object'],
    ])('of %s says what to correct', async (query, json, problem) => {
      await explorer.write(query);
      await explorer.writeVariables(json);
      await show();
      expect(await explorer.page.getByRole('dialog').innerText()).toContain(problem);
      await explorer.page.keyboard.press('Escape');
    });
  });

  it('runs no script, asks no other host and writes no error to the console', () => {
    expect(dialogs).toEqual([]);
    const { externalRequests, consoleErrors } = explorer;
    expect([externalRequests, other.externalRequests]).toEqual([[], []]);
    expect([consoleErrors, other.consoleErrors]).toEqual([[], []]);
  });
});
