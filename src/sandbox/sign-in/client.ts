/** The OAuth clients of the sandbox, as they are registered at Google. */

/** A registered client. */
export interface RegisteredClient {
  readonly id: string;
  readonly secret: string;
  /** Consents are kept by project, for all clients of it. */
  readonly project: string;
  readonly type: 'web' | 'desktop';
}

/** That of a gateway and its explorer. */
export const webClient: RegisteredClient = {
  id: 'sandbox-client.apps.googleusercontent.example',
  secret: 'sandbox-client-secret',
  project: 'sandbox',
  type: 'web',
};

/** In the order of their use. */
const clients: readonly RegisteredClient[] = [
  webClient,
  {
    id: 'sandbox-desktop.apps.googleusercontent.example',
    secret: 'sandbox-desktop-secret',
    project: 'sandbox',
    type: 'desktop',
  },
  {
    id: 'sandbox-other.apps.googleusercontent.example',
    secret: 'sandbox-other-secret',
    project: 'sandbox-other',
    type: 'web',
  },
];

/** Those of the clients. */
export const projects: ReadonlySet<string> = new Set(clients.map(({ project }) => project));

/** The client of an id. */
export const clientOf = (id: string): RegisteredClient | undefined =>
  clients.find((client) => client.id === id);

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether users may be sent back to a URL. A Desktop client has every port and path of this
 * computer (developers.google.com/identity/protocols/oauth2/native-app, read on 30 November 2026).
 * A web client of Google has a list of URLs; those of the sandbox have all that end like those of a
 * gateway, on this computer or with HTTPS.
 */
export function isRegistered({ type }: RegisteredClient, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(redirectUri);
  if (search + hash + username + password !== '') return false;
  const isLocal = protocol === 'http:' && loopback.has(hostname);
  if (type === 'desktop') return isLocal;
  return (isLocal || protocol === 'https:') && /\/(graphql|auth\/callback)$/.test(pathname);
}
