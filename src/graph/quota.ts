/**
 * The field `quota`: budgets of the caller, and the cost estimate of an operation. No call is made.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLResolveInfo,
  validateExecutionArgs,
} from 'graphql';
import { noNeeds } from '../data/read/needs.ts';
import { bucketsOf, type CostEstimate, estimateCost } from '../data/cost/estimate.ts';
import type { Balance } from '../data/cost/quota.ts';
import { InvalidInput } from '../upstream/error.ts';
import type { Bucket } from '../upstream/operation.ts';
import { builder, type Context, type DocumentReader } from './builder.ts';
import { withoutSuggestion } from './error.ts';
import { enumeration } from './field/enumeration.ts';
import { field } from './field/field-factory.ts';

const QuotaBucketName = enumeration(
  'QuotaBucketName',
  'A pool that quota units are taken from. Each is counted by itself.',
  {
    video: 'The pool of the video and live services.',
    search: 'Searches of the video service.',
    videoUpload: 'Uploads of new videos.',
    calendar: 'The calendar service.',
    storage: 'The file storage service, which states no units.',
  },
);

interface BucketUnits {
  readonly bucket: Bucket;
  readonly units: number;
}

const unitsType = builder.objectRef<BucketUnits>('QuotaUnits').implement({
  description: 'A number of units of one bucket.',
  fields: (t) => ({
    bucket: field(t, {
      type: QuotaBucketName,
      nullable: false,
      description: 'Where they are taken from.',
      needs: noNeeds,
      resolve: ({ bucket }: BucketUnits) => bucket,
    }),
    units: field(t, {
      type: 'Int',
      nullable: false,
      description: 'How many, at most.',
      needs: noNeeds,
      resolve: ({ units }: BucketUnits) => toInt(units),
    }),
  }),
});

const costType = builder.objectRef<CostEstimate>('OperationCost').implement({
  description:
    'What an operation can cost at most: if all its lists are as long as they may be, and no call has to be repeated. `extensions.cost` of an answer tells what it did cost.',
  fields: (t) => ({
    requests: field(t, {
      type: 'Int',
      nullable: false,
      description: 'Calls to the services.',
      needs: noNeeds,
      resolve: ({ requests }: CostEstimate) => toInt(requests),
    }),
    units: field(t, {
      type: [unitsType],
      nullable: false,
      description: 'Quota units of each bucket that it takes any from.',
      needs: noNeeds,
      resolve: (estimate: CostEstimate): BucketUnits[] =>
        bucketsOf(estimate).flatMap((bucket) =>
          estimate.units[bucket]! > 0 ? [{ bucket, units: estimate.units[bucket]! }] : [],
        ),
    }),
  }),
});

const MAX_INT = 2 ** 31 - 1;

/** The estimate of nested lists can exceed an Int, and be Infinity or NaN. */
const toInt = (value: number): number => (value < MAX_INT ? value : MAX_INT);

function remainingOf({ limit, spent = 0, exhausted }: Balance): number | null {
  if (exhausted) return 0;
  return limit === undefined ? null : Math.max(0, limit - spent);
}

const balanceType = builder.objectRef<Balance>('QuotaBucket').implement({
  description:
    "How one of the caller's buckets stands today. Callers without a token share theirs.",
  fields: (t) => ({
    bucket: field(t, {
      type: QuotaBucketName,
      nullable: false,
      description: 'Which one.',
      needs: noNeeds,
      resolve: ({ bucket }: Balance) => bucket,
    }),
    limit: field(t, {
      type: 'Int',
      description:
        'Units that the gateway lets the caller spend a day; null where it sets no limit.',
      needs: noNeeds,
      resolve: ({ limit }: Balance) => limit,
    }),
    spent: field(t, {
      type: 'Int',
      description:
        'Units spent since the last reset, with what requests under way may still take; null where there is no limit.',
      needs: noNeeds,
      resolve: ({ spent }: Balance) => (spent === undefined ? null : toInt(spent)),
    }),
    remaining: field(t, {
      type: 'Int',
      description: 'Units left until the next reset; null where nobody knows.',
      needs: noNeeds,
      resolve: remainingOf,
    }),
    exhausted: field(t, {
      type: 'Boolean',
      nullable: false,
      description:
        "Whether the service has refused a call of the caller's because its own quota of the day is spent: then it gets no more until the reset.",
      needs: noNeeds,
      resolve: ({ exhausted }: Balance) => exhausted,
    }),
    resetAt: field(t, {
      type: 'DateTime',
      nullable: false,
      description: 'When it is full again: midnight Pacific time.',
      needs: noNeeds,
      resolve: ({ resetAt }: Balance) => resetAt,
    }),
  }),
});

interface DryRun {
  readonly document: string;
  readonly variables?: unknown;
  readonly operationName?: string | null;
}

const DryRunInput = builder.inputType('DryRunInput', {
  description: 'An operation to be priced instead of executed.',
  fields: (t) => ({
    document: t.string({
      required: true,
      description: 'The GraphQL document. The limits of a request hold for it, too.',
    }),
    variables: t.field({ type: 'JSON', description: 'Values of its variables, as an object.' }),
    operationName: t.string({ description: 'Which of its operations, where it has several.' }),
  }),
});

interface QuotaValue {
  readonly dryRun: DryRun | null;
}

const Quota = builder.objectRef<QuotaValue>('Quota').implement({
  description:
    'What calls to the services cost the caller, and what is left. Asking costs nothing.',
  fields: (t) => ({
    buckets: field(t, {
      type: [balanceType],
      nullable: false,
      description: 'All buckets that have units.',
      needs: noNeeds,
      resolve: (_, _args, { execution }: Context) => execution.quota.balances(),
    }),
    dryRun: field(t, {
      type: costType,
      description:
        'What the operation given as `dryRun` can cost at most; null where none was given.',
      needs: noNeeds,
      resolve: ({ dryRun }: QuotaValue, _: object, context: Context, info: GraphQLResolveInfo) =>
        dryRun && estimateDryRun(dryRun, context, info),
    }),
  }),
});

/**
 * Executions with a dry run. Parsing and validation take time, so one request may have only one.
 */
const withDryRun = new WeakSet<Context>();

/** @throws InvalidInput for a document or variables that would be rejected before execution */
function estimateDryRun(
  { document: source, variables, operationName }: DryRun,
  context: Context,
  { schema }: GraphQLResolveInfo,
): CostEstimate {
  if (withDryRun.has(context))
    throw new InvalidInput('dryRun', 'expected at most one dry run in a request');
  withDryRun.add(context);
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables)))
    throw new InvalidInput('dryRun.variables', 'expected an object');
  const { documents } = context;
  const prepared = validateExecutionArgs({
    schema,
    document: parseDryRun(source, documents),
    operationName: operationName ?? null,
    variableValues: variables as Record<string, unknown> | null | undefined,
    hideSuggestions: documents.hideSuggestions,
    options: { maxCoercionErrors: 1 },
  });
  if ('schema' in prepared) return estimateCost(prepared);
  const [{ message, nodes }] = prepared as [GraphQLError];
  throw new InvalidInput(nodes ? 'dryRun.variables' : 'dryRun.operationName', message);
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

/** Adds the types and fields of this module to the schema. */
export function addQuota(): void {
  builder.queryField('quota', (t) =>
    field(t, {
      type: Quota,
      nullable: false,
      description:
        "The caller's quotas, and the price of an operation before it is run. It makes no call.",
      args: { dryRun: t.arg({ type: DryRunInput, description: 'What to price.' }) },
      needs: { kind: 'calls', costOf: () => ({ calls: [], loads: [], values: 0 }) },
      resolve: (_, { dryRun = null }: { dryRun?: DryRun | null }): QuotaValue => ({ dryRun }),
    }),
  );
}
