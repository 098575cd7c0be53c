/**
 * Cookies of sign-in. Their prefix lets browsers take them over TLS alone, or from this machine,
 * for this host alone and for all paths: no other host, also none below, can set or see one.
 */

/** How long a browser keeps one: as long as browsers keep any. What it names can end before. */
const maxAgeSeconds = 400 * 86_400;

const prefix = '__Host-';

/** @param name without its prefix. @returns undefined if there is none */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=');
    if (key === prefix + name) return value.join('=');
  }
  return undefined;
}

/** @returns the value of a header `set-cookie`. @param seconds for which the browser keeps it */
export const setCookie = (name: string, value: string, seconds = maxAgeSeconds): string =>
  `${prefix}${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;

/** @returns the same that removes it */
export const clearCookie = (name: string): string => setCookie(name, '', 0);
