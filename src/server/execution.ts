/** Plugin: gives resolvers our own context, made for one execution, and puts what it has to tell into the answer's `extensions`. */
import {
  createSourceEventStream,
  executeRootSelectionSet,
  executeSubscriptionEvent,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  mapSourceToResponseEvent,
  validateExecutionArgs,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Admission, admitted } from './limits/admission.ts';
import { toGraphError } from '../graph/error.ts';
import type { ServerRequest, RequestFacts, ServerContext } from './server-request.ts';
import { requestError } from './http-error.ts';

export interface ExecutionParts<Context> {
  readonly contextOf: (facts: RequestFacts) => Context;
  /** Told once the execution is over. */
  readonly extensionsOf?: ((context: Context) => Readonly<Record<string, unknown>>) | undefined;
  readonly admission?: Admission<Context> | undefined;
  /** Longest time of one execution in ms: every event of a subscription starts anew. */
  readonly deadlineMs: number;
  readonly hideSuggestions: boolean;
}

type Hooked = Plugin<ServerContext, ServerContext>;

export function useExecution<Context>(parts: ExecutionParts<Context>): Hooked {
  return {
    onExecute: ({ context, setExecuteFn }) =>
      setExecuteFn((args: ExecutionArgs) => run(parts, context.exchange, args)),
    onSubscribe: ({ context, setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) => subscribe(parts, context.exchange, args)),
  };
}

function run<Context>(
  parts: ExecutionParts<Context>,
  { facts }: ServerRequest,
  args: ExecutionArgs,
) {
  const contextValue = parts.contextOf(facts);
  const { hideSuggestions } = parts;
  const prepared = validateExecutionArgs({
    ...args,
    contextValue,
    hideSuggestions,
    options: { maxCoercionErrors: 5 },
  });
  if (!('schema' in prepared)) return { errors: refused(prepared) };
  const result = admitted(parts.admission, contextValue, prepared, () =>
    executeRootSelectionSet(prepared),
  );
  if (!(result instanceof Promise)) return told(parts, result, contextValue);
  return inTime(result, facts).then((settled) => told(parts, settled, contextValue));
}

/** How long after the deadline an execution may still put its answer together. */
const graceMs = 1_000;

/**
 * The deadline cuts every call upstream, and so every execution ends. Should one not, it is a fault of ours: the client
 * is told, rather than left to wait.
 */
function inTime(
  result: Promise<ExecutionResult>,
  { deadline }: RequestFacts,
): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const end = (): void =>
      resolve({
        data: null,
        errors: [toGraphError(new Error('the execution did not end at its deadline'))],
      });
    const timer = setTimeout(end, deadline + graceMs - performance.now());
    result.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** An answer without `data` was never executed: its errors are the caller's (variables of the wrong type, and the like). */
function told<Context>(
  { extensionsOf }: ExecutionParts<Context>,
  result: ExecutionResult,
  context: Context,
): ExecutionResult {
  if (!('data' in result)) return { errors: refused(result.errors ?? []) };
  const extensions = extensionsOf?.(context);
  return extensions === undefined
    ? result
    : { ...result, extensions: { ...result.extensions, ...extensions } };
}

const refused = (errors: readonly GraphQLError[]): GraphQLError[] =>
  errors.map((error) =>
    typeof error.extensions['code'] === 'string'
      ? error
      : requestError('INVALID_INPUT', error.message),
  );

async function subscribe<Context>(
  parts: ExecutionParts<Context>,
  { facts }: ServerRequest,
  args: ExecutionArgs,
) {
  const { hideSuggestions } = parts;
  const contextValue = parts.contextOf(facts);
  const valid = validateSubscriptionArgs({
    ...args,
    contextValue,
    hideSuggestions,
    options: { maxCoercionErrors: 5 },
  });
  if (!('schema' in valid)) return { errors: refused(valid) };
  // Each event is an execution of its own, and has its own price; this one is that of getting there.
  const events = await admitted(parts.admission, contextValue, valid, () =>
    createSourceEventStream(valid),
  );
  if (!(Symbol.asyncIterator in events)) return told(parts, events, contextValue);
  return mapSourceToResponseEvent(valid, events, async (event) => oneEvent(parts, facts, event));
}

async function oneEvent<Context>(
  parts: ExecutionParts<Context>,
  facts: RequestFacts,
  event: ValidatedSubscriptionArgs,
) {
  const contextValue = parts.contextOf({
    ...facts,
    deadline: performance.now() + parts.deadlineMs,
  });
  const prepared = { ...event, contextValue };
  return told(
    parts,
    await admitted(parts.admission, contextValue, prepared, () =>
      executeSubscriptionEvent(prepared),
    ),
    contextValue,
  );
}
