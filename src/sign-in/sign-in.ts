/** Assembles the parts of sign-in that the settings ask for. */
import { type Config, type OAuthClient, variableOf } from '../config.ts';
import type { Api } from '../engine/api/api.ts';
import type { Clock } from '../engine/caller/clock.ts';
import type { Encryption } from '../engine/caller/encryption.ts';
import { grantedIdentity } from '../engine/caller/grant.ts';
import type { Identity } from '../engine/caller/identity.ts';
import { tokenFetch } from '../engine/rest/token-fetch.ts';
import type { Store } from '../engine/store/store.ts';
import {
  agentTokenPrefix,
  type SignInHost,
  type SignInServer,
} from '../server/connection/caller-source.ts';
import { actsForOf } from '../server/connection/identity.ts';
import type { Logger } from '../server/record/log.ts';
import { signInPaths } from '../server/record/route.ts';
import { AcceptedClients } from './accepted-clients.ts';
import { Accounts } from './accounts.ts';
import { AgentServer } from './agents/agent-server.ts';
import { Attempts } from './attempt.ts';
import { Broker } from './broker.ts';
import { callerSource, type IdentifyToken } from './caller-source.ts';
import { Google } from './google.ts';
import { keyPrefix } from './keys/access-key.ts';
import { Origins } from './origins.ts';
import { Sessions } from './sessions.ts';
import { failStore } from './store-failure.ts';

interface SignInParts extends SignInHost {
  readonly config: Config;
  /** Undefined: users do not sign in. */
  readonly oauthClient: OAuthClient | undefined;
  readonly endpoints: Omit<OAuthClient, 'clientId' | 'clientSecret'>;
  /** Those of REST calls. */
  readonly timeLimits: Omit<Parameters<typeof tokenFetch>[0], 'clock'>;
  readonly api: Api;
  readonly store: Store;
  readonly encryption: Encryption;
  readonly clock: Clock;
  readonly log: Logger;
  readonly isAccepted: (caller: string) => boolean;
  /** Called when a caller has signed out: what is kept for them goes. */
  readonly onEnd: (caller: string) => void;
}

export function createSignIn(parts: SignInParts): SignInServer {
  const { oauthClient, config, clock, timeLimits, store, encryption, cors } = parts;
  const fetch = tokenFetch({ ...timeLimits, clock });
  const byPrefix: Record<string, IdentifyToken> = {};
  const { ACCESS_KEYS: path } = config;
  const { tokenUrl } = parts.endpoints;
  const useOfKeys = { ...parts, send: fetch, tokenUrl, client: oauthClient, variable: variableOf };
  // Their modules are loaded if there is a file.
  const keys =
    path === undefined
      ? undefined
      : import('./keys/access-keys.ts').then(
          ({ AccessKeys }) => new AccessKeys({ ...useOfKeys, path }),
        );
  if (keys)
    byPrefix[keyPrefix] = async (key, { headers }) =>
      (await keys).identitiesOf(key, actsForOf(headers));
  const restoreKey = async (identity: Identity): Promise<Identity | undefined> => {
    const grant = await (await keys)?.grantOfCaller(identity.caller!);
    return grant && grantedIdentity(grant, identity);
  };
  const clientIds = config.ACCEPTED_CLIENT_IDS;
  const accepted =
    clientIds.length > 0
      ? new AcceptedClients({ ...parts, clientIds, fetch, url: parts.endpoints.tokenInfoUrl })
      : undefined;
  const checkTokens = accepted && accepted.check.bind(accepted);
  if (!oauthClient) {
    const source = callerSource({ byPrefix, checkTokens });
    return { ...source, restore: restoreKey, serve: () => undefined, close: () => {} };
  }
  const google = new Google(oauthClient, fetch, () => clock.wallTime());
  const idleMs = config.SIGN_IN_IDLE_MS;
  const accounts = new Accounts({ ...parts, google, idleMs, allowed: config.SIGN_IN_ALLOWED });
  const sessions = new Sessions({ store, encryption, clock, idleMs });
  const origins = new Origins(config.PUBLIC_URL, cors);
  const broker = new Broker({
    ...parts,
    accounts,
    sessions,
    attempts: new Attempts(encryption, clock),
    google,
    origins,
    home: config.GRAPHIQL ? '/graphql' : signInPaths.viewer,
  });
  const agents = new AgentServer({ ...parts, accounts, sessions });
  byPrefix[agentTokenPrefix] = (token, _, path) => agents.identitiesOf(token, path);
  const source = callerSource({
    byPrefix,
    checkTokens,
    cookies: { accounts, sessions, origins },
  });
  return {
    ...source,
    restore: async (identity) =>
      (await restoreKey(identity)) ?? accounts.restore(identity).catch(failStore),
    serve: (req, res, path) => broker.serve(req, res, path) ?? agents.serve(req, res, path),
    close: () => accounts.close(),
  };
}
