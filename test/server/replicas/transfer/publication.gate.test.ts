/**
 * `publishFileAsVideo` on several processes of which one dies at each step: another one continues,
 * for a repeated mutation or for a subscriber, and the file is uploaded once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
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
import { useTwoProcesses } from '../../../support/gateway/two-processes.ts';
import { post } from '../../../support/client/upload-client.ts';

const MiB = 1024 * 1024;

/** Less than a part. */
const length = MiB + 17;

/**
 * Less than a part, and more than connections and processes hold: a process that is killed or
 * stopped as soon as the first bytes arrive has not sent the rest.
 */
const longLength = 12 * MiB + 17;

/** Two parts. */
const twoParts = 32 * MiB + 17;

const two = useTwoProcesses();

beforeEach(async () => {
  // After a reset the sandbox gives a new file the same id: its publication must be another one.
  await two.redis.cli('FLUSHALL');
  two.replicas.sandbox.reset();
  two.replicas.sandbox.clearCalls();
  two.replicas.sandbox.clearFaults();
});

const publish = (index: number, fileId: string, waitSeconds: number): Promise<any> =>
  post(two.replicas.urlOf(index), publishDocument, { input: { fileId, ...metadata, waitSeconds } });

const calls = (operation: string, method: string): RecordedCall[] =>
  two.replicas.sandbox
    .calls()
    .filter((call) => call.operation === operation && call.method === method);

const uploadedBytes = (): number =>
  calls('video:videos.insert', 'PUT').reduce((sum, { upload }) => sum + (upload?.bytes ?? 0), 0);

const uploadedFiles = (): number =>
  two.replicas.sandbox.uploads().filter(({ operation }) => operation === 'video:videos.insert')
    .length;

/** Requests for the bytes of the file. The first one only reads a byte, before the upload. */
const downloads = (): readonly RecordedCall[] =>
  two.replicas.sandbox.calls().filter(({ search }) => search.includes('alt=media'));

/** Looks every millisecond: a file is not sent in that time. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(1);
}

/** A point at which a process dies: faults that hold it there, and how to see that it is there. */
interface Death {
  readonly title: string;
  readonly faults: readonly Fault[];
  readonly isReached: () => boolean;
  /** Default: `length`. */
  readonly size?: number;
}

const hold: Fault = { hang: true, times: 1 };
const pass: Fault = { delayMs: 0, times: 1 };
const insert = { operation: 'video:videos.insert', method: 'POST' };
const put = { operation: 'video:videos.insert', method: 'PUT' };
const download = { pathIncludes: 'alt=media' };
const link = { operation: 'storage:files.update' };

const inPart: Death = {
  title: 'in the middle of a part',
  faults: [],
  isReached: () => uploadedBytes() > 0,
  size: longLength,
};

const deaths: readonly Death[] = [
  {
    title: 'before the upload has started',
    faults: [{ match: insert, ...hold }],
    isReached: () => calls('video:videos.insert', 'POST').length === 1,
  },
  {
    title: 'when the upload has started, and its URL is lost',
    faults: [
      { match: insert, drop: 'after', times: 1 },
      { match: insert, ...hold },
    ],
    isReached: () => calls('video:videos.insert', 'POST').length === 2,
  },
  {
    title: 'before the first byte',
    faults: [
      { match: download, ...pass },
      { match: download, ...hold },
    ],
    isReached: () => downloads().length === 2,
  },
  inPart,
  {
    title: 'between two parts',
    faults: [
      { match: download, ...pass, times: 2 },
      { match: download, ...hold },
    ],
    isReached: () => downloads().length === 3,
    size: twoParts,
  },
  {
    title: 'after the last byte, before the answer',
    faults: [
      { match: put, drop: 'after', times: 1 },
      { match: put, ...hold },
    ],
    isReached: () => uploadedFiles() === 1 && calls('video:videos.insert', 'PUT').length === 2,
  },
  {
    title: 'before the file names the video',
    faults: [{ match: link, ...hold }],
    isReached: () => calls('storage:files.update', 'PATCH').length === 1,
  },
  {
    title: 'when the file names the video, before the answer',
    faults: [
      { match: link, drop: 'after', times: 1 },
      { match: link, ...hold },
    ],
    isReached: () => calls('storage:files.update', 'PATCH').length === 2,
  },
];

/** Begins a publication in the first process, and kills the process at a point. */
async function dieAt({ faults, isReached, size = length }: Death): Promise<string> {
  const fileId = await createVideoFile(two.replicas.sandbox, size);
  for (const fault of faults) two.replicas.sandbox.fault(fault);
  const lost = publish(0, fileId, 60).catch(() => undefined);
  await until(isReached);
  await two.kill();
  await lost;
  two.replicas.sandbox.clearFaults();
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
    expect(await publishedState(two.replicas.sandbox, fileId)).toEqual(
      await wholeState(death.size ?? length, videoId),
    );
  });
  it('is replaced for a mutation that does not wait', async () => {
    const fileId = await dieAt(inPart);
    expect(uploadedFiles()).toBe(0);
    const { data } = await publish(1, fileId, 0);
    expect(data.publishFileAsVideo).toMatchObject({ video: null, errors: [] });
    const linked = async () => (await publishedState(two.replicas.sandbox, fileId)).linked;
    await expect.poll(linked).toBeDefined();
    const state = await publishedState(two.replicas.sandbox, fileId);
    expect(state).toEqual(await wholeState(longLength, state.linked!));
  });
  it('is replaced for a subscriber of another process, who sees the end', async () => {
    const fileId = await createVideoFile(two.replicas.sandbox, longLength);
    const query = `subscription ($id: ID!) {
      publicationProgress(fileId: $id) { step transferredBytes totalBytes videoId }
    }`;
    const client = await openEventStream(two.replicas.urlOf(1), {
      query,
      variables: { id: fileId },
      token: 'studio-owner',
    });
    await client.until(1);
    const lost = publish(0, fileId, 60).catch(() => undefined);
    await until(inPart.isReached);
    await two.kill();
    await lost;
    expect(uploadedFiles()).toBe(0);
    const events = (await client.untilEnd()).map(({ data }) => data.publicationProgress);
    const { videoId } = events.at(-1);
    expect(events[0]).toMatchObject({ step: 'SUBSCRIBED', totalBytes: null, videoId: null });
    expect(events.at(-1)).toEqual({
      step: 'FINISHED',
      transferredBytes: String(longLength),
      totalBytes: String(longLength),
      videoId: expect.any(String),
    });
    expect(events.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['UPLOAD_STARTED', 'VIDEO_CREATED', 'FILE_LINKED']),
    );
    expect(await publishedState(two.replicas.sandbox, fileId)).toEqual(
      await wholeState(longLength, videoId),
    );
  });
});

describe('a process that is frozen', { timeout }, () => {
  it('is replaced, and reports what the other one has done when it goes on', async () => {
    const fileId = await createVideoFile(two.replicas.sandbox, longLength);
    const first = publish(0, fileId, 60);
    await until(inPart.isReached);
    two.replicas.process(0).signal('SIGSTOP');
    // Its lease expires by itself: a process that is frozen does not renew it.
    const second = await publish(1, fileId, 60);
    two.replicas.process(0).signal('SIGCONT');
    const both = [await first, second].map(({ data }) => data.publishFileAsVideo);
    expect(both.map(({ errors }) => errors)).toEqual([[], []]);
    const [videoId, other] = both.map(({ video }) => video?.videoId);
    expect(other).toBe(videoId);
    expect(await publishedState(two.replicas.sandbox, fileId)).toEqual(
      await wholeState(longLength, videoId),
    );
  });
});

/**
 * Publishes a file in both processes. Its bytes are held until the second one has begun.
 * @param passing number of requests for bytes that are not held
 */
async function publishInBoth(fileId: string, passing: number) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  two.replicas.sandbox.fault({ match: download, delayMs: 0, times: passing });
  two.replicas.sandbox.fault({ match: download, until: promise });
  const first = publish(0, fileId, 60);
  await until(() => downloads().length > passing);
  const { length: before } = calls('storage:files.get', 'GET');
  const second = publish(1, fileId, 60);
  await until(() => calls('storage:files.get', 'GET').length > before);
  return { first, second, release };
}

describe('a publication on two processes', { timeout }, () => {
  it('is made once, and both mutations have the video', async () => {
    const fileId = await createVideoFile(two.replicas.sandbox, length);
    const { first, second, release } = await publishInBoth(fileId, 0);
    release();
    const both = await Promise.all([first, second]);
    const videos = both.map(({ data }) => data.publishFileAsVideo.video?.videoId);
    expect(both.map(({ data }) => data.publishFileAsVideo.errors)).toEqual([[], []]);
    expect(videos[1]).toBe(videos[0]);
    expect(await publishedState(two.replicas.sandbox, fileId)).toEqual(
      await wholeState(length, videos[0]),
    );
  });
  it('goes on in the other process when one is drained', async () => {
    const fileId = await createVideoFile(two.replicas.sandbox, length);
    const { first, second, release } = await publishInBoth(fileId, 1);
    expect(await two.replicas.drain(0)).toBe(0);
    two.replace();
    expect((await first).data.publishFileAsVideo).toMatchObject({ video: null });
    release();
    const { data } = await second;
    expect(data.publishFileAsVideo.errors).toEqual([]);
    expect(await publishedState(two.replicas.sandbox, fileId)).toEqual(
      await wholeState(length, data.publishFileAsVideo.video.videoId),
    );
  });
});
