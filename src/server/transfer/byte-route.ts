/** Routes beside GraphQL where bytes go up or down: how they are told apart, and what all of them have in common. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, toGraphError } from '../../graph/error.ts';
import { InvalidInput, UpstreamError } from '../../upstream/error.ts';
import type { CrossOrigin } from '../cors.ts';
import { HttpError } from '../http-error.ts';

export interface ByteRoute {
  /** Paths that begin with it are served here; also what the log calls them, since the rest is a secret. */
  readonly prefix: string;
  readonly cors: CrossOrigin;
  /** @param rest what follows the prefix, with the query string. @throws Refusal, UpstreamError */
  serve(req: IncomingMessage, res: ServerResponse, rest: string): Promise<void>;
}

const statuses: Partial<Readonly<Record<ErrorCode, number>>> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  MISSING_SCOPE: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  QUOTA_EXCEEDED: 429,
  RATE_LIMITED: 429,
  UPSTREAM_INVALID: 502,
  UPSTREAM_TOO_LARGE: 502,
  UPSTREAM_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};

/** A failure upstream as an answer over HTTP, in the words in which GraphQL would tell it. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof UpstreamError) && !(error instanceof InvalidInput)) return error;
  const { message, extensions } = toGraphError(error);
  const { code, retryAfter, ...more } = extensions as {
    readonly code: ErrorCode;
    readonly retryAfter?: number;
  };
  const status = statuses[code] ?? 500;
  const wait = retryAfter ?? (status >= 503 ? 1 : undefined);
  return new HttpError(
    status,
    code,
    message,
    wait === undefined ? {} : { 'retry-after': String(wait) },
    more,
  );
}

/** How long a refused body is still taken, in ms: a client that is writing reads no answer. */
const lingerMs = 2_000;

/** Lets a client that is still sending hear the answer that it was given meanwhile, and ends the connection after it. */
export function linger(req: IncomingMessage, res: ServerResponse, body: string): void {
  if (req.complete || req.destroyed) return void res.end(body);
  res.flushHeaders();
  if (body !== '') res.write(body);
  const end = (): void => void res.end();
  const timer = setTimeout(end, lingerMs);
  req.once('end', end).once('close', () => clearTimeout(timer));
  req.once('error', end).resume();
}
