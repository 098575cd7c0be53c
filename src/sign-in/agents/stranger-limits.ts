/** Limits what agents can make the gateway keep before a user knows of them. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Store } from '../../engine/store/store.ts';
import { HttpError } from '../../server/error/http-error.ts';
import { maxDocumentBytes } from './metadata-document.ts';

/** Maximum bytes of the query of an authorization request. */
const maxQueryBytes = 4 * 1024;

/** Maximum numbers from one address, and the time in ms in which they count. */
const limits = {
  registrations: { max: 20, ms: 3_600_000 },
  requests: { max: 60, ms: 600_000 },
} as const;

export class StrangerLimits {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Called before a client registers. @throws HttpError 411, 413 or 429 */
  async register({ method, headers }: IncomingMessage, source: string): Promise<void> {
    if (method !== 'POST') return;
    const length = Number(headers['content-length']);
    if (!Number.isSafeInteger(length))
      throw new HttpError(411, 'INVALID_INPUT', 'content-length: missing');
    if (length > maxDocumentBytes)
      throw new HttpError(
        413,
        'INVALID_INPUT',
        `The body has more than ${maxDocumentBytes} bytes.`,
      );
    await this.#count('registrations', source);
  }

  /** Called before an agent asks for consent. @throws HttpError 414 or 429 */
  async ask({ url }: IncomingMessage, source: string): Promise<void> {
    if (url!.length > maxQueryBytes)
      throw new HttpError(414, 'INVALID_INPUT', `The URL has more than ${maxQueryBytes} bytes.`);
    await this.#count('requests', source);
  }

  async #count(what: keyof typeof limits, source: string): Promise<void> {
    const { max, ms } = limits[what];
    const key = hash('sha256', `${what} ${source}`, 'base64url');
    const count = await this.#store.add('agentRequest', key, 1, ms);
    if (count <= max) return;
    const message = `Too many ${what} from your address; retry later.`;
    throw new HttpError(429, 'RATE_LIMITED', message, {
      headers: { 'retry-after': String(ms / 1_000) },
    });
  }
}
