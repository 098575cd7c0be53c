/** The progress of a whole broadcast, from its creation to its end, over every transport. */
import { afterEach, expect, it } from 'vitest';
import type { EventStream } from '../../../support/event-stream.ts';
import { successfulMutator } from '../../../support/mutation.ts';
import { useSimulatedTime } from '../../../support/simulated-time.ts';
import { useStudio } from '../../../support/studio.ts';
import { transports } from '../../../support/subscription-client.ts';

const studio = useStudio();
useSimulatedTime(() => studio.sandbox);

const second = 1_000;

const clients: EventStream[] = [];

afterEach(() => {
  for (const { leave } of clients.splice(0)) leave();
});

const mutate = successfulMutator(studio);

it.each(Object.keys(transports))(
  'the progress of a whole broadcast arrives over %s',
  async (transport) => {
    const { stream } = await mutate(
      'createStream',
      { title: 'Stage camera', resolution: 'P1080', frameRate: 'FPS_30', isReusable: true },
      'stream { streamId streamStatus ingestion { ingestionAddress streamName } }',
    );
    // The encoder gets its address and key, and starts ten seconds after `goLive`.
    expect(stream).toMatchObject({
      ingestion: { ingestionAddress: expect.any(String), streamName: expect.any(String) },
    });
    const { broadcast } = await mutate(
      'createBroadcast',
      {
        title: 'Première ✨',
        description: 'With questions from the audience.',
        scheduledStartAt: '2100-01-01T20:00:00Z',
        privacyStatus: 'UNLISTED',
        enableMonitorStream: true,
      },
      'broadcast { broadcastId lifeCycleStatus boundStreamId allowedTransitions }',
    );
    expect(broadcast).toMatchObject({
      lifeCycleStatus: 'CREATED',
      boundStreamId: null,
      allowedTransitions: [],
    });
    const id: string = broadcast.broadcastId;
    const progress = await transports[transport]!(studio.gateway.url, {
      query: `subscription { broadcastProgress(id: "${id}") { step lifeCycleStatus } }`,
      token: 'studio-owner',
    });
    clients.push(progress);
    await progress.until(1);

    studio.sandbox.setStartingTime(5 * second);
    studio.sandbox.setStreamStatus(stream.streamId, 'active', 10 * second);
    studio.sandbox.clearCalls();
    const startedAt = studio.sandbox.now().getTime();
    const live = await mutate(
      'goLive',
      { id, streamId: stream.streamId },
      'broadcast { lifeCycleStatus allowedTransitions boundStream { streamStatus } video { liveBroadcastContent } }',
    );
    expect(live.broadcast).toEqual({
      lifeCycleStatus: 'LIVE',
      allowedTransitions: ['COMPLETE'],
      boundStream: { streamStatus: 'ACTIVE' },
      video: { liveBroadcastContent: 'LIVE' },
    });
    const transitions = studio.calls().filter(({ operation }) => operation.endsWith('.transition'));
    expect(transitions.map(({ query }) => query['broadcastStatus'])).toEqual([
      ['testing'],
      ['live'],
    ]);
    for (const { call } of transitions)
      expect(Date.parse(call.time)).toBeGreaterThanOrEqual(startedAt + 10 * second);

    const { broadcast: ended } = await mutate(
      'endBroadcast',
      { id },
      'broadcast { lifeCycleStatus recordingStatus actualStartAt actualEndAt }',
    );
    expect(ended).toEqual({
      lifeCycleStatus: 'COMPLETE',
      recordingStatus: 'RECORDED',
      actualStartAt: expect.any(String),
      actualEndAt: expect.any(String),
    });
    const events = await progress.untilEnd();
    expect(events.map(({ data }) => data?.broadcastProgress)).toEqual([
      { step: 'SUBSCRIBED', lifeCycleStatus: 'CREATED' },
      { step: 'STREAM_BOUND', lifeCycleStatus: 'CREATED' },
      { step: 'WAITING_FOR_STREAM', lifeCycleStatus: 'READY' },
      { step: 'STREAM_ACTIVE', lifeCycleStatus: 'READY' },
      { step: 'TESTING_REQUESTED', lifeCycleStatus: 'TEST_STARTING' },
      { step: 'TESTING', lifeCycleStatus: 'TESTING' },
      { step: 'LIVE_REQUESTED', lifeCycleStatus: 'LIVE_STARTING' },
      { step: 'LIVE', lifeCycleStatus: 'LIVE' },
      { step: 'FINISHED', lifeCycleStatus: 'LIVE' },
      { step: 'END_REQUESTED', lifeCycleStatus: 'COMPLETE' },
      { step: 'ENDED', lifeCycleStatus: 'COMPLETE' },
      { step: 'FINISHED', lifeCycleStatus: 'COMPLETE' },
    ]);
    expect(JSON.stringify(events)).not.toContain(stream.ingestion.streamName);
    await mutate('deleteStream', { id: stream.streamId }, 'deletedId');
  },
);
