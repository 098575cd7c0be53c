/** Counts the calls of the gateway to services that have not ended: the time stands still then. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** A request of undici, as its diagnostics channels tell of it. */
interface UndiciRequest {
  readonly origin: string | URL;
}

/** The calls to some servers, from the moment of their first request until `close`. */
export class OpenCalls {
  readonly #origins = new Set<string>();
  readonly #open = new Set<UndiciRequest>();
  readonly #listeners: Readonly<Record<string, (message: unknown) => void>>;

  constructor() {
    const end = (message: unknown): void => {
      this.#open.delete((message as { readonly request: UndiciRequest }).request);
    };
    this.#listeners = {
      'undici:request:create': (message) => {
        const { request } = message as { readonly request: UndiciRequest };
        if (this.#origins.has(new URL(request.origin).origin)) this.#open.add(request);
      },
      'undici:request:trailers': end,
      'undici:request:error': end,
    };
    for (const [name, listener] of Object.entries(this.#listeners)) subscribe(name, listener);
  }

  /** @param url of a server whose calls are counted from now on */
  watch(url: string): void {
    this.#origins.add(new URL(url).origin);
  }

  get count(): number {
    return this.#open.size;
  }

  close(): void {
    for (const [name, listener] of Object.entries(this.#listeners)) unsubscribe(name, listener);
  }
}
