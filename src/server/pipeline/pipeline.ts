/**
 * Parses, validates and executes each GraphQL operation by the same phases. The operations of plain
 * POSTs and of WebSockets are run here, unless a plugin needs Yoga. Yoga runs all others. The
 * phases are a plugin there, and here if there are other plugins.
 */
import { envelop, isPromise, type PromiseOrValue } from '@envelop/core';
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type {
  GraphqlHttpRequest,
  GraphqlRequest,
  ServerContext,
} from '../connection/server-request.ts';
import { withMessage } from '../../engine/schema/error/error.ts';
import { type OperationPhases, usePhases } from './operation-phases.ts';
import type { AnyPlugin, OperationPlugin, OperationResult } from './plugin.ts';

/** Runs operations by their phases, and by plugins if there are others. */
export class Pipeline {
  /** The phases and the other plugins: Yoga gets the same ones. */
  readonly plugins: readonly AnyPlugin[];
  /**
   * Whether a plugin looks at more than parsing, validation and execution: at parameters, HTTP
   * requests or responses. Then Yoga serves all requests.
   */
  readonly needsYoga: boolean;
  readonly #schema: GraphQLSchema;
  readonly #phases: OperationPhases;
  /** Undefined without other plugins: the callbacks of envelop would cost a tenth of W1. */
  readonly #getEnveloped: ReturnType<typeof envelop> | undefined;

  /**
   * @param extra further plugins. They see what the phases decide, and can replace it
   * @throws Error if a plugin replaces the schema: operations are executed on the given one
   */
  constructor(schema: GraphQLSchema, phases: OperationPhases, extra: readonly AnyPlugin[] = []) {
    this.plugins = [usePhases(phases), ...extra];
    this.#schema = schema;
    this.#phases = phases;
    this.#getEnveloped = extra.length === 0 ? undefined : envelopedBy(schema, this.plugins);
    // Plugins can add others.
    this.needsYoga = this.#getEnveloped?._plugins.some(hasOtherHooks) ?? false;
  }

  /**
   * Runs an operation.
   * @param params with a document: whoever read the request has checked it
   * @returns its results; no promise if no part of it is asynchronous
   * @throws syntax errors; those of validation are in the result
   */
  run(params: GraphQLParams, serverRequest: GraphqlRequest): PromiseOrValue<OperationResult> {
    return this.#getEnveloped
      ? this.#runByEnvelop(this.#getEnveloped, params, serverRequest)
      : this.#runPhases(params, serverRequest);
  }

  #runPhases(
    params: GraphQLParams,
    serverRequest: GraphqlRequest,
  ): PromiseOrValue<OperationResult> {
    const phases = this.#phases;
    const requested = { params, serverRequest };
    let document: DocumentNode;
    try {
      phases.checkVariables(params);
      document = phases.parse(params.query!);
    } catch (error) {
      throw parseError(error);
    }
    const operation = phases.findOperation(document, requested);
    const errors = phases.validate(document);
    if (errors.length > 0) return { errors: errors.map(validationError) };
    const { variables: variableValues, operationName } = params;
    const args = { schema: this.#schema, document, variableValues, operationName };
    return operation === OperationTypeNode.SUBSCRIPTION
      ? phases.subscribe(args, requested)
      : phases.execute(args, requested);
  }

  #runByEnvelop(
    getEnveloped: ReturnType<typeof envelop>,
    params: GraphQLParams,
    serverRequest: GraphqlRequest,
  ): PromiseOrValue<OperationResult> {
    const enveloped = getEnveloped(new PluginContext(params, serverRequest));
    let document: DocumentNode;
    try {
      document = enveloped.parse(params.query!) as DocumentNode;
    } catch (error) {
      throw parseError(error);
    }
    const errors: readonly GraphQLError[] = enveloped.validate(enveloped.schema, document);
    if (errors.length > 0) return { errors: errors.map(validationError) };
    const { variables: variableValues, operationName } = params;
    const operation = getOperationAST(document, operationName)?.operation;
    const execute = (contextValue: unknown): PromiseOrValue<OperationResult> => {
      const args = {
        schema: this.#schema,
        document,
        contextValue,
        variableValues,
        operationName,
      };
      return operation === OperationTypeNode.SUBSCRIPTION
        ? enveloped.subscribe(args)
        : enveloped.execute(args);
    };
    const context: PromiseOrValue<unknown> = enveloped.contextFactory();
    return isPromise(context) ? context.then(execute) : execute(context);
  }
}

/** @throws Error if a plugin replaces the schema */
function envelopedBy(
  schema: GraphQLSchema,
  plugins: readonly AnyPlugin[],
): ReturnType<typeof envelop> {
  const start: OperationPlugin = { onPluginInit: ({ setSchema }) => setSchema(schema) };
  const getEnveloped = envelop({ plugins: [start, ...plugins] });
  if (getEnveloped().schema !== schema) throw new Error('a plugin replaces the schema');
  return getEnveloped;
}

/** The context of plugins, with the properties that Yoga's has, too. They can add to it. */
class PluginContext implements ServerContext {
  readonly params: GraphQLParams;
  readonly serverRequest: GraphqlRequest;
  #request: Request | undefined;

  constructor(params: GraphQLParams, serverRequest: GraphqlRequest) {
    this.params = params;
    this.serverRequest = serverRequest;
  }

  /** Made on demand: it costs more than all plugins of the gateway. */
  get request(): Request {
    return (this.#request ??= requestOf(this.serverRequest));
  }
}

/** The hooks of envelop. */
const hooks: ReadonlySet<string> = new Set([
  'onContextBuilding',
  'onEnveloped',
  'onExecute',
  'onParse',
  'onPluginInit',
  'onSchemaChange',
  'onSubscribe',
  'onValidate',
]);

/** The parts of an operation that envelop can wrap. */
const instruments: ReadonlySet<string> = new Set([
  'context',
  'execute',
  'init',
  'parse',
  'subscribe',
  'validate',
]);

/** Whether a plugin has a hook or an instrument that only Yoga calls. */
const hasOtherHooks = ({
  instrumentation = {},
  ...plugin
}: object & Pick<OperationPlugin, 'instrumentation'>): boolean =>
  Object.keys(plugin).some((name) => name.startsWith('on') && !hooks.has(name)) ||
  Object.keys(instrumentation).some((name) => !instruments.has(name));

/**
 * @returns the HTTP request; for an operation of a WebSocket a POST without headers, because
 * plugins look at the method: operations of a GET may only read
 */
export function requestOf(request: GraphqlRequest | GraphqlHttpRequest): Request {
  if (!('req' in request)) return new Request('http://gateway/graphql', { method: 'POST' });
  const { method = 'POST', url = '', headersDistinct } = request.req;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Request(new URL(url, 'http://gateway'), { method, headers });
}

/** @returns the error of a parser with a code and the status of a request error */
const parseError = (error: unknown): unknown =>
  error instanceof GraphQLError ? completed(error, 'GRAPHQL_PARSE_FAILED') : error;

/** @returns the error of a rule with a code and the status of a request error */
const validationError = (error: GraphQLError): GraphQLError =>
  completed(error, 'GRAPHQL_VALIDATION_FAILED');

/** An error of a limit has its own code. Yoga completes errors of plugins in the same way. */
function completed(error: GraphQLError, defaultCode: string): GraphQLError {
  const { message, extensions } = error;
  const { code = defaultCode, http } = extensions;
  return withMessage(error, message, {
    ...extensions,
    code,
    http: { status: 400, spec: true, ...http },
  });
}
