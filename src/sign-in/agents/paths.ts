/** The paths and the tokens of the authorization server, without what it needs to run. */

/** What agents have tokens for, below the base URL of the gateway. */
export const resourcePaths = ['/mcp', '/graphql'] as const;

/** Where agents and users meet the server, below the base URL. */
export const paths = {
  authorization: '/oauth/authorize',
  consent: '/oauth/consent',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

/** Where OAuth clients read what the server can (RFC 8414). */
export const metadataPath = '/.well-known/oauth-authorization-server';

/** Tells our tokens from those of Google and from access keys. */
export const agentTokenPrefix = 'sgt_';

/** @param issuer the base URL of the gateway. @returns the path at which browsers find the page */
export const consentPath = (issuer: string, uid: string): string =>
  `${new URL(issuer).pathname.replace(/\/$/, '')}${paths.consent}/${uid}`;
