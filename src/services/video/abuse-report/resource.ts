/** The keys of reasons of reports, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { resource, wholeListRead } from '../../../engine/schema/field/field-factory.ts';
import { videoAbuseReportReasons } from '../operations.ts';

export const VideoAbuseReportReason = resource<youtube_v3.Schema$VideoAbuseReportReason>({
  name: 'VideoAbuseReportReason',
  key: ['reasonId'],
  read: wholeListRead(videoAbuseReportReasons.list),
});
