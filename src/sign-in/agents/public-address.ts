/** Which addresses are on the public internet, and not in the network of the gateway. */
import dns from 'node:dns/promises';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { blockListOf } from '../../server/connection/client-address.ts';

/**
 * Ranges that are not global: the registries of IANA for special-purpose addresses (IPv4 and IPv6,
 * read 2026-11-30), with multicast and the relays to IPv4 (6to4, Teredo).
 */
const reserved = blockListOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/** All others of IPv6: loopback, link-local and unique local ones, IPv4 in another form. */
const global = blockListOf(['2000::/3']);

/** Whether an address is one that strangers may make the gateway connect to. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** The addresses of a host. @throws if it has none */
export async function addressesOf(hostname: string): Promise<readonly string[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare)) return [bare];
  return (await dns.lookup(bare, { all: true })).map(({ address }) => address);
}
