/**
 * Operations of `liveCuepoints`: ad breaks of content partners. Another API serves them today;
 * channels use `liveBroadcasts.cuepoint`.
 */
import { body, post, returns } from '../../../engine/rest/operation/operation.ts';
import { id, required, text } from '../../../engine/rest/operation/param.ts';

/** An ad break of a broadcast. */
export interface LiveCuepoint {
  kind?: string | null;
  id?: string | null;
  broadcastId?: string | null;
  /** The time of the ad break is `offsetTimeMs` (64 bits, as a string) or `walltime`, not both. */
  settings?: {
    cueType?: string | null;
    durationSecs?: number | null;
    offsetTimeMs?: string | null;
    walltime?: string | null;
  };
}

export const liveCuepoints = {
  insert: post('live:liveCuepoints.insert', '/liveCuepoints', {
    query: { channelId: required(id), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtubepartner'],
    idempotent: false,
    writable: [
      'broadcastId',
      'settings.cueType',
      'settings.durationSecs',
      'settings.offsetTimeMs',
      'settings.walltime',
    ],
    requiredBody: [{ path: 'broadcastId' }, { path: 'settings.cueType' }],
    upstream: 'moved',
    root: 'host',
    deprecated: true,
    body: body<LiveCuepoint>(),
    returns: returns<LiveCuepoint>(),
  }),
};
