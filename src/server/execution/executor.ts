/**
 * Executes operations in a context made for each execution, within the cost limits and the response
 * limit, and adds the `extensions` of the context to the result.
 */
import type { PromiseOrValue } from '@envelop/core';
import type { Api } from '../../engine/api/api.ts';
import { apiOf } from '../../engine/schema/builder.ts';
import { Attached } from '../../engine/read/attached.ts';
import type { Clock } from '../../engine/caller/clock.ts';
import {
  createSourceEventStream,
  type DefinitionNode,
  type DocumentNode,
  executeRootSelectionSet,
  executeSubscriptionEvent,
  type ExecutionArgs,
  type ExecutionResult,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  locatedError,
  OperationTypeNode,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
  validateExecutionArgs,
} from 'graphql';
import { CallRecorder, nameFields } from '../../engine/trace/call-record.ts';
import { TraceReport } from '../../engine/trace/trace-report.ts';
import { stackless } from '../../engine/api/stackless.ts';
import { graphError, toGraphError } from '../../engine/schema/error/error.ts';
import { argumentOf } from '../error/argument-path.ts';
import { type Admission, executeAdmitted } from './admission.ts';
import type { ResponseLimit } from '../response/response-limit.ts';
import { argumentError } from '../error/words.ts';
import { requestError, toRequestError } from '../error/request-error.ts';
import type { OperationTrace } from '../record/request-trace.ts';
import type {
  GraphqlHttpRequest,
  GraphqlRequest,
  RequestDetails,
} from '../connection/server-request.ts';
import { EventGroups } from './event-groups.ts';
import { EventResults } from './event-results.ts';
import { Timed, TimedList } from '../../engine/rest/share/timed-list.ts';
import { divideIntrospection } from './introspection.ts';
import { keepPlan, planOf } from './operation-plan.ts';
import { executePlan } from './plan-execution.ts';

export interface ExecutionParts<Context> {
  readonly schema: GraphQLSchema;
  readonly contextOf: (details: RequestDetails) => Context;
  /** Called when the execution is over. */
  readonly extensionsOf?: ((context: Context) => Readonly<Record<string, unknown>>) | undefined;
  /** Errors of fields that are beside those of the executor; read when the execution is over. */
  readonly fieldErrorsOf?: ((context: Context) => readonly GraphQLError[] | undefined) | undefined;
  readonly admission?: Admission<Context> | undefined;
  /** Maximum execution time in milliseconds; each event of a subscription has a new deadline. */
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly responseLimit: ResponseLimit;
  readonly hideSuggestions: boolean;
  /** Executes a prepared operation. Default: by its plan, and without one by graphql-js. */
  readonly executePrepared?: ExecutePrepared | undefined;
}

/** What sees the calls of an execution. */
interface ObservedExecution {
  /** Its span. */
  readonly trace: OperationTrace | undefined;
  /** Makes `extensions.trace`. */
  readonly report: TraceReport | undefined;
}

/** An operation of a document, as a client names it. */
type OperationRequest = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>;

divideIntrospection();

/** Executes the operations of a gateway. */
export class Executor<Context> {
  readonly #parts: ExecutionParts<Context>;
  /** Prepared operations by document and name, without values of variables. */
  readonly #prepared = new Attached<DocumentNode, Map<string, ValidatedExecutionArgs>>();
  readonly #eventGroups = new EventGroups();
  readonly #open: TimedList;

  constructor(parts: ExecutionParts<Context>) {
    this.#parts = parts;
    this.#open = new TimedList(250, parts.clock);
  }

  /** Executes a query or a mutation of a valid document. */
  execute(request: OperationRequest, details: RequestDetails): PromiseOrValue<ExecutionResult> {
    const prepared = this.prepare(request);
    if (!('schema' in prepared)) return { errors: variableErrors(request.document, prepared) };
    const { admission, executePrepared = executeByPlan } = this.#parts;
    const waitMs = admission?.waitMs?.(prepared) ?? 0;
    const ownDetails = waitMs === 0 ? details : { ...details, deadline: details.deadline + waitMs };
    return this.#executeAlone(prepared, ownDetails, executePrepared);
  }

  /**
   * Finds the operation and reads the values of its variables.
   * @returns the operation without a context, or the errors
   */
  prepare(request: OperationRequest): ValidatedExecutionArgs | readonly GraphQLError[] {
    const { document, operationName, variableValues } = request;
    let operations = this.#prepared.get(document);
    if (!operations) this.#prepared.set(document, (operations = new Map()));
    const name = operationName ?? '';
    const known = operations.get(name);
    if (known === undefined) {
      const prepared = stackless(() => validateExecutionArgs(this.#argsWith(request)));
      if ('schema' in prepared) operations.set(name, withoutVariables(prepared));
      return prepared;
    }
    const { variableDefinitions = [] } = known.operation;
    if (variableDefinitions.length === 0) return known;
    const { schema, hideSuggestions } = this.#parts;
    const options = { ...coercionOptions, hideSuggestions };
    const read = stackless(() =>
      getVariableValues(schema, variableDefinitions, variableValues ?? {}, options),
    );
    if (read.errors) return read.errors;
    return { ...known, variableValues: read.variableValues, rawVariableValues: variableValues };
  }

  /** Prepares the operations of a valid document, and keeps their plans. */
  keep(document: DocumentNode): void {
    const operations = document.definitions.filter(
      (each) => each.kind === Kind.OPERATION_DEFINITION,
    );
    // Only a request has the values of variables.
    const withoutDefinitions = (each: DefinitionNode): DefinitionNode =>
      each.kind === Kind.OPERATION_DEFINITION ? { ...each, variableDefinitions: [] } : each;
    const definitions = document.definitions.map(withoutDefinitions);
    for (const operation of operations) {
      const operationName = operation.name?.value;
      const request = { document: { ...document, definitions }, operationName };
      const prepared = validateExecutionArgs(this.#argsWith(request));
      if ('schema' in prepared) keepPlan({ ...prepared, operation });
    }
  }

  /** Starts a subscription of a valid document. @returns its results, or why not */
  async subscribe(
    operation: OperationRequest,
    request: GraphqlRequest,
  ): Promise<ExecutionResult | EventResults> {
    const prepared = this.prepare(operation);
    if (!('schema' in prepared)) return { errors: variableErrors(operation.document, prepared) };
    if (!isSubscription(prepared)) throw new Error('the operation is no subscription');
    const { admission } = this.#parts;
    const { details, closed } = request;
    if (!acceptsEvents(request)) return { errors: [notAcceptable()] };
    const results = new EventResults();
    const refusal = request.place.subscribe((error) => results.fail(error));
    if (refusal) return { errors: [refusal] };
    // Admits the start of the subscription; each event is an execution with its own cost.
    const context = this.#contextOf(details, details.trace);
    const start = { ...prepared, contextValue: context };
    const source = await executeAdmitted(admission, context, start, createSourceEventStream);
    if (!(Symbol.asyncIterator in source))
      return { errors: toSubscribeErrors(apiOf(prepared.schema), source.errors ?? []) };
    const group = this.#eventGroups.join(prepared, details, (event, eventDetails) =>
      this.#executeEvent({ ...prepared, rootValue: event }, eventDetails),
    );
    results.begin({
      source,
      resultOf: (event) => group.resultOf(event, details),
      onEnd: () => group.leave(),
    });
    returnOnClose(results, closed);
    return results;
  }

  #executeEvent(
    event: ValidatedSubscriptionArgs,
    details: RequestDetails,
  ): PromiseOrValue<ExecutionResult> {
    const deadline = this.#parts.clock.now() + this.#parts.deadlineMs;
    return this.#executeAlone(event, { ...details, deadline }, executeEvent);
  }

  #contextOf(details: RequestDetails, recorder: RequestDetails['recorder']): Context {
    return this.#parts.contextOf(recorder === undefined ? details : { ...details, recorder });
  }

  /** Executes in a context of its own, until the deadline. */
  #executeAlone<Prepared extends ValidatedExecutionArgs>(
    validated: Prepared,
    details: RequestDetails,
    execute: (prepared: Prepared) => PromiseOrValue<ExecutionResult>,
  ): PromiseOrValue<ExecutionResult> {
    const { admission } = this.#parts;
    const trace = details.trace?.startOperation(validated.operation);
    const report = details.isTraced ? new TraceReport() : undefined;
    const recorder = report ? (trace ?? new CallRecorder()).with(report) : trace;
    const context = this.#contextOf(details, recorder);
    const prepared = { ...validated, contextValue: context };
    const run = report ? (admitted: Prepared) => nameFields(() => execute(admitted)) : execute;
    const result = executeAdmitted(admission, context, prepared, run);
    const observed = { trace, report };
    if (!(result instanceof Promise)) return this.#finish(prepared, context, result, observed);
    return endAtDeadline(apiOf(prepared.schema), result, details.deadline, this.#open).then(
      (settled) => this.#finish(prepared, context, settled, observed),
    );
  }

  #argsWith(request: OperationRequest): ExecutionArgs {
    const { schema, hideSuggestions } = this.#parts;
    const options = { maxCoercionErrors: coercionOptions.maxErrors };
    return { ...request, schema, hideSuggestions, options };
  }

  /** Adds the extensions, then limits the size. A result without `data` was never executed. */
  #finish(
    prepared: ValidatedExecutionArgs,
    context: Context,
    result: ExecutionResult,
    { trace, report }: ObservedExecution,
  ): PromiseOrValue<ExecutionResult> {
    if (!('data' in result)) {
      const rejection = { errors: withErrorCodes(result.errors ?? []) };
      trace?.end(rejection);
      return rejection;
    }
    const own = this.#parts.extensionsOf?.(context);
    const extensions = report ? { ...own, trace: report.trace() } : own;
    const more = this.#parts.fieldErrorsOf?.(context);
    const withErrors = more ? { ...result, errors: [...(result.errors ?? []), ...more] } : result;
    const complete = extensions === undefined ? withErrors : { ...withErrors, extensions };
    trace?.end(complete);
    return this.#parts.responseLimit.apply(complete, prepared);
  }
}

const isSubscription = (prepared: ValidatedExecutionArgs): prepared is ValidatedSubscriptionArgs =>
  prepared.operation.operation === OperationTypeNode.SUBSCRIPTION;

/** The values of one client are not kept for others. */
const withoutVariables = (prepared: ValidatedExecutionArgs): ValidatedExecutionArgs => ({
  ...prepared,
  variableValues: noVariables,
  rawVariableValues: undefined,
});

const noVariables: ValidatedExecutionArgs['variableValues'] = { sources: {}, coerced: {} };

/** Each error about variables costs time and makes the response longer. */
const coercionOptions = { maxErrors: 5 };

/** Media types in which events are sent. */
const eventTypes = /text\/(event-stream|\*)|\*\/\*/;

/** Whether the client accepts events; a WebSocket has no header for that. */
function acceptsEvents(request: GraphqlRequest | GraphqlHttpRequest): boolean {
  const { accept } = 'req' in request ? request.req.headers : {};
  return accept === undefined || eventTypes.test(accept);
}

const notAcceptable = (): GraphQLError =>
  graphError(
    'INVALID_INPUT',
    'accept: a subscription is not available as JSON; expected text/event-stream, or a WebSocket',
    { http: { status: 406 } },
  );

/**
 * Ends the events when nothing more can be sent, even if nobody has read them: Yoga does not read
 * them if the client has disconnected.
 */
function returnOnClose(results: EventResults, closed: AbortSignal): void {
  const end = (): void => void results.return();
  if (closed.aborted) end();
  else closed.addEventListener('abort', end, { once: true });
}

/**
 * Errors of the start of a subscription. An error without a code is the client's if it has an
 * argument as its cause; others were thrown by the subscribe function, and their message is hidden.
 */
const toSubscribeErrors = (api: Api, errors: readonly GraphQLError[]): GraphQLError[] =>
  errors.map((error) => {
    const node = error.nodes?.[0];
    if (hasCode(error)) return error;
    if (error.originalError instanceof GraphQLError && node && node.kind !== Kind.FIELD)
      return toRequestError(argumentError(error));
    return locatedError(toGraphError(api, error), error.nodes, error.path);
  });

/** Errors without a code are the client's. */
const withErrorCodes = (errors: readonly GraphQLError[]): GraphQLError[] =>
  errors.map((error) => (hasCode(error) ? error : requestError('INVALID_INPUT', error.message)));

const hasCode = ({ extensions }: GraphQLError): boolean => typeof extensions['code'] === 'string';

/** Errors about variables name the argument that gets the value: scalars do not know it. */
const variableErrors = (document: DocumentNode, errors: readonly GraphQLError[]): GraphQLError[] =>
  errors.map((error) => {
    const argument = argumentOf(document, error);
    return argument === undefined && hasCode(error)
      ? error
      : requestError('INVALID_INPUT', error.message, argument === undefined ? {} : { argument });
  });

/** Time after the deadline in which an execution may assemble its result, in milliseconds. */
const graceMs = 1_000;

class OpenExecution extends Timed {
  override readonly endAt: number;
  override readonly expire: () => void;

  constructor(deadline: number, expire: () => void) {
    super();
    this.endAt = deadline + graceMs;
    this.expire = expire;
  }
}

/**
 * A deadline ends every upstream call, and thereby every execution. An execution that continues is
 * a defect of the gateway: the client gets an error instead of no response.
 * @param open the executions that have not ended
 * @returns the result, or an error a second after the deadline
 */
function endAtDeadline(
  api: Api,
  result: Promise<ExecutionResult>,
  deadline: number,
  open: TimedList,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const execution = new OpenExecution(deadline, () => {
      open.delete(execution);
      const error = toGraphError(api, new Error('the execution did not end at its deadline'));
      resolve({ data: null, errors: [error] });
    });
    open.add(execution);
    result.then(
      (value) => {
        open.delete(execution);
        resolve(value);
      },
      (error: Error) => {
        open.delete(execution);
        reject(error);
      },
    );
  });
}

/** Executes a prepared operation. */
type ExecutePrepared = (prepared: ValidatedExecutionArgs) => PromiseOrValue<ExecutionResult>;

/** Executes a query or a mutation: by its plan, and by graphql-js if it has none. */
export const executeByPlan: ExecutePrepared = (prepared) => {
  const plan = planOf(prepared);
  return plan ? executePlan(plan, prepared) : executeRootSelectionSet(prepared);
};

/** Executes an event of a subscription, which is the root value. */
export function executeEvent(prepared: ValidatedSubscriptionArgs): PromiseOrValue<ExecutionResult> {
  const plan = planOf(prepared);
  return plan ? executePlan(plan, prepared) : executeSubscriptionEvent(prepared);
}
