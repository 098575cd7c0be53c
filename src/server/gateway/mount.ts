/** Where a host serves the gateway within its own server. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../engine/caller/clock.ts';
import { Timed, TimedList } from '../../engine/rest/share/timed-list.ts';

/** @returns the path of a URL or path, without a slash at its end: empty at the root */
export const basePathOf = (url = '/'): string =>
  new URL(url, 'http://host').pathname.replace(/\/+$/, '');

/** Removes a path from the start of the URL of a request, unless somebody has removed it before. */
export function removePath(req: IncomingMessage, basePath: string): void {
  req.url = withoutPath(req.url ?? '/', basePath);
}

const withoutPath = (url: string, basePath: string): string =>
  url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;

/** What Express and Connect leave of a URL whose path they have shortened. */
interface MountedUrl {
  readonly url?: string | undefined;
  readonly originalUrl?: string;
}

interface MountOptions {
  /** Such as `/api`; empty at the root, or where the host removes it. */
  readonly basePath: string;
  /**
   * Whether nobody but a router of the host removes that path. Otherwise, a proxy may have removed
   * it: a request without it is for the gateway, too.
   */
  readonly isStrict: boolean;
  /** Whether the host says who sends a request. */
  readonly identifies: boolean;
  readonly clock?: Clock | undefined;
}

/**
 * Removes the path of the mount from requests, and knows by which base URL the client of the
 * running request sees the gateway: links lead there. What a client says in its header `host`
 * decides about its own links only.
 *
 * Limits of connections are the host's: how many there are, how long they take, how slowly their
 * clients send and read. The gateway only knows what is open, to wait for it at its end.
 */
export class Mount {
  /** Whether the host says who sends a request: what clients say of it is ignored. */
  readonly identifies: boolean;
  /** Without a slash at its end. */
  readonly basePath: string;
  readonly #isStrict: boolean;
  readonly #place = new AsyncLocalStorage<{ readonly url: string; readonly path: string }>();
  readonly #open: TimedList;
  #count = 0;
  /** Whether what is open has to end. */
  readonly #cut = { isDue: false };
  /** Called when nothing is open any more. */
  #onClosed: (() => void) | undefined;

  constructor({ basePath, isStrict, identifies, clock }: MountOptions) {
    this.identifies = identifies;
    this.basePath = basePath;
    this.#isStrict = isStrict;
    this.#open = new TimedList(250, clock);
  }

  /** @returns the URL of a request below the mount; undefined for another part of the host */
  urlOf({ url = '/', originalUrl = url }: MountedUrl): string | undefined {
    if (originalUrl !== url || !this.#isStrict) return withoutPath(url, this.basePath);
    return url.startsWith(`${this.basePath}/`) ? url.slice(this.basePath.length) : undefined;
  }

  /** The base URL, as the client of the running request sees it; undefined outside of one. */
  get url(): string | undefined {
    return this.#place.getStore()?.url;
  }

  /** The path of the base URL, as the client of the running request sees it. */
  get path(): string {
    return this.#place.getStore()?.path ?? this.basePath;
  }

  /** The number of running requests and WebSockets. */
  get count(): number {
    return this.#count;
  }

  /** Resolves when no request runs, and no WebSocket is open. */
  closed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#onClosed = resolve;
    });
  }

  /** Ends all of them soon, whatever has been sent. */
  closeAll(): void {
    this.#cut.isDue = true;
  }

  /**
   * Handles a request whose URL then has the path below the mount.
   * @param answer its response, or its connection if it asks for a WebSocket
   */
  run(
    req: IncomingMessage & MountedUrl,
    answer: ServerResponse | Duplex,
    handle: () => void,
  ): void {
    if (!answer.closed) this.#add(answer);
    const { headers, url = '/', originalUrl = url } = req;
    const { basePath } = this;
    removePath(req, basePath);
    const removed = originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length) : '';
    const scheme = (req.socket as TLSSocket).encrypted ? 'https' : 'http';
    const host = headers.host ?? headers[':authority'] ?? 'localhost';
    const path = basePath || removed;
    this.#place.run({ url: `${scheme}://${String(host)}${path}`, path }, handle);
  }

  #add(answer: ServerResponse | Duplex): void {
    const open = new OpenAnswer(answer, this.#cut);
    this.#open.add(open);
    this.#count += 1;
    answer.once('close', () => {
      this.#open.delete(open);
      this.#count -= 1;
      if (this.#count === 0) this.#onClosed?.();
    });
  }
}

/** The response of a running request, or the connection of a WebSocket. */
class OpenAnswer extends Timed {
  /** Only the end of the gateway ends it. */
  override readonly endAt = Infinity;
  readonly #answer: ServerResponse | Duplex;
  readonly #cut: { readonly isDue: boolean };

  constructor(answer: ServerResponse | Duplex, cut: { readonly isDue: boolean }) {
    super();
    this.#answer = answer;
    this.#cut = cut;
  }

  override check(): void {
    if (this.#cut.isDue) this.expire();
  }

  override expire(): void {
    this.#answer.destroy();
  }
}
