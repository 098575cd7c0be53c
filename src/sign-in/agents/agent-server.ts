/**
 * The authorization server for agents: they get tokens of the gateway, which act for accounts that
 * have signed in, as the authorization specification of MCP asks (2026-07-28). One for the process;
 * all that it knows is in the store, so that any replica goes on where another one was.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../config.ts';
import type { Api } from '../../engine/api/api.ts';
import type { Clock } from '../../engine/caller/clock.ts';
import type { Encryption } from '../../engine/caller/encryption.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { TimeLimits } from '../../engine/rest/token-fetch.ts';
import type { Store } from '../../engine/store/store.ts';
import { type ClientAddresses, forwardedHeader } from '../../server/connection/client-address.ts';
import { HttpError } from '../../server/error/http-error.ts';
import type { Logger } from '../../server/record/log.ts';
import { type Accounts, type BrowserSessions, idsOf, type Subject } from './accounts.ts';
import { AgentStore } from './agent-store.ts';
import { Consent } from './consent.ts';
import { EndedAccounts } from './ended-accounts.ts';
import { type DocumentAsker, type HostDirectory, metadataFetch } from './metadata-document.ts';
import { makeProvider, paths, tokenPrefix } from './provider.ts';
import { defaultScopes, grantableScopes, limitTo } from './scopes.ts';
import { StrangerLimits } from './stranger-limits.ts';

export interface AgentServerParts {
  readonly api: Api;
  readonly config: Pick<Config, 'PUBLIC_URL' | 'SIGN_IN_IDLE_MS'>;
  readonly store: Store;
  readonly encryption: Encryption;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: TimeLimits;
  readonly accounts: Accounts;
  readonly sessions: BrowserSessions;
  /** Absent in the server of a host, which knows the addresses of its clients. */
  readonly clients?: Pick<ClientAddresses, 'sourceOf'> | undefined;
  /** The base URL of the gateway, while it listens. */
  readonly baseUrl: () => string;
  /** Where metadata of clients are read. Default: the internet. */
  readonly hosts?: HostDirectory | undefined;
}

/** Where OAuth clients read what the server can (RFC 8414). */
const metadataPath = '/.well-known/oauth-authorization-server';

/** The parts that need the base URL. */
interface Started {
  readonly issuer: string;
  readonly answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  readonly consent: Consent;
}

export class AgentServer {
  readonly #parts: AgentServerParts;
  readonly #store: AgentStore;
  readonly #ended: EndedAccounts;
  readonly #strangers: StrangerLimits;
  /** The request that is being answered. */
  readonly #asker = new AsyncLocalStorage<DocumentAsker>();
  #started: Started | undefined;

  constructor(parts: AgentServerParts) {
    this.#parts = parts;
    this.#store = new AgentStore(parts);
    this.#ended = new EndedAccounts(parts);
    this.#strangers = new StrangerLimits(parts);
  }

  /** @returns undefined if the path is none of the server. @throws HttpError */
  serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> | undefined {
    const { issuer, answer, consent } = this.#start();
    // Below a path, the document is at the root (RFC 8414, 3.1), or where a proxy leads to us.
    if (path === metadataPath || path === metadataPath + new URL(issuer).pathname)
      return this.#sendMetadata(req, res, issuer);
    if (path.startsWith(`${paths.consent}/`))
      return this.#serveConsent(consent, req, res, path.slice(paths.consent.length + 1));
    const isOwn = [paths.token, paths.registration, paths.revocation].some((own) => own === path);
    const isAuthorization =
      path === paths.authorization || path.startsWith(`${paths.authorization}/`);
    if (!isOwn && !isAuthorization) return undefined;
    return this.#answer(req, res, path, answer);
  }

  /**
   * Who an agent acts for.
   * @param path of the request: a token is valid for one resource
   * @throws HttpError 401
   */
  async identitiesOf(token: string, path: string): Promise<Identities> {
    const { api, accounts } = this.#parts;
    const { issuer } = this.#start();
    const found = await this.#store.adapterOf('AccessToken').find(token);
    if (found?.['aud'] !== issuer + path) throw invalidToken();
    const subject = JSON.parse(String(found['accountId'])) as Subject;
    if (await this.#ended.includes(subject)) throw invalidToken();
    const check = limitTo(api, String(found['scope']).split(' '));
    const identities = await accounts.identitiesOf(subject.accounts, { check });
    if (identities === undefined) throw invalidToken();
    return identities;
  }

  /** Ends what agents have been granted by accounts that sign out. */
  endAccounts(ids: readonly string[]): Promise<void> {
    return this.#ended.add(ids);
  }

  /** The base URL is known when the first request arrives. */
  #start(): Started {
    if (this.#started) return this.#started;
    const { api, clock, encryption, accounts, sessions, config } = this.#parts;
    const issuer = this.#parts.baseUrl();
    const provider = makeProvider({
      issuer,
      store: this.#store,
      cookieKeys: encryption.digests('agent', 'cookie keys'),
      idleMs: config.SIGN_IN_IDLE_MS,
      fetch: metadataFetch({ ...this.#parts, asker: () => this.#asker.getStore() }),
      isSignedIn: (accountId) => this.#isSignedIn(JSON.parse(accountId) as Subject),
    });
    provider.on('server_error', (_, error) => {
      this.#parts.log.error({ error: error.name }, 'the authorization server has failed');
    });
    this.#started = {
      issuer,
      answer: provider.callback(),
      consent: new Consent({
        api,
        clock,
        encryption,
        accounts,
        sessions,
        provider,
        issuer,
        publicUrl: config.PUBLIC_URL,
      }),
    };
    return this.#started;
  }

  async #answer(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    answer: Started['answer'],
  ): Promise<void> {
    const source = this.#sourceOf(req);
    if (path === paths.registration) await this.#strangers.register(req, source);
    if (path === paths.authorization) {
      await this.#strangers.ask(req, source);
      completeRequest(req);
    }
    await this.#asker.run({ source }, () => answer(req, res));
  }

  async #serveConsent(
    consent: Consent,
    req: IncomingMessage,
    res: ServerResponse,
    uid: string,
  ): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'POST')
      throw new HttpError(405, 'INVALID_INPUT', 'The page is read by GET and answered by POST.', {
        headers: { allow: 'GET, POST' },
      });
    const source = this.#sourceOf(req);
    await this.#asker.run({ source }, () => consent.serve(req, res, uid));
  }

  #sourceOf({ socket, headers }: IncomingMessage): string | undefined {
    return this.#parts.clients?.sourceOf(socket.remoteAddress, headers[forwardedHeader]);
  }

  async #isSignedIn(subject: Subject): Promise<boolean> {
    if (await this.#ended.includes(subject)) return false;
    const known = await Promise.all(
      idsOf(subject.accounts).map((id) => this.#parts.accounts.infoOf(id)),
    );
    return known.every((info) => info !== undefined);
  }

  async #sendMetadata(req: IncomingMessage, res: ServerResponse, issuer: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new HttpError(405, 'INVALID_INPUT', 'This is read by GET or HEAD.', {
        headers: { allow: 'GET, HEAD, OPTIONS' },
      });
    const metadata = {
      issuer,
      authorization_endpoint: issuer + paths.authorization,
      token_endpoint: issuer + paths.token,
      registration_endpoint: issuer + paths.registration,
      revocation_endpoint: issuer + paths.revocation,
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

/** Whether a bearer token is one of this server. */
export const isAgentToken = (token: string): boolean => token.startsWith(tokenPrefix);

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
