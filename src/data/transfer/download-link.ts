/**
 * Download URLs that need no header, so that a browser can follow them. The call and the caller's
 * identity are encrypted in the URL and valid for a few minutes; the gateway stores nothing.
 */
import type { AnyOperation, Args } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import type { LinkSecret } from './link-secret.ts';

/** The content of a download URL: one call on behalf of one caller, until the expiry. */
export interface DownloadGrant {
  /** Key of the operation in the catalogue. */
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Suggested file name: word characters, dots and hyphens only, safe in a header. */
  readonly fileName: string;
  readonly identity: Identity;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A URL to download from, with its expiry in milliseconds since 1970. */
export interface DownloadUrl {
  readonly url: string;
  readonly expiresAt: number;
}

/** The dependencies of download URLs. */
interface DownloadLinkSettings {
  readonly linkSecret: LinkSecret;
  /** Validity of a URL in milliseconds. */
  readonly ttlMs: number;
  /** Base URL of the gateway, as clients reach it. */
  readonly baseUrl: () => string;
}

/** Makes and decodes download URLs. */
export class DownloadLinks {
  readonly #settings: DownloadLinkSettings;

  constructor(settings: DownloadLinkSettings) {
    this.#settings = settings;
  }

  /**
   * @param operation returns the file
   * @param fileName name under which a browser saves the file
   * @returns a URL that downloads the file on behalf of the identity
   */
  create<O extends AnyOperation>(
    identity: Identity,
    operation: O,
    args: Args<O>,
    fileName: string,
  ): DownloadUrl {
    const { linkSecret, ttlMs, baseUrl } = this.#settings;
    const grant: DownloadGrant = {
      operation: operation.key,
      args,
      fileName: fileName.replaceAll(/[^\w.-]/g, '_'),
      identity,
      expiresAt: Date.now() + ttlMs,
    };
    const token = linkSecret.encrypt('download', JSON.stringify(grant));
    return { url: `${baseUrl()}/downloads/${token}`, expiresAt: grant.expiresAt };
  }

  /**
   * @param token last path segment of a download URL
   * @returns undefined if this gateway did not make the token; the expiry is not checked
   */
  decode(token: string): DownloadGrant | undefined {
    const text = this.#settings.linkSecret.decrypt('download', token);
    return text === undefined ? undefined : (JSON.parse(text) as DownloadGrant);
  }
}
