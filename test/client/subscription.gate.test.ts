/** The clients of `docs/subscriptions.md` and `docs/frontend/` follow a chat. */
import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { Client } from '@urql/core';
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { useFrontend } from '../support/page/frontend.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { start } from '../support/gateway/sandbox.ts';

const liveChatId = ids.chat.nightShift;
const subscription = `subscription { chatMessages(liveChatId: "${liveChatId}") { cursor } }`;

interface ShownMessage {
  readonly id: string;
  readonly displayText: string | null;
}

/** A chat in a sandbox, and a gateway that can be replaced by another one. */
async function openChat() {
  const sandbox = await startSandbox({ now: start });
  // Pages may be read once in a simulated second.
  sandbox.setChat(liveChatId, { pollingIntervalMillis: 1_000 });
  sandbox.runClock(100);
  let gateway = await startGateway({ sandbox });
  const { url } = gateway;
  return {
    sandbox,
    url,
    stop: async () => {
      await gateway.gateway.drain();
      await gateway.close();
    },
    start: async () => {
      gateway = await startGateway({ sandbox, env: { PORT: new URL(url).port } });
    },
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
      await sandbox.close();
    },
  };
}

type OpenChat = Awaited<ReturnType<typeof openChat>>;

describe('a client of subscriptions', () => {
  const frontend = useFrontend();

  const clients = [
    ['graphql-sse', 'src/chat-sse.ts', 'createSseClient'],
    ['graphql-ws', 'src/chat-ws.ts', 'createWsClient'],
  ] as const;

  describe.concurrent.each(clients)('of %s', (_, file, name) => {
    /** Follows a chat. @returns what is shown, and the end */
    async function follow({ url }: OpenChat, token = 'studio-owner', chatId = liveChatId) {
      const { followChat, [name]: create } = await frontend.loadAll(['src/follow-chat.ts', file]);
      const client = create(`${url}/graphql`, () => token);
      const shown: ShownMessage[] = [];
      const show = (messages: readonly ShownMessage[]): void => void shown.push(...messages);
      /** How many messages have the text. */
      const countOf = (text: string): number =>
        shown.filter(({ displayText }) => displayText === text).length;
      const end = followChat(client, chatId, show) as Promise<void>;
      return { shown, countOf, client, end };
    }

    it('shows new messages until the client is disposed', async ({ expect }) => {
      await using chat = await openChat();
      const { shown, countOf, client, end } = await follow(chat);
      await expect.poll(() => shown.length).toBeGreaterThan(5);
      chat.sandbox.postChatMessages(liveChatId, [{ text: 'Ünï 👩‍🚀' }]);
      await expect.poll(() => countOf('Ünï 👩‍🚀')).toBe(1);
      client.dispose();
      await end.catch(() => {});
    });
    it('continues in another process without losing or repeating messages', async ({ expect }) => {
      await using chat = await openChat();
      const { shown, countOf, client, end } = await follow(chat);
      await expect.poll(() => shown.length).toBeGreaterThan(5);
      await chat.stop();
      chat.sandbox.postChatMessages(liveChatId, [{ text: 'while away' }]);
      await chat.start();
      await expect.poll(() => countOf('while away')).toBe(1);
      chat.sandbox.postChatMessages(liveChatId, [{ text: 'later' }]);
      await expect.poll(() => countOf('later')).toBe(1);
      expect(countOf('while away')).toBe(1);
      expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
      client.dispose();
      await end.catch(() => {});
    });
    it('starts again if its cursor has expired meanwhile', async ({ expect }) => {
      await using chat = await openChat();
      chat.sandbox.setChat(liveChatId, { tokenLifetimeMs: 5_000 });
      const { shown, countOf, client, end } = await follow(chat);
      await expect.poll(() => shown.length).toBeGreaterThan(5);
      await chat.stop();
      chat.sandbox.postChatMessages(liveChatId, [{ text: 'while away' }]);
      chat.sandbox.advance(60_000);
      await chat.start();
      await expect.poll(() => countOf('while away')).toBeGreaterThan(0);
      client.dispose();
      await end.catch(() => {});
    });
    it('fails for a chat that does not exist', async ({ expect }) => {
      await using chat = await openChat();
      const { end, client } = await follow(chat, 'studio-owner', ids.chat.missing);
      await expect(end).rejects.toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
      client.dispose();
    });
    it('continues a feed with the cursor of its last page, and ends when it is told to', async ({
      expect,
    }) => {
      await using chat = await openChat();
      const { follow: followFeed, [name]: create } = await frontend.loadAll([
        'src/follow.ts',
        file,
      ]);
      const client = create(`${chat.url}/graphql`, () => 'studio-owner');
      const stop = new AbortController();
      const pages: any[] = [];
      const end = followFeed(client, {
        query: `subscription ($id: ID!, $after: String) { chatMessages(liveChatId: $id, after: $after) {
          messages { id } cursor } }`,
        variables: { id: liveChatId },
        signal: stop.signal,
        show: (page: unknown) => pages.push(page),
      });
      const idsOf = () => pages.flatMap(({ messages }) => messages.map(({ id }: any) => id));
      await expect.poll(() => idsOf().length).toBeGreaterThan(5);
      await chat.stop();
      const before = pages.length;
      chat.sandbox.postChatMessages(liveChatId, [{ text: 'while away' }]);
      await chat.start();
      await expect.poll(() => pages.length).toBeGreaterThan(before);
      expect(new Set(idsOf()).size).toBe(idsOf().length);
      stop.abort();
      await expect(end).resolves.toBeUndefined();
      client.dispose();
    });
    it('rejects an expired cursor, unless the caller takes a gap', async ({ expect }) => {
      await using chat = await openChat();
      const { follow: followFeed, [name]: create } = await frontend.loadAll([
        'src/follow.ts',
        file,
      ]);
      const client = create(`${chat.url}/graphql`, () => 'studio-owner');
      const end = followFeed(client, {
        query: `subscription ($id: ID!, $after: String) { chatMessages(liveChatId: $id, after: $after) {
          cursor } }`,
        variables: { id: liveChatId, after: 'no cursor' },
        show: () => {},
      });
      await expect(end).rejects.toMatchObject([{ extensions: { argument: 'after' } }]);
      client.dispose();
    });
    it('fails for text that is not a token', async ({ expect }) => {
      await using chat = await openChat();
      const { end } = await follow(chat, 'not a token');
      await expect(end).rejects.toBeDefined();
      expect(chat.sandbox.calls()).toEqual([]);
    });
  });

  it('in Apollo Client receives the first page', async () => {
    await using chat = await openChat();
    const { withSubscriptions, createWsClient } = await frontend.loadAll([
      'src/apollo-subscription.ts',
      'src/chat-ws.ts',
    ]);
    const ws = createWsClient(`${chat.url}/graphql`, () => 'studio-owner');
    const link = withSubscriptions(ApolloLink.empty(), ws);
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const { data } = await new Promise<any>((resolve, reject) => {
      client.subscribe({ query: gql(subscription) }).subscribe({ next: resolve, error: reject });
    });
    expect(data.chatMessages.cursor).toEqual(expect.any(String));
    client.stop();
    await ws.dispose();
  });
  it('in Apollo Client learns why the gateway has closed the WebSocket', async () => {
    await using chat = await openChat();
    const { withSubscriptions, createWsClient, onRejected } = await frontend.loadAll([
      'src/apollo-subscription.ts',
      'src/chat-ws.ts',
      'src/rejected.ts',
    ]);
    const reasons: string[] = [];
    const subscribe = async (token: string): Promise<Error> => {
      const ws = createWsClient(`${chat.url}/graphql`, () => token);
      onRejected(ws, (reason: string) => reasons.push(reason));
      const link = withSubscriptions(ApolloLink.empty(), ws);
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      const failure = new Promise<Error>((resolve) => {
        client.subscribe({ query: gql(subscription) }).subscribe({
          next: ({ error }: any) => (error ? resolve(error) : void chat.stop()),
          error: resolve,
        });
      });
      const error = await failure;
      await ws.dispose();
      return error;
    };
    const rejected = await subscribe('not a token');
    expect(rejected).not.toHaveProperty('code');
    expect(reasons).toEqual([expect.stringContaining('authorization')]);
    await subscribe('studio-owner');
    expect(reasons).toHaveLength(1);
    await chat.start();
  });
  it('in urql receives the first page', async () => {
    await using chat = await openChat();
    const { subscriptions, createWsClient } = await frontend.loadAll([
      'src/urql-subscription.ts',
      'src/chat-ws.ts',
    ]);
    const ws = createWsClient(`${chat.url}/graphql`, () => 'studio-owner');
    const client = new Client({
      url: `${chat.url}/graphql`,
      exchanges: [subscriptions(ws)],
      preferGetMethod: false,
    });
    const { data } = await new Promise<any>((resolve) => {
      const results = client.subscription(subscription, {}).subscribe((result) => {
        resolve(result);
        setImmediate(() => results.unsubscribe());
      });
    });
    expect(data.chatMessages.cursor).toEqual(expect.any(String));
    await ws.dispose();
  });
});
