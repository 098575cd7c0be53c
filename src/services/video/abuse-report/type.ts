/** Reasons for reporting a video. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { fields, valueType, ownKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { languageArgument, languageParameter } from '../../shared/youtube/language-argument.ts';
import { VideoAbuseReportReason } from '../resources.ts';

const SecondaryReason = valueType<youtube_v3.Schema$VideoAbuseReportSecondaryReason>(
  'VideoAbuseReportSecondaryReason',
).rows('A secondary reason: a detail of a reason for reporting a video.', {
  label: 'The display text of the secondary reason.',
  secondaryReasonId: [
    'The YouTube id of the secondary reason, for `reportVideoAbuse`.',
    { path: 'id' },
  ],
});

export function addAbuseReport(): void {
  VideoAbuseReportReason.implement({
    ...node,
    description: 'A reason for reporting a video for abuse.',
    fields: (t) => ({
      reasonId: ownKey(t, 'The YouTube id of the reason, for `reportVideoAbuse`.'),
      ...fields(t, 'snippet', {
        label: 'The display text of the reason.',
        secondaryReasons: [
          [SecondaryReason],
          'Details of the reason. Empty or null if the reason has none.',
        ],
      }),
    }),
  });

  builder.queryField('videoAbuseReportReasons', (t) =>
    list(
      t,
      VideoAbuseReportReason,
      {
        parameters: languageParameter,
        arguments: {
          language: languageArgument('Return the labels in this language. Default: English.'),
        },
      },
      'All reasons for reporting a video, for `reportVideoAbuse`.',
    ),
  );
}
