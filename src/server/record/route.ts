/** The paths that the server distinguishes in the log and in metrics. */

/** The path of the receiver of notifications, below the public URL of the gateway. */
export const notificationPath = '/notifications';

/** The path of the schema as SDL. */
export const schemaPath = '/schema.graphql';

/** Where users sign in and out. */
export const signInPaths = {
  begin: '/auth/sign-in',
  callback: '/auth/callback',
  viewer: '/auth/me',
  signOut: '/auth/sign-out',
} as const;

/** Where agents get tokens of the gateway, and users allow that. */
export const agentPaths = {
  metadata: '/.well-known/oauth-authorization-server',
  authorization: '/oauth/authorize',
  consent: '/oauth/consent/',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

/** Paths of uploads and downloads: their rest is a secret that allows reading or writing a file. */
const secretPrefixes = ['/uploads/', '/downloads/'] as const;

/** Where MCP clients connect. */
export const mcpPath = '/mcp';

/** Where OAuth clients read which server issues access tokens (RFC 9728). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** What an AI agent reads first. */
export const guidePath = '/llms.txt';

/** The path of the files of the explorer. */
export const explorerPath = '/explorer/';

const prefixes = [explorerPath, agentPaths.consent, ...secretPrefixes] as const;

const fixedPaths = [
  '/graphql',
  schemaPath,
  '/health',
  '/ready',
  notificationPath,
  mcpPath,
  resourceMetadataPath,
  `${resourceMetadataPath}${mcpPath}`,
  guidePath,
  ...Object.values(signInPaths),
  agentPaths.metadata,
  agentPaths.authorization,
  agentPaths.token,
  agentPaths.registration,
  agentPaths.revocation,
] as const;

/** A path without anything secret; `other` is any unknown path, which may contain secrets. */
export type RoutePath = (typeof fixedPaths)[number] | (typeof prefixes)[number] | 'other';

/** Which way the bytes of a file go, seen from the client. */
export type Direction = 'upload' | 'download';

/** @param path of a request, without the query string */
export const routeOf = (path: string): RoutePath =>
  fixedPaths.find((each) => each === path) ??
  prefixes.find((each) => path.startsWith(each)) ??
  'other';
