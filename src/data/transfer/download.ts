/**
 * Addresses of bytes that need no header, so that a browser can follow them: what is asked, and on whose behalf, travels
 * in the address itself, encrypted, for a few minutes. The gateway remembers nothing of them.
 */
import type { AnyOperation, Args } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import type { LinkSecret } from './link-secret.ts';

export interface DownloadFacts {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the file is called where it is saved; what could end a header is gone from it. */
  readonly fileName: string;
}

export interface SealedDownload extends DownloadFacts {
  readonly identity: Identity;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface DownloadLink {
  readonly url: string;
  readonly expiresAt: number;
}

export interface DownloadSettings {
  readonly seal: LinkSecret;
  readonly ttlMs: number;
  readonly base: () => string;
}

export class Downloads {
  readonly #settings: DownloadSettings;

  constructor(settings: DownloadSettings) {
    this.#settings = settings;
  }

  link<O extends AnyOperation>(
    identity: Identity,
    operation: O,
    args: Args<O>,
    fileName: string,
  ): DownloadLink {
    const { seal, ttlMs, base } = this.#settings;
    const expiresAt = Date.now() + ttlMs;
    const plain = fileName.replaceAll(/[^\w.-]/g, '_');
    const facts: SealedDownload = {
      operation: operation.key,
      args,
      fileName: plain,
      identity,
      expiresAt,
    };
    return {
      url: `${base()}/downloads/${seal.close('download', JSON.stringify(facts))}`,
      expiresAt,
    };
  }

  /** @returns undefined for what is no address of ours */
  open(sealed: string): SealedDownload | undefined {
    const text = this.#settings.seal.open('download', sealed);
    return text === undefined ? undefined : (JSON.parse(text) as SealedDownload);
  }
}
