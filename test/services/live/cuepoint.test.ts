import { describe, expect, it } from 'vitest';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mutator } from '../../support/mutation.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });
const { nightShift, launch } = ids.broadcast;

const cuepoints = (id = nightShift) =>
  liveState(studio.sandbox.simulation()).broadcasts.get(id)!.cuepoints ?? [];

const sent = () => studio.calls().map(({ operation, query, body }) => ({ operation, query, body }));

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
    expect(sent()).toEqual([
      {
        operation: 'live:liveBroadcasts.cuepoint',
        query: { id: [nightShift], prettyPrint: ['false'] },
        body: { cueType: 'cueTypeAd' },
      },
    ]);
  });
  it.each([
    [{ insertAt: '2099-01-01T01:00:00+01:00' }, { walltimeMs: '4070908800000' }],
    [{ offset: 'PT1M30S' }, { insertionOffsetTimeMs: '90000' }],
    [{ offset: 'PT2501999792H59M0.993S' }, { insertionOffsetTimeMs: '9007199254740993' }],
  ])('sends a time as milliseconds: %j', async (time, stored) => {
    const { payload } = await mutate(
      'insertCuepoint',
      { id: nightShift, duration: 'PT45S', ...time },
      cuepoint,
    );
    expect(sent().map(({ body }) => body)).toEqual([
      { cueType: 'cueTypeAd', durationSecs: 45, ...stored },
    ]);
    expect(payload.cuepoint).toMatchObject({
      duration: 'PT45S',
      offset: 'offset' in time ? time.offset : null,
      insertAt: 'walltimeMs' in stored ? '2099-01-01T00:00:00.000Z' : null,
    });
  });
  it('rejects two times and an impossible duration, before any call', async () => {
    const both = { insertAt: '2099-01-01T00:00:00Z', offset: 'PT0S' };
    const results = [
      await mutate('insertCuepoint', { id: nightShift, ...both }, cuepoint),
      await mutate('insertCuepoint', { id: nightShift, duration: 'PT0S' }, cuepoint),
    ];
    expect(results.map(({ payload }) => payload)).toMatchObject([
      { cuepoint: null, errors: [{ code: 'INVALID_INPUT', path: ['insertAt'] }] },
      { cuepoint: null, errors: [{ code: 'INVALID_INPUT', path: ['duration'] }] },
    ]);
    expect(sent()).toEqual([]);
  });
  it('is refused for a broadcast that is not live', async () => {
    const { payload } = await mutate('insertCuepoint', { id: launch }, cuepoint);
    expect(payload).toMatchObject({
      cuepoint: null,
      errors: [{ code: 'FORBIDDEN', reason: 'insertionNotAllowed', path: ['id'] }],
    });
    expect(payload.errors[0].message).toContain('is live');
    expect(cuepoints(launch)).toEqual([]);
  });
  it('is not repeated after a lost response, whose outcome is unknown', async () => {
    studio.sandbox.fault({ drop: 'after', times: 1 });
    const { errors } = await mutate('insertCuepoint', { id: nightShift }, cuepoint);
    expect(errors).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }]);
    expect(cuepoints()).toHaveLength(1);
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
       cuepoint { cuepointId broadcastId cueType duration offset insertAt
         broadcast { lifeCycleStatus } }`,
      { headers: { 'x-content-owner': ids.contentOwner } },
    );
    expect(payload).toEqual({
      broadcast: { broadcastId: nightShift },
      cuepoint: {
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
  it('names the channel that does not own the broadcast', async () => {
    const { payload } = await mutate(
      'insertLegacyCuepoint',
      { id: nightShift, channelId: ids.channel.ben },
      'cuepoint { cuepointId }',
    );
    expect(payload).toMatchObject({
      cuepoint: null,
      errors: [{ code: 'NOT_FOUND', path: ['channelId'] }],
    });
  });
  it('names the broadcast that is not live', async () => {
    const { payload } = await mutate(
      'insertLegacyCuepoint',
      { id: launch, channelId: ids.channel.studio },
      'cuepoint { cuepointId }',
    );
    expect(payload).toMatchObject({
      cuepoint: null,
      errors: [{ code: 'FORBIDDEN', path: ['id'] }],
    });
  });
});
