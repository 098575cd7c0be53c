/** Which pages may use the cookies of sign-in, and to which ones users return. */
import type { IncomingHttpHeaders } from 'node:http';
import { showValue } from '../engine/api/error.ts';
import { isOwnPage } from '../server/connection/client-address.ts';
import type { Cors } from '../server/connection/cross-origin.ts';
import { HttpError } from '../server/error/http-error.ts';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export class Origins {
  readonly #publicUrl: string | undefined;
  readonly #cors: Pick<Cors, 'allows'>;

  constructor(publicUrl: string | undefined, cors: Pick<Cors, 'allows'>) {
    this.#publicUrl = publicUrl;
    this.#cors = cors;
  }

  /**
   * @returns the base URL of the gateway as the browser sees it; undefined under a name that
   *   nobody has stated
   */
  baseOf({ host }: Pick<IncomingHttpHeaders, 'host'>): string | undefined {
    if (this.#publicUrl !== undefined) return this.#publicUrl;
    const base = `http://${host}`;
    return isOwnPage(base, host, undefined) ? base : undefined;
  }

  /** @returns the URL of a page to which a user may be sent */
  returnUrl(text: string, base: string): string | undefined {
    if (!URL.canParse(text, base)) return undefined;
    const url = new URL(text, base);
    const isOwn = url.origin === new URL(base).origin;
    return isOwn || this.#cors.allows(url.origin) ? url.href : undefined;
  }

  /** Whether a page on this computer is not of the site of the gateway on it. */
  isOtherLoopback(page: string, base: string): boolean {
    const [of, own] = [new URL(page).hostname, new URL(base).hostname];
    return of !== own && loopback.has(of) && loopback.has(own);
  }

  /**
   * Whether a cookie counts: browsers send those of a user with requests of other pages, too. A
   * page of the gateway itself sends no origin when it only reads.
   */
  mayUseCookie({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
    if (origin === undefined) return site === 'same-origin';
    return isOwnPage(origin, host, this.#publicUrl) || this.#cors.allows(origin);
  }

  /** @throws HttpError 403 */
  checkCookieUse(headers: IncomingHttpHeaders): void {
    if (this.mayUseCookie(headers)) return;
    const { origin } = headers;
    const problem =
      origin === undefined
        ? 'missing beside a cookie'
        : `${showValue(origin)} may not use a session`;
    throw new HttpError(
      403,
      'INVALID_INPUT',
      `origin: ${problem}; expected that of the gateway, or one of the setting CORS_ORIGINS`,
    );
  }
}
