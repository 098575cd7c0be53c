/** Category, countries and ads of broadcasts: what one value of an update does to the others. */
import { describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { mutator } from '../../../support/client/mutation.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { launch, nightShift, retrospective } = ids.broadcast;
const send = mutator(studio, 'code reason path');
const broadcast = (id: string) => liveState(studio.sandbox.simulation()).broadcasts.get(id)! as any;

const update = (id: string, input: object, selection = 'broadcastId') =>
  send('updateBroadcast', { id, ...input }, `broadcast { ${selection} }`);

const schedule = 'monetizationDetails { cuepointSchedule { frequency strategy repeatInterval } }';

describe('the schedule of ad breaks', () => {
  const old = { enabled: true, scheduleStrategy: 'concurrent', repeatIntervalSecs: 360 };

  it('is shown in the form of the years before 2026, too', async () => {
    broadcast(launch).monetizationDetails = { cuepointSchedule: old };
    const { data } = await studio.query(`{ broadcast(id: "${launch}") { ${schedule} } }`);
    const { cuepointSchedule } = data.broadcast.monetizationDetails;
    expect(cuepointSchedule).toEqual({
      frequency: null,
      strategy: 'CONCURRENT',
      repeatInterval: 'PT6M',
    });
  });
  it.each([
    ['another setting', { enabled: false }, { ...old, enabled: false }],
    [
      'one of both settings of the owner',
      { strategy: 'NON_CONCURRENT' },
      {
        enabled: true,
        creatorCuepointConfig: { scheduleStrategy: 'nonConcurrent', repeatIntervalSecs: 360 },
      },
    ],
    ['a frequency', { frequency: 'LOW' }, { enabled: true, ytOptimizedCuepointConfig: 'LOW' }],
  ])('of that form loses nothing by a change of %s', async (_, change, stored) => {
    broadcast(launch).monetizationDetails = { cuepointSchedule: old };
    const { payload } = await update(launch, { cuepointSchedule: change });
    expect(payload.errors).toEqual([]);
    expect(broadcast(launch).monetizationDetails.cuepointSchedule).toEqual(stored);
  });
  it('by the owner ends the one by YouTube', async () => {
    await update(launch, { cuepointSchedule: { frequency: 'HIGH' } });
    await update(launch, { cuepointSchedule: { repeatInterval: 'PT12M' } });
    const { cuepointSchedule } = broadcast(launch).monetizationDetails;
    expect(cuepointSchedule).toMatchObject({ creatorCuepointConfig: { repeatIntervalSecs: 720 } });
    expect(cuepointSchedule).not.toHaveProperty('ytOptimizedCuepointConfig');
  });
});

it('ads of a broadcast that may not show any are refused at their argument, once', async () => {
  liveState(studio.sandbox.simulation()).adsEligible = false;
  const { payload } = await update(launch, { adsMonetizationStatus: 'ON' });
  expect(payload.errors).toEqual([
    {
      code: 'FORBIDDEN',
      reason: 'videoNotEligibleForAdsMonetization',
      path: ['adsMonetizationStatus'],
    },
  ]);
  const writes = studio.operations().filter((each) => each === 'live:liveBroadcasts.update');
  expect(writes).toHaveLength(1);
});

it('the category of a broadcast that has started is changed through its video', async () => {
  const { payload } = await update(nightShift, { categoryId: '20' }, 'category { title }');
  expect(payload).toEqual({ broadcast: { category: { title: 'Gaming' } }, errors: [] });
  expect(studio.operations()).not.toContain('live:liveBroadcasts.update');
  const { videos } = videoState(studio.sandbox.simulation());
  expect(videos.get(nightShift)!.snippet.categoryId).toBe('20');
});

it('times of availability are for broadcasts that have ended', async () => {
  const availabilityConfig = {
    regions: [{ regionCode: 'NO', from: '2026-01-01T00:00:00Z', to: '2026-06-01T00:00:00Z' }],
  };
  const live = await update(nightShift, { availabilityConfig });
  expect(live.payload.errors.map(({ path }: any) => path.join('.'))).toEqual([
    'availabilityConfig.regions.0.from',
    'availabilityConfig.regions.0.to',
  ]);
  const shown = 'contentDetails { availabilityConfig { regions { regionCode from to } } }';
  const ended = await update(retrospective, { availabilityConfig }, shown);
  expect(ended.payload.errors).toEqual([]);
  expect(ended.payload.broadcast.contentDetails.availabilityConfig).toEqual(availabilityConfig);
});
