/**
 * The authorization server for agents: they get tokens of the gateway, which act for accounts that
 * have signed in, as the authorization specification of MCP asks (2026-07-28). One for the process;
 * all that it knows is in the store, so that any replica goes on where another one was.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OAuthContext } from 'oidc-provider';
import type { Config } from '../../config.ts';
import type { Api } from '../../engine/api/api.ts';
import type { Clock } from '../../engine/caller/clock.ts';
import type { Encryption } from '../../engine/caller/encryption.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { TimeLimits } from '../../engine/rest/token-fetch.ts';
import { StoreUnavailable } from '../../engine/store/store-unavailable.ts';
import type { Store } from '../../engine/store/store.ts';
import { type ClientAddresses, forwardedHeader } from '../../server/connection/client-address.ts';
import { HttpError, wrongMethod } from '../../server/error/http-error.ts';
import type { Logger } from '../../server/record/log.ts';
import { agentPaths } from '../../server/record/route.ts';
import { failStore } from '../store-failure.ts';
import { AgentStore } from './agent-store.ts';
import type { Consent } from './consent.ts';
import {
  type DocumentAsker,
  type HostDirectory,
  isUnanswered,
  metadataFetch,
} from './metadata-document.ts';
import { defaultScopes, grantableScopes, limitTo } from './scopes.ts';
import { StrangerLimits } from './stranger-limits.ts';
import type { SignedInAccounts } from '../accounts.ts';
import { type AgentAccounts, areSignedIn, type BrowserSessions } from './subject.ts';

export interface AgentServerParts {
  readonly api: Api;
  readonly config: Pick<Config, 'PUBLIC_URL' | 'SIGN_IN_IDLE_MS'>;
  readonly store: Store;
  readonly encryption: Encryption;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timeLimits: TimeLimits;
  readonly accounts: AgentAccounts;
  readonly sessions: BrowserSessions;
  readonly clients: Pick<ClientAddresses, 'sourceOf'>;
  /** The base URL of the gateway, while it listens. */
  readonly baseUrl: () => string;
  /** Where metadata of clients are read. Default: the internet. */
  readonly hosts?: HostDirectory | undefined;
}

/** What the first agent needs: the library, which is loaded then. */
interface Protocol {
  readonly answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  readonly consent: Consent;
}

export class AgentServer {
  readonly #parts: AgentServerParts;
  readonly #store: AgentStore;
  readonly #strangers: StrangerLimits;
  /** The request that is being answered. */
  readonly #asker = new AsyncLocalStorage<DocumentAsker>();
  #protocol: Promise<Protocol> | undefined;

  constructor(parts: AgentServerParts) {
    this.#parts = parts;
    this.#store = new AgentStore(parts);
    this.#strangers = new StrangerLimits(parts.store);
  }

  /** @returns undefined if the path is none of the server. @throws HttpError */
  serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> | undefined {
    return this.#serve(req, res, path)?.catch(failStore);
  }

  #serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> | undefined {
    const { baseUrl } = this.#parts;
    // Below a path, the document is at the root (RFC 8414, 3.1), if a proxy leads from there.
    if (path === agentPaths.metadata || path === agentPaths.metadata + new URL(baseUrl()).pathname)
      return this.#sendMetadata(req, res);
    if (path.startsWith(agentPaths.consent))
      return this.#serveConsent(req, res, path.slice(agentPaths.consent.length));
    const isProtocol =
      path === agentPaths.token ||
      path === agentPaths.registration ||
      path === agentPaths.revocation ||
      path === agentPaths.authorization ||
      path.startsWith(`${agentPaths.authorization}/`);
    return isProtocol ? this.#answer(req, res, path) : undefined;
  }

  /**
   * Who an agent acts for.
   * @param path of the request: a token is valid for one resource
   * @throws HttpError 401, or 503 if the store cannot be reached
   */
  identitiesOf(token: string, path: string): Promise<Identities> {
    return this.#identitiesOf(token, path).catch(failStore);
  }

  async #identitiesOf(token: string, path: string): Promise<Identities> {
    const { api, accounts, baseUrl } = this.#parts;
    const found = await this.#store.adapterOf('AccessToken').find(token);
    if (found?.['aud'] !== baseUrl() + path) throw invalidToken();
    const chosen = JSON.parse(String(found['accountId'])) as SignedInAccounts;
    const check = limitTo(api, String(found['scope']).split(' '));
    const [isOpen, identities] = await Promise.all([
      areSignedIn(chosen, accounts),
      accounts.identitiesOf(chosen, { check }),
    ]);
    if (!isOpen || identities === undefined) throw invalidToken();
    return identities;
  }

  async #load(): Promise<Protocol> {
    const [{ makeProvider }, { Consent }] = await Promise.all([
      import('./provider.ts'),
      import('./consent.ts'),
    ]);
    const { accounts, encryption, config, log, timeLimits } = this.#parts;
    const issuer = this.#parts.baseUrl();
    const provider = makeProvider({
      issuer,
      store: this.#store,
      cookieKeys: encryption.digests('agent', 'cookie keys'),
      idleMs: config.SIGN_IN_IDLE_MS,
      fetch: metadataFetch({
        ...this.#parts,
        limits: timeLimits,
        asker: () => this.#asker.getStore(),
      }),
      isSignedIn: (accountId) => areSignedIn(JSON.parse(accountId) as SignedInAccounts, accounts),
    });
    const tellOutage = (ctx: OAuthContext): void => {
      const asker = this.#asker.getStore();
      if (asker && isUnanswered(asker)) ctx.status = 503;
    };
    provider.on('authorization.error', tellOutage).on('grant.error', tellOutage);
    provider.on('server_error', (ctx, error) => {
      if (error instanceof StoreUnavailable) ctx.status = 503;
      else log.error({ error: error.name }, 'the authorization server has failed');
    });
    const consent = new Consent({
      ...this.#parts,
      provider,
      issuer,
      publicUrl: config.PUBLIC_URL,
    });
    return { answer: provider.callback(), consent };
  }

  async #answer(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const source = this.#sourceOf(req);
    if (path === agentPaths.registration) await this.#strangers.register(req, source);
    if (path === agentPaths.authorization) {
      await this.#strangers.ask(req, source);
      completeRequest(req);
    }
    this.#protocol ??= this.#load();
    const { answer } = await this.#protocol;
    await this.#asker.run({ source }, () => answer(req, res));
  }

  async #serveConsent(req: IncomingMessage, res: ServerResponse, uid: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'POST')
      throw wrongMethod('The page is read by GET and answered by POST.', 'GET, POST');
    const source = this.#sourceOf(req);
    this.#protocol ??= this.#load();
    const { consent } = await this.#protocol;
    await this.#asker.run({ source }, () => consent.serve(req, res, uid));
  }

  #sourceOf({ socket, headers }: IncomingMessage): string {
    return this.#parts.clients.sourceOf(socket.remoteAddress, headers[forwardedHeader]);
  }

  async #sendMetadata(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw wrongMethod('This is read by GET or HEAD.', 'GET, HEAD, OPTIONS');
    const issuer = this.#parts.baseUrl();
    const metadata = {
      issuer,
      authorization_endpoint: issuer + agentPaths.authorization,
      token_endpoint: issuer + agentPaths.token,
      registration_endpoint: issuer + agentPaths.registration,
      revocation_endpoint: issuer + agentPaths.revocation,
      scopes_supported: grantableScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    };
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    res.writeHead(200, headers).end(JSON.stringify(metadata));
  }
}

const invalidToken = (): HttpError =>
  new HttpError(
    401,
    'UNAUTHENTICATED',
    'authorization: the token has ended, or is for another resource; refresh it, or ask the user again',
  );

/**
 * Completes an authorization request: an agent that does not say what it wants may read.
 * @throws HttpError 400 for a way of answering that would need a script
 */
function completeRequest(req: IncomingMessage): void {
  const url = new URL(req.url!, 'http://localhost');
  const { searchParams: query } = url;
  if ((query.get('response_mode') ?? 'query') !== 'query')
    throw new HttpError(400, 'INVALID_INPUT', 'response_mode: expected query');
  if ((query.get('scope') ?? '').trim() !== '') return;
  query.set('scope', defaultScopes.join(' '));
  req.url = url.pathname + url.search;
}
