/** The type of `Quota.dryRun`: the cost of an operation, and what it consists of. */
import { noNeeds } from '../../read/needs.ts';
import { type BucketUnits, unitsByBucket } from '../../cost/buckets.ts';
import type { ExplainedCost } from '../../cost/estimate.ts';
import {
  type CostSum,
  type FieldCost,
  mostExpensive,
  type RestCost,
} from '../../cost/field-cost.ts';
import { type CostLimit, isExceeded } from '../../cost/cost-limit.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { type FieldBuilder, field } from '../field/field-factory.ts';
import { QuotaBucketName, QuotaUnits, toInt } from './quota-bucket.ts';
import { RequiredScopes, type ScopeNeed } from './required-scopes.ts';

export interface DryRunResult extends ExplainedCost {
  readonly limits: readonly CostLimit[];
  readonly scopes: readonly ScopeNeed[];
  /** Absent for queries and mutations. */
  readonly perHour?: CostSum;
  readonly advice: string | null;
}

const callFields = (t: FieldBuilder<CostSum>) => ({
  requests: t.field({
    type: 'Int',
    nullable: false,
    description: 'The maximum number of REST calls.',
    resolve: ({ calls }: CostSum) => toInt(calls),
  }),
  units: field(t, {
    type: [QuotaUnits],
    nullable: false,
    description: 'The maximum quota units, by bucket. Buckets without cost are omitted.',
    needs: noNeeds,
    resolve: (cost: CostSum): readonly BucketUnits[] => unitsByBucket(cost),
  }),
});

const RestOperationCost = builder.objectType<RestCost>('RestOperationCost').implement({
  description: 'The maximum cost of all calls of one REST operation.',
  fields: (t) => ({
    operation: t.field({
      type: 'String',
      nullable: false,
      description:
        'The REST operation, as `service:resource.method`, like those in `extensions.cost.operations`.',
      resolve: ({ operation }: RestCost) => operation.key,
    }),
    unitsAssumed: t.field({
      type: 'Boolean',
      nullable: false,
      description:
        'Whether no page of the service states the quota units of a call, so that they are assumed from similar operations.',
      resolve: ({ operation }: RestCost) => operation.unitsAreAssumed === true,
    }),
    ...callFields(t),
  }),
});

const FieldCostType = builder.objectType<FieldCost>('FieldCost').implement({
  description: 'The maximum cost of the calls that one field makes, without the fields below it.',
  fields: (t) => ({
    path: t.expose('String', 'path', {
      nullable: false,
      description: 'The response names from the root to the field, for example `playlist.items`.',
    }),
    ...callFields(t),
  }),
});

const CostLimitKind = enumeration('CostLimitKind', 'A limit of the gateway on operations.', {
  requests:
    'REST calls. A query is refused only if it can make very many; while it runs it stops at a lower limit, and keeps what it has read.',
  units:
    'Quota units of one bucket that one operation may spend. A bucket of a minute has no such limit.',
  budget:
    'Quota units of one bucket that the account of the caller may still spend until the bucket is reset.',
});

interface LimitUse extends CostLimit {
  /** Paths, most expensive first. */
  readonly usedBy: readonly string[];
}

const CostLimitType = builder.objectType<LimitUse>('CostLimit').implement({
  description: 'A limit, and how much of it the operation can use.',
  fields: (t) => ({
    kind: t.expose(CostLimitKind, 'kind', {
      nullable: false,
      description: 'Whether calls, units of the operation or units of the account are limited.',
    }),
    bucket: t.expose(QuotaBucketName, 'bucket', {
      description: 'The bucket of the quota units. Null for calls.',
    }),
    limit: t.field({
      type: 'Int',
      nullable: false,
      description: 'The most that is allowed.',
      resolve: ({ limit }: LimitUse) => toInt(limit),
    }),
    value: t.field({
      type: 'Int',
      nullable: false,
      description: 'The most that the operation can use.',
      resolve: ({ value }: LimitUse) => toInt(value),
    }),
    exceeded: t.field({
      type: 'Boolean',
      nullable: false,
      description: 'Whether the operation is refused because of this limit.',
      resolve: (limit: LimitUse) => isExceeded(limit),
    }),
    usedBy: t.expose(['String'], 'usedBy', {
      nullable: false,
      description: 'The paths of at most three fields that use most of the limit.',
    }),
  }),
});

const HourlyCost = builder.objectType<CostSum>('HourlyCost').implement({
  description: 'The maximum cost of an hour.',
  fields: callFields,
});

export const DryRunCost = builder.objectType<DryRunResult>('OperationCost').implement({
  description:
    'The maximum cost of a GraphQL operation, if all lists have the maximum length and no call is retried. `extensions.cost` of a response contains the actual cost.',
  fields: (t) => ({
    admitted: t.field({
      type: 'Boolean',
      nullable: false,
      description: 'Whether the gateway would execute the operation now. `limits` has the reasons.',
      resolve: ({ limits }: DryRunResult) => !limits.some(isExceeded),
    }),
    ...callFields(t),
    operations: field(t, {
      type: [RestOperationCost],
      nullable: false,
      description: 'The cost by REST operation.',
      needs: noNeeds,
      resolve: ({ operations }: DryRunResult) => operations,
    }),
    fields: field(t, {
      type: [FieldCostType],
      nullable: false,
      description: 'The cost by field, in the order of the document. Other fields make no call.',
      needs: noNeeds,
      resolve: ({ fields }: DryRunResult) => fields,
    }),
    limits: field(t, {
      type: [CostLimitType],
      nullable: false,
      description: 'The limits that decide whether the operation is executed.',
      needs: noNeeds,
      resolve: ({ limits, fields }: DryRunResult): LimitUse[] =>
        limits.map((limit) => ({
          ...limit,
          usedBy: mostExpensive(fields, limit.bucket)
            .slice(0, 3)
            .map(({ path }) => path),
        })),
    }),
    scopes: field(t, {
      type: [RequiredScopes],
      nullable: false,
      description:
        'The OAuth scopes that the access token needs: one of each entry. A call whose scope is missing fails its field with `MISSING_SCOPE`. Each caller gets the same entries, with and without a token.',
      needs: noNeeds,
      resolve: ({ scopes }: DryRunResult) => scopes,
    }),
    perHour: field(t, {
      type: HourlyCost,
      description:
        'The cost of an hour of a subscription in which nothing happens; each event adds the cost above. All subscriptions of an access token to the same feed share it. Null for queries and mutations.',
      needs: noNeeds,
      resolve: ({ perHour }: DryRunResult) => perHour,
    }),
    advice: t.expose('String', 'advice', {
      description: 'Advice on lowering the cost of an operation that is refused. Null for others.',
    }),
  }),
});
