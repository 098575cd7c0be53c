/** One HTTP request or GraphQL operation, as the modules of the server see it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { type Clock, measuredNow } from '../../engine/caller/clock.ts';
import type { CallRecorder } from '../../engine/trace/call-record.ts';
import { callerKey, type Identities } from '../../engine/caller/identities.ts';
import { anonymousCaller } from '../../engine/caller/identity.ts';
import type { IsAccepted } from '../../engine/rest/share/shares.ts';
import type { DefectObserver } from '../../engine/execution/execution-settings.ts';
import type { WaitObserver } from '../../engine/rest/share/wait-observer.ts';
import type { UnitBudget } from '../../engine/cost/unit-budget.ts';
import { type BodyLimits, JsonMeter } from '../document/body-limits.ts';
import { bodyTooLong, connectionClosed } from '../document/params.ts';
import { type BodyMemory, type ReceivedRequest, tooLittleMemory } from '../limits/body-memory.ts';
import { OperationPlace, type PlaceLimits } from '../limits/operation-place.ts';
import type { BodyReads } from '../limits/body-reads.ts';
import type { ServerShares } from '../limits/server-shares.ts';
import type { UnsentBytes } from '../limits/slow-clients.ts';
import { overloadError } from '../error/request-error.ts';
import { requestIdOf, RequestRecord } from '../record/request-record.ts';
import type { EndedRequest } from '../record/request-observer.ts';
import type { RequestTrace, StartedRequest } from '../record/request-trace.ts';
import { type Direction, type RoutePath, routeOf } from '../record/route.ts';

/** The input for a GraphQL context. */
export interface RequestDetails {
  readonly identities: Identities;
  /** Aborts when the client disconnects before the response is sent. */
  readonly signal: AbortSignal;
  /**
   * Instant of the clock (`Clock.now`) by which the response has to be ready. The time begins again
   * when the body has been received.
   */
  deadline: number;
  readonly requestId: string;
  /** What a host knows of who asks. */
  readonly hostContext?: object | undefined;
  /** Absent: the request is not traced. */
  readonly trace?: RequestTrace | undefined;
  /** Learns how long the request waits. */
  readonly waits?: WaitObserver | undefined;
  /** Learns of unexpected errors that the response does not show. */
  readonly defects?: DefectObserver | undefined;
  /** Whether responses have `extensions.trace`. */
  readonly isTraced?: boolean | undefined;
  /** Whether the client wants no stored answer. */
  readonly wantsFresh?: boolean | undefined;
  /** The name that the client has sent. Undefined: it is for no client. */
  readonly client?: string | undefined;
  /** The budget of agents. Left out: no agent has sent the operation. */
  readonly agentBudget?: UnitBudget | undefined;
  /** Set for each execution whose calls are recorded. */
  readonly recorder?: CallRecorder | undefined;
  /** As `OperationPlace.yieldTurn`. Left out: the operation takes no turns. */
  readonly yieldTurn?: (() => Promise<void>) | undefined;
}

/** Sets the headers on the response, for code that knows only the response. */
export function setHeaders(request: HttpRequest): void {
  const { res, headers } = request;
  request.headers = [];
  for (let index = 0; index < headers.length; index += 2)
    res.appendHeader(headers[index]!, headers[index + 1]!);
}

/** One GraphQL operation that a client has sent, in a request of its own or over a WebSocket. */
export interface GraphqlRequest {
  readonly requestId: string;
  readonly record: RequestRecord;
  details: RequestDetails;
  /** Aborts when nothing more can be sent to the client: the events of a subscription end then. */
  readonly closed: AbortSignal;
  /** Its place among all operations; freed with the end of the response. */
  readonly place: OperationPlace;
}

/** Who may store an answer, as its headers say it. */
export interface Caching {
  /** Seconds for which it is current from its making on. Absent: it is private. */
  readonly maxAge?: number | undefined;
  /** Seconds of them that have passed; of a private one, the age of its oldest part. */
  readonly age?: number | undefined;
  /** The headers that decide about a public one. Absent: all that decide about any. */
  readonly vary?: string | undefined;
}

/** An HTTP request whose caller is known. */
export type GraphqlHttpRequest = HttpRequest & { details: RequestDetails };

/** What all requests of a gateway share. */
export interface RequestLimits extends PlaceLimits {
  readonly shares: ServerShares;
  readonly isAccepted: IsAccepted;
  readonly bodies: BodyMemory;
  readonly reads: BodyReads;
  readonly unsent: UnsentBytes;
  readonly clock: Clock;
  /** Maximum time of an operation, in milliseconds. */
  readonly deadlineMs: number;
}

/** An HTTP request; one to `/graphql` gets its details before it is served. */
export class HttpRequest implements StartedRequest, EndedRequest, ReceivedRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /**
   * Headers that every response has, as names and values in turn. They are
   * given to `writeHead` together, because Node writes them faster than one by one.
   */
  headers: string[];
  readonly record = new RequestRecord();
  readonly start = measuredNow();
  /** Bytes that the connection has sent before the response; only the log needs them. */
  bytesBefore = 0;
  /** The address of the other end of the connection; only the log needs it. */
  peer: string | undefined;
  details: RequestDetails | undefined;
  /** Whose share it has, as far as it is known. */
  caller = anonymousCaller;
  trace: RequestTrace | undefined;
  /** Frees the slot of an upload or a download. */
  release: (() => void) | undefined;
  /** Set while the request is an upload or a download that has a slot. */
  transfer: Direction | undefined;
  /** The time to receive the body. */
  receiving: { readonly endAt: number; end(): void } | undefined;
  receivedBytes = 0;
  /** Whether its URL names the document, instead of having its text. */
  namesDocument = false;
  /** Who may store the answer; set once there is one. */
  caching: Caching | undefined;
  /** Ends the reading of the body with an error; set while the body is read. */
  rejectBody: ((error: unknown) => void) | undefined;
  /** Aborts the calls of the operation. */
  disconnected: AbortController | undefined;
  readonly #limits: RequestLimits;
  /** The pieces of a body with JSON while it is read; taken away from a body that is rejected. */
  #bodyPieces: Buffer[] | undefined;
  #place: OperationPlace | undefined;
  #isEnded = false;
  #closed: AbortController | undefined;

  constructor(limits: RequestLimits, req: IncomingMessage, res: ServerResponse) {
    const requestId = requestIdOf(req.headers);
    this.#limits = limits;
    this.req = req;
    this.res = res;
    this.requestId = requestId;
    this.headers = ['x-request-id', requestId, 'x-content-type-options', 'nosniff'];
  }

  /** Shares the time in which bodies are received. */
  get reads(): BodyReads {
    return this.#limits.reads;
  }

  get clock(): Clock {
    return this.#limits.clock;
  }

  get route(): RoutePath {
    return routeOf(pathOf(this.req));
  }

  get status(): number {
    return this.res.statusCode;
  }

  /** Whether the client has left before it had the whole response. */
  get isAborted(): boolean {
    return !this.res.writableFinished;
  }

  get isAccepted(): boolean {
    const { details } = this;
    return details !== undefined && this.#limits.isAccepted(callerKey(details.identities.main));
  }

  get receiveUntil(): number {
    return this.receiving?.endAt ?? 0;
  }

  /**
   * Reads a body with JSON, in the memory of bodies. Its bytes and values are counted as they
   * arrive; a `content-length` only serves to reject a body early. Whoever parses it waits for its
   * turn.
   * @throws GraphQLError for a body that is too long or not complete
   */
  readBody({ bytes: maxBytes, json }: BodyLimits): Promise<Buffer> {
    const { req } = this;
    const announced = Number(req.headers['content-length'] ?? 0);
    if (announced > maxBytes) return Promise.reject(bodyTooLong(maxBytes, announced));
    // It has had its event `close`.
    if (req.destroyed) return Promise.reject(connectionClosed());
    return new Promise((resolve, reject) => {
      this.#bodyPieces = [];
      let length = 0;
      const meter = new JsonMeter(json);
      this.rejectBody = reject;
      const onData = (chunk: Buffer): void => {
        length += chunk.length;
        try {
          if (length > maxBytes) throw bodyTooLong(maxBytes, length);
          meter.add(chunk);
        } catch (error) {
          req.off('data', onData).pause();
          this.#bodyPieces = undefined;
          return reject(error);
        }
        this.#bodyPieces?.push(chunk);
        this.receive(chunk.length, length === announced);
      };
      const onEnd = (): void => {
        const pieces = this.#bodyPieces;
        if (pieces === undefined) return;
        this.#bodyPieces = undefined;
        if (length !== announced) this.#limits.bodies.complete(this);
        this.#restartTime();
        resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length));
      };
      // A client that disconnects while it sends its body is not an internal error.
      const onClose = (): void => {
        if (!req.readableEnded) reject(connectionClosed());
      };
      req.on('data', onData).on('end', onEnd).on('close', onClose);
    });
  }

  /** Called with each piece of the body that is stored; may call `rejectBody`. */
  receive(bytes: number, isLast: boolean): void {
    if (!isLast) this.#limits.reads.add(this.req, bytes);
    this.#limits.bodies.add(this, bytes, isLast);
  }

  /** Called when the body is complete, which `readBody` notices itself. */
  endBody(): void {
    this.#limits.bodies.complete(this);
    this.#restartTime();
  }

  /** The time in which a body is received depends on the client, and does not count. */
  #restartTime(): void {
    const { clock, deadlineMs } = this.#limits;
    if (this.details) this.details.deadline = clock.now() + deadlineMs;
  }

  reject(): void {
    // What still arrives is discarded, so that the connection stays usable.
    this.req.unpipe().removeAllListeners('data').resume();
    const { rejectBody } = this;
    this.record.rejection = 'memory';
    // The request stays until its connection has received the rest: nothing of the body may.
    this.#bodyPieces = undefined;
    this.rejectBody = undefined;
    rejectBody?.(overloadError(tooLittleMemory));
  }

  /** Made on demand, when the request has its details: not all requests have operations. */
  get place(): OperationPlace {
    if (this.#place === undefined) {
      this.#place = new OperationPlace(this.#limits, this.caller);
      if (this.#isEnded) this.#place.end();
    }
    return this.#place;
  }

  /** Frees its place and its memory, and lets another operation run. */
  free(): void {
    this.#isEnded = true;
    this.release?.();
    this.#place?.end();
    this.#limits.bodies.release(this);
  }

  /** Called when the response has been sent or the client has disconnected. */
  end(): void {
    this.free();
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

/** A plugin of Yoga for operations that have an HTTP request of their own. */
export type HttpPlugin = Plugin<
  Record<never, never>,
  { readonly serverRequest: GraphqlHttpRequest }
>;

/** @returns the path as the client sent it, without the query string */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
