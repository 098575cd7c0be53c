/** The answer as a table and the search in it, as a user clicks and types. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { shownResult, useExplorer } from '../support/page/explorer.ts';
import { focused, layoutProblems, violations } from '../support/page/page-layout.ts';
import { changeEvent } from '../support/scenario/calendar.ts';

const example = (name: string): string =>
  readFileSync(new URL(`../../schema/operations/${name}.graphql`, import.meta.url), 'utf8');

const dashboard = example('60-dashboard');

const allRegions = [
  '.bar',
  '.graphiql-sidebar',
  '.graphiql-editors',
  '.graphiql-response',
  '.operation',
];

describe('the answer', () => {
  const explorer = useExplorer({ env: { BATCH_MAX_WAIT_MS: '10000', RETRY_BASE_MS: '1' } });

  const bar = () => explorer.page.getByRole('group', { name: 'Answer' });
  const view = (name: 'JSON' | 'Table') => bar().getByRole('button', { name, exact: true });
  const field = () => explorer.page.getByRole('searchbox', { name: 'Search in the answer' });
  const found = () => bar().getByRole('status');
  const table = (name?: string) =>
    explorer.page.locator('.answer').getByRole('table', name === undefined ? {} : { name });
  const header = (name: string) => table().getByRole('columnheader', { name });
  const rows = () => table().locator('tbody tr');
  const count = () => explorer.page.locator('.answer-tools').getByRole('status');
  const list = () => explorer.page.getByRole('combobox', { name: 'List' });
  /** The texts of a column, one for each row. */
  const column = async (name: string): Promise<string[]> => {
    const index = await header(name).evaluate((each: any) => each.cellIndex);
    return rows().evaluateAll(
      (all, at) => all.map((row: any) => row.cells[at as number].innerText.trim()),
      index,
    );
  };
  /** Runs an operation, and shows its answer as a table. */
  const runTable = async (operation: string): Promise<any> => {
    await view('JSON').click();
    await field().fill('');
    await explorer.write(operation);
    const result = await explorer.run();
    await view('Table').click();
    return result;
  };

  it('as a table says which lists a default has cut, as far as one can see', async () => {
    const note = explorer.page.locator('.answer-table > p', { hasText: 'the default of' });
    const attachments = Array.from(
      { length: 6 },
      (_, index) => `{ fileUrl: "https://x.example/${index}" }`,
    );
    await explorer.write(`mutation { createEvent(input: { calendarId: "primary", summary: "Six files",
      start: { date: "2026-01-05" }, end: { date: "2026-01-06" }, attachments: [${attachments.join(' ')}]
    }) { event { id attachments { fileUrl } } errors { message } } }`);
    const { data } = await explorer.run();
    expect(data.createEvent.errors).toEqual([]);
    const query = (args: string): string =>
      `{ node(id: "${data.createEvent.event.id}") { ... on Event { attachments${args} { fileUrl } } } }`;
    await runTable(query(''));
    await expect
      .poll(() => note.innerText())
      .toBe('A list of 5 rows may go on: 5 is the default of first.');
    const all = await runTable(query('(first: 25)'));
    expect(all.data.node.attachments).toHaveLength(6);
    await expect.poll(() => rows().count()).toBe(6);
    expect(await note.count()).toBe(0);
  });

  describe('as a table', () => {
    beforeAll(() => runTable(dashboard));

    it('has the longest list, and a choice of the others with their lengths', async () => {
      expect(await view('Table').getAttribute('aria-pressed')).toBe('true');
      await table('viewer.broadcasts.nodes').waitFor();
      expect(await list().locator('option').allInnerTexts()).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^viewer\.broadcasts\.nodes \(\d+\)$/),
          expect.stringMatching(/^viewer\.broadcasts\.nodes\.event\.attendees \(\d+\)$/),
        ]),
      );
      expect(await explorer.page.locator('.result-window').isVisible()).toBe(false);
    });
    it('says in the header which service a column comes from', async () => {
      const services = async (name: string) => header(name).locator('.service').allInnerTexts();
      expect(await services('title')).toEqual(['LV']);
      expect(await services('event.summary')).toEqual(['CA']);
    });
    it('says times in words, with the exact one beside it', async () => {
      const time = table().locator('td time').first();
      expect(await time.innerText()).toMatch(
        /^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M, (in )?[\w ]+$/,
      );
      expect(await time.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    });
    it('is sorted by a click on a header, up, down, and as it came', async () => {
      const asCame = await column('title');
      const directions: unknown[] = [];
      for (const expected of [asCame.toSorted(), asCame.toSorted().toReversed(), asCame]) {
        await header('title').getByRole('button').click();
        expect(await column('title')).toEqual(expected);
        directions.push(await header('title').getAttribute('aria-sort'));
      }
      expect(directions).toEqual(['ascending', 'descending', 'none']);
    });
    it('leads from the number of a list to its items, which say whose they are', async () => {
      const row = rows()
        .filter({ has: explorer.page.getByRole('button') })
        .first();
      const [title, shown] = [
        await row.locator('td').nth(1).innerText(),
        row.getByRole('button', { name: 'event.attendees' }),
      ];
      const number = Number.parseInt(await shown.innerText(), 10);
      await shown.click();
      await table('viewer.broadcasts.nodes.event.attendees').waitFor();
      expect(await rows().count()).toBe(number);
      expect(new Set(await column('viewer.broadcasts.nodes.title'))).toEqual(new Set([title]));
      expect(await count().innerText()).toMatch(new RegExp(`^${number} of \\d+ rows$`));
      await explorer.page.getByRole('button', { name: 'Show all' }).click();
      await expect.poll(() => rows().count()).toBeGreaterThan(number);
    });
    it('is searched: only the rows that have the text are left, in which it is marked', async () => {
      await list().selectOption('viewer.broadcasts.nodes.event.attendees');
      const all = await rows().count();
      await field().fill('DECLINED');
      await expect.poll(() => rows().count()).toBeLessThan(all);
      const marked = await table().locator('mark').allInnerTexts();
      expect(marked.map((each) => each.toUpperCase())).toEqual(
        Array.from({ length: await rows().count() }, () => 'DECLINED'),
      );
      await field().press('Escape');
      await expect.poll(() => rows().count()).toBe(all);
    });
    it('is copied as CSV with the rows that are shown', async () => {
      await list().selectOption('viewer.broadcasts.nodes');
      await explorer.page.getByRole('button', { name: 'Copy CSV' }).click();
      await explorer.page.getByRole('button', { name: 'Copied' }).waitFor();
      const lines = (await explorer.page.evaluate(() => navigator.clipboard.readText())).split(
        '\r\n',
      );
      expect(lines[0]).toMatch(/^id,title,scheduledStartAt,event\.summary,/);
      expect(lines).toHaveLength((await rows().count()) + 2);
    });
    it('and its calls mark each other', async () => {
      await explorer.page.getByRole('button', { name: 'Calls', exact: true }).click();
      const call = explorer.page.locator('.call[data-operation="calendar:events.list"]').first();
      await header('event.summary').hover();
      await expect.poll(() => call.getAttribute('class')).toContain('marked');
      await call.hover();
      await expect.poll(() => header('event.summary').getAttribute('class')).toContain('marked');
      await expect.poll(() => header('title').getAttribute('class')).not.toContain('marked');
    });
  });

  describe('with pictures', () => {
    it('shows those of the services', async () => {
      await runTable(example('02-video-page'));
      await list().selectOption('video.thumbnails');
      const pictures = table().locator('img');
      await expect.poll(() => pictures.count()).toBe(3);
      const widths = () =>
        pictures.evaluateAll((all) => all.map((each: any) => each.naturalWidth as number));
      await expect.poll(widths).toEqual([120, 320, 480]);
      const link = table().getByRole('link').first();
      expect(await link.getAttribute('rel')).toBe('noreferrer');
    });
    it('shows the fields outside of lists below each other', async () => {
      await list().selectOption('');
      const shown = (name: string) =>
        table('Fields').getByRole('row', { name }).locator('td').innerText();
      expect(await shown('video.contentDetails.duration')).toMatch(/\bsec$|\bmin\b/);
      expect(await shown('video.contentDetails.hasCaptions')).toMatch(/^(yes|no)$/);
      expect(await shown('video.statistics.viewCount')).toMatch(/^\d{1,3}(,\d{3})+$/);
    });
    it('says where a picture is that does not come', async () => {
      await runTable(`{ video(id: "${ids.video.trailer}") { thumbnails { url } } }`);
      await table().locator('img').first().waitFor();
      await explorer.page.route('**/_sandbox/pictures/**', (route) => route.abort());
      await explorer.page.evaluate(() => {
        for (const image of document.querySelectorAll<HTMLImageElement>('.answer img'))
          image.src += '?again';
      });
      await expect.poll(() => table().locator('img').count()).toBe(0);
      expect(await table().getByRole('link').first().innerText()).toContain('_sandbox/pictures');
      await explorer.page.unrouteAll();
      explorer.consoleErrors.splice(0);
    });
  });

  describe('with hostile data', () => {
    const title = '<img src=x onerror=alert(1)>\u202e[a](javascript:alert(2)) שלום';
    const key = [ids.calendar.release, ids.event.launchMeeting] as const;
    const urls = [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'https://evil.example/i.png',
      'https://i.ytimg.com.evil.example/x.jpg',
    ];
    beforeAll(async () => {
      changeEvent(explorer.gateway.sandbox, key, {
        summary: title,
        attachments: urls.map((url) => ({ fileUrl: url, iconLink: url, title })),
      });
      await runTable(
        `{ event(by: { key: { calendarId: "${key[0]}", eventId: "${key[1]}" } }) {
          summary attachments { title fileUrl iconLink } } }`,
      );
    });

    it('shows it as text, and asks no other host for anything', async () => {
      await expect.poll(() => rows().count()).toBe(urls.length);
      expect(await table().locator('img').count()).toBe(0);
      const links = await table()
        .getByRole('link')
        .evaluateAll((all) => all.map((each: any) => each.href));
      expect(new Set(links)).toEqual(new Set([urls[3], urls[2]]));
      expect(await column('fileUrl')).toEqual([
        urls[0],
        urls[1],
        'evil.example/i.png',
        'i.ytimg.com.evil.example/x.jpg',
      ]);
      expect(await table().locator('.text[dir="auto"]').first().innerText()).toBe(title);
      expect(explorer.externalRequests).toEqual([]);
    });
    it('lets the browser show no picture of another host, whatever the page does', async () => {
      const outcome = (url: string): Promise<string> =>
        explorer.page.evaluate(
          (src) =>
            new Promise((done) => {
              const image = new Image();
              image.addEventListener('load', () => done('loaded'));
              image.addEventListener('error', () => done('refused'));
              image.src = src;
            }),
          url,
        );
      const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
      await explorer.page.route(/example|ytimg/, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: picture }),
      );
      const outcomes = [];
      for (const url of ['https://i.ytimg.com/vi/x/default.jpg', ...urls.slice(2)])
        outcomes.push(await outcome(url));
      expect(outcomes).toEqual(['loaded', 'refused', 'refused']);
      await explorer.page.unrouteAll();
      // What the policy has said about it, and the picture that it has let through.
      explorer.consoleErrors.splice(0);
      explorer.externalRequests.splice(0);
    });
    it('copies titles that a spreadsheet would calculate as text', async () => {
      changeEvent(explorer.gateway.sandbox, key, {
        attachments: [{ fileUrl: 'https://a.example/', title: '=HYPERLINK("x")' }],
      });
      await runTable(
        `{ event(by: { key: { calendarId: "${key[0]}", eventId: "${key[1]}" } }) { attachments { title } } }`,
      );
      await explorer.page.getByRole('button', { name: 'Copy CSV' }).click();
      await explorer.page.getByRole('button', { name: 'Copied' }).waitFor();
      const text = await explorer.page.evaluate(() => navigator.clipboard.readText());
      expect(text).toBe(`title\r\n"'=HYPERLINK(""x"")"\r\n`);
      explorer.gateway.sandbox.reset();
    });
  });

  describe('that is long, empty or wrong', () => {
    it('has no more than 200 rows at first, and more for a click', async () => {
      await runTable(
        `{ playlist(id: "${ids.playlist.long}") { items(first: 120) { nodes { video {
          title thumbnails { url width } } } } } }`,
      );
      await list().selectOption('playlist.items.nodes.video.thumbnails');
      const all = Number.parseInt(await count().innerText(), 10);
      expect(all).toBeGreaterThan(300);
      expect(await rows().count()).toBe(200);
      const more = { name: `Show ${all - 200} more of ${all} rows` };
      await explorer.page.getByRole('button', more).click();
      await expect.poll(() => rows().count()).toBe(all);
      await field().fill('zzz nowhere');
      await expect.poll(() => count().innerText()).toBe(`0 of ${all} rows`);
    });
    it('shows the beginning of a long text, and the rest for a click or a search', async () => {
      const description = `${'word '.repeat(100)}ending`;
      explorer.gateway.sandbox.change('videos', {
        id: ids.video.trailer,
        snippet: { description },
      });
      await runTable(`{ videos(ids: ["${ids.video.trailer}"]) { description } }`);
      const cell = rows().locator('td').first();
      await expect.poll(() => cell.innerText()).toMatch(/… more$/);
      await cell.getByRole('button', { name: 'more' }).click();
      expect(await cell.innerText()).toContain('ending');
      await cell.getByRole('button', { name: 'less' }).click();
      await field().fill('ending');
      await expect.poll(() => cell.locator('mark').allInnerTexts()).toEqual(['ending']);
    });
    it('marks what is null because of an error', async () => {
      const { sandbox } = explorer.gateway;
      sandbox.fault({ match: { operation: 'video:commentThreads.list' }, status: 503 });
      await runTable(
        `{ videos(ids: ["${ids.video.trailer}"]) { title commentThreads(first: 1) { nodes { id } } } }`,
      );
      const cell = rows().first().locator('td:has(.wrong)');
      await expect.poll(() => cell.innerText()).toMatch(/null\s+YouTube/);
      sandbox.reset();
    });
    it('says that there is no list, and shows the fields', async () => {
      await runTable('{ viewer { channel { title } } }');
      await explorer.page.getByText('No list in this answer: these are its fields.').waitFor();
      expect(await table('Fields').innerText()).toMatch(/viewer\.channel\.title/);
    });
    it('says what is wrong if that is all of it', async () => {
      await runTable('{ viewer { nothing } }');
      const answer = explorer.page.locator('.answer');
      await expect.poll(() => answer.innerText()).toContain('No list in this answer.');
      expect(await answer.innerText()).toContain('Cannot query field "nothing"');
    });
    it('follows the events of a subscription', async () => {
      const { sandbox } = explorer.gateway;
      const chat = ids.chat.nightShift;
      sandbox.runClock(1);
      sandbox.setChat(chat, { pollingIntervalMillis: 1_000 });
      await view('JSON').click();
      await explorer.write(
        `subscription { chatMessages(liveChatId: "${chat}") { messages { displayText } } }`,
      );
      await explorer.page.getByRole('button', { name: /execute query/i }).click();
      await shownResult(explorer.page);
      await view('Table').click();
      sandbox.postChatMessages(chat, [{ text: 'planted-text' }]);
      await expect.poll(() => column('displayText')).toContain('planted-text');
      await explorer.page.getByRole('button', { name: /stop query/i }).click();
      sandbox.stopClock();
    });
  });

  describe('as JSON', () => {
    beforeAll(async () => {
      await view('JSON').click();
      await explorer.write(dashboard);
      await explorer.run();
    });
    const marks = () => explorer.page.locator('.result-window .found');
    const current = async (): Promise<number> =>
      Number(/^(\d+) of \d+$/.exec(await found().innerText())?.[1]);

    it('is searched with Ctrl+F: Enter goes on, Shift+Enter back, Escape ends it', async () => {
      const { page } = explorer;
      await page.locator('.result-window .view-line').first().click();
      await page.keyboard.press('Control+f');
      expect((await focused(page)).name).toBe('Search in the answer');
      await page.keyboard.type('"TITLE"');
      await expect.poll(current).toBe(1);
      const [, all] = /of (\d+)/.exec(await found().innerText())!;
      const { data } = await shownResult(page);
      expect(Number(all)).toBe(JSON.stringify(data).split('"title"').length - 1);
      await expect.poll(() => marks().count()).toBeGreaterThan(0);
      await page.keyboard.press('Enter');
      await expect.poll(current).toBe(2);
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.press('Shift+Enter');
      await expect.poll(current).toBe(Number(all));
      // The last one is far below.
      await expect.poll(() => page.locator('.result-window .found.current').count()).toBe(1);
      await bar().getByRole('button', { name: 'Next match' }).click();
      await expect.poll(current).toBe(1);
      await field().press('Escape');
      await expect.poll(() => marks().count()).toBe(0);
      expect([await field().inputValue(), await found().innerText()]).toEqual(['', '']);
    });
    it('says that nothing was found', async () => {
      await field().fill('zzz nowhere');
      await expect.poll(() => found().innerText()).toBe('Nothing found');
      await field().fill('');
    });
    it('is searched again when another answer comes', async () => {
      await field().fill('title');
      await expect.poll(current).toBe(1);
      await explorer.write('{ viewer { channel { title } } }');
      await explorer.run();
      await expect.poll(() => found().innerText()).toBe('1 of 1');
      await field().fill('');
    });
    it('is reached by Tab after its bar', async () => {
      const { page } = explorer;
      await field().focus();
      await page.keyboard.press('Tab');
      expect((await focused(page)).name).toBe('Result Window');
    });
  });

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    beforeAll(async () => {
      await explorer.page.emulateMedia({ colorScheme });
      await explorer.page.setViewportSize({ width: 1400, height: 900 });
      await explorer.openNew();
      await runTable(example('02-video-page'));
    });
    it.each([
      ['a list', 'video.commentThreads.nodes.replies.nodes'],
      ['pictures', 'video.thumbnails'],
      ['fields', ''],
    ])('axe finds nothing serious in %s', async (_, value) => {
      await list().selectOption(value);
      await table().waitFor();
      expect(await violations(explorer.page)).toEqual([]);
    });
    it('axe finds nothing serious while something is searched', async () => {
      await list().selectOption('video.commentThreads.nodes');
      await field().fill('e');
      await table().locator('mark').first().waitFor();
      expect(await violations(explorer.page)).toEqual([]);
      await view('JSON').click();
      await explorer.page.locator('.result-window .found').first().waitFor();
      expect(await violations(explorer.page)).toEqual([]);
      await field().fill('');
    });
    it.each([
      [1920, 1080],
      [1280, 800],
      [800, 900],
      [390, 800],
    ])('nothing overlaps or is cut off at %i by %i', async (width, height) => {
      await explorer.page.setViewportSize({ width, height });
      // In a narrow window the answer is alone.
      const regions = width > 640 ? allRegions : ['.bar', '.graphiql-response'];
      for (const each of ['JSON', 'Table'] as const) {
        await view(each).click();
        await field().fill('e');
        expect(await layoutProblems(explorer.page, regions)).toEqual([]);
        await field().fill('');
      }
    });
  });

  it('has loaded nothing of other hosts, and met no error', () => {
    expect([explorer.externalRequests, explorer.consoleErrors]).toEqual([[], []]);
  });
});
