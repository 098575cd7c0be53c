/** One HTTP request or GraphQL operation, as the modules of the server see it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLParams } from 'graphql-yoga';
import type { ExecutionTrace } from '../data/execution-trace.ts';
import type { Identity } from '../upstream/upstream.ts';
import type { EndedRequest } from './request-observer.ts';
import { RequestRecord } from './request-record.ts';
import type { RequestTrace, StartedRequest } from './request-trace.ts';
import { type Direction, type Route, routeOf } from './route.ts';

/** The input for a GraphQL context. */
export interface RequestDetails {
  readonly identity: Identity;
  /** Aborts when the client disconnects before the response is sent. */
  readonly signal: AbortSignal;
  /** Time in milliseconds of `performance.now()` by which the response has to be ready. */
  readonly deadline: number;
  readonly requestId: string;
  /** Absent: the request is not traced. */
  readonly trace?: RequestTrace | undefined;
  /** Set for each execution of a traced request. */
  readonly callTrace?: ExecutionTrace | undefined;
}

/** One HTTP request and its response. */
export interface ServerRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /**
   * Headers that every response has, as names and values in turn. They are
   * given to `writeHead` together, because Node writes them faster than one by one.
   */
  headers: readonly string[];
  readonly record: RequestRecord;
}

/** Sets the headers on the response, for code that knows only the response. */
export function setHeaders(request: ServerRequest): void {
  const { res, headers } = request;
  request.headers = [];
  for (let index = 0; index < headers.length; index += 2)
    res.appendHeader(headers[index]!, headers[index + 1]!);
}

/** One GraphQL operation that a client has sent, in a request of its own or over a WebSocket. */
export interface GraphqlRequest {
  readonly requestId: string;
  readonly record: RequestRecord;
  /** Replaced when a form has been received: its deadline starts then. */
  details: RequestDetails;
  /** Aborts when nothing more can be sent to the client: the events of a subscription end then. */
  readonly closed: AbortSignal;
}

/** An HTTP request to `/graphql`. */
export interface GraphqlHttpRequest extends ServerRequest, GraphqlRequest {
  /** The parameters of a POST with JSON whose body has been read before Yoga is called. */
  params: Promise<GraphQLParams> | undefined;
}

/** An HTTP request; one to `/graphql` gets its details before it is served. */
export class HttpRequest implements ServerRequest, StartedRequest, EndedRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  headers: readonly string[];
  readonly record = new RequestRecord();
  readonly start = performance.now();
  /** Bytes that the connection has sent before the response; only the log needs them. */
  bytesBefore = 0;
  details: RequestDetails | undefined;
  trace: RequestTrace | undefined;
  params: Promise<GraphQLParams> | undefined;
  /** Frees the slot that the request has taken. */
  release: (() => void) | undefined;
  /** Set while the request is an upload or a download that has a slot. */
  transfer: Direction | undefined;
  /** The time to receive the body. */
  receiving: { end(): void } | undefined;
  /** Aborts the calls of the operation. */
  disconnected: AbortController | undefined;
  #closed: AbortController | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, requestId: string) {
    this.req = req;
    this.res = res;
    this.requestId = requestId;
    this.headers = ['x-request-id', requestId, 'x-content-type-options', 'nosniff'];
  }

  get route(): Route {
    return routeOf(pathOf(this.req));
  }

  get status(): number {
    return this.res.statusCode;
  }

  /** Whether the client has left before it had the whole response. */
  get isAborted(): boolean {
    return !this.res.writableFinished;
  }

  /** Called when the response has been sent or the client has disconnected. */
  end(): void {
    this.release?.();
    this.receiving?.end();
    if (this.isAborted) this.disconnected?.abort();
  }

  /** Made on demand: only subscriptions wait for it. */
  get closed(): AbortSignal {
    if (this.#closed === undefined) {
      const controller = new AbortController();
      this.#closed = controller;
      if (this.res.closed) controller.abort();
      else this.res.once('close', () => controller.abort());
    }
    return this.#closed.signal;
  }
}

/** Yoga's server context: plugins find the operation in it. */
export interface ServerContext {
  readonly serverRequest: GraphqlRequest;
}

/** Yoga's server context of an operation that has an HTTP request of its own. */
export interface HttpServerContext {
  readonly serverRequest: GraphqlHttpRequest;
}

/** @returns the path as the client sent it, without the query string */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
