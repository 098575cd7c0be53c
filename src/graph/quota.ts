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
import { InvalidInput, showValue } from '../upstream/error.ts';
import type { Bucket } from '../upstream/operation.ts';
import { builder, type Context, type DocumentReader } from './builder.ts';
import { withoutSuggestion } from './error.ts';
import { enumeration } from './field/enumeration.ts';
import { field } from './field/field-factory.ts';

const QuotaBucketName = enumeration(
  'QuotaBucketName',
  'A quota bucket. Each bucket has its own daily budget. Google states no units for Google Drive, whose bucket `storage` is therefore named in schema directives only.',
  {
    video:
      'Quota of the YouTube Data API and the YouTube Live Streaming API, without searches and uploads of videos. Named `video` in `extensions.cost` and in schema directives.',
    search:
      'Quota of YouTube searches. Named `search` in `extensions.cost` and in schema directives.',
    videoUpload:
      'Quota of uploads of new videos to YouTube. Named `videoUpload` in `extensions.cost` and in schema directives.',
    calendar:
      'Quota of Google Calendar. Named `calendar` in `extensions.cost` and in schema directives.',
  },
);

interface BucketUnits {
  readonly bucket: Bucket;
  readonly units: number;
}

const unitsType = builder.objectRef<BucketUnits>('QuotaUnits').implement({
  description: 'A number of quota units of one bucket.',
  fields: (t) => ({
    bucket: field(t, {
      type: QuotaBucketName,
      nullable: false,
      description: 'The bucket that the units are charged to.',
      needs: noNeeds,
      resolve: ({ bucket }: BucketUnits) => bucket,
    }),
    units: field(t, {
      type: 'Int',
      nullable: false,
      description: 'The maximum number of quota units.',
      needs: noNeeds,
      resolve: ({ units }: BucketUnits) => toInt(units),
    }),
  }),
});

const costType = builder.objectRef<CostEstimate>('OperationCost').implement({
  description:
    'The maximum cost of a GraphQL operation, if all lists have the maximum length and no call is retried. `extensions.cost` of a response contains the actual cost.',
  fields: (t) => ({
    requests: field(t, {
      type: 'Int',
      nullable: false,
      description: 'The maximum number of REST calls.',
      needs: noNeeds,
      resolve: ({ calls }: CostEstimate) => toInt(calls),
    }),
    units: field(t, {
      type: [unitsType],
      nullable: false,
      description: 'The maximum quota units, by bucket. Buckets without cost are omitted.',
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
    'The state of one quota bucket of the caller. A YouTube bucket belongs to the channel of the caller, the bucket of Google Calendar to the address of the primary calendar, as soon as an answer has named them to the gateway, and to the access token before. All callers without an access token share one set of buckets.',
  fields: (t) => ({
    bucket: field(t, {
      type: QuotaBucketName,
      nullable: false,
      description: 'The name of the bucket.',
      needs: noNeeds,
      resolve: ({ bucket }: Balance) => bucket,
    }),
    limit: field(t, {
      type: 'Int',
      description:
        'The quota units that the gateway lets the account of the caller spend per day. Null if the gateway sets no limit.',
      needs: noNeeds,
      resolve: ({ limit }: Balance) => limit,
    }),
    spent: field(t, {
      type: 'Int',
      description:
        'The quota units spent since the last reset, with all known access tokens of the account, including reservations of running requests. Null if the gateway sets no limit.',
      needs: noNeeds,
      resolve: ({ spent }: Balance) => (spent === undefined ? null : toInt(spent)),
    }),
    remaining: field(t, {
      type: 'Int',
      description: 'The quota units left until the next reset. Null if unknown.',
      needs: noNeeds,
      resolve: remainingOf,
    }),
    exhausted: field(t, {
      type: 'Boolean',
      nullable: false,
      description:
        'Whether the service has rejected a call of the caller because the daily quota of the service is used up. The gateway then makes no further calls until the reset.',
      needs: noNeeds,
      resolve: ({ exhausted }: Balance) => exhausted,
    }),
    resetAt: field(t, {
      type: 'DateTime',
      nullable: false,
      description: 'The next reset of the bucket: midnight Pacific Time.',
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
  description: 'A GraphQL operation whose cost is estimated without executing the operation.',
  fields: (t) => ({
    document: t.string({
      required: true,
      description: 'The GraphQL document. The limits for ordinary requests apply.',
    }),
    variables: t.field({ type: 'JSON', description: 'The values of the variables, as an object.' }),
    operationName: t.string({
      description:
        'The name of the operation. Required if the document contains several operations.',
    }),
  }),
});

interface QuotaValue {
  readonly dryRun: DryRun | null;
}

const Quota = builder.objectRef<QuotaValue>('Quota').implement({
  description: 'The quota of the caller, and the estimated cost of an operation.',
  fields: (t) => ({
    buckets: field(t, {
      type: [balanceType],
      nullable: false,
      description: 'The quota buckets of the caller. Buckets without units are omitted.',
      needs: noNeeds,
      resolve: (_, _args, { execution }: Context) => execution.quota.balances(),
    }),
    dryRun: field(t, {
      type: costType,
      description:
        'The maximum cost of the operation in the argument `dryRun`. Null without this argument.',
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
        'The quota of the caller, and the estimated cost of an operation. Costs no quota units.',
      args: {
        dryRun: t.arg({
          type: DryRunInput,
          description: 'Estimate the cost of this operation. At most one estimate per request.',
        }),
      },
      needs: { kind: 'calls', costOf: () => ({ calls: [], loads: [], values: 0 }) },
      resolve: (_, { dryRun = null }: { dryRun?: DryRun | null }): QuotaValue => ({ dryRun }),
    }),
  );
}
