/** Ad breaks, by the present and by the former operation. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const { nightShift, launch, benPreview } = ids.broadcast;

const insert = (query: string, body: object = {}, token = 'studio-owner') =>
  box.ask(`/youtube/v3/liveBroadcasts/cuepoint${query}`, { method: 'POST', body, token });

const insertLegacy = (channelId: string, body: object, token = 'studio-owner') =>
  box.ask(`/liveCuepoints?channelId=${channelId}`, { method: 'POST', body, token });

const { studio, ben } = ids.channel;
const settings = { cueType: 'ad' };

describe('a cuepoint', () => {
  it('lasts 30 seconds by default, and each has an id of its own', async () => {
    const first = await insert(`?id=${nightShift}`, { cueType: 'cueTypeAd' });
    const second = await insert(`?id=${nightShift}`, { walltimeMs: '1' });
    expect(first.body).toMatchObject({ cueType: 'cueTypeAd', durationSecs: 30 });
    expect(second.body).toMatchObject({ walltimeMs: '1' });
    expect(first.body.id).not.toBe(second.body.id);
  });
  it.each([
    ['without a broadcast', '', {}, 400, 'idRequired'],
    ['of an unknown broadcast', `?id=${ids.video.missing}`, {}, 404, 'liveBroadcastNotFound'],
    ['of another channel', `?id=${benPreview}`, {}, 404, 'liveBroadcastNotFound'],
    ['before the broadcast is live', `?id=${launch}`, {}, 403, 'insertionNotAllowed'],
    [
      'without a duration',
      `?id=${nightShift}`,
      { durationSecs: 0 },
      400,
      'invalidCuepointDuration',
    ],
    [
      'with two times',
      `?id=${nightShift}`,
      { walltimeMs: '1', insertionOffsetTimeMs: '1' },
      400,
      'invalidCuepointOffsetTime',
    ],
  ])('is rejected %s', async (_, query, body, status, reason) => {
    expect(await insert(query, body)).toMatchObject({ status, reason });
  });
  it('is rejected for a token that can only read', async () => {
    expect(await insert(`?id=${nightShift}`, {}, 'studio-reader')).toMatchObject({ status: 403 });
  });
});

describe('a cuepoint of the former operation', () => {
  it('has the settings that were sent', async () => {
    const sent = { ...settings, durationSecs: 60, walltime: '2026-03-10T09:30:00Z' };
    const { status, body } = await insertLegacy(studio, {
      broadcastId: nightShift,
      settings: sent,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ broadcastId: nightShift, settings: sent });
  });
  it.each([
    ['without a broadcast', studio, { settings }, 400, 'required'],
    ['without a kind', studio, { broadcastId: nightShift }, 400, 'required'],
    ['with another channel', ben, { broadcastId: nightShift, settings }, 404, 'channelNotFound'],
    [
      'without a duration',
      studio,
      { broadcastId: nightShift, settings: { ...settings, durationSecs: 0 } },
      400,
      'invalidValue',
    ],
    ['before the broadcast is live', studio, { broadcastId: launch, settings }, 403, 'forbidden'],
    [
      'with two times',
      studio,
      {
        broadcastId: nightShift,
        settings: { ...settings, offsetTimeMs: '1', walltime: '2026-03-10T09:30:00Z' },
      },
      400,
      'invalidValue',
    ],
  ])('is rejected %s', async (_, channelId, body, status, reason) => {
    expect(await insertLegacy(channelId, body)).toMatchObject({ status, reason });
  });
});
