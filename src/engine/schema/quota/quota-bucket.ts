/** Quota buckets as the schema shows them. */
import type { BucketUnits } from '../../cost/bucket-units.ts';
import { noNeeds } from '../../read/needs.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { field } from '../field/field-factory.ts';

export const QuotaBucketName = enumeration(
  'QuotaBucketName',
  'A quota bucket. Each bucket has its own daily budget. `extensions.cost` and the schema directives use the same names. Google states no units for Google Drive, whose bucket `STORAGE` is therefore in the directives only.',
  {
    VIDEO:
      'Quota of the YouTube Data API and the YouTube Live Streaming API, without searches and uploads of videos.',
    SEARCH: 'Quota of YouTube searches.',
    VIDEO_UPLOAD: 'Quota of uploads of new videos to YouTube.',
    CALENDAR: 'Quota of Google Calendar.',
  },
);

export const QuotaUnits = builder.objectRef<BucketUnits>('QuotaUnits').implement({
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

const MAX_INT = 2 ** 31 - 1;

/** The estimate of nested lists can exceed an Int, and be Infinity or NaN. */
export const toInt = (value: number): number => (value < MAX_INT ? value : MAX_INT);
