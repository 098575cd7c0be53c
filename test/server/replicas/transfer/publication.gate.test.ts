/**
 * `publishFileAsVideo` on several processes of which one dies at each step: another one continues,
 * for a repeated mutation or for a subscriber, and the file is uploaded once.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/sandbox/fault.ts';
import type { RecordedCall } from '../../../../src/sandbox/call/recorder.ts';
import { type EventStream, openEventStream } from '../../../support/client/event-stream.ts';
import {
  createVideoFile,
  metadata,
  publishDocument,
  publishedState,
  wholeState,
} from '../../../support/scenario/publish-file.ts';
import { until } from '../../../support/clock/until.ts';
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

/** After a reset the sandbox gives a new file the same id: its publication must be another one. */
async function reset(): Promise<void> {
  await two.redis.cli('FLUSHALL');
  two.replicas.sandbox.reset();
  two.replicas.sandbox.clearCalls();
  two.replicas.sandbox.clearFaults();
}

interface PublishOptions {
  readonly wait?: string;
  /** Of the video. */
  readonly title?: string;
}

const publish = (
  index: number,
  fileId: string,
  { wait = 'PT1M', ...changes }: PublishOptions = {},
): Promise<any> =>
  post(two.replicas.urlOf(index), publishDocument, {
    input: { fileId, ...metadata, ...changes, wait },
  });

/** What the services have received since an instant. */
class Received {
  readonly #calls = two.replicas.sandbox.calls().length;
  readonly #uploads = two.replicas.sandbox.uploads().length;

  calls(operation: string, method: string): RecordedCall[] {
    return this.#all().filter((call) => call.operation === operation && call.method === method);
  }

  /** Bytes of the video. */
  bytes(): number {
    return this.calls('video:videos.insert', 'PUT').reduce(
      (sum, { upload }) => sum + (upload?.bytes ?? 0),
      0,
    );
  }

  /** Number of whole videos. */
  videos(): number {
    const uploads = two.replicas.sandbox.uploads().slice(this.#uploads);
    return uploads.filter(({ operation }) => operation === 'video:videos.insert').length;
  }

  /** Number of requests for the bytes of the file. The first one only reads a byte. */
  downloads(): number {
    return this.#all().filter(({ search }) => search.includes('alt=media')).length;
  }

  /** Number of requests for the metadata of the file. */
  looks(): number {
    return this.calls('storage:files.get', 'GET').length - this.downloads();
  }

  #all(): readonly RecordedCall[] {
    return two.replicas.sandbox.calls().slice(this.#calls);
  }
}

const download = { pathIncludes: 'alt=media' };

const look = { operation: 'storage:files.get', pathIncludes: 'fields=' };

/** Milliseconds: several processes start, and take over from each other. */
const timeout = 120_000;

describe('a process that is frozen', { timeout }, () => {
  beforeEach(reset);
  it('is replaced, and reports what the other one has done when it goes on', async () => {
    const fileId = await createVideoFile(two.replicas.sandbox, longLength);
    const received = new Received();
    const first = publish(0, fileId);
    await until(() => received.bytes() > 0);
    two.replicas.process(0).signal('SIGSTOP');
    // Its lease expires by itself: a process that is frozen does not renew it, and goes on only
    // when it knows from the clock that it has lost it.
    const second = await publish(1, fileId);
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
  if (passing > 0) two.replicas.sandbox.fault({ match: download, delayMs: 0, times: passing });
  two.replicas.sandbox.fault({ match: download, until: promise });
  const received = new Received();
  const first = publish(0, fileId);
  await until(() => received.downloads() > passing);
  const { length: before } = received.calls('storage:files.get', 'GET');
  const second = publish(1, fileId);
  await until(() => received.calls('storage:files.get', 'GET').length > before);
  return { first, second, release };
}

describe('a publication on two processes', { timeout }, () => {
  beforeEach(reset);
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
    await two.replicas.restart(0);
    expect((await first).data.publishFileAsVideo).toMatchObject({ video: null });
    release();
    const { data } = await second;
    expect(data.publishFileAsVideo.errors).toEqual([]);
    expect(await publishedState(two.replicas.sandbox, fileId)).toEqual(
      await wholeState(length, data.publishFileAsVideo.video.videoId),
    );
  });
});

/** A point at which a process dies: faults that hold it there, and how to see that it is there. */
interface Death {
  readonly title: string;
  readonly faults: readonly Fault[];
  readonly isReached: (received: Received) => boolean;
  /** Default: `length`. */
  readonly size?: number;
}

const hold: Fault = { hang: true, times: 1 };
const pass: Fault = { delayMs: 0, times: 1 };
const insert = { operation: 'video:videos.insert', method: 'POST' };
const put = { operation: 'video:videos.insert', method: 'PUT' };
const link = { operation: 'storage:files.update' };

/** The service has bytes of a part, and the process asks how many. */
const inPart: Omit<Death, 'title'> = {
  faults: [
    { match: put, cutAfter: MiB / 2, times: 1 },
    { match: put, ...hold },
  ],
  isReached: (received) => received.calls('video:videos.insert', 'PUT').length === 2,
};

/** Nothing holds the process there: it is to die next. */
const sending: Death = {
  title: 'in the middle of a part',
  faults: [],
  isReached: (received) => received.bytes() > 0,
  size: longLength,
};

const deaths: readonly Death[] = [
  {
    title: 'before the upload has started',
    faults: [{ match: insert, ...hold }],
    isReached: (received) => received.calls('video:videos.insert', 'POST').length === 1,
  },
  {
    title: 'when the upload has started, and its URL is lost',
    faults: [
      { match: insert, drop: 'after', times: 1 },
      { match: insert, ...hold },
    ],
    isReached: (received) => received.calls('video:videos.insert', 'POST').length === 2,
  },
  {
    title: 'before the first byte',
    faults: [
      { match: download, ...pass },
      { match: download, ...hold },
    ],
    isReached: (received) => received.downloads() === 2,
  },
  {
    title: 'between two parts',
    // Whether the second part needs a download of its own depends on how the bytes were divided on
    // their way; each part begins with a look at the file.
    faults: [
      { match: look, ...pass, times: 2 },
      { match: look, ...hold },
    ],
    isReached: (received) =>
      received.calls('video:videos.insert', 'PUT').length === 1 && received.looks() === 3,
    size: twoParts,
  },
  {
    title: 'after the last byte, before the answer',
    faults: [
      { match: put, drop: 'after', times: 1 },
      { match: put, ...hold },
    ],
    isReached: (received) =>
      received.videos() === 1 && received.calls('video:videos.insert', 'PUT').length === 2,
  },
  {
    title: 'before the file names the video',
    faults: [{ match: link, ...hold }],
    isReached: (received) => received.calls('storage:files.update', 'PATCH').length === 1,
  },
  {
    title: 'when the file names the video, before the answer',
    faults: [
      { match: link, drop: 'after', times: 1 },
      { match: link, ...hold },
    ],
    isReached: (received) => received.calls('storage:files.update', 'PATCH').length === 2,
  },
  sending,
];

describe('a process that dies', { timeout }, () => {
  /** The files of the deaths that have no title in the table. */
  const others = ['without waiting', 'with a subscriber'] as const;
  const files = new Map<string, Readonly<{ id: string; length: number }>>();
  let subscriber: EventStream;
  let atDeath: readonly Awaited<ReturnType<typeof publishedState>>[];

  /** Begins a publication in the first process, and resolves when it has reached the point. */
  async function begin({ title, faults, isReached, size = length }: Death): Promise<void> {
    // Each file has a length of its own, by which one finds it among what YouTube has received.
    const ownLength = size + files.size;
    const id = await createVideoFile(two.replicas.sandbox, ownLength);
    files.set(title, { id, length: ownLength });
    if (title === 'with a subscriber') subscriber = await subscribe(id);
    for (const fault of faults) two.replicas.sandbox.fault(fault);
    const received = new Received();
    two.hold(() => publish(0, id, { title }));
    await until(() => isReached(received));
    two.replicas.sandbox.clearFaults();
  }

  async function subscribe(id: string): Promise<EventStream> {
    const query = `subscription ($id: ID!) {
      publicationProgress(id: $id) { step transferredBytes totalBytes videoId }
    }`;
    const client = await openEventStream(two.replicas.urlOf(1), {
      query,
      variables: { id },
      token: 'studio-owner',
    });
    await client.until(1);
    return client;
  }

  const stateOf = (title: string) => {
    const { id, length } = files.get(title)!;
    return publishedState(two.replicas.sandbox, id, { title, length });
  };

  const wholeStateOf = (title: string, videoId: string) =>
    wholeState(files.get(title)!.length, videoId, title);

  beforeAll(async () => {
    await reset();
    for (const title of others) await begin({ title, ...inPart });
    for (const death of deaths) await begin(death);
    await two.kill();
    // The subscriber's process may have continued already.
    atDeath = await Promise.all([others[0], sending.title].map(stateOf));
  });
  it('had not sent a whole file in the middle of a part', () => {
    expect(atDeath.map(({ received }) => received)).toEqual([[], []]);
  });
  it.each(deaths)('is replaced when the mutation is repeated: $title', async ({ title }) => {
    const { data, errors } = await publish(1, files.get(title)!.id, { title });
    expect([errors, data?.publishFileAsVideo.errors]).toEqual([undefined, []]);
    const { videoId } = data.publishFileAsVideo.video;
    expect(await stateOf(title)).toEqual(await wholeStateOf(title, videoId));
  });
  it('is replaced for a mutation that does not wait', async () => {
    const [title] = others;
    const { data } = await publish(1, files.get(title)!.id, { title, wait: 'PT0S' });
    expect(data.publishFileAsVideo).toMatchObject({ video: null, errors: [] });
    await expect.poll(async () => (await stateOf(title)).linked).toBeDefined();
    const state = await stateOf(title);
    expect(state).toEqual(await wholeStateOf(title, state.linked!));
  });
  it('is replaced for a subscriber of another process, who sees the end', async () => {
    const [, title] = others;
    const events = (await subscriber.untilEnd()).map(({ data }) => data.publicationProgress);
    const { videoId } = events.at(-1);
    const total = String(files.get(title)!.length);
    expect(events[0]).toMatchObject({ step: 'SUBSCRIBED', totalBytes: null, videoId: null });
    expect(events.at(-1)).toEqual({
      step: 'FINISHED',
      transferredBytes: total,
      totalBytes: total,
      videoId: expect.any(String),
    });
    expect(events.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['UPLOAD_STARTED', 'VIDEO_CREATED', 'FILE_LINKED']),
    );
    expect(await stateOf(title)).toEqual(await wholeStateOf(title, videoId));
  });
  it('leaves nothing else at YouTube', () => {
    const lengths = two.replicas.sandbox
      .uploads()
      .filter(({ operation }) => operation === 'video:videos.insert')
      .map(({ size }) => size);
    const expected = [...files.values()].map((file) => file.length);
    expect(lengths.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
  });
});
