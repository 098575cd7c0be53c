/** Reasons for reporting a video. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { list } from '../field/list.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { languageArgument } from './language.ts';
import { VideoAbuseReportReason } from './resource.ts';

const SecondaryReason = builder
  .objectRef<youtube_v3.Schema$VideoAbuseReportSecondaryReason>('VideoAbuseReportSecondaryReason')
  .implement({
    description: 'What a reason to report a video can be narrowed down to.',
    fields: (t) => ({
      secondaryReasonId: fieldAt(
        t,
        'ID',
        'id',
        'Goes into a report beside the reason that it belongs to.',
      ),
      ...fields(t, {
        label: ['String', 'What to show to whoever chooses among the details of a reason.'],
      }),
    }),
  });

/** Adds the types and fields of this module to the schema. */
export function addAbuseReport(): void {
  VideoAbuseReportReason.implement({
    ...node,
    description: 'A reason for which a video can be reported.',
    fields: (t) => ({
      reasonId: ownKey(t, 'Goes into a report, alone or with one of the secondary reasons.'),
      ...fields(t, 'snippet', {
        label: ['String', 'What to show to whoever chooses among the reasons.'],
      }),
      secondaryReasons: fieldAt(
        t,
        [SecondaryReason],
        'snippet.secondaryReasons',
        'Details to choose from; empty or null where it has none.',
      ),
    }),
  });

  builder.queryField('videoAbuseReportReasons', (t) =>
    list(
      t,
      VideoAbuseReportReason,
      {
        arguments: { hl: languageArgument(t, 'The language of the labels; English, unless said.') },
      },
      'All reasons for which a video can be reported: what `reportVideoAbuse` takes.',
    ),
  );
}
