/** The fixtures of the YouTube Live Streaming API. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';
import { broadcastFixtures } from './fixture-broadcast.ts';

export const liveFixtures: Fixtures = {
  transitionBroadcast: {
    target: { id: ids.broadcast.rehearsal },
    entity: `live/broadcasts/${ids.broadcast.rehearsal}/lifeCycleStatus`,
    fields: { to: ['LIVE', 'COMPLETE'] },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing } },
    rejected: {
      // The error's own fields tell the current status; no other value of `to` is at fault.
      to: [
        {
          input: { id: ids.broadcast.retrospective, to: 'LIVE' },
          code: 'INVALID_TRANSITION',
          reason: 'invalidTransition',
        },
      ],
    },
  },
  goLive: {
    target: { id: ids.broadcast.direct },
    entity: `live/broadcasts/${ids.broadcast.direct}`,
    fields: {
      // Sent by the call that binds the stream, which is not the last one.
      streamId: { values: [ids.stream.main, ids.stream.backup], with: {} },
      waitSeconds: [0, 1],
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing }, streamId: { missing: 'missing-stream' } },
    rejected: {
      waitSeconds: [{ input: { waitSeconds: -1 } }, { input: { waitSeconds: 601 } }],
    },
  },
  endBroadcast: {
    target: { id: ids.broadcast.nightShift },
    entity: `live/broadcasts/${ids.broadcast.nightShift}`,
    fields: { waitSeconds: [0, 1] },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing } },
    rejected: {
      waitSeconds: [{ input: { waitSeconds: -1 } }, { input: { waitSeconds: 601 } }],
    },
  },
  ...broadcastFixtures,
};
