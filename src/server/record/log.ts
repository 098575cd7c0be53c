/**
 * The log: one line per request, and per task of a feed. Headers, tokens, variables, bodies and
 * query strings never reach it.
 */
import type { IncomingMessage } from 'node:http';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../config.ts';
import { callerKey } from '../../engine/caller/identities.ts';
import type { EndedTask } from '../../engine/trace/task-trace.ts';
import { UpstreamError } from '../../engine/api/error.ts';
import { OwnFieldError } from '../../engine/schema/error/own-field-error.ts';
import type { Identity } from '../../engine/caller/identity.ts';
import type { EndedOperation, EndedRequest } from './request-observer.ts';
import type { RequestRecord } from './request-record.ts';
import type { RoutePath } from './route.ts';
import { measuredNow } from '../../engine/caller/clock.ts';

export type { Logger } from 'pino';

/** @param destination receives one JSON object per line */
export const createLog = (
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  destination: DestinationStream,
): Logger => pino({ level: LOG_LEVEL, base: null }, destination);

/** The part of a line that an operation has, in a request of its own or over a WebSocket. */
const operationLine = (
  { operationName, operationType, cost, errors, callerKey: key, waitMs }: RequestRecord,
  identity: Identity | undefined,
): object => ({
  operation: operationName,
  type: operationType,
  waitMs: waitMs < minWaitMs ? undefined : rounded(waitMs),
  calls: cost?.requests,
  units: cost?.units,
  errors: errors && Object.fromEntries(errors),
  caller: key?.slice(0, callerLength) ?? callerOf(identity),
});

/** Shorter waits, in ms, are not worth a field. */
const minWaitMs = 1;

/** Characters of the caller's key: enough to tell callers apart. */
const callerLength = 8;

const callerOf = (identity: Identity | undefined): string | undefined =>
  identity?.token === undefined ? undefined : callerKey(identity).slice(0, callerLength);

/** Load balancers ask every second: lines that say nothing new would fill the log. */
const probes: ReadonlySet<RoutePath> = new Set(['/health', '/ready']);

/** An HTTP request that has ended, and what only the log has of it. */
interface LoggedRequest extends EndedRequest {
  readonly requestId: string;
  readonly req: IncomingMessage;
  /** Absent: the request is not traced. */
  readonly trace: { readonly traceId: string } | undefined;
  readonly details: { readonly identities: { readonly main: Identity } } | undefined;
  /** Bytes that the connection has sent before the response. */
  readonly bytesBefore: number;
}

/**
 * Logs a request whose response has been sent, or whose client has disconnected.
 * @param client the address of the client, as the log has it
 */
export function logRequest(log: Logger, request: LoggedRequest, client: string | undefined): void {
  const { req, requestId, trace, route, status, start, record, details, bytesBefore } = request;
  const line = {
    requestId,
    trace_id: trace?.traceId,
    method: req.method,
    path: route,
    status,
    ms: msSince(start),
    bytes: req.socket.bytesWritten - bytesBefore,
    ...operationLine(record, details?.identities.main),
    client,
  };
  const level = status === 200 && probes.has(route) ? 'debug' : 'info';
  log[level](request.isAborted ? { ...line, aborted: true } : line, 'request');
}

/** An operation of a WebSocket, or of an MCP call, that has ended. */
interface LoggedOperation extends EndedOperation {
  readonly source: { readonly method: string; readonly route: RoutePath };
  readonly requestId: string;
  /** Absent: the operation is not traced. */
  readonly traceId: string | undefined;
  /** Id of the request that began the connection or session. */
  readonly connectionId: string;
  readonly identity: Identity;
  /** Bytes of the messages with its results. */
  readonly bytes: number;
}

/** @returns a log whose lines have the address of a client; the same log without an address */
export const logOf = (log: Logger, client: string | undefined): Logger =>
  client === undefined ? log : log.child({ client });

/** Logs an operation of a WebSocket, or of an MCP call, as a request of its own. */
export function logOperation(log: Logger, operation: LoggedOperation): void {
  const { source, requestId, traceId, connectionId, identity, record, bytes, start, isAborted } =
    operation;
  const line = {
    requestId,
    trace_id: traceId,
    connectionId,
    method: source.method,
    path: source.route,
    ms: msSince(start),
    bytes,
    ...operationLine(record, identity),
  };
  log.info(isAborted ? { ...line, aborted: true } : line, 'request');
}

/** Logs a request for a WebSocket that is rejected. */
export function logRejectedUpgrade(
  log: Logger,
  { requestId, status, code }: { requestId: string; status: number; code: string },
): void {
  const line = { requestId, method: 'GET', path: '/graphql', status, errors: { [code]: 1 } };
  log.info(line, 'request');
}

/** Logs work of a feed, which belongs to no request. */
export function logTask(
  log: Logger,
  { kind, operation, identity, start, traceId, cost, error, isAborted }: EndedTask,
): void {
  const line = {
    trace_id: traceId,
    operation: operation.key,
    ms: msSince(start),
    calls: cost.requests,
    units: cost.units,
    code: isAborted || error === undefined ? undefined : codeOf(error),
    caller: callerOf(identity),
  };
  log.info(isAborted ? { ...line, aborted: true } : line, kind);
}

const codeOf = (error: unknown): string =>
  error instanceof UpstreamError ? error.code : 'INTERNAL';

/** @returns milliseconds since a time of `performance.now()`, with one decimal */
export const msSince = (start: number): number => rounded(measuredNow() - start);

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

const maxFrames = 12;

/** An error as the log has it. */
interface LoggedError {
  readonly name: string;
  readonly message?: string;
  readonly cause?: LoggedError;
  readonly at: readonly string[];
}

/** The host needs the texts of its own errors to find them. */
const ownErrorOf = ({ message, cause }: OwnFieldError): Partial<LoggedError> => ({
  message,
  ...(cause instanceof Error && { cause: { ...stackOf(cause), message: cause.message } }),
});

/**
 * The loggable part of an unexpected error: its class and stack frames, without the message, which
 * may quote what a client sent; that of an error of the host's own field is there.
 */
export const stackOf = (error: Error): LoggedError => ({
  name: error.name,
  ...(error instanceof OwnFieldError && ownErrorOf(error)),
  at: (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, maxFrames)
    .map((line) => line.trim()),
});
