/** What names of the authorization server others know: of its tokens, and of where they count. */
import { agentPaths } from '../../server/record/route.ts';

/** What agents have tokens for, below the base URL of the gateway. */
export const resourcePaths = ['/mcp', '/graphql'] as const;

/** @param issuer the base URL of the gateway. @returns the path at which browsers find the page */
export const consentPath = (issuer: string, uid: string): string =>
  new URL(issuer).pathname.replace(/\/$/, '') + agentPaths.consent + uid;
