/** What the log and the metrics tell about a request: its operation, its results and their cost. */
import type { OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { sumOfCounts } from '../../engine/read/usage.ts';
import type { CostReport } from '../../engine/trace/response-extensions.ts';
import type { DefectObserver } from '../../engine/execution/execution-settings.ts';
import type { WaitKind, WaitObserver } from '../../engine/rest/share/wait-observer.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** `partial`: some fields failed. */
type Outcome = 'ok' | 'partial' | 'failed';

/**
 * Which limit rejected a request: `concurrency` of operations, `memory` of received bodies and
 * messages, `transfers`, `websockets`, or the operations of one WebSocket.
 */
export type RejectionReason =
  | 'concurrency'
  | 'memory'
  | 'transfers'
  | 'websockets'
  | 'websocket_operations';

/** REST calls, and quota units by bucket. */
type RecordedCost = Pick<CostReport, 'requests' | 'units'>;

/** A result that is sent. */
interface SentResult {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions: Readonly<Record<string, unknown>> }[];
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** Maximum length of a recorded name; GraphQL allows letters, digits and underscores in it. */
const maxNameLength = 80;

/** One for each HTTP request, and for each operation of a WebSocket. */
export class RequestRecord implements WaitObserver, DefectObserver {
  /** Undefined for an anonymous operation. */
  operationName: string | undefined;
  /** Undefined for a request without an operation that can be read. */
  operationType: OperationTypeNode | undefined;
  /** Key of the caller whose upload or download it is: such a request has no token. */
  callerKey: string | undefined;
  /** Of all results, or of the calls of a download. */
  cost: RecordedCost | undefined;
  /** Numbers of errors by their codes; undefined without errors. */
  errors: Map<string, number> | undefined;
  /** Why it was rejected; undefined as well if its path says so. */
  rejection: RejectionReason | undefined;
  /** Unexpected errors that are not logged yet. */
  readonly defects = new Set<Error>();
  /** The sum of its waits in ms; those at the same time count each. */
  waitMs = 0;
  #hasData = false;

  /** The operation is known, which may still be rejected. */
  setOperation({ name, operation }: OperationDefinitionNode): void {
    this.operationName = name?.value.slice(0, maxNameLength);
    this.operationType = operation;
  }

  /**
   * A result is sent: of the operation, or of an event of a subscription.
   * @param hasCost false if another subscriber's record has the cost of the event
   */
  addResult({ data, errors, extensions }: SentResult, hasCost = true): void {
    if (data !== undefined && data !== null) this.#hasData = true;
    const cost = hasCost ? costIn(extensions) : undefined;
    if (cost !== undefined) this.cost = this.cost === undefined ? cost : sum(this.cost, cost);
    if (errors !== undefined)
      for (const error of errors) this.addError(String(error.extensions['code']));
  }

  onWait(_kind: WaitKind, ms: number): void {
    this.waitMs += ms;
  }

  onDefect(error: Error): void {
    this.defects.add(error);
  }

  addError(code: string): void {
    this.errors ??= new Map();
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }

  /** Undefined if nothing was sent. */
  get outcome(): Outcome | undefined {
    if (this.errors === undefined) return this.#hasData ? 'ok' : undefined;
    return this.#hasData ? 'partial' : 'failed';
  }
}

/** The graph reports the cost of each execution; the server knows no other extension of it. */
function costIn(extensions: SentResult['extensions']): RecordedCost | undefined {
  const cost = extensions?.['cost'] as Partial<CostReport> | undefined;
  return cost?.units === undefined ? undefined : (cost as CostReport);
}

const sum = (one: RecordedCost, other: RecordedCost): RecordedCost => ({
  requests: one.requests + other.requests,
  units: sumOfCounts(one.units, other.units),
});

/** @returns an id that no other request has */
export const newRequestId = (): string => randomUUID();

/** @returns the client's `x-request-id` if it is 1 to 64 plain characters, else a new id */
export function requestIdOf({ 'x-request-id': id }: IncomingHttpHeaders): string {
  return typeof id === 'string' && /^\w[\w.-]{0,63}$/.test(id) ? id : newRequestId();
}
