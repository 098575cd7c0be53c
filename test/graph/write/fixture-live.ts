/** The fixtures of the YouTube Live Streaming API. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

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
};
