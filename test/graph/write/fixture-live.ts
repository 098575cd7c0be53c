/** The fixtures of the YouTube Live Streaming API. */
import { ids, streamId } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures, Input, Rejected } from './fixture.ts';

const { fresh } = ids.stream;

/** Limits of the texts of a stream. */
const longStreamTexts = {
  title: [{ input: { title: 'x'.repeat(129) } }, { input: { title: ' ' } }],
  description: [{ input: { description: 'x'.repeat(10_001) } }],
};

/** A setting of a stream to which broadcasts are bound. */
const lockedSetting = (setting: Input): Rejected => ({
  input: { id: ids.stream.main, ...setting },
  code: 'FORBIDDEN',
  reason: 'liveStreamModificationNotAllowed',
});

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
  createStream: {
    entity: 'live/streams',
    fields: {
      title: ['Camera 2', 'Camera 3'],
      description: ['At the quay', 'On the roof'],
      resolution: ['P720', 'P1440'],
      frameRate: ['FPS_60', 'FPS_30'],
      ingestionType: ['HLS', 'DASH'],
      isReusable: [false, true],
    },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    rejected: longStreamTexts,
    accepts: ['resolution', 'frameRate', 'ingestionType', 'isReusable'],
  },
  updateStream: {
    target: { id: fresh },
    entity: `live/streams/${fresh}`,
    fields: {
      title: ['Camera 2', 'Camera 3'],
      description: ['At the quay', 'On the roof'],
      resolution: ['P720', 'P1440'],
      frameRate: ['FPS_60', 'VARIABLE'],
      ingestionType: ['HLS', 'DASH'],
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: streamId('missing') } },
    rejected: {
      ...longStreamTexts,
      resolution: [lockedSetting({ resolution: 'P720' })],
      frameRate: [lockedSetting({ frameRate: 'FPS_60' })],
      ingestionType: [lockedSetting({ ingestionType: 'HLS' })],
      isReusable: [{ input: { isReusable: true } }],
    },
  },
  deleteStream: {
    target: { id: fresh },
    entity: `live/streams/${fresh}`,
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: streamId('missing') } },
  },
};
