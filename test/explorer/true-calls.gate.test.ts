/** What the explorer shows of subscriptions, of refusals and mistakes, and of several tabs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useExplorer } from '../support/page/explorer.ts';
import { violations } from '../support/page/page-layout.ts';

const chat = ids.chat.nightShift;

/** Each is a feed of its own, whose poller knows nothing of those before. */
let feeds = 0;

const newFeed = (): string => {
  feeds += 1;
  return `subscription { chatMessages(liveChatId: "${chat}", profileImageSize: ${feeds + 88}) { messages { displayText author { title } } } }`;
};

const video = `{ video(id: "${ids.video.trailer}") { title } }`;
const videos = `{ video(id: "${ids.video.trailer}") { title channel { title } } }`;

describe('the explorer', () => {
  const explorer = useExplorer({ env: { MAX_QUERY_UNITS: '50', CACHE: 'off' } });

  const calls = () => explorer.page.getByRole('group', { name: 'calls' });
  const events = () => explorer.page.getByRole('region', { name: 'Events of the subscription' });
  const rows = () => events().getByRole('table', { name: 'Events' }).locator('tbody tr');
  const state = () => explorer.page.getByTestId('stream-state').innerText();
  const totals = () => explorer.page.getByTestId('stream-totals').innerText();
  const line = () => explorer.page.getByTestId('plan-line').innerText();
  const execute = () => explorer.page.getByRole('button', { name: /execute query/i }).click();
  const stop = () => explorer.page.getByRole('button', { name: /stop query/i }).click();
  /** The cells of the table, the newest event first. */
  const cells = (): Promise<string[][]> =>
    rows().evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)),
    );
  const result = (): Promise<string> => explorer.page.locator('.result-window').innerText();

  describe('of a chat', () => {
    const prepare = async (): Promise<void> => {
      const { sandbox } = explorer.gateway;
      sandbox.reset();
      sandbox.runClock(1);
      sandbox.setChat(chat, { pollingIntervalMillis: 500 });
      await explorer.write(newFeed());
      await expect.poll(line).toContain('each hour');
    };

    beforeEach(prepare);

    /** Starts the subscription, and posts messages, each of which becomes an event. */
    async function receive(texts: readonly string[]): Promise<void> {
      await execute();
      await expect.poll(() => rows().count()).toBe(1);
      for (const [index, text] of texts.entries()) {
        explorer.gateway.sandbox.postChatMessages(chat, [{ text }]);
        await expect.poll(() => rows().count()).toBe(index + 2);
      }
    }

    it('shows each event with its time, its calls, and those of the poller', async () => {
      const { sandbox } = explorer.gateway;
      sandbox.clearCalls();
      await receive(['message-one', 'message-two', 'message-three']);
      await stop();
      await expect.poll(state).toMatch(/^Stopped by you at \d\d:\d\d:\d\d\.\d{3}\.$/);
      const shown = await cells();
      expect(shown.map(([number]) => number)).toEqual(['4', '3', '2', '1']);
      expect(shown.map(([, , content]) => content)).toEqual([
        'messages × 1, "message-three"',
        'messages × 1, "message-two"',
        'messages × 1, "message-one"',
        expect.stringMatching(/^messages × \d+, "/),
      ]);
      for (const [, time] of shown) expect(time).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
      // What is shown is what the sandbox has recorded.
      const recorded = (operation: string): number =>
        sandbox.calls().filter((call) => call.operation === operation).length;
      const sumOf = (column: number): number =>
        shown.reduce((sum, row) => sum + Number(/^(\d+) REST/.exec(row[column]!)?.[1]), 0);
      expect(sumOf(3)).toBe(recorded('video:channels.list'));
      // The last poll may have come after the last event.
      const polls = recorded('live:liveChatMessages.list');
      expect([polls, polls - 1]).toContain(sumOf(4));
      const text = await totals();
      expect(text).toContain('4 events');
      expect(text).toContain(`${sumOf(4)} REST calls, ${5 * sumOf(4)} VIDEO units`);
      expect(text).toContain('3600 REST calls, 18000 VIDEO units in an hour without events');
    });
    it('shows an event and its calls again when it is chosen, while others arrive', async () => {
      await receive(['message-one', 'message-two']);
      await expect.poll(result).toContain('message-two');
      await events().getByRole('button', { name: 'Show event 2', exact: true }).click();
      await expect.poll(result).toContain('message-one');
      expect(await calls().innerText()).toContain('channels.list');
      explorer.gateway.sandbox.postChatMessages(chat, [{ text: 'message-three' }]);
      await expect.poll(() => rows().count()).toBe(4);
      expect(await result()).toContain('message-one');
      await events().getByRole('button', { name: 'Show each new event' }).press('Enter');
      await expect.poll(result).toContain('message-three');
      await stop();
    });
    it('says that the gateway has completed it', async () => {
      await receive([]);
      explorer.gateway.sandbox.postChatMessages(chat, [{ type: 'chatEndedEvent' }]);
      await expect.poll(state).toMatch(/^Completed by the gateway at /);
    });
    it('says with which error it has ended', async () => {
      await receive(['message-one']);
      explorer.gateway.sandbox.fault({
        match: { operation: 'live:liveChatMessages.list' },
        status: 403,
        reason: 'forbidden',
      });
      await expect.poll(state).toMatch(/^Ended with an error at \S+: /);
      expect(await rows().count()).toBe(2);
      expect(await result()).toContain('"errors"');
    });
    it('has nothing that axe finds serious', async () => {
      await receive(['message-one']);
      for (const colorScheme of ['light', 'dark'] as const) {
        await explorer.page.emulateMedia({ colorScheme });
        const found = await violations(explorer.page);
        expect(found.filter((each) => each.includes('.events'))).toEqual([]);
      }
      await stop();
    });
    it('shows no events if it has not begun', async () => {
      await explorer.write('subscription { chatMessages(liveChatId: "none") { cursor } }');
      await explorer.run();
      await expect.poll(() => calls().innerText()).toContain('It ended with');
      expect(await events().count()).toBe(0);
    });
  });

  describe('of an operation that is not run', () => {
    const expectNoSetting = async (): Promise<void> =>
      expect(await calls().innerText()).not.toContain('TRACE');

    afterEach(expectNoSetting);

    it('says that it is refused, and the plan names the same field', async () => {
      await explorer.write(
        `{ files(first: 500) { nodes { name } } playlist(id: "${ids.playlist.long}") { items(first: 100) { nodes { video { commentThreads(first: 5) { nodes { id } } } } } } }`,
      );
      await expect.poll(line).toContain('Would be refused');
      const { errors } = await explorer.run();
      const { field } = errors![0]!.extensions;
      expect(await line()).toMatch(new RegExp(`most .+ by ${field}$`));
      await expect.poll(() => calls().innerText()).toContain(`Most of it is for ${field}.`);
    });
    it.each([
      ['{ viewer { ', 'The text is not GraphQL, at line 1, column 12.'],
      ['{ viewer { nothing } }', 'The operation does not fit the schema, at line 1, column 12.'],
      ['subscription { nothing }', 'The operation does not fit the schema, at line 1, column 16.'],
    ])('says what is wrong with it: %s', async (document, sentence) => {
      await explorer.write(document);
      await explorer.run();
      await expect.poll(() => calls().innerText()).toContain(`${sentence} No REST call was made.`);
    });
    it('says that no answer has come', async () => {
      await explorer.page.route('**/graphql', (route) => route.abort());
      try {
        await explorer.write(video);
        await explorer.run();
        await expect
          .poll(() => calls().innerText())
          .toContain('No answer of the gateway has come.');
      } finally {
        await explorer.page.unrouteAll();
      }
    });
  });

  describe('with two tabs', () => {
    const openTab = () => explorer.page.getByRole('button', { name: 'New tab' }).click();
    const showTab = (index: number) =>
      explorer.page.locator('.graphiql-tab').nth(index).getByRole('button').first().click();

    it('compares a plan with the one before in the same tab', async () => {
      await explorer.write(video);
      await expect.poll(line).toMatch(/^At most 1 REST call,/);
      const before = await line();
      await openTab();
      await explorer.write(videos);
      await expect.poll(line).toMatch(/^At most 2 REST calls/);
      expect(await line()).not.toContain('before');
      await explorer.write(
        `{ videos(ids: ["a"]) { title } b: channel(by: { id: "c" }) { title } c: playlist(id: "p") { title } }`,
      );
      await expect.poll(line).toMatch(/^At most 3 REST calls.* before 2 REST calls/);
      await showTab(0);
      await expect.poll(line).toBe(before);
    });
    it('shows an answer that comes late in its own tab', async () => {
      const { page } = explorer;
      const released = Promise.withResolvers<void>();
      await explorer.write(video);
      await page.route('**/graphql', async (route) => {
        const isRun = !route.request().postData()!.includes('dryRun');
        if (isRun) await released.promise;
        await route.continue();
      });
      const answered = page.waitForResponse(
        (response) => !response.request().postData()!.includes('dryRun'),
      );
      await execute();
      await openTab();
      released.resolve();
      await (await answered).finished();
      await page.unrouteAll({ behavior: 'wait' });
      // Nothing more is awaited: the page says that it runs no query.
      await expect.poll(() => page.locator('.graphiql-spinner').count()).toBe(0);
      expect(await result()).not.toContain('"data"');
      expect(await calls().innerText()).toContain('Run an operation');
      await showTab(0);
      await expect.poll(result).toContain('"title"');
      expect(await calls().innerText()).toContain('1 REST call');
    });
    it('stops a chat whose tab is left, and keeps its events', async () => {
      const { sandbox } = explorer.gateway;
      sandbox.reset();
      sandbox.runClock(1);
      sandbox.setChat(chat, { pollingIntervalMillis: 500 });
      await openTab();
      await explorer.write(newFeed());
      await execute();
      await expect.poll(() => rows().count()).toBe(1);
      await showTab(0);
      await expect.poll(() => events().count()).toBe(0);
      await showTab(-1);
      await expect.poll(state).toMatch(/^Stopped by you at /);
      expect(await rows().count()).toBe(1);
    });
  });
});
