/**
 * Where AI agents connect: the path of the Model Context Protocol, what OAuth clients read of it,
 * and the page that agents read first. The protocol itself is loaded with its first request.
 */
import { readFile } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { GraphQLError } from 'graphql';
import type { Config } from '../../config.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { UnitBudget } from '../../engine/cost/unit-budget.ts';
import type { ErrorCode } from '../../engine/schema/error/error-code.ts';
import { showValue } from '../../engine/api/error.ts';
import type { IsAccepted, Shares } from '../../engine/rest/share/shares.ts';
import { scopesForAll } from '../../services/shared/scope.ts';
import { agentTokenPrefix, type CallerSource } from '../connection/caller-source.ts';
import { isOwnPage } from '../connection/client-address.ts';
import { type Cors, isJsonType } from '../connection/cross-origin.ts';
import { type GraphqlHttpRequest, setHeaders } from '../connection/server-request.ts';
import { type BodyLimits, bodyLimits } from '../document/body-limits.ts';
import { HttpError, wrongMethod } from '../error/http-error.ts';
import { shareHttpError } from '../limits/server-shares.ts';
import type { OperationRunner } from '../pipeline/operation-runner.ts';
import type { OperationSource, RunningOperations } from '../pipeline/running-operations.ts';
import { packageFile } from '../package-file.ts';
import { guidePath, mcpPath, resourceMetadataPath } from '../record/route.ts';
import { basePathOf } from './mount.ts';

/** How a call runs its operations. */
interface CallOptions {
  readonly headers: IncomingHttpHeaders;
  /** Id of the request or connection of the call. */
  readonly connectionId: string;
  readonly agentBudget: UnitBudget;
}

/** Runs operations that have no HTTP request of their own, under all limits of those that have. */
export interface OperationAccess {
  readonly runner: OperationRunner;
  /** @returns the running operations of a new call, none yet */
  readonly open: (options: CallOptions) => RunningOperations;
  /**
   * Sends a file to an upload URL of this gateway.
   * @throws HttpError
   */
  readonly sendFile: (url: string, file: Buffer, signal: AbortSignal) => Promise<void>;
  readonly isAccepted: IsAccepted;
  /** The places of questions that wait for users, over HTTP. */
  readonly questions: Shares;
}

/** MCP over HTTP. */
export interface AgentEndpoint {
  /**
   * Answers a POST whose caller is known, and which has a place among the operations.
   * @param body its JSON
   * @param challenges left out: a client whose token does not suffice reads that in the result
   */
  serve(request: GraphqlHttpRequest, body: unknown, challenges?: TokenChallenges): Promise<void>;
  /** Waits no longer for answers of users: running calls end soon. */
  end(): void;
}

/** Tells a client how to get a token that suffices, in place of the result of a call. */
export interface TokenChallenges {
  /**
   * @param lack scopes that the token lacks, or that it may have ended
   * @returns undefined if the result is the better answer
   */
  errorOf(lack: { readonly scopes: readonly string[] } | 'end'): Promise<HttpError | undefined>;
}

/** What the gateway is given to serve agents. */
export interface AgentParts {
  readonly load: (operations: OperationAccess) => Promise<AgentEndpoint>;
  /**
   * The issuer of access tokens: the base URL of an OAuth server. Left out: the gateway itself,
   * which then takes no tokens but its own.
   */
  readonly authorizationServer?: string | undefined;
}

interface AgentRouteParts extends AgentParts {
  readonly config: Config;
  readonly cors: Cors;
  readonly operations: OperationAccess;
  /** The base URL of the gateway, while it listens. */
  readonly baseUrl: () => string;
  /** Whether a host serves the gateway: it sends it no requests of other paths than its own. */
  readonly isMounted: boolean;
}

/** How operations of MCP calls are named in the log. */
export const mcpSource: OperationSource = {
  method: 'MCP',
  route: mcpPath,
  rejection: 'concurrency',
  tooMany: (max) =>
    `The call has ${max} running operations, which is the limit. Wait for one of them.`,
};

/** Maximum number of operations that one call runs at the same time. */
export const maxCallOperations = 16;

/** The scopes with which all tools work. */
const allScopes = scopesForAll('write');

/** Those with which all reads work: tokens of the gateway get others when a call needs them. */
const readScopes = scopesForAll('read');

const guide = packageFile('llms.txt');

export class AgentRoute {
  readonly #parts: AgentRouteParts;
  readonly #bodyLimits: BodyLimits;
  #endpoint: Promise<AgentEndpoint> | undefined;

  constructor(parts: AgentRouteParts) {
    this.#parts = parts;
    this.#bodyLimits = bodyLimits(parts.config);
  }

  /**
   * Serves what is read without a token: the metadata of the resource, and the guide.
   * @returns whether the path is one of these
   */
  servePage(req: IncomingMessage, res: ServerResponse, path: string): boolean {
    const isMetadata = [
      this.#metadataPath,
      // What is left of it behind a proxy that removes the path of the public URL.
      `${resourceMetadataPath}${mcpPath}`,
      resourceMetadataPath,
    ].includes(path);
    if (!isMetadata && path !== guidePath) return false;
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw wrongMethod('This is read by GET or HEAD.', 'GET, HEAD, OPTIONS');
    if (isMetadata) this.#sendMetadata(res);
    else void sendGuide(res);
    return true;
  }

  /** A page of another origin must not use the token or the network of its reader. */
  checkOrigin({ headers: { origin, host } }: IncomingMessage): void {
    const { config, cors } = this.#parts;
    if (origin === undefined || isOwnPage(origin, host, config.PUBLIC_URL)) return;
    if (cors.allows(origin)) return;
    throw new HttpError(
      403,
      'INVALID_INPUT',
      `origin: ${showValue(origin)} may not connect; expected an origin of the setting CORS_ORIGINS`,
    );
  }

  /**
   * @param reason as RFC 6750 has it, if there is a token
   * @returns the error; if it says that a token is missing, with where to get one
   */
  withChallenge(error: unknown, reason?: 'invalid_token'): unknown {
    if (!(error instanceof HttpError) || error.status !== 401) return error;
    const { code, message } = error;
    const challenge = this.#challenge(reason, this.#scopes);
    return new HttpError(401, code, message, { headers: { 'www-authenticate': challenge } });
  }

  /** The path of the resource comes after the well-known one (RFC 9728, section 3.1). */
  get #metadataPath(): string {
    return `${resourceMetadataPath}${basePathOf(this.#parts.baseUrl())}${mcpPath}`;
  }

  /** @param error as RFC 6750 has it */
  #challenge(error: string | undefined, scopes: readonly string[]): string {
    const { baseUrl, isMounted } = this.#parts;
    const metadata = isMounted
      ? `${baseUrl()}${resourceMetadataPath}${mcpPath}`
      : new URL(this.#metadataPath, baseUrl()).href;
    const cause = error === undefined ? '' : `error="${error}", `;
    return `Bearer ${cause}resource_metadata="${metadata}", scope="${scopes.join(' ')}"`;
  }

  /** What clients ask users for at first. */
  get #scopes(): readonly string[] {
    return this.#parts.authorizationServer === undefined ? readScopes : allScopes;
  }

  /**
   * How a client is told that its token does not suffice.
   * @returns undefined for a token that is not of our OAuth server
   */
  #challengesOf(req: IncomingMessage, source: CallerSource): TokenChallenges | undefined {
    const { authorization = '' } = req.headers;
    if (!authorization.slice('Bearer '.length).trimStart().startsWith(agentTokenPrefix))
      return undefined;
    return {
      errorOf: async (lack) =>
        lack === 'end'
          ? this.#errorOfEnd(source.identitiesOf(req, mcpPath))
          : this.#errorOfLack(lack.scopes),
    };
  }

  #errorOfLack(scopes: readonly string[]): HttpError {
    const challenge = this.#challenge('insufficient_scope', scopes);
    const message = `authorization: the token lacks the scopes ${scopes.join(', ')}`;
    return new HttpError(403, 'MISSING_SCOPE', message, {
      headers: { 'www-authenticate': challenge },
    });
  }

  /**
   * Of a call for which a service has no valid token.
   * @param caller asked again
   * @returns undefined if the token of the agent has not ended, and has an account for each service
   */
  async #errorOfEnd(caller: Promise<Identities | undefined> | undefined) {
    try {
      const identities = await caller;
      return identities?.hasAllTokens ? undefined : this.#errorOfLack(readScopes);
    } catch (error) {
      const challenge = this.withChallenge(error, 'invalid_token');
      return challenge instanceof HttpError && challenge.status === 401 ? challenge : undefined;
    }
  }

  /**
   * @param source who says who sends the request; left out: its headers do
   * @throws HttpError
   */
  async serve(request: GraphqlHttpRequest, source?: CallerSource): Promise<void> {
    const { req, details } = request;
    const takesOwnOnly = this.#parts.authorizationServer === undefined;
    if (!details.identities.hasToken)
      throw this.withChallenge(new HttpError(401, 'UNAUTHENTICATED', missingToken));
    if (takesOwnOnly && source === undefined)
      throw this.withChallenge(
        new HttpError(401, 'UNAUTHENTICATED', foreignToken),
        'invalid_token',
      );
    // There are no sessions that DELETE could end: the protocol has this status for that, too.
    if (req.method !== 'POST') throw wrongMethod('MCP messages are sent by POST.', 'POST, OPTIONS');
    if (!isJsonType(req.headers['content-type'] ?? ''))
      throw new HttpError(415, 'INVALID_INPUT', 'content-type: expected application/json');
    const received = await request.readBody(this.#bodyLimits).catch((error: unknown) => {
      throw error instanceof GraphQLError ? httpErrorOf(error) : error;
    });
    const { place } = request;
    const refusal = place.take() ?? (await place.begin(request));
    if (refusal) throw shareHttpError('operations', refusal, place.caller);
    if (request.res.closed) return;
    const body = parseBody(received);
    setHeaders(request);
    const endpoint = await this.#load();
    await endpoint.serve(request, body, source && this.#challengesOf(req, source));
  }

  /** Lets running calls end: they wait no longer for users. */
  end(): void {
    void this.#endpoint?.then((endpoint) => endpoint.end()).catch(() => {});
  }

  #load(): Promise<AgentEndpoint> {
    this.#endpoint ??= this.#parts.load(this.#parts.operations).catch((error: unknown) => {
      // The next request tries again.
      this.#endpoint = undefined;
      throw error;
    });
    return this.#endpoint;
  }

  #sendMetadata(res: ServerResponse): void {
    const metadata = {
      resource: `${this.#parts.baseUrl()}${mcpPath}`,
      authorization_servers: [this.#parts.authorizationServer ?? this.#parts.baseUrl()],
      scopes_supported: this.#scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Studiograph',
    };
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    res.writeHead(200, headers).end(JSON.stringify(metadata));
  }
}

async function sendGuide(res: ServerResponse): Promise<void> {
  const text = await promisify(readFile)(guide, 'utf8').catch(() => undefined);
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
  res.writeHead(text === undefined ? 404 : 200, headers).end(text);
}

const missingToken =
  'authorization: missing; expected "Bearer <access token>". The header www-authenticate names what says where to get one.';

const foreignToken =
  'authorization: not a token of this gateway; tokens of Google are not accepted here. The header www-authenticate names what says where to get one.';

/** @throws HttpError 400 */
function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new HttpError(400, 'INVALID_INPUT', 'The body is not JSON; expected a JSON-RPC message.');
  }
}

/** @returns the error of a body, with the status that it has for GraphQL, too */
function httpErrorOf({ message, extensions }: GraphQLError): HttpError {
  const { code, http } = extensions as {
    readonly code: ErrorCode;
    readonly http?: { readonly status: number; readonly headers?: Record<string, string> };
  };
  return new HttpError(http?.status ?? 400, code, message, { headers: http?.headers ?? {} });
}
