/**
 * What a connection says about where a request comes from, and what that does not prove: the
 * address of the client, and the header `host`.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';
import { lruCache } from '../../engine/caller/lru-cache.ts';
import type { Config } from '../../config.ts';
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../error/http-error.ts';

type AddressSettings = Pick<Config, 'CLIENT_ADDRESS' | 'TRUSTED_PROXIES' | 'LINK_SECRET'>;

/** What proxies add to a request; of several headers Node makes one list. */
export const forwardedHeader = 'x-forwarded-for';

/** Characters of a hash: 72 bits, so that no two clients have the same. */
const hashLength = 12;

/** Number of addresses whose hashes are stored. */
const maxStored = 10_000;

/** Maximum length of an address with its port in the header. */
const maxAddressLength = 64;

/** Finds the addresses of clients, and hashes them. One for the process. */
export class ClientAddresses {
  readonly #form: AddressSettings['CLIENT_ADDRESS'];
  readonly #trusted: BlockList;
  readonly #key: Buffer;
  /** What the log has for an address. */
  readonly #logged = lruCache<string>(maxStored);

  constructor({ CLIENT_ADDRESS, TRUSTED_PROXIES, LINK_SECRET }: AddressSettings) {
    const secret = LINK_SECRET?.[0] ?? randomBytes(32);
    this.#form = CLIENT_ADDRESS;
    this.#trusted = blockListOf(TRUSTED_PROXIES);
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'client address', 32));
  }

  /**
   * @param peer the other end of the connection
   * @param forwarded the value of `forwardedHeader`
   * @returns what the log has for the client; undefined if that is off, or the peer is not known
   */
  logged(peer: string | undefined, forwarded: string | readonly string[] = ''): string | undefined {
    if (this.#form === 'off' || peer === undefined) return undefined;
    const address = this.#clientBehind(peer, String(forwarded));
    const known = this.#logged.get(address);
    if (known !== undefined) return known;
    const logged = this.#form === 'plain' ? canonical(address) : this.#hash(canonical(address));
    this.#logged.set(address, logged);
    return logged;
  }

  /**
   * Where a request comes from, for a limit: the address of its client, or the first 64 bits of
   * an IPv6 address. All clients behind a proxy that is not trusted are one source.
   * @param peer as for `logged`; it is not known of a connection that has ended
   */
  sourceOf(peer: string | undefined, forwarded: string | readonly string[] = ''): string {
    return peer === undefined
      ? ''
      : sourceIn(canonical(this.#clientBehind(peer, String(forwarded))));
  }

  /**
   * Each proxy appends the address that it has its request from. Only what trusted proxies have
   * appended is true, so the list is read from its end.
   */
  #clientBehind(peer: string, forwarded: string): string {
    let address = peer;
    let end = forwarded.length;
    while (end > 0 && this.#trusted.check(address, familyOf(address))) {
      const start = forwarded.lastIndexOf(',', end - 1) + 1;
      const next = addressIn(forwarded.slice(start, end).trim());
      if (next === undefined) return address;
      address = next;
      end = start - 1;
    }
    return address;
  }

  #hash(address: string): string {
    return createHmac('sha256', this.#key)
      .update(sourceIn(address))
      .digest('base64url')
      .slice(0, hashLength);
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** @param networks addresses, and ranges such as `10.0.0.0/8` */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** @returns the address of an element of the header, which some proxies write with a port */
function addressIn(element: string): string | undefined {
  if (element.length > maxAddressLength) return undefined;
  const inBrackets = /^\[([^\]]+)\](?::\d+)?$/.exec(element)?.[1];
  const address = inBrackets ?? element.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/** @returns an address in its only form: `::ffff:192.0.2.1` is an IPv4 address */
function canonical(address: string): string {
  if (isIPv4(address)) return address;
  const { address: text } = new SocketAddress({ address, family: 'ipv6' });
  const mapped = text.replace(/^::ffff:/, '');
  return isIPv4(mapped) ? mapped : text;
}

/**
 * @param address in its only form
 * @returns an IPv4 address, or the first 64 bits of an IPv6 address: one client can have all
 * addresses with them
 */
function sourceIn(address: string): string {
  if (isIPv4(address)) return address;
  const [start = '', end] = address.split('::');
  const groups = start.split(':');
  if (end !== undefined) while (groups.length + end.split(':').length < 8) groups.push('0');
  return groups.slice(0, 4).join(':');
}

/**
 * Node takes the first of several `host` headers. A proxy before the gateway may take another one:
 * both would route, log and check different hosts.
 * @returns why the request is rejected
 */
export function hostError({ rawHeaders }: IncomingMessage): HttpError | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts <= 1) return undefined;
  const message = 'host: the request has more than one, expected exactly one';
  return new HttpError(400, 'INVALID_INPUT', message);
}

/**
 * Whether a page has come from the address that its request is sent to. A browser says so of a page
 * of any name that leads to the gateway, which anybody can arrange (DNS rebinding). So this holds
 * for addresses only, and for `localhost`, which browsers look up nowhere.
 */
function isOwnAddress(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: ownHost, hostname } = new URL(origin);
  if (ownHost !== host) return false;
  return hostname === 'localhost' || isIP(hostname.replace(/^\[(.+)\]$/, '$1')) !== 0;
}

/**
 * Whether a page is one of the gateway's own, by the origin and the host of its request.
 * @param publicUrl the base URL of the gateway as clients see it
 */
export const isOwnPage = (
  origin: string,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean =>
  (publicUrl !== undefined && origin === new URL(publicUrl).origin) || isOwnAddress(origin, host);
