/**
 * Reads what a client says of itself from the URL that is its id (draft-ietf-oauth-client-id-
 * metadata-document-02). Anybody can name a URL, so the gateway must not become the one who asks:
 * only over https, at public addresses, under a limit for each who asks.
 */
import { ExpectedError } from '../../engine/api/stackless.ts';
import { type Clock, timeLimit } from '../../engine/caller/clock.ts';
import { type TimeLimits, tokenFetch } from '../../engine/rest/token-fetch.ts';
import { ExchangeLimit } from '../exchange-limit.ts';
import { addressesOf, isPublicAddress } from './public-address.ts';

/** Where names of hosts lead; another one in tests alone. */
export interface HostDirectory {
  /** @throws if the host has no address */
  readonly addressesOf: (hostname: string) => Promise<readonly string[]>;
  /** Whether the gateway may connect to the address. */
  readonly isPublic: (address: string) => boolean;
}

const internet: HostDirectory = { addressesOf, isPublic: isPublicAddress };

interface MetadataFetchParts {
  readonly limits: TimeLimits;
  readonly clock: Clock;
  /** Default: the internet. */
  readonly hosts?: HostDirectory | undefined;
  /** @returns the request that is being answered */
  readonly asker: () => DocumentAsker | undefined;
}

/** A request of an agent, for which documents are read. */
export interface DocumentAsker {
  /** Where it comes from, for the limit. */
  readonly source: string | undefined;
  /** Why its document was not read: the library asks again before it shows that. */
  refusal?: unknown;
}

/** Milliseconds for all of it. */
const timeoutMs = 3_000;

/** Maximum bytes of a document. */
export const maxDocumentBytes = 5 * 1024;

/** A document that is never read. Nothing of the answer is part of the message. */
class UnreadableDocument extends ExpectedError {}

/** Whether a document could not be read at this moment. */
export const isUnanswered = ({ refusal }: DocumentAsker): boolean =>
  refusal !== undefined && !(refusal instanceof UnreadableDocument);

/** @returns reads a document: the `fetch` of the authorization server, which needs no other one */
export function metadataFetch({
  limits,
  clock,
  hosts = internet,
  asker,
}: MetadataFetchParts): (url: string | URL) => Promise<Response> {
  const running = new ExchangeLimit();
  const send = tokenFetch({ ...limits, callTimeoutMs: timeoutMs, clock });
  const read = async ({ href, hostname }: URL): Promise<Response> => {
    const limit = timeLimit(clock, timeoutMs);
    const { signal } = limit;
    try {
      const address = await checkedAddress(hosts, hostname, signal);
      // The address that was checked: the name can lead to another one a moment later. The library
      // takes no redirect, which could lead anywhere.
      return await send(href, { headers: { accept: 'application/json' }, address, signal });
    } finally {
      limit.cancel();
    }
  };
  return async (url) => {
    const own: DocumentAsker = asker() ?? { source: undefined };
    if (own.refusal !== undefined) throw own.refusal;
    try {
      const document = new URL(url);
      if (document.protocol !== 'https:') throw new UnreadableDocument('expected a URL of https');
      return await running.run(own.source, () => read(document));
    } catch (error) {
      own.refusal = error;
      throw error;
    }
  };
}

/** @throws UnreadableDocument if an address of the host is not public: a rebinding name has both */
async function checkedAddress(
  { addressesOf: find, isPublic }: HostDirectory,
  hostname: string,
  signal: AbortSignal,
): Promise<string> {
  const late = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => late.reject(new UnreadableDocument('no time left')));
  const addresses = await Promise.race([find(hostname), late.promise]);
  if (addresses.length === 0 || !addresses.every(isPublic))
    throw new UnreadableDocument('the host is not on the public internet');
  return addresses[0]!;
}
