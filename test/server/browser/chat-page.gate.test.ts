/** The example `examples/chat/index.html` in a browser, served by another port of the machine. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { findChat } from '../../../src/sandbox/live/chat/chat.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { startFastGateway } from '../../support/gateway/fast-gateway.ts';
import type { RunningGateway } from '../../support/gateway/gateway.ts';
import { serveExample } from '../../support/page/page-server.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { start } from '../../support/gateway/sandbox.ts';

const html = readFileSync(new URL('../../../examples/chat/index.html', import.meta.url));

/** The kinds of messages that the schema knows. */
const messageTypes = schema
  .getPossibleTypes(schema.getType('ChatMessage') as Parameters<typeof schema.getPossibleTypes>[0])
  .map(({ name }) => name)
  .filter((name) => name !== 'OtherChatMessage');

/** Kinds that no chat of the sandbox has: the last one of a chat. */
const unsent = new Set(['ChatEndedMessage']);

describe('the page of a live chat', () => {
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof serveExample>>;
  let sandbox: Sandbox;
  let gateway: RunningGateway;
  beforeAll(async () => {
    pages = await serveExample(html);
    browser = await openBrowser();
    await browser.page.goto(pages.url);
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
  });
  beforeEach(async () => {
    sandbox = await startSandbox({ now: start });
    gateway = await startFastGateway({ sandbox });
    browser.consoleErrors.length = 0;
    return async () => {
      // Before the gateway is closed: no connection is lost.
      await browser.page.goto(pages.url);
      await gateway.close();
      await sandbox.close();
    };
  });

  /** Fills in the form at the top, where not its defaults, and submits it. */
  async function connect(values: Readonly<Record<string, string>> = {}): Promise<void> {
    const { page } = browser;
    await page.getByLabel('Gateway').fill(`${gateway.url}/graphql`);
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Connect' }).click();
  }

  async function untilStatus(text: string | RegExp): Promise<void> {
    await browser.page.getByRole('status').filter({ hasText: text }).waitFor();
  }

  /** The messages on the page: kind and text, without the time. */
  const messages = (): Promise<{ type: string | undefined; text: string }[]> =>
    browser.page.locator('#messages > li').evaluateAll((items) =>
      items.map((item) => ({
        type: (item as unknown as { dataset: Record<string, string> }).dataset['type'],
        text: [...item.querySelectorAll(':scope > :not(time)')]
          .map(({ textContent }) => textContent)
          .join(' '),
      })),
    );

  /** Messages that the chat has in the sandbox. */
  const chat = (name: keyof typeof ids.chat = 'nightShift') =>
    findChat(sandbox.simulation(), ids.chat[name])!;

  async function untilAllShown(): Promise<void> {
    const { length } = chat().messages;
    await browser.page
      .locator('#messages > li')
      .nth(length - 1)
      .waitFor();
    expect(await messages()).toHaveLength(length);
  }

  it('shows messages of all kinds as text, with its default values', async () => {
    await connect();
    await untilAllShown();
    const shown = await messages();
    expect(new Set(shown.map(({ type }) => type))).toEqual(
      new Set(messageTypes.filter((name) => !unsent.has(name))),
    );
    const texts = shown.map(({ text }) => text);
    expect(texts.filter((text) => /undefined|null|NaN|\[object/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    const inChat = chat().messages.filter(({ type }) => type === 'textMessageEvent');
    for (const { details } of inChat)
      expect(texts.join('\n')).toContain(details['textMessageDetails']!['messageText']);
    expect(await browser.page.getByRole('region', { name: 'Poll' }).innerText()).toContain(
      'Breakwater: 41',
    );
    await untilStatus('Connected. Reads new messages every 2 s.');
    expect([browser.externalRequests, browser.consoleErrors]).toEqual([[], []]);
  });

  /** In the sandbox, viewers write from the second minute on, every five seconds. */
  const viewersWrite = (): void => sandbox.advance(90_000);

  /** The texts of the chat in the sandbox. */
  const textsInSandbox = (): string[] =>
    chat().messages.flatMap(({ details }) => {
      const text = details['textMessageDetails']?.['messageText'];
      return text === undefined ? [] : [text as string];
    });

  /** Waits until all messages are on the page. @returns their texts, in order */
  async function textsOnPage(): Promise<(string | null)[]> {
    await untilAllShown();
    return browser.page
      .locator('[data-type="TextMessage"] .text')
      .evaluateAll((items) => items.map(({ textContent }) => textContent));
  }

  /** The variables of the subscriptions that the gateway receives from now on. */
  function recordSubscriptions(): { after?: string }[] {
    const variables: { after?: string }[] = [];
    browser.page.on('request', (request) => {
      if (request.method() !== 'POST') return;
      const body = request.postDataJSON() as { query: string; variables: { after?: string } };
      if (body.query.includes('subscription')) variables.push(body.variables);
    });
    return variables;
  }

  it('shows messages as they are written, and continues after a lost connection, without a missing or repeated message', async () => {
    const subscriptions = recordSubscriptions();
    await connect();
    await untilAllShown();
    const before = chat().messages.length;
    viewersWrite();
    expect(chat().messages.length).toBeGreaterThan(before);
    expect(await textsOnPage()).toEqual(textsInSandbox());
    gateway.gateway.server.closeAllConnections();
    await untilStatus(/^Connection lost. Reconnecting in \d s.$/);
    viewersWrite();
    await untilStatus(/^Connected/);
    expect(await textsOnPage()).toEqual(textsInSandbox());
    expect(subscriptions).toEqual([
      { chat: ids.chat.nightShift },
      { chat: ids.chat.nightShift, after: expect.any(String) },
    ]);
  });
  it('continues when the gateway has been started again', async () => {
    await connect();
    await untilAllShown();
    const { port } = new URL(gateway.url);
    await gateway.gateway.drain();
    await gateway.close();
    await untilStatus(/Reconnecting in \d+ s/);
    viewersWrite();
    gateway = await startFastGateway({ sandbox, env: { PORT: port } });
    await untilStatus(/^Connected/);
    expect(await textsOnPage()).toEqual(textsInSandbox());
  });
  it('pauses, and continues with what was written in the meantime', async () => {
    await connect();
    await untilAllShown();
    await browser.page.getByRole('button', { name: 'Pause' }).click();
    await untilStatus('Paused.');
    viewersWrite();
    await browser.page.getByRole('button', { name: 'Continue' }).click();
    await untilStatus(/^Connected/);
    expect(await textsOnPage()).toEqual(textsInSandbox());
  });
  it('says that messages may be missing if the pause was too long for the cursor', async () => {
    await connect();
    await untilAllShown();
    await browser.page.getByRole('button', { name: 'Pause' }).click();
    sandbox.advance(2 * 3_600_000);
    await browser.page.getByRole('button', { name: 'Continue' }).click();
    const notices = browser.page.getByText('Messages may be missing here');
    await expect.poll(() => notices.count()).toBe(1);
    // The notice is an entry, too.
    const { length } = chat().messages;
    await browser.page.locator('#messages > li').nth(length).waitFor();
    expect(await messages()).toHaveLength(length + 1);
    await untilStatus(/^Connected/);
  });

  /** Writes a message into the field below the chat, and sends it. */
  async function send(text: string): Promise<void> {
    await browser.page.getByLabel('Your message').fill(text);
    await browser.page.getByRole('button', { name: 'Send' }).click();
  }

  it('sends a message, and shows it when it arrives', async () => {
    await connect();
    await untilAllShown();
    const text = 'Hyvää iltaa <b>&amp;</b> 🌅';
    await send(text);
    await browser.page.locator('#messages > li:last-child').filter({ hasText: text }).waitFor();
    expect(chat().messages.at(-1)!.details).toEqual({ textMessageDetails: { messageText: text } });
    expect(await browser.page.getByLabel('Your message').inputValue()).toBe('');
  });
  it('marks messages of a viewer who is banned', async () => {
    await connect();
    await untilAllShown();
    const mutation = `mutation ($ban: BanChatUserInput!) {
      banChatUser(input: $ban) { errors { message } }
    }`;
    const channelId = chat().messages.find(
      ({ id }) => id === ids.chatMessage.text,
    )!.authorChannelId;
    const { body } = await gateway.query(
      mutation,
      {
        ban: { liveChatId: ids.chat.nightShift, channelId, duration: 'PT1M' },
      },
      { authorization: 'Bearer studio-owner' },
    );
    expect(body.errors).toBeUndefined();
    await browser.page.locator('li.removed:has-text("ferry pier")').waitFor();
  });
  it('lets nobody write whose token does not allow it', async () => {
    await connect({ 'Access token': 'studio-reader' });
    await untilAllShown();
    await send('May I?');
    await expect
      .poll(() => browser.page.getByRole('alert').innerText())
      .toMatch(/\(MISSING_SCOPE\)$/);
    expect(await browser.page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    expect(await browser.page.getByLabel('Your message').inputValue()).toBe('May I?');
    await untilStatus(/^Connected/);
  });
  it('does not let a message that is still being sent enable the form of the next chat', async () => {
    await connect();
    await untilAllShown();
    const { page } = browser;
    const held = Promise.withResolvers<void>();
    await page.route(/graphql/, async (route) => {
      if (route.request().postData()?.includes('sendChatMessage')) await held.promise;
      await route.continue();
    });
    const sent = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('sendChatMessage')),
    );
    await send('Good evening');
    await connect({ 'Access token': '' });
    await untilAllShown();
    held.resolve();
    await (await sent).finished();
    await page.unroute(/graphql/);
    await untilStatus(/^Connected/);
    const isEnabled = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return document.querySelector('#text:enabled') !== null;
    });
    expect(isEnabled).toBe(false);
    expect(await page.getByRole('alert').innerText()).toBe('Messages need an access token.');
  });
  it('cannot write without a token', async () => {
    await connect({ 'Access token': '' });
    await untilAllShown();
    expect(await browser.page.getByLabel('Your message').isDisabled()).toBe(true);
    expect(await browser.page.getByRole('alert').innerText()).toBe(
      'Messages need an access token.',
    );
  });
  it('shows the end of the chat, and does not connect again', async () => {
    await connect();
    await untilAllShown();
    const { body } = await gateway.query(
      'mutation ($id: ID!) { transitionBroadcast(input: { id: $id, status: COMPLETE }) { errors { message } } }',
      { id: ids.broadcast.nightShift },
      { authorization: 'Bearer studio-owner' },
    );
    expect(body.data.transitionBroadcast.errors).toEqual([]);
    await untilStatus(/^The chat has ended at /);
    expect((await messages()).at(-1)?.type).toBe('ChatEndedMessage');
    const subscriptions = recordSubscriptions();
    await browser.page.waitForTimeout(2_000);
    expect(subscriptions).toEqual([]);
  });
  it('says what is wrong with a chat, an id or a token', async () => {
    const subscriptions = recordSubscriptions();
    for (const [label, value, text] of [
      ['Live chat id', ids.chat.winterGala, /^The chat has ended/],
      ['Live chat id', ids.chat.missing, /\(NOT_FOUND\)$/],
      ['Live chat id', 'x y', /\(\w+\)$/],
      ['Live chat id', ids.chat.townhall, /\(\w+\)$/],
      ['Access token', 'nobody', /\(UNAUTHENTICATED\)$/],
      ['Access token', 'studio-expired', /\(UNAUTHENTICATED\)$/],
    ] as const) {
      await browser.page.goto(pages.url);
      await connect({ [label]: value });
      await untilStatus(text);
      expect(await messages()).toEqual([]);
      expect(subscriptions.splice(0)).toHaveLength(1);
    }
  });
});
