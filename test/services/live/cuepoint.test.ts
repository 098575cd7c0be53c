import { describe, expect, it } from 'vitest';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mutator } from '../../support/client/mutation.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });
const { nightShift, launch } = ids.broadcast;

const cuepoints = () =>
  liveState(studio.sandbox.simulation()).broadcasts.get(nightShift)!.cuepoints ?? [];

const mutate = mutator(studio);

const cuepoint = 'cuepoint { cuepointId cueType duration offset insertAt }';

describe('insertCuepoint', () => {
  it('inserts an ad break at once, with the duration that YouTube chooses', async () => {
    const { payload } = await mutate('insertCuepoint', { id: nightShift }, cuepoint);
    expect(payload).toEqual({
      cuepoint: {
        cuepointId: cuepoints()[0]!.id,
        cueType: 'AD',
        duration: 'PT30S',
        offset: null,
        insertAt: null,
      },
      errors: [],
    });
    expect(studio.calls()[0]!.body).toEqual({ cueType: 'cueTypeAd' });
  });
  it('shows the times that were sent', async () => {
    const insertAt = '2099-01-01T01:00:00+01:00';
    for (const [time, shown] of [
      [{ insertAt }, { offset: null, insertAt: '2099-01-01T00:00:00.000Z' }],
      [{ offset: 'PT2501999792H59M0.993S' }, { offset: 'PT2501999792H59M0.993S', insertAt: null }],
    ]) {
      const input = { id: nightShift, duration: 'PT45S', ...time };
      const { payload } = await mutate('insertCuepoint', input, cuepoint);
      expect(payload.cuepoint).toMatchObject({ duration: 'PT45S', ...shown });
    }
  });
  it('says that a broadcast has to be live', async () => {
    const { payload } = await mutate('insertCuepoint', { id: launch }, cuepoint);
    expect(payload.errors[0].message).toContain('is live');
  });
});

describe('insertLegacyCuepoint', () => {
  it('calls /liveCuepoints, without the base path of YouTube, for the content owner of the header', async () => {
    const { payload } = await mutate(
      'insertLegacyCuepoint',
      {
        id: nightShift,
        channelId: ids.channel.studio,
        duration: 'PT60S',
        insertAt: '2099-01-01T00:00:00Z',
      },
      `broadcast { broadcastId }
       liveCuepoint { cuepointId broadcastId cueType duration offset insertAt
         broadcast { lifeCycleStatus } }`,
      { headers: { 'x-content-owner': ids.contentOwner } },
    );
    expect(payload).toEqual({
      broadcast: { broadcastId: nightShift },
      liveCuepoint: {
        cuepointId: cuepoints()[0]!.id,
        broadcastId: nightShift,
        cueType: 'AD',
        duration: 'PT1M',
        offset: null,
        insertAt: '2099-01-01T00:00:00Z',
        broadcast: { lifeCycleStatus: 'LIVE' },
      },
      errors: [],
    });
    const [{ call, query, body }] = studio.calls() as [ReturnType<typeof studio.calls>[0]];
    expect(call.path).toBe('/liveCuepoints');
    expect(query).toEqual({
      channelId: [ids.channel.studio],
      onBehalfOfContentOwner: [ids.contentOwner],
      prettyPrint: ['false'],
    });
    expect(body).toEqual({
      broadcastId: nightShift,
      settings: { cueType: 'ad', durationSecs: 60, walltime: '2099-01-01T00:00:00Z' },
    });
  });
});
