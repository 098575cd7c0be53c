/** The explorer, used as its users use it. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { parse } from 'graphql';
import { minifySync } from 'rolldown/utils';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { welcome } from '../../src/explorer/examples/welcome.ts';
import groups from '../../src/explorer/examples/example-groups.json' with { type: 'json' };
import { ids } from '../../src/sandbox/seed/ids.ts';
import { shownResult, useExplorer } from '../support/page/explorer.ts';
import { violations } from '../support/page/page-layout.ts';
import { png } from '../support/page/image.ts';

const title = '{ viewer { channel { title } } }';

const names = Object.values(groups).flat();

/** The text of an example. */
const textOf = (name: string): string =>
  readFileSync(new URL(`../../schema/operations/${name}.graphql`, import.meta.url), 'utf8');

/** The kind of an operation, and whether it has variables. */
const kindOf = (name: string): readonly string[] =>
  /^(query|mutation|subscription) \w+(\()?/m.exec(textOf(name))!.slice(1);

/** The first example of each kind. `test/contract/example.test.ts` runs all of them. */
const firstOfKinds = [...Map.groupBy(names, (name) => kindOf(name).join(' ')).values()].map(
  ([first]) => first!,
);

/**
 * About what a file of the page takes in the build of a release, which has it minified and
 * compressed; `npm ci` builds it without.
 */
function builtSize(name: string): number {
  const text = readFileSync(new URL(`../../dist/explorer/explorer/${name}`, import.meta.url));
  const minified = name.endsWith('.js') ? minifySync(name, text.toString()).code : text;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 8 };
  return brotliCompressSync(minified, { params }).length;
}

const focusIsInEditor = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement!.closest('.monaco-editor') !== null);

describe('the explorer', () => {
  const explorer = useExplorer();

  /** What the page has stored in the browser. */
  const stored = (): Promise<string> =>
    explorer.page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));

  describe('on a first visit', () => {
    it('has one tab with a query that has run through four services, without a click', async () => {
      expect(await explorer.page.locator('.graphiql-tab').allInnerTexts()).toEqual(['Welcome']);
      expect(await explorer.operation()).toBe(welcome);
      const { data, errors } = await shownResult(explorer.page);
      expect(errors).toBeUndefined();
      const calendars: any[] = data.viewer.calendars.nodes;
      const events = calendars.flatMap(({ calendar }) => calendar.events.nodes);
      expect(events.some(({ attachments, broadcast }) => attachments && broadcast?.video)).toBe(
        true,
      );
      const calls = explorer.gateway.sandbox.calls();
      const services = new Set(calls.map(({ operation }) => operation!.split(':')[0]!));
      expect([...services].toSorted()).toEqual(['calendar', 'live', 'storage', 'video']);
      expect(new Set(calls.map(({ user }) => user))).toEqual(new Set(['studio-owner']));
      await expect
        .poll(() => explorer.page.getByTestId('totals').innerText())
        .toMatch(new RegExp(`^${calls.length} REST calls instead of \\d+`));
    });
    it('runs it once: not on a later visit', async () => {
      explorer.gateway.sandbox.clearCalls();
      await explorer.page.reload();
      await explorer.page.getByTestId('plan-line').filter({ hasText: 'At most' }).waitFor();
      expect(await explorer.page.locator('.graphiql-tab').allInnerTexts()).toEqual(['Welcome']);
      expect(explorer.gateway.sandbox.calls()).toEqual([]);
    });
    it('loads less than half of what the page before it did', async () => {
      const loaded = await explorer.page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
          ({ name, transferSize }) => [name, transferSize] as const,
        ),
      );
      const isFile = ([url]: readonly [string, number]): boolean => url.includes('/explorer/');
      // Each file once, as if none were in the cache of the browser: its body, and its headers.
      const files = new Set(loaded.filter(isFile).map(([url]) => url.split('/').at(-1)!));
      expect(files.size).toBeGreaterThan(10);
      const sizes = [
        ...[...files].map((name) => builtSize(name) + 300),
        ...loaded.filter((each) => !isFile(each)).map(([, transferred]) => transferred),
      ];
      const size = sizes.reduce((sum, bytes) => sum + bytes);
      expect(size).toBeLessThan((2_728_000 / 2) * 1.1);
    });
    it('stores no token in the browser', async () => {
      expect(await stored()).not.toContain('studio-owner');
    });
  });

  describe('examples', () => {
    beforeAll(async () => (await explorer.openPanel('Examples')).getByRole('searchbox').waitFor());
    it('are those of the folder, each with its title, its kind and its first sentence', async () => {
      const entries = await explorer.page.locator('.examples [data-example]').evaluateAll((all) =>
        all.map((entry) => ({
          name: entry.getAttribute('data-example')!,
          title: entry.querySelector('strong')!.textContent,
          kind: entry.querySelector('em')?.textContent ?? 'query',
          sentence: entry.querySelector('span')!.textContent,
        })),
      );
      expect(entries.map(({ name }) => name)).toEqual(names);
      for (const { name, title: shown, kind, sentence } of entries) {
        expect(shown.toLowerCase().replaceAll(' ', '-')).toBe(name.replace(/^\d+-/, ''));
        expect(kind).toBe(kindOf(name)[0]);
        expect(sentence).toMatch(/^[A-Z].*[.!?]$/);
        expect(textOf(name).replaceAll('`', '')).toMatch(`# ${sentence}`);
      }
      // So each entry has the text of its own file.
      expect(new Set(entries.map(({ sentence }) => sentence)).size).toBe(names.length);
    });
    it.each(firstOfKinds)('%s opens by a click, and runs', async (name) => {
      const { page } = explorer;
      explorer.gateway.sandbox.reset(new Date());
      await page.locator(`.examples [data-example="${name}"]`).click();
      await expect.poll(() => explorer.operation()).toBe(textOf(name));
      await page.getByRole('button', { name: /execute query/i }).click();
      const { data, errors } = await shownResult(page);
      expect([errors, data]).toEqual([undefined, expect.any(Object)]);
      if (kindOf(name)[0] === 'subscription')
        await page.getByRole('button', { name: /stop query/i }).click();
      await expect
        .poll(() => explorer.gateway.gateway.load().shares['subscriptions']!.used)
        .toBe(0);
    });
    it('are found by words, and open as tabs', async () => {
      const panel = await explorer.openPanel('Examples');
      await panel.getByRole('searchbox').fill('live chat');
      const found = await panel.getByRole('listitem').allInnerTexts();
      expect(found.length).toBeGreaterThan(2);
      expect(found.length).toBeLessThan(30);
      await panel.getByRole('searchbox').fill('no such words');
      await expect.poll(() => panel.innerText()).toContain('No example has these words.');
      await panel.getByRole('searchbox').fill('');
      await panel.getByRole('button', { name: 'Video page' }).click();
      await expect.poll(() => explorer.operation()).toContain('query VideoPage');
      const { errors, data } = await explorer.run();
      expect([errors, Object.keys(data)]).toEqual([undefined, ['video']]);
    });
    it('that are open are shown again', async () => {
      const panel = await explorer.openPanel('Examples');
      const tabs = explorer.page.locator('.graphiql-tab');
      const count = await tabs.count();
      await panel.getByRole('button', { name: 'Playlist', exact: false }).first().click();
      await panel.getByRole('button', { name: 'Video page' }).click();
      await expect.poll(() => explorer.operation()).toContain('query VideoPage');
      expect(await tabs.count()).toBe(count + 1);
    });
  });

  describe('the builder', () => {
    it('writes no argument that has a default, and values for those that need one', async () => {
      await explorer.page.getByRole('button', { name: 'New tab' }).click();
      const panel = await explorer.openPanel('Builder');
      const pick = (name: string): Promise<void> =>
        panel.getByText(name, { exact: true }).first().click();
      await pick('viewer');
      await pick('broadcasts');
      await pick('pageInfo');
      await pick('hasNextPage');
      await pick('event');
      await pick('summary');
      await expect.poll(() => explorer.operation()).toContain('summary');
      const text = (await explorer.operation()).replaceAll(/\s+/g, ' ');
      expect(text).toContain('broadcasts { pageInfo { hasNextPage } }');
      expect(() => parse(text)).not.toThrow();
      const { errors, data } = await explorer.run();
      expect(errors).toBeUndefined();
      expect(data.event.summary).toEqual(expect.any(String));
    });
  });

  describe('the builder, by keyboard', () => {
    it('adds a field', async () => {
      await explorer.page.getByRole('button', { name: 'New tab' }).click();
      const panel = await explorer.openPanel('Builder');
      const field = panel.locator('[data-field-name="viewer"]');
      await field.focus();
      await explorer.page.keyboard.press('Enter');
      await expect.poll(() => explorer.operation()).toContain('viewer');
      await panel.locator('[data-field-name="id"]').first().press('Space');
      await expect.poll(() => explorer.operation()).toMatch(/viewer \{\s+id\s+\}/);
    });
  });

  describe('the documentation', () => {
    it('has the REST operation of a field, and its cost', async () => {
      const panel = await explorer.openPanel('Docs');
      await panel.getByText('Query', { exact: true }).click();
      await panel.getByText('playlist', { exact: true }).first().click();
      await expect
        .poll(() => panel.innerText())
        .toContain('video:playlists.list (1 unit of VIDEO)');
    });
    it('is linked with the schema that the gateway serves', async () => {
      const { page } = explorer;
      const url = await page.getByRole('link', { name: 'Download schema' }).getAttribute('href');
      expect(await (await fetch(url!)).text()).toContain('@upstream(');
    });
  });

  describe('the history', () => {
    it('has what was run, and opens it again', async () => {
      await explorer.write('query Remembered { viewer { channel { id } } }');
      // GraphiQL reads the name, which the history shows, a moment later.
      await explorer.page.locator('.graphiql-tab').filter({ hasText: 'Remembered' }).waitFor();
      await explorer.run();
      await explorer.write(title);
      const panel = await explorer.openPanel('History');
      const { items, ran } = await panel.evaluate(() => ({
        items: [...document.querySelectorAll<HTMLElement>('.graphiql-history-item')].map(
          ({ innerText, dataset }) => [innerText.trim(), dataset['time']] as const,
        ),
        ran: new Date(JSON.parse(localStorage['graphiql:runTimes'])[0][1]).toLocaleString([], {
          timeStyle: 'short',
        }),
      }));
      expect(items[0]).toEqual(['Remembered', ran]);
      expect(items.at(-1)).toEqual(['Welcome', expect.stringMatching(/^\d+:\d\d\s[AP]M$/)]);
      await panel.getByText('Remembered').first().click();
      await expect.poll(() => explorer.operation()).toContain('query Remembered');
    });
  });

  describe('who am I', () => {
    beforeAll(() => explorer.write(title));
    it.each([
      [/Ava, the owner/, 'Northlight Studio'],
      [/Ben, a guest/, expect.any(String)],
      [/Ava, with read-only/, 'Northlight Studio'],
      [/Chloe/, null],
      [/Dana/, null],
    ])('%s is a user of the sandbox', async (description, expected) => {
      await explorer.chooseUser(description);
      expect(await explorer.who()).toMatch(description);
      const { data, errors } = await explorer.run();
      expect(errors).toBeUndefined();
      expect(data.viewer.channel?.title ?? null).toEqual(expected);
    });
    it('an expired token is explained, with a way to another one', async () => {
      await explorer.chooseUser(/expired token/);
      const { errors } = await explorer.run();
      expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
      const list = explorer.page.getByRole('list', { name: 'Errors' });
      await list.getByRole('button', { name: 'UNAUTHENTICATED' }).click();
      const dialog = explorer.page.getByRole('dialog');
      await expect.poll(() => dialog.innerText()).toContain('rejected the token');
      await dialog.getByRole('button', { name: 'Close' }).click();
    });
    it('an answer is marked as that of the user of before, until the next run', async () => {
      const mark = explorer.page.locator('.of-before');
      await explorer.chooseUser(/Ava, the owner/);
      await explorer.run();
      expect(await mark.innerText()).toBe('');
      await explorer.chooseUser(/Ben, a guest/);
      await expect.poll(() => mark.innerText()).toMatch(/^Answer from before, as Ava, the owner/);
      const filter = (): Promise<string> =>
        explorer.page.locator('.result-window').evaluate((each) => getComputedStyle(each).filter);
      expect(await filter()).toBe('grayscale(1)');
      expect(await violations(explorer.page)).toEqual([]);
      await explorer.run();
      await expect.poll(() => mark.innerText()).toBe('');
      expect(await filter()).toBe('none');
    });
    it('takes a token that is pasted, and a wrong one is rejected', async () => {
      await explorer.page.locator('.who').click();
      const dialog = explorer.page.getByRole('dialog');
      await dialog.getByLabel('An access token').fill('Bearer wrong-token');
      await dialog.getByRole('button', { name: 'Use it' }).click();
      const { errors } = await explorer.run();
      expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
    });
    it('shows an operation that a link names, without the token of before, and does not run it', async () => {
      await explorer.chooseUser(/Ben, a guest/);
      explorer.gateway.sandbox.reset();
      const variables = '{"a": 1}';
      const search = new URLSearchParams({ query: '{ viewer { id } }', variables });
      await explorer.open(`/graphql?${search}`);
      expect(await explorer.operation()).toBe('{ viewer { id } }');
      expect(await explorer.who()).toMatch(/Ava, the owner/);
      expect(explorer.gateway.sandbox.calls()).toEqual([]);
    });
    it('keeps a token for this tab only if the user says so', async () => {
      await explorer.chooseUser(/Ben, a guest/);
      await explorer.page.locator('.who').click();
      await explorer.page.getByLabel(/Keep the token/).check();
      await explorer.page.keyboard.press('Escape');
      await explorer.page.reload();
      expect(await explorer.who()).toMatch(/Ben, a guest/);
      await explorer.page.locator('.who').click();
      // With nothing stored, the next load would begin as the one of the link has.
      expect(await stored()).toContain('studio-guest');
      await explorer.page.getByLabel(/Keep the token/).uncheck();
      expect(await stored()).not.toContain('studio-guest');
      await explorer.page.keyboard.press('Escape');
    });
  });

  describe('an operation', () => {
    beforeAll(() => explorer.chooseUser(/^Ava, the owner/));
    it('can be a mutation', async () => {
      await explorer.write(
        `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "By hand" }) { video { title } } }`,
      );
      const { data } = await explorer.run();
      expect(data).toEqual({ updateVideo: { video: { title: 'By hand' } } });
      // Nobody would read what the call has answered: there is nothing to compare it with.
      expect(await explorer.page.getByTestId('totals').innerText()).toMatch(/^2 REST calls +·/);
    });
    describe('runs by a key', () => {
      let count = 0;
      const onRequest = (request: { postData(): string | null }): void => {
        if (request.postData()?.startsWith(`{"query":${JSON.stringify(title)}`)) count += 1;
      };
      const view = () => explorer.page.locator('.operation-view');
      const search = () => explorer.page.getByLabel('Search in the answer');
      beforeAll(async () => {
        await explorer.write(title);
        explorer.page.on('request', onRequest);
      });
      afterAll(() => explorer.page.off('request', onRequest));
      it.each([
        ['the editor', () => explorer.page.locator('.graphiql-query-editor .view-line').first()],
        ['the answer', () => explorer.page.locator('.result-window .view-line').first()],
        ['a button', () => explorer.page.getByRole('button', { name: 'JSON', exact: true })],
        ['the calls', () => view()],
        ['the header', () => explorer.page.locator('.bar h1')],
      ])('once, after a click on %s', async (_, place) => {
        for (const key of ['Control+Enter', 'Meta+Enter']) {
          await place().click();
          count = 0;
          await explorer.page.keyboard.press(key);
          // Of editors, the key is that of the system.
          const isOther = key.startsWith('Meta') && (await focusIsInEditor(explorer.page));
          await expect.poll(() => count).toBe(isOther ? 0 : 1);
          await shownResult(explorer.page);
          expect(count).toBe(isOther ? 0 : 1);
        }
      });
      it('but not where Enter does something else, nor behind a dialog', async () => {
        const { page } = explorer;
        count = 0;
        await search().press('Control+Enter');
        await page.locator('.who').click();
        await page
          .getByRole('dialog')
          .getByLabel(/Keep the token/)
          .press('Control+Enter');
        await page.keyboard.press('Escape');
        // It is sent after what the keys would have sent.
        await explorer.run();
        expect(count).toBe(1);
      });
    });
    it('with a file has a file picker', async () => {
      await explorer.write(
        'mutation Picture($file: Upload!) { uploadChannelBanner(input: { file: $file }) { url } }',
      );
      const picker = explorer.page.getByLabel('$file');
      await expect
        .poll(() => explorer.page.getByTestId('plan-cost').innerText())
        .toBe('1 REST call, 50 VIDEO units');
      await picker.setInputFiles({
        name: 'banner.png',
        mimeType: 'image/png',
        buffer: png,
      });
      const { errors, data } = await explorer.run();
      expect(errors).toBeUndefined();
      // The sandbox serves the pictures of its channels itself.
      expect(data.uploadChannelBanner.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    });
    it('can be a subscription, whose events are shown as they arrive, until it is stopped', async () => {
      const { sandbox } = explorer.gateway;
      const chat = ids.chat.nightShift;
      sandbox.runClock(1);
      sandbox.setChat(chat, { pollingIntervalMillis: 1_000 });
      await explorer.write(
        `subscription { chatMessages(liveChatId: "${chat}") { messages { displayText } } }`,
      );
      await explorer.page.getByRole('button', { name: /execute query/i }).click();
      await shownResult(explorer.page);
      const result = (): Promise<string> => explorer.page.locator('.result-window').innerText();
      sandbox.postChatMessages(chat, [{ text: 'planted-text' }]);
      await expect.poll(result).toContain('planted-text');
      await explorer.page.getByRole('button', { name: /stop query/i }).click();
      // At once, although no further event comes.
      await expect
        .poll(() => explorer.gateway.gateway.load().shares['subscriptions']!.used)
        .toBe(0);
      expect(await result()).not.toContain('"errors"');
    });
  });

  it('has loaded nothing of other hosts, and met no error', () => {
    expect([explorer.externalRequests, explorer.consoleErrors]).toEqual([[], []]);
  });
});
