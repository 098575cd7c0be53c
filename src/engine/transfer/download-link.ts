/**
 * Download URLs that need no header, so that a browser can follow them. The call and the caller's
 * identity are encrypted in the URL and valid for a few minutes; the gateway stores nothing.
 */
import { type Clock, systemClock } from '../caller/clock.ts';
import type { AnyOperation, Args } from '../api/operation.ts';
import type { Identity } from '../caller/identity.ts';
import type { Encryption } from '../caller/encryption.ts';
import type { Identities } from '../caller/identities.ts';

/**
 * A version of a file's content, for a service whose downloads name none: bytes of two versions
 * must not be joined.
 */
export interface ContentVersion {
  /** Without quotes. */
  readonly etag: string;
  /** The test of the file's version; absent: its content never changes. */
  readonly check?: VersionCheck;
}

/** Fields of the file that change with its content. */
interface VersionCheck {
  /** Arguments of a call of the same operation that reads the fields. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The fields by name, as they were when the URL was made. */
  readonly fields: Readonly<Record<string, string>>;
  /** The name of the field that is the etag. */
  readonly etagField: string;
}

export interface DownloadSource<O extends AnyOperation> {
  /** Returns the file, or has named its URL. */
  readonly operation: O;
  readonly args: Args<O>;
  /** A URL in an answer of the operation. Default: the operation itself returns the file. */
  readonly sourceUrl?: string;
  /** Whether `sourceUrl` serves ranges: the gateway makes an etag if the service states none. */
  readonly supportsRanges?: boolean;
  /** The name under which a browser saves the file. Default: `download`, and its extension. */
  readonly fileName?: string;
  readonly version?: ContentVersion | undefined;
}

/** The content of a download URL: one call on behalf of one caller, until the expiry. */
export interface DownloadGrant extends Omit<DownloadSource<AnyOperation>, 'operation' | 'args'> {
  /** Key of the operation in the catalogue. */
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A URL to download from, with its expiry in milliseconds since 1970. */
export interface DownloadUrl {
  readonly url: string;
  readonly expiresAt: number;
}

interface DownloadLinkSettings {
  readonly encryption: Encryption;
  /** Validity of a URL in milliseconds. */
  readonly ttlMs: number;
  /** Base URL of the gateway, as clients reach it. */
  readonly baseUrl: () => string;
  readonly clock?: Clock | undefined;
}

export class DownloadLinks {
  readonly #settings: DownloadLinkSettings;

  constructor(settings: DownloadLinkSettings) {
    this.#settings = settings;
  }

  /** @returns a URL that downloads the file on behalf of the identity of its service */
  create<O extends AnyOperation>(identities: Identities, source: DownloadSource<O>): DownloadUrl {
    const { encryption, ttlMs, baseUrl, clock = systemClock } = this.#settings;
    const grant: DownloadGrant = {
      ...source,
      operation: source.operation.key,
      identity: identities.of(source.operation),
      expiresAt: clock.wallTime() + ttlMs,
    };
    const segment = encryption.encrypt('download', JSON.stringify(grant));
    return { url: `${baseUrl()}/downloads/${segment}`, expiresAt: grant.expiresAt };
  }

  /**
   * @param segment the last one of the path of a download URL
   * @returns undefined if no replica made the URL; the expiry is not checked
   */
  grantOf(segment: string): DownloadGrant | undefined {
    const text = this.#settings.encryption.decrypt('download', segment);
    return text === undefined ? undefined : (JSON.parse(text) as DownloadGrant);
  }
}
