/**
 * The phases of each operation: its variables are limited, its document is parsed and validated,
 * and it is executed. `Pipeline` runs them one after the other. Among plugins of others, and for
 * the requests that Yoga serves, they are a plugin themselves.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  type GraphQLError,
  OperationTypeNode,
  type ValidationRule,
} from 'graphql';
import type { PromiseOrValue } from '@envelop/core';
import type { GraphQLParams } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import type { GraphqlRequest } from '../connection/server-request.ts';
import { maxNesting } from '../document/document-limit.ts';
import { type Documents, isExtra } from '../document/documents.ts';
import { malformed } from '../document/params.ts';
import type { PersistedDocuments } from '../document/persisted-documents.ts';
import { checkVariables } from '../document/variable-limits.ts';
import type { Executor } from '../execution/executor.ts';
import type { OperationPlugin, OperationResult } from './plugin.ts';

interface PhaseParts {
  readonly config: Config;
  readonly documents: Documents;
  readonly executor: Pick<Executor<unknown>, 'execute' | 'subscribe'>;
  readonly persisted: PersistedDocuments;
}

/** An operation, and the request that it came with. */
interface RequestedOperation {
  /** With a document: `paramsFrom` and `PersistedDocuments.complete` see to that. */
  readonly params: GraphQLParams;
  readonly serverRequest: GraphqlRequest;
}

/** The phases of the operations of a gateway. */
export class OperationPhases {
  readonly #parts: PhaseParts;
  readonly #limits: Parameters<typeof checkVariables>[1];

  constructor(parts: PhaseParts) {
    this.#parts = parts;
    const { config } = parts;
    this.#limits = { list: config.MAX_LIST, nesting: maxNesting(config) };
  }

  /** @throws GraphQLError `QUERY_TOO_DEEP` or `QUERY_TOO_LARGE` */
  checkVariables({ variables }: GraphQLParams): void {
    if (variables !== undefined) checkVariables(variables, this.#limits);
  }

  /** @throws GraphQLError for a document that is too large or has a syntax error */
  parse(source: string): DocumentNode {
    return this.#parts.documents.parse(source);
  }

  /**
   * Finds the operation that is executed, and names it in the record of the request.
   * @throws GraphQLError for a document without it
   */
  findOperation(
    document: DocumentNode,
    { params: { operationName }, serverRequest }: RequestedOperation,
  ): OperationTypeNode {
    const definition = getOperationAST(document, operationName);
    if (!definition) throw malformed('Could not determine what operation to execute.');
    serverRequest.record.setOperation(definition);
    return definition.operation;
  }

  /** @param extra rules of plugins @returns why the document is invalid */
  validate(document: DocumentNode, extra?: readonly ValidationRule[]): readonly GraphQLError[] {
    return this.#parts.documents.validate(document, extra);
  }

  /** Executes a query or a mutation, and keeps a document that came with its hash. */
  execute(
    operation: ExecutionArgs,
    { params, serverRequest: { details } }: RequestedOperation,
  ): PromiseOrValue<ExecutionResult> {
    const { executor, persisted } = this.#parts;
    const result = executor.execute(operation, details);
    // A hash is in the extensions: without any, nothing waits for another callback.
    if (!params.extensions) return result;
    const keep = (settled: ExecutionResult): ExecutionResult => {
      persisted.keep(params, details.identities);
      return settled;
    };
    return result instanceof Promise ? result.then(keep) : keep(result);
  }

  /** Starts a subscription. @returns its results, or why not */
  async subscribe(
    operation: ExecutionArgs,
    { params, serverRequest }: RequestedOperation,
  ): Promise<OperationResult> {
    const { executor, persisted } = this.#parts;
    const result = await executor.subscribe(operation, serverRequest);
    // Documents are kept for callers that a service has accepted. If one does so only by a later
    // event, the next subscription keeps the document.
    persisted.keep(params, serverRequest.details.identities);
    return result;
  }
}

/** Plugin: the phases, in Yoga and among other plugins. */
export const usePhases = (phases: OperationPhases): OperationPlugin => ({
  onParse({ context: { params }, params: { source }, setParseFn }) {
    phases.checkVariables(params);
    const text = typeof source === 'string' ? source : source.body;
    setParseFn(() => phases.parse(text));
  },
  onValidate({ context, params: { documentAST }, setValidationFn }) {
    phases.findOperation(documentAST as DocumentNode, context);
    setValidationFn(
      (_: unknown, document: DocumentNode, rules: readonly ValidationRule[] | undefined) =>
        phases.validate(document, rules?.filter(isExtra)),
    );
  },
  onExecute: ({ context, setExecuteFn }) =>
    setExecuteFn((args: ExecutionArgs) => phases.execute(args, context)),
  onSubscribe: ({ context, setSubscribeFn }) =>
    setSubscribeFn((args: ExecutionArgs) => phases.subscribe(args, context)),
});
