/** A broadcast from its creation to its end, through GraphQL alone. */
import { expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { successfulMutator } from '../../../support/client/mutation.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { useSimulatedTime } from '../../../support/clock/simulated-time.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
useSimulatedTime(() => studio.sandbox);

const second = 1_000;

const mutate = successfulMutator(studio);

async function read(id: string, selection: string): Promise<any> {
  const data = await studio.data(`query ($id: ID!) { broadcast(id: $id) { ${selection} } }`, {
    id,
  });
  return data.broadcast;
}

const create = async (): Promise<{ readonly id: string; readonly liveChatId: string }> =>
  (
    await mutate(
      'createBroadcast',
      {
        title: 'Åland by night 🌊',
        scheduledStartAt: '2099-01-01T20:00:00Z',
        privacyStatus: 'UNLISTED',
      },
      'broadcast { id liveChatId }',
    )
  ).broadcast;

const createStream = async (): Promise<any> =>
  (
    await mutate(
      'createStream',
      { title: 'Roof camera', resolution: 'P1080', frameRate: 'FPS_60' },
      'stream { id streamId ingestion { streamName } }',
    )
  ).stream;

it('passes from creation through the test of its stream to its end', async () => {
  studio.sandbox.setStartingTime(5 * second);
  const { id, liveChatId } = await create();
  const stream = await createStream();
  expect(stream.ingestion.streamName).toEqual(expect.any(String));
  expect(
    (
      await mutate(
        'bindBroadcast',
        { id, streamId: stream.id },
        'broadcast { lifeCycleStatus boundStream { id } }',
      )
    ).broadcast,
  ).toEqual({ lifeCycleStatus: 'READY', boundStream: { id: stream.id } });

  studio.sandbox.setStreamStatus(stream.streamId, 'active', 10 * second);
  const { broadcast } = await mutate('goLive', { id }, 'broadcast { lifeCycleStatus }');
  expect(broadcast.lifeCycleStatus).toBe('LIVE');
  const transitions = studio
    .calls()
    .filter(({ operation }) => operation === 'live:liveBroadcasts.transition')
    .map(({ query, call }) => ({ to: query['broadcastStatus']![0], time: Date.parse(call.time) }));
  expect(transitions.map(({ to }) => to)).toEqual(['testing', 'live']);
  expect(transitions[0]!.time).toBeGreaterThanOrEqual(start.getTime() + 10 * second);

  const content = { text: 'Welcome aboard ⚓' };
  await mutate('sendChatMessage', { liveChatId, content }, 'chatMessage { displayText }');
  studio.sandbox.postChatMessages(liveChatId, [{ text: 'Hyvää iltaa 👋' }]);
  const live = await read(
    id,
    `video { liveBroadcastContent liveChatId }
     liveChat { messages { messages { displayText } } }`,
  );
  expect(live).toEqual({
    video: {
      liveBroadcastContent: 'LIVE',
      liveChatId,
    },
    liveChat: {
      messages: {
        messages: [{ displayText: 'Welcome aboard ⚓' }, { displayText: 'Hyvää iltaa 👋' }],
      },
    },
  });

  const { cuepoint } = await mutate(
    'insertCuepoint',
    { id, duration: 'PT20S' },
    'cuepoint { duration }',
  );
  expect(cuepoint).toEqual({ duration: 'PT20S' });

  studio.sandbox.advance(60 * second);
  await mutate('endBroadcast', { id }, 'broadcast { lifeCycleStatus }');
  const { snippet } = [...liveState(studio.sandbox.simulation()).broadcasts.values()].at(-1)!;
  expect(await read(id, 'lifeCycleStatus recordingStatus actualStartAt actualEndAt')).toEqual({
    lifeCycleStatus: 'COMPLETE',
    recordingStatus: 'RECORDED',
    actualStartAt: snippet.actualStartTime,
    actualEndAt: snippet.actualEndTime,
  });
  expect(
    await read(
      id,
      'video { liveBroadcastContent liveChatId liveStreamingDetails { actualEndAt } }',
    ),
  ).toEqual({
    video: {
      liveBroadcastContent: 'NONE',
      liveChatId: null,
      liveStreamingDetails: { actualEndAt: snippet.actualEndTime },
    },
  });
});

it('has a video a few seconds after its creation', async () => {
  studio.sandbox.setVideoDelay(15 * second);
  const { broadcast } = await mutate(
    'createBroadcast',
    { title: 'Quay', scheduledStartAt: '2099-01-01T20:00:00Z', privacyStatus: 'PUBLIC' },
    'broadcast { id video { title } }',
  );
  expect(broadcast.video).toBeNull();
  studio.sandbox.advance(15 * second);
  expect(await read(broadcast.id, 'video { title }')).toEqual({ video: { title: 'Quay' } });
});
