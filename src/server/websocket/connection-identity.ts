/**
 * Reads the identities of a WebSocket, and whether it asks for traces. Browsers cannot set headers
 * of a WebSocket, so the payload of the message `connection_init` may have the same names and
 * values.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../../config.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { CallerSource } from '../connection/caller-source.ts';
import { HttpError } from '../error/http-error.ts';
import {
  clientNameHeaders,
  clientNameOf,
  identitiesOf,
  identityHeaders,
} from '../connection/identity.ts';
import type { OperationRunner } from '../pipeline/operation-runner.ts';
import { traceHeader } from '../record/request-trace.ts';
import type { RequestLimits } from '../connection/server-request.ts';
import type { OperationCaller } from '../pipeline/running-operations.ts';
import { closeCode } from './close-code.ts';

/** What is known of a WebSocket before its first message. */
export interface OpenedConnection {
  readonly runner: OperationRunner;
  /** Of the request that opened the WebSocket. */
  readonly headers: IncomingHttpHeaders;
  readonly limits: RequestLimits;
  readonly config: Config;
  /** The connection below the WebSocket. */
  readonly stream: Duplex;
  /** Says who it is where no headers have tokens. */
  readonly access?: CallerSource | undefined;
  /** Whether the payload cannot name the caller. Default: it can. */
  readonly ignoresPayload?: boolean | undefined;
}

const headerNames: readonly string[] = [...identityHeaders, ...clientNameHeaders, traceHeader];

/** What becomes of a connection whose caller is asked for. */
interface Identified {
  readonly accept: (caller: OperationCaller) => void;
  readonly refuse: (code: number, reason: string) => void;
}

/**
 * Finds who has opened a connection, at once if its headers or its payload have tokens.
 * @param payload of the message `connection_init`
 */
export function identifyConnection(
  connection: OpenedConnection,
  payload: Readonly<Record<string, unknown>> | undefined,
  { accept, refuse }: Identified,
): void {
  const fail = (error: unknown): void => {
    if (!(error instanceof HttpError)) throw error;
    refuse(closeCodes.get(error.status) ?? closeCode.badRequest, error.message);
  };
  try {
    const caller = connectionCaller(connection, payload);
    if (caller instanceof Promise)
      caller.then(accept, fail).catch(() => refuse(closeCode.internal, 'Internal error.'));
    else accept(caller);
  } catch (error) {
    fail(error);
  }
}

/** Of the errors of requests, by their status. */
const closeCodes: ReadonlyMap<number, number> = new Map([
  [401, closeCode.unauthorized],
  [503, closeCode.tryAgainLater],
]);

/**
 * @param payload overrides the headers. Clients put names and values into it or, as they do for
 * HTTP, into its `headers`. The case of the names does not matter; other names are ignored.
 * @throws HttpError 401 for a value without a Bearer token, 400 for invalid ids
 */
function connectionCaller(
  { runner, headers, stream, access, limits, config, ignoresPayload = false }: OpenedConnection,
  payload: Readonly<Record<string, unknown>> = {},
): OperationCaller | Promise<OperationCaller> {
  const values: Record<string, string | undefined> = {};
  for (const name of headerNames) values[name] = textOf(headers[name]);
  for (const [key, value] of ignoresPayload ? [] : entriesOf(payload)) {
    const name = key.toLowerCase();
    if (!headerNames.includes(name)) continue;
    if (typeof value !== 'string')
      throw new HttpError(400, 'INVALID_INPUT', `${name}: not a string in connection_init`);
    values[name] = value;
  }
  const callerOf = (own?: Identities): OperationCaller => ({
    identities: own ?? identitiesOf(runner.api, values, limits.isAccepted),
    isTraced: config.TRACE && values[traceHeader] === '1',
    client: clientNameOf(values),
  });
  const socket = stream as IncomingMessage['socket'];
  const own = access?.identitiesOf({ headers: { ...headers, ...values }, socket }, '/graphql');
  return own ? own.then(callerOf) : callerOf();
}

function entriesOf(payload: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
  const { headers } = payload;
  const inHeaders = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  return [...inHeaders, ...Object.entries(payload)];
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
