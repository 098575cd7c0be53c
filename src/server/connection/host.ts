/** What the header `host` may say, and what it does not prove. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { HttpError } from '../http-error.ts';

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
