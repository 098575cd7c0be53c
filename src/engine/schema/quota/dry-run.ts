/** The cost of an operation that is not executed: `quota(dryRun:)`. */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLResolveInfo,
  OperationTypeNode,
  validateExecutionArgs,
} from 'graphql';
import { explainCost, type PreparedOperation } from '../../cost/estimate.ts';
import { type CostSum, mostExpensive } from '../../cost/field-cost.ts';
import { type CostLimit, isExceeded, limitsOf } from '../../cost/cost-limit.ts';
import { type Balance, remainingOf } from '../../cost/balance.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import { adviceFor } from '../context.ts';
import { builder, type Context, type DocumentReader } from '../builder.ts';
import type { DryRunResult } from './cost-type.ts';
import { scopeNeedsOf } from './required-scopes.ts';
import { withoutSuggestion } from '../error/error.ts';
import { withAnyFiles } from '../upload/any-file.ts';
import type { CallNeeds } from '../../read/needs.ts';

export interface DryRun {
  readonly document: string;
  readonly variables?: unknown;
  readonly operationName?: string | null;
}

export const DryRunInput = builder.inputType('DryRunInput', {
  description:
    'A GraphQL operation whose maximum cost is computed without executing the operation.',
  fields: (t) => ({
    document: t.string({
      required: true,
      description: 'The GraphQL document. The limits for ordinary requests apply.',
    }),
    variables: t.field({
      type: 'JSON',
      description: 'The values of the variables, as an object. Any value stands for a file.',
    }),
    operationName: t.string({
      description:
        'The name of the operation. Required if the document contains several operations.',
    }),
  }),
});

/**
 * Executions with a dry run. Parsing and validation take time, so one request may have only one.
 */
const withDryRun = new WeakSet<Context>();

/** @throws InvalidInput for a document or variables that would be rejected before execution */
export async function estimateDryRun(
  { document: source, variables, operationName }: DryRun,
  context: Context,
  { schema }: GraphQLResolveInfo,
): Promise<DryRunResult> {
  if (withDryRun.has(context))
    throw new InvalidInput(
      'dryRun',
      'a request can have one dry run only; send the others in requests of their own',
    );
  withDryRun.add(context);
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw new InvalidInput(
      'dryRun.variables',
      `${showValue(variables)} is not an object; expected for example {"id": "..."}`,
    );
  const { documents } = context;
  const document = parseDryRun(source, documents);
  const prepared = validateExecutionArgs({
    schema,
    document,
    operationName: operationName ?? null,
    variableValues: withAnyFiles(
      schema,
      document,
      operationName,
      variables as Readonly<Record<string, unknown>> | null | undefined,
    ),
    hideSuggestions: documents.hideSuggestions,
    options: { maxCoercionErrors: 1 },
  });
  if ('schema' in prepared) return explain(prepared, context);
  const [{ message, nodes }] = prepared as [GraphQLError];
  throw new InvalidInput(nodes ? 'dryRun.variables' : 'dryRun.operationName', message);
}

async function explain(prepared: PreparedOperation, { execution }: Context): Promise<DryRunResult> {
  const type = prepared.operation.operation;
  const cost = explainCost(prepared, execution);
  const limits = [
    ...limitsOf(execution.api, cost, type, execution.allowance.limits),
    ...(await execution.quota.balances()).flatMap((balance) => budgetOf(balance, cost)),
  ];
  const exceeded = limits.find(isExceeded);
  const [worst] = exceeded ? mostExpensive(cost.fields, exceeded.bucket) : [];
  return {
    ...cost,
    limits,
    scopes: scopeNeedsOf(execution.api, cost.callsByField),
    ...(type === OperationTypeNode.SUBSCRIPTION && { perHour: pollingOf(prepared) }),
    advice: exceeded ? adviceFor(prepared, worst?.lists) : null,
  };
}

/** The budget of a bucket as a limit; none for a bucket that is not used, or has no budget. */
function budgetOf(balance: Balance, { units }: CostSum): CostLimit[] {
  const { bucket } = balance;
  const value = units[bucket] ?? 0;
  const limit = remainingOf(balance);
  return value > 0 && limit !== null ? [{ kind: 'budget', bucket, limit, value }] : [];
}

/** @throws InvalidInput in place of each GraphQL error */
function parseDryRun(source: string, { parse, hideSuggestions }: DocumentReader): DocumentNode {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // Some rules of graphql-js suggest something whatever its options are.
    const message = hideSuggestions ? withoutSuggestion(error.message) : error.message;
    throw new InvalidInput('dryRun.document', message);
  }
}

const hourMs = 3_600_000;

/** The maximum cost of one hour of a subscription without events. */
function pollingOf({ schema, operation }: PreparedOperation): CostSum {
  const fields = schema.getSubscriptionType()?.getFields() ?? {};
  const [node] = operation.selectionSet.selections;
  const field = node?.kind === 'Field' ? fields[node.name.value] : undefined;
  const poll = (field?.extensions.needs as CallNeeds | undefined)?.poll;
  if (!poll) return { calls: 0, units: {} };
  const { operation: read, intervalMs } = poll;
  const calls = Math.ceil(hourMs / intervalMs);
  return { calls, units: read.units === null ? {} : { [read.bucket]: calls * read.units } };
}
