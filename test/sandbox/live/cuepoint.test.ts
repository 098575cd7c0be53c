/** Ad breaks, by the present and by the former operation. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';
import { post } from '../../support/client/sandbox-request.ts';
import { testRejected } from '../../support/scenario/rejected-request.ts';

const box = useSandbox();
const { nightShift, launch, benPreview } = ids.broadcast;

type Request = readonly [path: string, options: RequestOptions];

const inserting = (query: string, body: object = {}, token?: string): Request => [
  `/youtube/v3/liveBroadcasts/cuepoint${query}`,
  post(body, token),
];

const insertingLegacy = (channelId: string, body: object): Request => [
  `/liveCuepoints?channelId=${channelId}`,
  post(body),
];

const { studio, ben } = ids.channel;
const settings = { cueType: 'ad' };

describe('a cuepoint', () => {
  it('lasts 30 seconds by default, and each has an id of its own', async () => {
    const first = await box.ask(...inserting(`?id=${nightShift}`, { cueType: 'cueTypeAd' }));
    const second = await box.ask(...inserting(`?id=${nightShift}`, { walltimeMs: '1' }));
    expect(first.body).toMatchObject({ cueType: 'cueTypeAd', durationSecs: 30 });
    expect(second.body).toMatchObject({ walltimeMs: '1' });
    expect(first.body.id).not.toBe(second.body.id);
  });
  testRejected(box, {
    '400 idRequired': { 'without a broadcast': inserting('') },
    '404 liveBroadcastNotFound': {
      'of an unknown broadcast': inserting(`?id=${ids.video.missing}`),
      'of another channel': inserting(`?id=${benPreview}`),
    },
    '403 insertionNotAllowed': { 'before the broadcast is live': inserting(`?id=${launch}`) },
    '400 invalidCuepointDuration': {
      'without a duration': inserting(`?id=${nightShift}`, { durationSecs: 0 }),
    },
    '400 invalidCuepointOffsetTime': {
      'with two times': inserting(`?id=${nightShift}`, {
        walltimeMs: '1',
        insertionOffsetTimeMs: '1',
      }),
    },
    '403 insufficientPermissions': {
      'by a token that can only read': inserting(`?id=${nightShift}`, {}, 'studio-reader'),
    },
  });
});

describe('a cuepoint of the former operation', () => {
  it('has the settings that were sent', async () => {
    const sent = { ...settings, durationSecs: 60, walltime: '2026-03-10T09:30:00Z' };
    const { status, body } = await box.ask(
      ...insertingLegacy(studio, { broadcastId: nightShift, settings: sent }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ broadcastId: nightShift, settings: sent });
  });
  const twoTimes = { offsetTimeMs: '1', walltime: '2026-03-10T09:30:00Z' };
  const withSettings = (more: object) =>
    insertingLegacy(studio, { broadcastId: nightShift, settings: { ...settings, ...more } });
  testRejected(box, {
    '400 required': {
      'without a broadcast': insertingLegacy(studio, { settings }),
      'without a kind': insertingLegacy(studio, { broadcastId: nightShift }),
    },
    '404 channelNotFound': {
      'with another channel': insertingLegacy(ben, { broadcastId: nightShift, settings }),
    },
    '400 invalidValue': {
      'without a duration': withSettings({ durationSecs: 0 }),
      'with two times': withSettings(twoTimes),
    },
    '403 forbidden': {
      'before the broadcast is live': insertingLegacy(studio, { broadcastId: launch, settings }),
    },
  });
});
