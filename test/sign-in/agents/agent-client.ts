/** The OAuth client of an agent, as the official client of MCP has it. */
import { hash } from 'node:crypto';
import {
  auth,
  type AuthResult,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { AgentBrowser, type BrowserPage } from './agent-browser.ts';

/** The proof of requests that the client of MCP does not send. */
const proof = 'a-code-verifier-of-at-least-43-characters-0123456789';

/** Where the client waits for the answer. Nothing listens there: the browser does not go on. */
export const callback = 'http://127.0.0.1:8765/callback';

interface AgentClientOptions {
  /** The id of the client, if its metadata are at a URL. */
  readonly metadataUrl?: string;
  readonly scope?: string;
  readonly redirectUri?: string;
  readonly browser?: AgentBrowser;
  readonly name?: string;
}

/** Keeps what a client has; its user opens pages in a browser. */
export class AgentOAuthClient implements OAuthClientProvider {
  readonly clientMetadata: OAuthClientMetadata;
  readonly clientMetadataUrl?: string;
  readonly redirectUrl: string;
  readonly browser: AgentBrowser;
  /** The page of consent, if the user has been sent there. */
  page: BrowserPage | undefined;
  stored: StoredOAuthTokens | undefined;
  information: StoredOAuthClientInformation | undefined;
  readonly #url: string;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor(
    url: string,
    { metadataUrl, scope, redirectUri = callback, browser, name }: AgentClientOptions = {},
  ) {
    this.#url = url;
    this.redirectUrl = redirectUri;
    this.browser = browser ?? new AgentBrowser(url);
    if (metadataUrl !== undefined) this.clientMetadataUrl = metadataUrl;
    this.clientMetadata = {
      client_name: name ?? 'Test agent',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope !== undefined && { scope }),
    };
  }

  state = (): string => 'the state of the client';

  clientInformation = (): StoredOAuthClientInformation | undefined => this.information;

  saveClientInformation = (information: StoredOAuthClientInformation): void => {
    this.information = information;
  };

  tokens = (): StoredOAuthTokens | undefined => this.stored;

  saveTokens = (tokens: StoredOAuthTokens): void => {
    this.stored = tokens;
  };

  async redirectToAuthorization(url: URL): Promise<void> {
    this.page = await this.browser.open(url);
  }

  saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier;
  };

  codeVerifier = (): string => this.#verifier;

  invalidateCredentials = (of: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void => {
    if (of === 'all' || of === 'tokens') this.stored = undefined;
    if (of === 'all' || of === 'client') this.information = undefined;
  };

  saveDiscoveryState = (state: OAuthDiscoveryState): void => {
    this.#discovery = state;
  };

  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovery;

  /** Begins: discovery, registration, and the page of consent. */
  begin(scope?: string): Promise<AuthResult> {
    const serverUrl = `${this.#url}/mcp`;
    return auth(this, { serverUrl, ...(scope !== undefined && { scope }) });
  }

  /** The answer of the user, and the exchange of the code. @returns the parameters of the answer */
  async finish(decision: 'allow' | 'deny' = 'allow'): Promise<URLSearchParams> {
    const { url } = await this.browser.submit(this.page!, decision);
    if (url.searchParams.has('code')) await this.exchangeAnswer(url);
    return url.searchParams;
  }

  /** Exchanges the code of an answer, as the client of MCP does it. */
  async exchangeAnswer({ searchParams: answer }: URL): Promise<StoredOAuthTokens> {
    const iss = answer.get('iss')!;
    const authorizationCode = answer.get('code')!;
    await auth(this, { serverUrl: `${this.#url}/mcp`, authorizationCode, iss });
    return this.stored!;
  }

  /** An authorization request. @param changes parameters in place of the usual ones; '' has none */
  requestUrl(changes: Readonly<Record<string, string>> = {}): URL {
    const all = {
      client_id: this.information!.client_id,
      redirect_uri: this.redirectUrl,
      response_type: 'code',
      code_challenge: hash('sha256', proof, 'base64url'),
      code_challenge_method: 'S256',
      resource: `${this.#url}/mcp`,
      ...changes,
    };
    const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
    return new URL(`${this.#url}/oauth/authorize?${query.toString()}`);
  }

  /** Exchanges the code of such a request. @param answer where the browser was sent */
  exchange(answer: URL, verifier = proof): Promise<Response> {
    return fetch(`${this.#url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: answer.searchParams.get('code')!,
        code_verifier: verifier,
        redirect_uri: this.redirectUrl,
        client_id: this.information!.client_id,
      }),
    });
  }

  /** Renews the tokens by the refresh token. */
  refresh(refreshToken = this.stored!.refresh_token!): Promise<Response> {
    return fetch(`${this.#url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: this.information!.client_id,
        resource: `${this.#url}/mcp`,
      }),
    });
  }
}
