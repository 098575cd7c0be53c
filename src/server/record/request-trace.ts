/** What the server tells about a request, for a trace. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import type { CallRecorder } from '../../engine/trace/call-record.ts';
import type { EndedOperation } from './request-observer.ts';
import type { RoutePath } from './route.ts';

/** The header by which a client asks for `extensions.trace`, with the value `1`. */
export const traceHeader = 'x-trace';

/** One execution: of a query, of a mutation, or of an event of a subscription. */
export interface OperationTrace extends CallRecorder {
  end(result: ExecutionResult): void;
}

/**
 * One HTTP request, or one operation of a WebSocket. Calls outside of an execution are those of an
 * upload, of a download, and of the start of a subscription.
 */
export interface RequestTrace extends CallRecorder {
  /** Names the trace in the log. */
  readonly traceId: string;
  startOperation(operation: OperationDefinitionNode): OperationTrace;
  /** @param request its HTTP status is absent for an operation of a WebSocket */
  end(request: EndedOperation & { readonly status?: number }): void;
}

/** A request that begins. */
export interface StartedRequest {
  readonly req: {
    /** The HTTP method, or `WEBSOCKET`. */
    readonly method?: string | undefined;
    /** Of a WebSocket: those of the request that opened it. `traceparent` continues a trace. */
    readonly headers: IncomingHttpHeaders;
  };
  readonly route: RoutePath;
  readonly requestId: string;
  /** Time in ms of `performance.now()`. */
  readonly start: number;
}

/** Traces requests. Its methods must not throw. */
export interface Tracer {
  /** @returns undefined for a request that is not sampled */
  startRequest(request: StartedRequest): RequestTrace | undefined;
}
