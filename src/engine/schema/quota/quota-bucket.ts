/** Quota buckets as the schema shows them. */
import { meteredBuckets } from '../../api/api.ts';
import type { Bucket } from '../../api/register.ts';
import type { BucketUnits } from '../../cost/buckets.ts';
import { builder, currentApi } from '../builder.ts';
import { laterEnumeration } from '../field/enumeration.ts';

const declared = laterEnumeration<Bucket>('QuotaBucketName');

export const QuotaBucketName = declared.type;

/** Adds the enum to the schema. */
export function addQuotaBucketName(): void {
  const api = currentApi();
  const { buckets } = api;
  const metered = meteredBuckets(api);
  const described = metered.map((name) => [name, buckets[name].description!] as const);
  const others = (Object.keys(buckets) as Bucket[])
    .filter((name) => !metered.includes(name))
    .map((name) => `\`${name}\``)
    .join(', ');
  declared.add(
    `A quota bucket. Each bucket has its own budget, of a day or of a minute (\`QuotaWindow\`). \`extensions.cost\` and the schema directives use the same names.${others === '' ? '' : ` Buckets whose service states no units are in the directives only: ${others}.`}`,
    Object.fromEntries(described) as Readonly<Record<Bucket, string>>,
  );
}

export const QuotaUnits = builder.objectType<BucketUnits>('QuotaUnits').implement({
  description: 'A number of quota units of one bucket.',
  fields: (t) => ({
    bucket: t.expose(QuotaBucketName, 'bucket', {
      nullable: false,
      description: 'The bucket that the units are charged to.',
    }),
    units: t.field({
      type: 'Int',
      nullable: false,
      description: 'The maximum number of quota units.',
      resolve: ({ units }: BucketUnits) => toInt(units),
    }),
  }),
});

const MAX_INT = 2 ** 31 - 1;

/** The estimate of nested lists can exceed an Int, and be Infinity or NaN. */
export const toInt = (value: number): number => (value < MAX_INT ? value : MAX_INT);
