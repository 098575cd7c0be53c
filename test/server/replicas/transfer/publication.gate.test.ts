/**
 * `publishFileAsVideo` on several processes of which one dies at each step: another one continues,
 * for a repeated mutation or for a subscriber, and the file is uploaded once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/sandbox/fault.ts';
import type { RecordedCall } from '../../../../src/sandbox/call/recorder.ts';
import { openEventStream } from '../../../support/client/event-stream.ts';
import {
  createVideoFile,
  metadata,
  publishDocument,
  publishedState,
  wholeState,
} from '../../../support/scenario/publish-file.ts';
import { startRedis, type TestRedis } from '../../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../../support/gateway/replicas.ts';
import { post } from '../../../support/client/upload-client.ts';

const MiB = 1024 * 1024;

/** Two parts. */
const length = 40 * MiB + 17;

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({ count: 2, env: { REDIS_URL: redis.url } });
});

beforeEach(async () => {
  // After a reset the sandbox gives a new file the same id: its publication must be another one.
  await redis.cli('FLUSHALL');
  replicas.sandbox.reset();
  replicas.sandbox.clearCalls();
  replicas.sandbox.clearFaults();
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

const publish = (index: number, fileId: string, waitSeconds: number): Promise<any> =>
  post(replicas.urlOf(index), publishDocument, { input: { fileId, ...metadata, waitSeconds } });

const calls = (operation: string, method: string): RecordedCall[] =>
  replicas.sandbox.calls().filter((call) => call.operation === operation && call.method === method);

const uploadedBytes = (): number =>
  calls('video:videos.insert', 'PUT').reduce((sum, { upload }) => sum + (upload?.bytes ?? 0), 0);

const uploadedFiles = (): number =>
  replicas.sandbox.uploads().filter(({ operation }) => operation === 'video:videos.insert').length;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(5);
}

/** A point at which a process dies: faults that hold it there, and how to see that it is there. */
interface Death {
  readonly title: string;
  readonly faults: readonly Fault[];
  readonly isReached: () => boolean;
}

const hold = { delayMs: 60_000, times: 1 };
const put = { operation: 'video:videos.insert', method: 'PUT' };

const deaths: readonly Death[] = [
  {
    title: 'before the upload has started',
    faults: [{ match: { operation: 'video:videos.insert', method: 'POST' }, ...hold }],
    isReached: () => calls('video:channels.list', 'GET').length > 0,
  },
  {
    title: 'when the upload has started, and its URL is lost',
    faults: [
      { match: { operation: 'video:videos.insert', method: 'POST' }, drop: 'after', times: 1 },
      { match: { operation: 'video:videos.insert', method: 'POST' }, ...hold },
    ],
    isReached: () => calls('video:videos.insert', 'POST').length > 0,
  },
  {
    title: 'before the first byte',
    faults: [
      { match: { pathIncludes: 'alt=media' }, delayMs: 0, times: 1 },
      { match: { pathIncludes: 'alt=media' }, ...hold },
    ],
    isReached: () => calls('video:videos.insert', 'POST').length > 0,
  },
  {
    title: 'in the middle of a part',
    faults: [],
    isReached: () => uploadedBytes() > 10 * MiB,
  },
  {
    title: 'between two parts',
    faults: [
      { match: { pathIncludes: 'alt=media' }, delayMs: 0, times: 2 },
      { match: { pathIncludes: 'alt=media' }, ...hold },
    ],
    isReached: () => uploadedBytes() >= 32 * MiB,
  },
  {
    title: 'after the last byte, before the answer',
    faults: [
      { match: put, delayMs: 0, times: 1 },
      { match: put, drop: 'after', times: 1 },
      { match: put, ...hold },
    ],
    isReached: () => uploadedFiles() > 0,
  },
  {
    title: 'before the file names the video',
    faults: [{ match: { operation: 'storage:files.update' }, ...hold }],
    isReached: () => uploadedFiles() > 0,
  },
  {
    title: 'when the file names the video, before the answer',
    faults: [
      { match: { operation: 'storage:files.update' }, drop: 'after', times: 1 },
      { match: { operation: 'storage:files.update' }, ...hold },
    ],
    isReached: () => calls('storage:files.update', 'PATCH').length > 0,
  },
];

/** Begins a publication in the first process, and kills the process at a point. */
async function dieAt({ faults, isReached }: Death): Promise<string> {
  const fileId = await createVideoFile(replicas.sandbox, length);
  for (const fault of faults) replicas.sandbox.fault(fault);
  const lost = publish(0, fileId, 60).catch(() => undefined);
  await until(isReached);
  // What follows at once has to be reached as well.
  await wait(100);
  await replicas.kill(0);
  await lost;
  replicas.sandbox.clearFaults();
  return fileId;
}

/** Milliseconds: several processes start, and take over from each other. */
const timeout = 120_000;

describe('a process that dies', { timeout }, () => {
  it.each(deaths)('is replaced when the mutation is repeated: $title', async (death) => {
    const fileId = await dieAt(death);
    const { data, errors } = await publish(1, fileId, 60);
    expect([errors, data?.publishFileAsVideo.errors]).toEqual([undefined, []]);
    const { videoId } = data.publishFileAsVideo.video;
    expect(await publishedState(replicas.sandbox, fileId)).toEqual(
      await wholeState(length, videoId),
    );
    await replicas.restart(0);
  });
  it('is replaced for a mutation that does not wait', async () => {
    const fileId = await dieAt(deaths[3]!);
    const { data } = await publish(1, fileId, 0);
    expect(data.publishFileAsVideo).toMatchObject({ video: null, errors: [] });
    await until(() => calls('storage:files.update', 'PATCH').length > 0);
    await wait(200);
    const state = await publishedState(replicas.sandbox, fileId);
    expect(state).toEqual(await wholeState(length, state.linked!));
    await replicas.restart(0);
  });
  it('is replaced for a subscriber of another process, who sees the end', async () => {
    const fileId = await createVideoFile(replicas.sandbox, length);
    const query = `subscription ($id: ID!) {
      publicationProgress(fileId: $id) { step transferredBytes totalBytes videoId }
    }`;
    const client = await openEventStream(replicas.urlOf(1), {
      query,
      variables: { id: fileId },
      token: 'studio-owner',
    });
    await client.until(1);
    const lost = publish(0, fileId, 60).catch(() => undefined);
    await until(() => uploadedBytes() > 10 * MiB);
    await replicas.kill(0);
    await lost;
    const events = (await client.untilEnd()).map(({ data }) => data.publicationProgress);
    const { videoId } = events.at(-1);
    expect(events[0]).toMatchObject({ step: 'SUBSCRIBED', totalBytes: null, videoId: null });
    expect(events.at(-1)).toEqual({
      step: 'FINISHED',
      transferredBytes: String(length),
      totalBytes: String(length),
      videoId: expect.any(String),
    });
    expect(events.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['UPLOAD_STARTED', 'VIDEO_CREATED', 'FILE_LINKED']),
    );
    expect(await publishedState(replicas.sandbox, fileId)).toEqual(
      await wholeState(length, videoId),
    );
    await replicas.restart(0);
  });
});

describe('a process that is frozen', { timeout }, () => {
  it('is replaced, and reports what the other one has done when it goes on', async () => {
    const fileId = await createVideoFile(replicas.sandbox, length);
    const first = publish(0, fileId, 60);
    await until(() => uploadedBytes() > 10 * MiB);
    replicas.process(0).signal('SIGSTOP');
    const second = await publish(1, fileId, 60);
    replicas.process(0).signal('SIGCONT');
    const both = [await first, second].map(({ data }) => data.publishFileAsVideo);
    expect(both.map(({ errors }) => errors)).toEqual([[], []]);
    const [videoId, other] = both.map(({ video }) => video?.videoId);
    expect(other).toBe(videoId);
    expect(await publishedState(replicas.sandbox, fileId)).toEqual(
      await wholeState(length, videoId),
    );
  });
});

describe('a publication on two processes', { timeout }, () => {
  it('is made once, and both mutations have the video', async () => {
    const fileId = await createVideoFile(replicas.sandbox, length);
    const both = await Promise.all([publish(0, fileId, 60), publish(1, fileId, 60)]);
    const videos = both.map(({ data }) => data.publishFileAsVideo.video?.videoId);
    expect(both.map(({ data }) => data.publishFileAsVideo.errors)).toEqual([[], []]);
    expect(videos[1]).toBe(videos[0]);
    expect(await publishedState(replicas.sandbox, fileId)).toEqual(
      await wholeState(length, videos[0]),
    );
  });
  it('goes on in the other process when one is drained', async () => {
    const fileId = await createVideoFile(replicas.sandbox, length);
    replicas.sandbox.fault({ match: { pathIncludes: 'alt=media' }, delayMs: 1_000 });
    const first = publish(0, fileId, 60);
    await until(() => calls('video:videos.insert', 'POST').length > 0);
    const second = publish(1, fileId, 60);
    await wait(200);
    expect(await replicas.drain(0)).toBe(0);
    expect((await first).data.publishFileAsVideo).toMatchObject({ video: null });
    const { data } = await second;
    expect(data.publishFileAsVideo.errors).toEqual([]);
    expect(await publishedState(replicas.sandbox, fileId)).toEqual(
      await wholeState(length, data.publishFileAsVideo.video.videoId),
    );
    await replicas.restart(0);
  });
});
