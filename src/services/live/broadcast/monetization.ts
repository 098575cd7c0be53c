/**
 * Ads of a broadcast. What Google's client lacks is from the revision history of the YouTube Live
 * Streaming API, 12 January 2026, and from public programs.
 */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { enumResolver } from '../../../engine/schema/field/enumeration.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { AdBreakStrategy } from '../../shared/youtube/enums.ts';
import { liveBroadcasts } from '../operations.ts';

/** Ad breaks as the owner schedules them. */
interface OwnSchedule {
  readonly scheduleStrategy?: string | null;
  readonly repeatIntervalSecs?: number | null;
}

interface AdSchedule extends youtube_v3.Schema$CuepointSchedule {
  creatorCuepointConfig?: OwnSchedule;
  ytOptimizedCuepointConfig?: string | null;
}

export interface Monetization extends youtube_v3.Schema$LiveBroadcastMonetizationDetails {
  cuepointSchedule?: AdSchedule;
  adsMonetizationStatus?: string | null;
  eligibleForAdsMonetization?: boolean | null;
}

const CuepointSchedule = builder.objectType<AdSchedule>('CuepointSchedule').implement({
  description:
    'The schedule of automatic ad breaks: YouTube decides how often they come, or the owner does.',
  fields: (t) => ({
    ...fields(t, {
      enabled: 'Whether ad breaks are inserted automatically.',
      adsResumeAt: [
        'DateTime',
        'The time before which no ad breaks are inserted.',
        { rest: 'pauseAdsUntil' },
      ],
      frequency: [
        'The frequency of ad breaks whose times YouTube decides. Null if the owner decides.',
        { rest: 'ytOptimizedCuepointConfig' },
      ],
    }),
    strategy: field(t, {
      type: AdBreakStrategy,
      description:
        'Whether all viewers have the ad breaks at the same time. Null if YouTube decides. REST field: `creatorCuepointConfig.scheduleStrategy`, before 2026 `scheduleStrategy`.',
      needs: {
        kind: 'paths',
        paths: ['creatorCuepointConfig.scheduleStrategy', 'scheduleStrategy'],
      },
      resolve: enumResolver(
        AdBreakStrategy,
        ({ creatorCuepointConfig, scheduleStrategy }: AdSchedule) =>
          creatorCuepointConfig?.scheduleStrategy ?? scheduleStrategy,
      ),
    }),
    repeatInterval: durationAt(
      t,
      ['creatorCuepointConfig.repeatIntervalSecs', 'repeatIntervalSecs'],
      { unit: 's', operation: liveBroadcasts.list },
      'The time between two ad breaks. Null if YouTube decides. REST field: `creatorCuepointConfig.repeatIntervalSecs`, before 2026 `repeatIntervalSecs`.',
    ),
  }),
});

export const BroadcastMonetization = valueType<Monetization>(
  'BroadcastMonetizationDetails',
  'LiveBroadcastMonetizationDetails',
).rows('The ads of a broadcast.', {
  adsMonetizationStatus: 'Whether the owner has switched ads on.',
  eligibleForAdsMonetization: 'Whether the broadcast may show ads.',
  cuepointSchedule: [CuepointSchedule, 'The automatic ad breaks of the broadcast.'],
});
