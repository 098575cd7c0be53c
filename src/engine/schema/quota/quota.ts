/** The field `quota`: the budgets of the caller, and the cost of an operation. No call is made. */
import type { GraphQLResolveInfo } from 'graphql';
import { noNeeds } from '../../read/needs.ts';
import type { ProjectShare } from '../../cost/project-calls.ts';
import { type Balance, remainingOf } from '../../cost/balance.ts';
import { builder, type Context, currentApi } from '../builder.ts';
import { DryRunCost } from './cost-type.ts';
import { type DryRun, DryRunInput, estimateDryRun } from './dry-run.ts';
import { enumeration } from '../field/enumeration.ts';
import { field } from '../field/field-factory.ts';
import { addQuotaBucketName, QuotaBucketName, toInt } from './quota-bucket.ts';

const Window = enumeration('QuotaWindow', 'The time for which quota units are counted together.', {
  day: 'A day of the service: it ends at `resetAt`.',
  minute:
    'A minute of the clock. The limits on the units of one operation, and of agents, do not count such a bucket.',
});

const projectType = builder.objectType<ProjectShare>('ProjectQuota').implement({
  description:
    'The quota bucket of a day for all callers together. All units count for one project, because no answer says which project an access token belongs to. Units of other programs are not known. Replicas of the gateway see the units of each other a second later.',
  fields: (t) => ({
    limit: t.expose('Int', 'limit', {
      nullable: false,
      description: 'The quota units of a day that the service grants, as the operator states.',
    }),
    spent: t.field({
      type: 'Int',
      nullable: false,
      description: 'The quota units that all callers have spent since the day began.',
      resolve: ({ spent }: ProjectShare) => toInt(spent),
    }),
    reserved: t.expose('Int', 'reserved', {
      nullable: false,
      description:
        'The quota units, of those that are left, that queries of the caller may not spend: they are kept for mutations, and without an access token also for callers with one. When only these are left, queries get what is stored, or `QUOTA_EXCEEDED` with the reason `reservedForCallers` or `reservedForWrites`.',
    }),
    runsOutAt: t.expose('DateTime', 'runsOutAt', {
      description:
        'The forecast of when the units are spent, at the rate of the last 60 minutes. These are the units of the present hour of the clock, and the share of those of the hour before that is not older. Null if the units will last until the day ends, or if too little is known.',
    }),
  }),
});

const balanceType = builder.objectType<Balance>('QuotaBucket').implement({
  description:
    'The state of one quota bucket of the caller. The bucket belongs to the account of the caller as soon as an answer has named the account to the gateway, and to the access token before. All callers without an access token share one set of buckets.',
  fields: (t) => ({
    bucket: t.expose(QuotaBucketName, 'bucket', {
      nullable: false,
      description: 'The name of the bucket.',
    }),
    limit: t.expose('Int', 'limit', {
      description:
        'The quota units that the gateway lets the account of the caller spend in one `window`. Null if the gateway sets no limit.',
    }),
    spent: t.field({
      type: 'Int',
      description:
        'The quota units spent since the last reset, with all known access tokens of the account, including reservations of running requests. Null if the gateway sets no limit.',
      resolve: ({ spent }: Balance) => (spent === undefined ? null : toInt(spent)),
    }),
    remaining: t.field({
      type: 'Int',
      description: 'The quota units left until the next reset. Null if unknown.',
      resolve: remainingOf,
    }),
    exhausted: t.expose('Boolean', 'exhausted', {
      nullable: false,
      description:
        'Whether the service has rejected a call of the caller because the daily quota of the service is used up. The gateway then makes no further calls until the reset.',
    }),
    window: t.expose(Window, 'window', {
      nullable: false,
      description: 'The time after which the units are granted again.',
    }),
    resetAt: t.expose('DateTime', 'resetAt', {
      nullable: false,
      description: `The next reset of the bucket: the end of the \`window\`, or midnight ${currentApi().quotaDay.name} if the bucket is \`exhausted\`.`,
    }),
    project: field(t, {
      type: projectType,
      description:
        'The state of the bucket for all callers together. Null for buckets of a minute, and if it is not known what the service grants.',
      needs: noNeeds,
      resolve: ({ project }: Balance) => project,
    }),
  }),
});

interface QuotaValue {
  readonly dryRun: DryRun | null;
}

const Quota = builder.objectType<QuotaValue>('Quota').implement({
  description: 'The quota of the caller, and the maximum cost of an operation.',
  fields: (t) => ({
    buckets: field(t, {
      type: [balanceType],
      nullable: false,
      description: 'The quota buckets of the caller. Buckets without units are omitted.',
      needs: noNeeds,
      resolve: (_, _args, { execution }: Context) => execution.quota.balances(),
    }),
    dryRun: field(t, {
      type: DryRunCost,
      description:
        'The maximum cost of the operation in the argument `dryRun`. Null without this argument.',
      needs: noNeeds,
      resolve: ({ dryRun }: QuotaValue, _: object, context: Context, info: GraphQLResolveInfo) =>
        dryRun && estimateDryRun(dryRun, context, info),
    }),
  }),
});

/** Adds the types and fields of this module to the schema, and the names of the buckets. */
export function addQuota(): void {
  addQuotaBucketName();
  builder.queryField('quota', (t) =>
    field(t, {
      type: Quota,
      nullable: false,
      description:
        'The quota of the caller, and the maximum cost of an operation. Costs no quota units.',
      args: {
        dryRun: t.arg({
          type: DryRunInput,
          description:
            'Return the maximum cost of this operation, without executing it. At most one per request.',
        }),
      },
      needs: { kind: 'calls', costOf: () => ({ calls: [], loads: [], values: 0 }) },
      resolve: (
        _,
        { dryRun = null }: { dryRun?: DryRun | null },
        { execution }: Context,
      ): QuotaValue => {
        execution.freshness.addMomentary();
        return { dryRun };
      },
    }),
  );
}
