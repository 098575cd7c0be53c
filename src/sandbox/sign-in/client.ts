/** The OAuth client of the sandbox, as one is registered at Google for a web application. */

export const clientId = 'sandbox-client.apps.googleusercontent.example';

export const clientSecret = 'sandbox-client-secret';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/** Whether users may be sent back to a URL: to any on this computer that ends in `/graphql`. */
export function isRegistered(redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(redirectUri);
  const rest = search + hash + username + password;
  return loopback.has(hostname) && pathname.endsWith('/graphql') && rest === '';
}
