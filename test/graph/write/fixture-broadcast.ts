/** Broadcasts, streams and cuepoints. */
import { ids, streamId } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures, Input, Rejected, WriteFixture } from './fixture.ts';

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

const { draft, rehearsal } = ids.broadcast;
const draftVideo = `video/videos/${draft}`;

/** Values of the fields of a broadcast that are the same for a new one. */
const broadcastFields = {
  title: { values: ['Opening night 🎬', 'Second night'], at: `${draftVideo}/snippet/title` },
  description: {
    values: ['With all guests', 'Without guests'],
    at: `${draftVideo}/snippet/description`,
  },
  scheduledStartAt: {
    values: ['2099-01-01T00:00:00Z', '2099-02-01T00:00:00Z'],
    alsoChanges: [`${draftVideo}/liveStreamingDetails/scheduledStartTime`],
  },
  scheduledEndAt: {
    values: ['2099-03-01T00:00:00Z', '2099-04-01T00:00:00Z'],
    alsoChanges: [`${draftVideo}/liveStreamingDetails/scheduledEndTime`],
  },
  privacyStatus: {
    values: ['UNLISTED', 'PUBLIC'],
    at: `${draftVideo}/status/privacyStatus`,
  },
  selfDeclaredMadeForKids: {
    values: [true, false],
    at: `${draftVideo}/status/selfDeclaredMadeForKids`,
  },
  enableMonitorStream: [true, false],
  broadcastStreamDelayMs: [5000, 10_000],
  enableAutoStart: [true, false],
  enableAutoStop: [true, false],
  enableDvr: [false, true],
  enableEmbed: [false, true],
  recordFromStart: [false, true],
  closedCaptionsType: ['CLOSED_CAPTIONS_EMBEDDED', 'CLOSED_CAPTIONS_HTTP_POST'],
  latencyPreference: ['LOW', 'ULTRA_LOW'],
  projection: ['DEG_360', 'MESH'],
  cuepointSchedule: {
    values: [
      { enabled: true, adsResumeAt: '2099-01-01T00:10:00Z' },
      { enabled: false, adsResumeAt: '2099-01-01T00:20:00Z' },
    ],
    stored: [
      { enabled: true, pauseAdsUntil: '2099-01-01T00:10:00Z' },
      { enabled: false, pauseAdsUntil: '2099-01-01T00:20:00Z' },
    ],
  },
} satisfies WriteFixture['fields'];

/** Values that no broadcast can have. */
const invalidBroadcastValues = {
  title: [
    { input: { title: 'x'.repeat(101) } },
    { input: { title: ' ' } },
    { input: { title: '<b>' } },
  ],
  description: [{ input: { description: 'ö'.repeat(2501) } }, { input: { description: 'a > b' } }],
  scheduledStartAt: [{ input: { scheduledStartAt: '2020-01-01T00:00:00Z' } }],
  scheduledEndAt: [
    {
      input: {
        scheduledStartAt: '2099-01-01T00:00:00Z',
        scheduledEndAt: '2099-01-01T01:00:00+01:00',
      },
    },
  ],
  broadcastStreamDelayMs: [{ input: { broadcastStreamDelayMs: -1 } }],
} satisfies WriteFixture['rejected'];

/** A setting of a broadcast that is in testing. */
const inTesting = (setting: Input): Rejected => ({
  input: { id: rehearsal, ...setting },
  afterRead: true,
});

const freeBroadcastFields = [
  'privacyStatus',
  'selfDeclaredMadeForKids',
  'enableAutoStart',
  'enableAutoStop',
  'latencyPreference',
  'projection',
  'cuepointSchedule',
];

const { nightShift } = ids.broadcast;

const durations = { values: ['PT1M', 'PT1M30S'], stored: [60, 90] } as const;

const invalidDurations = ['PT0S', 'PT1.5S', 'P1M', 'PT4294967296S'].map((duration) => ({
  input: { duration },
}));

const offsets = {
  values: ['PT9007199254740.993S', 'PT1S'],
  stored: ['9007199254740993', '1000'],
  with: {},
} as const;

const invalidOffsets = ['PT0.0001S', 'P1Y', 'PT9223372036854775.808S'].map((offset) => ({
  input: { offset },
}));

export const broadcastFixtures: Fixtures = {
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
  createBroadcast: {
    entity: 'live/broadcasts',
    fields: broadcastFields,
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    rejected: invalidBroadcastValues,
    accepts: [
      ...freeBroadcastFields,
      'enableMonitorStream',
      'enableDvr',
      'enableEmbed',
      'recordFromStart',
      'closedCaptionsType',
    ],
  },
  updateBroadcast: {
    target: { id: draft },
    entity: `live/broadcasts/${draft}`,
    fields: broadcastFields,
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing } },
    rejected: {
      ...invalidBroadcastValues,
      scheduledEndAt: [
        ...invalidBroadcastValues.scheduledEndAt,
        { input: { scheduledEndAt: '2020-01-01T00:00:00Z' }, afterRead: true },
      ],
      enableMonitorStream: [inTesting({ enableMonitorStream: false })],
      broadcastStreamDelayMs: [
        ...invalidBroadcastValues.broadcastStreamDelayMs,
        inTesting({ broadcastStreamDelayMs: 1 }),
      ],
      enableDvr: [inTesting({ enableDvr: false })],
      enableEmbed: [inTesting({ enableEmbed: false })],
      recordFromStart: [inTesting({ recordFromStart: false })],
      closedCaptionsType: [inTesting({ closedCaptionsType: 'CLOSED_CAPTIONS_EMBEDDED' })],
    },
    accepts: freeBroadcastFields,
  },
  deleteBroadcast: {
    target: { id: draft },
    entity: `live/broadcasts/${draft}`,
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing } },
  },
  bindBroadcast: {
    target: { id: draft },
    entity: `live/broadcasts/${draft}`,
    fields: { streamId: [ids.stream.main, ids.stream.backup] },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: {
      id: { missing: ids.video.missing },
      streamId: { missing: streamId('missing') },
    },
  },
  insertCuepoint: {
    target: { id: nightShift },
    entity: `live/broadcasts/${nightShift}`,
    fields: {
      cueType: { values: ['AD', 'AD'], stored: ['cueTypeAd', 'cueTypeAd'] },
      duration: durations,
      offset: offsets,
      insertAt: {
        values: ['2099-01-01T00:00:00Z', '2099-01-01T00:01:00Z'],
        stored: ['4070908800000', '4070908860000'],
      },
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    again: 'ADDED',
    ids: { id: { missing: ids.video.missing } },
    rejected: {
      duration: invalidDurations,
      offset: invalidOffsets,
      insertAt: [{ input: { insertAt: '2099-01-01T00:00:00Z', offset: 'PT5S' } }],
    },
    accepts: ['cueType'],
  },
  insertLegacyCuepoint: {
    target: { id: nightShift },
    entity: `live/broadcasts/${nightShift}`,
    fields: {
      channelId: [ids.channel.studio, ids.channel.studio],
      cueType: { values: ['AD', 'AD'], stored: ['ad', 'ad'] },
      duration: durations,
      offset: offsets,
      insertAt: ['2099-01-01T00:00:00Z', '2099-01-01T00:01:00Z'],
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    again: 'ADDED',
    ids: {
      id: { missing: ids.video.missing },
      channelId: { missing: ids.channel.missing },
    },
    rejected: {
      duration: invalidDurations,
      offset: invalidOffsets,
      insertAt: [{ input: { insertAt: '2099-01-01T00:00:00Z', offset: 'PT5S' } }],
    },
    accepts: ['cueType'],
  },
};
