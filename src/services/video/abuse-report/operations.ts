/** Operations of `videoAbuseReportReasons`: the reasons that `videos.reportAbuse` accepts. */
import type { youtube_v3 } from '@googleapis/youtube';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, required, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const videoAbuseReportReasons = {
  list: get('video:videoAbuseReportReasons.list', '/videoAbuseReportReasons', {
    query: { part: required(csv()), hl: text },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    cacheable: true,
    scopes: scope.read,
    idempotent: true,
    parts: ['id', 'snippet'],
    page: { items: 'items' },
    returns: returns<youtube_v3.Schema$VideoAbuseReportReasonListResponse>(),
  }),
};
