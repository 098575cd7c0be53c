/** A server that is YouTube with one live chat, for several processes of the gateway. */
import { type ServerResponse } from 'node:http';
import { Chat } from './chat.ts';
import { type HttpServer, httpServer } from '../http-server.ts';

/** A call of the service, by `performance.now()`. */
interface Poll {
  readonly chatId: string;
  readonly begin: number;
  /** When the answer was sent; undefined: the connection was cut. */
  end?: number;
  /** Where the page begins. */
  readonly from: number;
}

/** The URLs of the service: each process has one of its own. */
export const pathOf = (index: number): string => `/process-${index}/youtube/v3`;

/** YouTube with one chat. */
export class ChatService {
  chat: Chat;
  polls: Poll[] = [];
  /** Called with the number of the process while it waits for the answer. */
  onPoll: ((index: number) => Promise<void>) | undefined;
  readonly #intervalMs: number;
  #server: HttpServer | undefined;

  /** @param intervalMs that its answers state */
  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
    this.chat = this.#newChat();
  }

  async start(): Promise<string> {
    this.#server = await httpServer((incoming, response) => void this.#answer(incoming, response));
    return this.#server.url;
  }

  reset(): void {
    this.chat = this.#newChat();
    this.polls = [];
    this.onPoll = undefined;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  /** The time between each answer and the next call. Processes that are killed send no answer. */
  get pauses(): readonly number[] {
    return this.waits.map(({ from, to }) => to - from);
  }

  /** The same, by when each begins and ends (`performance.now`). */
  get waits(): readonly { readonly from: number; readonly to: number }[] {
    return this.polls.flatMap(({ begin, chatId }, index) => {
      const before = this.polls.slice(0, index).findLast((other) => other.chatId === chatId);
      return before ? [{ from: before.end ?? before.begin, to: begin }] : [];
    });
  }

  #newChat(): Chat {
    const chat = new Chat();
    chat.intervalMs = this.#intervalMs;
    return chat;
  }

  async #answer(
    { url }: { readonly url?: string | undefined },
    response: ServerResponse,
  ): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(url!, 'http://service');
    const from = Number(/^at (\d+)/.exec(query.get('pageToken') ?? '')?.[1] ?? 0);
    const poll: Poll = { chatId: query.get('liveChatId')!, begin: performance.now(), from };
    this.polls.push(poll);
    await this.onPoll?.(Number(/^\/process-(\d)/.exec(path)![1]));
    if (response.destroyed) return;
    const { body } = this.chat.answer({ path, query, token: undefined, at: 0 });
    poll.end = performance.now();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
