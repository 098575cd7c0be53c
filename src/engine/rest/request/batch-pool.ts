/**
 * Sends the reads of one moment and one caller together, as the parts of one `multipart/mixed`
 * request. Each read remains a call of its own, with its deadline, its abort, its cost and its
 * retries; only the request on the wire is shared.
 */
import { api } from '../../api/api.ts';
import { randomUUID } from 'node:crypto';
import { type BatchLimits, BatchRequest } from './batch-request.ts';
import type { CallPool } from '../call/call-handler.ts';
import type { HttpCall } from '../call/http-call.ts';
import { writeRequestParts } from './multipart-mixed.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import type { ConnectionPool } from '../connection/pool.ts';

/** How a service accepts batches. */
interface BatchSettings extends BatchLimits {
  /** Path of the batch endpoint on the origin of the service. */
  readonly path: string;
  /** Start of the path of each request that parts are sent without. */
  readonly prefix: string;
  /** Maximum number of requests of one batch. */
  readonly maxParts: number;
  /** Maximum time in ms without a byte of the response. */
  readonly firstByteTimeoutMs: number;
}

/** A read that waits for the others of its moment. */
interface WaitingCall {
  readonly request: OutgoingRequest;
  readonly call: HttpCall;
}

/** Maximum length of the URL of a part: services state 8,000 characters. */
const maxPathLength = 8_000;

/** Collects reads until the event loop has run all that is ready to run. */
export class BatchPool implements CallPool {
  readonly #pool: ConnectionPool;
  readonly #settings: BatchSettings;
  /** The reads of this moment by the credential of their caller. */
  #waiting = new Map<string, WaitingCall[]>();

  constructor(pool: ConnectionPool, settings: BatchSettings) {
    this.#pool = pool;
    this.#settings = settings;
  }

  dispatch(request: OutgoingRequest, call: HttpCall): void {
    if (request.path.length > maxPathLength) return this.#pool.dispatch(request, call);
    if (this.#waiting.size === 0) setImmediate(() => this.#sendAll());
    const credential = splitHeaders(request).shared.join('\n');
    const waiting = this.#waiting.get(credential);
    if (waiting) waiting.push({ request, call });
    else this.#waiting.set(credential, [{ request, call }]);
  }

  #sendAll(): void {
    const groups = [...this.#waiting.values()];
    this.#waiting = new Map();
    const { maxParts } = this.#settings;
    for (const group of groups) {
      const open = group.filter(({ call }) => !call.endsBeforeItIsSent());
      for (let start = 0; start < open.length; start += maxParts)
        this.#send(open.slice(start, start + maxParts));
    }
  }

  /** A read that is alone is sent as it is. */
  #send(calls: readonly WaitingCall[]): void {
    const [{ request, call }] = calls as [WaitingCall];
    if (calls.length === 1) return this.#pool.dispatch(request, call);
    const { path, prefix, firstByteTimeoutMs } = this.#settings;
    const boundary = randomUUID();
    const parts = calls.map(({ request }, index) => ({
      id: String(index),
      method: request.method,
      path: request.path.slice(prefix.length),
      headers: splitHeaders(request).own,
    }));
    const headers = [
      ...splitHeaders(request).shared,
      'accept',
      'multipart/mixed',
      'content-type',
      `multipart/mixed; boundary=${boundary}`,
    ];
    const body = writeRequestParts(boundary, parts);
    const handler = new BatchRequest(
      calls.map((each) => each.call),
      this.#settings,
    );
    const timeouts = { headersTimeout: firstByteTimeoutMs, bodyTimeout: firstByteTimeoutMs };
    this.#pool.dispatch({ method: 'POST', path, headers, body, ...timeouts }, handler);
  }
}

/** Headers that apply to all parts when the batch has them. */
const isShared = (name: string): boolean =>
  name === 'authorization' ||
  name === 'accept-encoding' ||
  name === 'user-agent' ||
  name === api().calls.apiKeyHeader;

interface SplitHeaders {
  readonly shared: readonly string[];
  readonly own: readonly string[];
}

function splitHeaders({ headers }: OutgoingRequest): SplitHeaders {
  const shared: string[] = [];
  const own: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    (isShared(name) ? shared : own).push(name, headers[index + 1]!);
  }
  return { shared, own };
}
