/** A client of the subscription to a live chat that connects again whenever it is disconnected. */
import { setTimeout as wait } from 'node:timers/promises';
import { transports } from './subscription-client.ts';

const query = `subscription ($chat: ID!, $after: String) {
  chatMessages(liveChatId: $chat, after: $after) { messages { messageId } cursor }
}`;

/** A chat page as clients receive it. */
interface Page {
  readonly messages: readonly { readonly messageId: string }[];
  readonly cursor: string | null;
}

interface Connection {
  readonly transport: string;
  readonly url: string;
  readonly chat: string;
  readonly after: string | undefined;
  readonly signal: AbortSignal;
  readonly onPage: (page: Page) => void;
}

/** Calls `onPage` with each page. @throws Error when the connection ends, or the signal fires */
async function connect({
  transport,
  url,
  chat,
  after,
  signal,
  onPage,
}: Connection): Promise<never> {
  const request = { query, variables: { chat, after }, token: 'studio-owner' };
  const stream = await transports[transport]!(url, request);
  const aborted = new Promise<never>((_, reject) => {
    const leave = (): void => {
      stream.leave();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
  for (let count = 1; ; count += 1) {
    const { data } = (await Promise.race([stream.until(count), aborted]))[count - 1];
    if (data) onPage(data.chatMessages);
  }
}

/** A client that subscribes again with its last cursor whenever it is disconnected. */
export class ChatClient {
  readonly received: string[] = [];
  readonly #transport: string;
  readonly #url: () => string;
  readonly #chat: string;
  #after: string | undefined;
  #connection = new AbortController();
  #isOver = false;
  readonly #done: Promise<void>;

  /** @param chat the id of the chat */
  constructor(transport: string, url: () => string, chat = 'chat') {
    this.#transport = transport;
    this.#url = url;
    this.#chat = chat;
    this.#done = this.#run();
  }

  /** Cuts the connection; the client connects again. */
  cut(): void {
    this.#connection.abort();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.cut();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const { signal } = (this.#connection = new AbortController());
      const onPage = (page: Page): void => {
        if (signal.aborted) return;
        this.received.push(...page.messages.map(({ messageId }) => messageId));
        this.#after = page.cursor ?? this.#after;
      };
      // Every end of a connection has the same meaning: the client connects again.
      await connect({
        transport: this.#transport,
        url: this.#url(),
        chat: this.#chat,
        after: this.#after,
        signal,
        onPage,
      }).catch(() => {});
      await wait(1);
    }
  }
}
