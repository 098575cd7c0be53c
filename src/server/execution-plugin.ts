/**
 * Plugin: executes operations in a context made for each execution, within the cost limits and the
 * response limit, and adds the `extensions` of the context to the result.
 */
import {
  createSourceEventStream,
  type DocumentNode,
  executeRootSelectionSet,
  executeSubscriptionEvent,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  Kind,
  locatedError,
  mapSourceToResponseEvent,
  validateExecutionArgs,
  type ValidatedExecutionArgs,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { graphError, toGraphError } from '../graph/error.ts';
import { argumentOf } from './limits/argument-path.ts';
import { type Admission, executeAdmitted } from './limits/execute-admitted.ts';
import type { ResponseLimit } from './limits/response-limit.ts';
import { nullVariableError } from './limits/null-variable.ts';
import { requestError, toRequestError } from './request-error.ts';
import type {
  GraphqlHttpRequest,
  GraphqlRequest,
  RequestDetails,
  ServerContext,
} from './server-request.ts';

/** The dependencies of executions. */
export interface ExecutionParts<Context> {
  readonly contextOf: (details: RequestDetails) => Context;
  /** Called when the execution is over. */
  readonly extensionsOf?: ((context: Context) => Readonly<Record<string, unknown>>) | undefined;
  readonly admission?: Admission<Context> | undefined;
  /** Maximum execution time in milliseconds; each event of a subscription has a new deadline. */
  readonly deadlineMs: number;
  readonly responseLimit: ResponseLimit;
  readonly hideSuggestions: boolean;
}

/** Replaces Yoga's execution of queries, mutations and subscriptions. */
export function useExecution<Context>(
  parts: ExecutionParts<Context>,
): Plugin<ServerContext, ServerContext> {
  const executor = new Executor(parts);
  return {
    onExecute: ({ context, setExecuteFn }) =>
      setExecuteFn((args: ExecutionArgs) => executor.execute(args, context.serverRequest.details)),
    onSubscribe: ({ context, setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) => executor.subscribe(args, context.serverRequest)),
  };
}

/** Arguments of one execution, and its context with its type. */
interface OneExecution<Context> {
  readonly prepared: ValidatedExecutionArgs;
  readonly context: Context;
}

class Executor<Context> {
  readonly #parts: ExecutionParts<Context>;

  constructor(parts: ExecutionParts<Context>) {
    this.#parts = parts;
  }

  execute(
    args: ExecutionArgs,
    details: RequestDetails,
  ): ExecutionResult | Promise<ExecutionResult> {
    const { contextOf, admission } = this.#parts;
    const validated = validateExecutionArgs(this.#argsWith(args, undefined));
    if (!('schema' in validated)) return { errors: variableErrors(args.document, validated) };
    const waitMs = admission?.waitMs?.(validated) ?? 0;
    const ownDetails = waitMs === 0 ? details : { ...details, deadline: details.deadline + waitMs };
    const context = contextOf(ownDetails);
    const prepared = { ...validated, contextValue: context };
    const result = executeAdmitted(admission, context, prepared, () =>
      executeRootSelectionSet(prepared),
    );
    const execution = { prepared, context };
    if (!(result instanceof Promise)) return this.#finish(execution, result);
    return endAtDeadline(result, ownDetails).then((settled) => this.#finish(execution, settled));
  }

  async subscribe(
    args: ExecutionArgs,
    request: GraphqlRequest,
  ): Promise<ExecutionResult | AsyncIterable<ExecutionResult>> {
    const { contextOf, admission } = this.#parts;
    const { details, closed } = request;
    const context = contextOf(details);
    const prepared = validateSubscriptionArgs(this.#argsWith(args, context));
    if (!('schema' in prepared)) return { errors: variableErrors(args.document, prepared) };
    if (!acceptsEvents(request)) return { errors: [notAcceptable()] };
    // Admits the start of the subscription; each event is an execution with its own cost.
    const events = await executeAdmitted(admission, context, prepared, () =>
      createSourceEventStream(prepared),
    );
    if (!(Symbol.asyncIterator in events))
      return { errors: toSubscribeErrors(events.errors ?? []) };
    const responses = mapSourceToResponseEvent(prepared, events, (event) =>
      this.#executeEvent(event, details),
    );
    returnOnClose(responses, closed);
    return responses;
  }

  async #executeEvent(
    event: ValidatedSubscriptionArgs,
    details: RequestDetails,
  ): Promise<ExecutionResult> {
    const { contextOf, admission, deadlineMs } = this.#parts;
    const eventDetails = { ...details, deadline: performance.now() + deadlineMs };
    const context = contextOf(eventDetails);
    const prepared = { ...event, contextValue: context };
    const result = executeAdmitted(admission, context, prepared, () =>
      executeSubscriptionEvent(prepared),
    );
    const settled = result instanceof Promise ? endAtDeadline(result, eventDetails) : result;
    return this.#finish({ prepared, context }, await settled);
  }

  #argsWith(args: ExecutionArgs, contextValue: Context | undefined): ExecutionArgs {
    const { hideSuggestions } = this.#parts;
    return { ...args, contextValue, hideSuggestions, options: { maxCoercionErrors: 5 } };
  }

  /** Adds the extensions, then limits the size. A result without `data` was never executed. */
  #finish(
    { prepared, context }: OneExecution<Context>,
    result: ExecutionResult,
  ): ExecutionResult | Promise<ExecutionResult> {
    if (!('data' in result)) return { errors: withErrorCodes(result.errors ?? []) };
    const extensions = this.#parts.extensionsOf?.(context);
    const complete =
      extensions === undefined
        ? result
        : { ...result, extensions: { ...result.extensions, ...extensions } };
    return this.#parts.responseLimit.apply(complete, prepared);
  }
}

/** Time after the deadline in which an execution may assemble its result, in milliseconds. */
const graceMs = 1_000;

/**
 * Ends an execution at its deadline. The deadline ends every upstream call, and thereby every
 * execution. An execution that continues is a defect of the gateway: the client gets an error
 * instead of no response.
 */
function endAtDeadline(
  result: Promise<ExecutionResult>,
  { deadline }: RequestDetails,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      const error = toGraphError(new Error('the execution did not end at its deadline'));
      resolve({ data: null, errors: [error] });
    };
    const timer = setTimeout(end, deadline + graceMs - performance.now());
    result.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

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
function returnOnClose(responses: AsyncGenerator, closed: AbortSignal): void {
  const end = (): void => void responses.return(undefined);
  if (closed.aborted) end();
  else closed.addEventListener('abort', end, { once: true });
}

/**
 * Errors of the start of a subscription. An error without a code is the client's if it has an
 * argument as its cause; others were thrown by the subscribe function, and their message is hidden.
 */
const toSubscribeErrors = (errors: readonly GraphQLError[]): GraphQLError[] =>
  errors.map((error) => {
    const node = error.nodes?.[0];
    if (hasCode(error)) return error;
    if (error.originalError instanceof GraphQLError && node && node.kind !== Kind.FIELD)
      return toRequestError(nullVariableError(error));
    return locatedError(toGraphError(error), error.nodes, error.path);
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
