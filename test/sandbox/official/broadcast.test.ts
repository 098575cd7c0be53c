/** A whole broadcast, from its creation to its end, with the official client library. */
import type { youtube_v3 } from '@googleapis/youtube';
import { beforeEach, expect, it } from 'vitest';
import { youtubeAs } from '../../support/official.ts';
import { useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const seconds = 1000;
const part = ['snippet', 'status', 'contentDetails'];
let client: youtube_v3.Youtube;

beforeEach(() => {
  client = youtubeAs('studio-owner', box.sandbox.url);
  box.sandbox.setStartingTime(5 * seconds);
});

async function insertBroadcast(): Promise<string> {
  const { data } = await client.liveBroadcasts.insert({
    part,
    requestBody: {
      snippet: { title: 'Åland by night 🌊', scheduledStartTime: '2026-03-10T10:00:00Z' },
      status: { privacyStatus: 'unlisted' },
      contentDetails: { enableAutoStop: true },
    },
  });
  return data.id!;
}

async function insertStream(): Promise<string> {
  const { data } = await client.liveStreams.insert({
    part: ['snippet', 'cdn', 'status'],
    requestBody: {
      snippet: { title: 'Roof camera' },
      cdn: { ingestionType: 'rtmp', resolution: '1080p', frameRate: '60fps' },
    },
  });
  return data.id!;
}

const transition = (id: string, broadcastStatus: string) =>
  client.liveBroadcasts.transition({ part, id, broadcastStatus });

async function read(id: string): Promise<youtube_v3.Schema$LiveBroadcast> {
  const { data } = await client.liveBroadcasts.list({ part, id: [id] });
  return data.items![0]!;
}

const lifeCycleStatus = async (id: string) => (await read(id)).status!.lifeCycleStatus;

async function readVideo(id: string): Promise<youtube_v3.Schema$Video> {
  const { data } = await client.videos.list({
    part: ['snippet', 'contentDetails', 'liveStreamingDetails'],
    id: [id],
  });
  return data.items![0]!;
}

/** Creates a broadcast that waits for its stream. */
async function prepare(): Promise<{ readonly id: string; readonly streamId: string }> {
  const id = await insertBroadcast();
  expect(await lifeCycleStatus(id)).toBe('created');
  const streamId = await insertStream();
  const { data } = await client.liveBroadcasts.bind({ part, id, streamId });
  expect(data).toMatchObject({
    status: { lifeCycleStatus: 'ready' },
    contentDetails: { boundStreamId: streamId },
  });
  return { id, streamId };
}

const rejection = (reason: string) => ({
  status: 403,
  response: { data: { error: { errors: [{ reason }] } } },
});

it('passes from created to live through the test of its stream', async () => {
  const { id, streamId } = await prepare();
  await expect(transition(id, 'testing')).rejects.toMatchObject(rejection('errorStreamInactive'));
  box.sandbox.setStreamStatus(streamId, 'active', 10 * seconds);
  box.sandbox.advance(10 * seconds);
  await expect(transition(id, 'live')).rejects.toMatchObject(rejection('invalidTransition'));
  expect((await transition(id, 'testing')).data.status!.lifeCycleStatus).toBe('testStarting');
  await expect(transition(id, 'testing')).rejects.toMatchObject(rejection('redundantTransition'));
  box.sandbox.advance(5 * seconds);
  expect(await lifeCycleStatus(id)).toBe('testing');
  expect((await transition(id, 'live')).data.status!.lifeCycleStatus).toBe('liveStarting');
  expect((await readVideo(id)).snippet!.liveBroadcastContent).toBe('upcoming');
  box.sandbox.advance(5 * seconds);
  expect(await lifeCycleStatus(id)).toBe('live');
  const video = await readVideo(id);
  expect(video.snippet).toMatchObject({
    title: 'Åland by night 🌊',
    liveBroadcastContent: 'live',
  });
  expect(video.liveStreamingDetails).toMatchObject({
    actualStartTime: (await read(id)).snippet!.actualStartTime,
    activeLiveChatId: (await read(id)).snippet!.liveChatId,
  });
});

it('ends with its stream, and so does its chat', async () => {
  const { id, streamId } = await prepare();
  box.sandbox.setStreamStatus(streamId, 'active');
  await transition(id, 'testing');
  box.sandbox.advance(5 * seconds);
  await transition(id, 'live');
  box.sandbox.advance(5 * seconds);
  const liveChatId = (await readVideo(id)).liveStreamingDetails!.activeLiveChatId!;
  const page = (pageToken?: string) =>
    client.liveChatMessages.list({
      liveChatId,
      part: ['snippet'],
      ...(pageToken !== undefined && { pageToken }),
    });
  const first = (await page()).data;
  expect(first.items).toEqual([]);
  const { data: message } = await client.liveChatMessages.insert({
    part: ['snippet'],
    requestBody: {
      snippet: {
        liveChatId,
        type: 'textMessageEvent',
        textMessageDetails: { messageText: 'Hyvää iltaa 👋' },
      },
    },
  });
  box.sandbox.advance(first.pollingIntervalMillis!);
  const second = (await page(first.nextPageToken!)).data;
  expect(second.items!.map(({ id: messageId }) => messageId)).toEqual([message.id]);
  box.sandbox.setStreamStatus(streamId, 'inactive');
  box.sandbox.advance(60 * seconds);
  expect(await lifeCycleStatus(id)).toBe('complete');
  const last = (await page(second.nextPageToken!)).data;
  expect(last.items!.map(({ snippet }) => snippet!.type)).toEqual(['chatEndedEvent']);
  expect(last.offlineAt).toBe((await read(id)).snippet!.actualEndTime);
  box.sandbox.advance(last.pollingIntervalMillis!);
  await expect(page(last.nextPageToken!)).rejects.toMatchObject(rejection('liveChatEnded'));
  const video = await readVideo(id);
  expect(video.contentDetails!.duration).toBe('PT1M3S');
  expect(video.liveStreamingDetails).not.toHaveProperty('activeLiveChatId');
  await expect(transition(id, 'live')).rejects.toMatchObject(rejection('invalidTransition'));
});
