/** The protocol of the authorization server (OAuth 2.1), as `oidc-provider` implements it. */
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import {
  type ClientMetadata,
  errors,
  type ErrorAnswer,
  type OAuthContext,
  type OAuthClient,
  Provider,
} from 'oidc-provider';
import type { AgentStore } from './agent-store.ts';
import { maxDocumentBytes } from './metadata-document.ts';
import { agentTokenPrefix } from '../../server/connection/caller-source.ts';
import { agentPaths } from '../../server/record/route.ts';
import { paragraph, sendPage } from '../page.ts';
import { grantableScopes } from './scopes.ts';

/** What agents have tokens for, below the base URL of the gateway. */
export const resourcePaths = ['/mcp', '/graphql'] as const;

/** @param issuer the base URL of the gateway. @returns the path at which browsers find the page */
export const consentPath = (issuer: string, uid: string): string =>
  new URL(issuer).pathname.replace(/\/$/, '') + agentPaths.consent + uid;

/** Seconds for which an access token is valid. */
const accessTokenSeconds = 3_600;

/** Seconds in which a user has to answer. */
const consentSeconds = 600;

/** Seconds after which a user has to consent again. */
const grantSeconds = 365 * 86_400;

interface ProviderParts {
  /** The base URL of the gateway. */
  readonly issuer: string;
  readonly store: AgentStore;
  /** Of signed cookies: the first one signs. */
  readonly cookieKeys: readonly string[];
  /** Milliseconds without use after which a refresh token ends. */
  readonly idleMs: number;
  /** Reads metadata of clients. */
  readonly fetch: (url: string | URL) => Promise<Response>;
  /** Whether the accounts of a grant are still signed in. */
  readonly isSignedIn: (accountId: string) => Promise<boolean>;
}

/** @returns the server, which answers nothing but `agentPaths` */
export function makeProvider(parts: ProviderParts): Provider {
  const { issuer, store, idleMs } = parts;
  const base = new URL(issuer);
  const provider = new Provider(issuer, configurationOf(parts));
  // Errors are logged by `server_error`.
  provider.silent = true;
  const { generateTokenId } = provider.AccessToken.prototype;
  provider.AccessToken.prototype.generateTokenId = function withPrefix() {
    return agentTokenPrefix + generateTokenId.call(this);
  };
  const { generateTokenId: generateRefreshId } = provider.RefreshToken.prototype;
  provider.RefreshToken.prototype.generateTokenId = function withGrant() {
    const rotated = Provider.ctx?.oidc.entities?.RotatedRefreshToken?.jti;
    // Two requests that use one token at the same time get the same next one.
    return rotated === undefined
      ? `${this.grantId}.${generateRefreshId.call(this)}`
      : store.nextId(this.grantId, rotated);
  };
  // Behind a proxy, what a request says of the URL is not what its client sees.
  provider.OIDCContext.prototype.urlFor = (name, options) => provider.urlFor(name, options);
  Object.defineProperties(provider.request, {
    protocol: { get: () => base.protocol.slice(0, -1) },
    host: { get: () => base.host },
  });
  provider.use((ctx, next) => withOwnCors(ctx, next));
  provider.on('grant.success', ({ oidc: { client, grant } }) => {
    // Of a client with metadata at a URL there is nothing. What is lost, the agent asks for again.
    void Promise.all([
      store.rewrite('Client', client.clientId, idleMs + clientGraceMs),
      store.rewrite('Grant', grant.jti),
    ]).catch(() => {});
  });
  return provider;
}

/** Milliseconds for which a client is kept longer than its tokens. */
const clientGraceMs = 86_400_000;

/** Which pages of other origins may read an answer, the gateway says for all its paths. */
async function withOwnCors(ctx: OAuthContext, next: () => Promise<void>): Promise<void> {
  const name = 'access-control-allow-origin';
  const own = ctx.response.get(name);
  await next();
  if (own) ctx.set(name, own);
  else ctx.remove(name);
}

const configurationOf = (parts: ProviderParts): object => ({
  adapter: (model: string) => parts.store.adapterOf(model),
  clientAuthMethods: ['none'],
  clientDefaults: {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'ES256',
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  // Called for each client, whether it registers or has its metadata at a URL.
  extraClientMetadata: { properties: ['redirect_uris'], validator: checkClient },
  clientBasedCORS: () => true,
  cookies: {
    keys: [...parts.cookieKeys],
    names: {
      session: 'studiograph.agent',
      interaction: 'studiograph.consent',
      resume: 'studiograph.resume',
    },
    short: { signed: true, httpOnly: true, sameSite: 'lax' },
  },
  expiresWithSession: () => false,
  features: {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (_: OAuthContext, id: string) => new URL(id).pathname !== '/',
      allowClient: (_: OAuthContext, { clientName }: OAuthClient) => clientName !== undefined,
      cacheDuration: { min: 60, max: 86_400 },
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_: OAuthContext, __: OAuthClient, oneOf?: readonly string[]) =>
        oneOf?.[0] ?? parts.issuer + resourcePaths[0],
      useGrantedResource: () => true,
      getResourceServerInfo: (_: OAuthContext, resource: string) => resourceOf(parts, resource),
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_: OAuthContext, client: OAuthClient, token: { readonly clientId: string }) =>
        token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  fetch: parts.fetch,
  fetchResponseBodyLimits: { 'client_id metadata document': maxDocumentBytes },
  findAccount: async (_: OAuthContext, accountId: string) =>
    (await parts.isSignedIn(accountId))
      ? { accountId, claims: () => ({ sub: accountId }) }
      : undefined,
  interactions: {
    url: (_: OAuthContext, { uid }: { readonly uid: string }) => consentPath(parts.issuer, uid),
  },
  issueRefreshToken: (_: OAuthContext, client: OAuthClient) =>
    client.grantTypeAllowed('refresh_token'),
  // Clients must have an algorithm of id tokens, which the server never issues.
  jwks: { keys: [unusedKey()] },
  renderError: showError,
  responseTypes: ['code'],
  revokeGrantPolicy: () => true,
  rotateRefreshToken: true,
  routes: {
    authorization: agentPaths.authorization,
    token: agentPaths.token,
    registration: agentPaths.registration,
    revocation: agentPaths.revocation,
  },
  scopes: [],
  ttl: {
    AccessToken: accessTokenSeconds,
    AuthorizationCode: 60,
    Grant: grantSeconds,
    Interaction: consentSeconds,
    RefreshToken: Math.ceil(parts.idleMs / 1_000),
    Session: consentSeconds,
  },
});

const unusedKey = (): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

/** @throws InvalidTarget for what is none of our resources */
function resourceOf({ issuer }: ProviderParts, resource: string): object {
  if (!resourcePaths.some((path) => resource === issuer + path)) throw new errors.InvalidTarget();
  return { scope: grantableScopes.join(' '), accessTokenFormat: 'opaque' };
}

/** Maximum numbers of what a client says of itself. */
const limits = { redirectUris: 10, clientName: 100 };

/**
 * Takes public clients whose users come back over https, or on their own computer.
 * @throws InvalidClientMetadata
 */
function checkClient(_: unknown, __: string, uris: unknown, metadata: ClientMetadata): void {
  if (!Array.isArray(uris) || uris.length > limits.redirectUris)
    throw new errors.InvalidClientMetadata(`redirect_uris: expected 1 to ${limits.redirectUris}`);
  for (const uri of uris as unknown[])
    if (typeof uri !== 'string' || !isRedirectUri(uri))
      throw new errors.InvalidClientMetadata(
        'redirect_uris: expected URLs of https, or of http at 127.0.0.1, [::1] or localhost',
      );
  const { client_name: name = '' } = metadata;
  if (typeof name !== 'string' || name.length > limits.clientName)
    throw new errors.InvalidClientMetadata(
      `client_name: expected at most ${limits.clientName} characters`,
    );
  // The library takes http of these alone, to the own computer, at any port (RFC 8252, 7.3).
  const isNative = (uris as string[]).some((uri) => !uri.startsWith('https:'));
  metadata.application_type = isNative ? 'native' : 'web';
  // The library makes secrets for clients that do not say that they have none.
  delete metadata.client_secret;
  delete metadata.client_secret_expires_at;
  // Nothing else of strangers is read.
  delete metadata.sector_identifier_uri;
  delete metadata.jwks_uri;
  // The user decides at each request; and there are no id tokens.
  delete metadata.scope;
  delete metadata.id_token_signed_response_alg;
}

function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false;
  const { protocol, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || protocol === 'http:';
}

/** Shows an error that is not sent back to a client, because none is known or none is trusted. */
function showError(
  ctx: OAuthContext,
  { error, error_description: description = '' }: ErrorAnswer,
): void {
  const { status, res } = ctx;
  ctx.respond = false;
  const problem =
    status < 500
      ? `Its request is not valid: ${error}${description && ` (${description})`}.`
      : 'What is needed for it cannot be read at the moment.';
  sendPage(res, {
    status,
    title: 'The app cannot connect',
    content: [
      paragraph(problem),
      paragraph('Go back to the app and start again. If this page comes back, tell its makers.'),
    ],
  });
}
