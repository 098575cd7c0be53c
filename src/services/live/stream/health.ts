/** Health of a stream, and its configuration issues. */
import type { youtube_v3 } from '@googleapis/youtube';
import { liveStreams } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { timeOf } from '../../../engine/schema/type/epoch-time.ts';

const ConfigurationIssue = valueType<youtube_v3.Schema$LiveStreamConfigurationIssue>(
  'StreamConfigurationIssue',
  'LiveStreamConfigurationIssue',
).rows('A problem that YouTube detected in a stream.', {
  type: 'The kind of problem.',
  severity: 'The effect of the issue on viewers.',
  reason: 'A short English description of the problem.',
  description: 'A detailed English description of the problem and the solution.',
});

export const StreamHealth = builder
  .objectType<youtube_v3.Schema$LiveStreamHealthStatus>('StreamHealth', 'LiveStreamHealthStatus')
  .implement({
    description: 'The health of the data that a stream receives.',
    fields: (t) => ({
      ...fields(t, {
        status: 'The overall result of the health check.',
        configurationIssues: [
          [ConfigurationIssue],
          'The detected issues. Empty if no issues were detected.',
        ],
      }),
      updatedAt: computed(
        t,
        'DateTime',
        {
          paths: ['lastUpdateTimeSeconds'],
          compute: ({ lastUpdateTimeSeconds }) =>
            timeOf({ value: lastUpdateTimeSeconds, unitMs: 1_000, operation: liveStreams.list }),
        },
        'The time of the last health check. REST field: `lastUpdateTimeSeconds`.',
      ),
    }),
  });
