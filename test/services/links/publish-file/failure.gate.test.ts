/**
 * `publishFileAsVideo` of which a call fails, breaks off or loses its answer: the transfer goes on
 * at the right byte, or the same mutation continues it, and the file is uploaded once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/sandbox/fault.ts';
import { unitsOfCalls } from '../../../../src/sandbox/call/unit-table.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import { OpenCalls } from '../../../support/clock/open-calls.ts';
import {
  block,
  createVideoFile,
  metadata,
  partBytes,
  publishDocument,
  publishedState,
  wholeState,
} from '../../../support/scenario/publish-file.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

/** Calls that may be repeated are sent so often. */
const attempts = 2;

/** The time stands still while a call is on its way. */
const openCalls = new OpenCalls();
const clock = new DrivenClock(() => openCalls.count > 0);

const studio = useStudio({
  clock,
  env: {
    RETRY_BASE_MS: '1',
    RETRY_BUDGET_FLOOR: '10000',
    RETRY_ATTEMPTS: String(attempts),
    QUOTA_BUDGET: 'STORAGE=100000',
  },
  partBytes,
});

beforeAll(() => openCalls.watch(studio.sandbox.url));
afterAll(() => openCalls.close());

/** Two parts. */
const length = 36 * block + 17;

async function publish(fileId: string, more: object = {}) {
  const input = { fileId, ...metadata, waitSeconds: 60, ...more };
  const { data, errors } = await clock.through(studio.query(publishDocument, { input }));
  return { payload: data?.publishFileAsVideo, failed: errors };
}

const file = (size = length): Promise<string> => createVideoFile(studio.sandbox, size);

const state = (fileId: string) => publishedState(studio.sandbox, fileId);

/** Requests for the bytes of the file. The first one only reads a byte, before the upload. */
const download = { pathIncludes: 'alt=media' };

/** Requests with bytes, questions how many there are, and nothing else. */
const upload = { operation: 'video:videos.insert', method: 'PUT' };

/** Lets the first matching calls pass: of two downloads, the second one up to the second part. */
function failAfter(passing: number, match: Fault['match'], fault: Fault): void {
  const ofPart = match === download ? passing - 1 : 0;
  const others = passing - ofPart;
  if (others > 0) studio.sandbox.fault({ match: match!, times: others, delayMs: 0 });
  if (ofPart > 0) studio.sandbox.fault({ match: match!, times: ofPart, cutAfter: partBytes });
  studio.sandbox.fault({ match: match!, ...fault });
}

const passing: readonly (readonly [title: string, passing: number, match: object, fault: Fault])[] =
  [
    [
      'a download that breaks off in its first part',
      1,
      download,
      { cutAfter: 5 * block, times: 1 },
    ],
    ['a download that breaks off in a later part', 2, download, { cutAfter: block + 3, times: 1 }],
    ['downloads that break off again and again', 1, download, { cutAfter: 3 * block, times: 6 }],
    ['a download that is not answered', 2, download, { drop: 'before', times: 1 }],
    ['a download with a server error', 2, download, { status: 503, times: 3 }],
    ['an upload that breaks off in its first part', 0, upload, { cutAfter: 5 * block, times: 1 }],
    ['an upload that breaks off in a later part', 1, upload, { cutAfter: 2 * block + 1, times: 1 }],
    ['an upload with a server error', 1, upload, { status: 503, times: 3 }],
    ['an upload that is too fast', 1, upload, { status: 429, times: 2 }],
    ['a lost answer of a part', 0, upload, { drop: 'after', times: 1 }],
    ['a lost answer of the last part', 1, upload, { drop: 'after', times: 1 }],
    ['a garbled answer of the last part', 1, upload, { garble: true, times: 1 }],
    [
      'a lost answer of a check of the version',
      3,
      { operation: 'storage:files.get' },
      { drop: 'after', times: 1 },
    ],
  ];

describe('a failure that passes', () => {
  it.each(passing)('is no error: %s', async (_, count, match, fault) => {
    const fileId = await file();
    failAfter(count, match, fault);
    const { payload, failed } = await publish(fileId);
    expect([failed, payload?.errors]).toEqual([undefined, []]);
    expect(await state(fileId)).toEqual(await wholeState(length, payload.video.videoId));
  });
  it('costs units of the caller, with the calls that no request waits for', async () => {
    const fileId = await file();
    studio.sandbox.clearCalls();
    failAfter(0, { operation: 'storage:files.update' }, { status: 503, times: 1 });
    const { payload } = await publish(fileId);
    expect(payload.errors).toEqual([]);
    const { STORAGE } = unitsOfCalls(studio.sandbox.calls());
    const spent = async (): Promise<number> => {
      const query = '{ quota { buckets { bucket spent } } }';
      const { data } = await clock.through(studio.query(query));
      return data.quota.buckets.find(({ bucket }: any) => bucket === 'STORAGE').spent;
    };
    await expect.poll(spent).toBe(STORAGE);
  });
  it('sends no byte again that YouTube has', async () => {
    const fileId = await file();
    failAfter(0, upload, { cutAfter: 7 * block + 1, times: 1 });
    await publish(fileId);
    const sent = studio
      .calls()
      .filter(({ operation }) => operation === upload.operation)
      .reduce((sum, { call }) => sum + (call.upload?.bytes ?? 0), 0);
    // The bytes that were on their way are read again.
    expect(sent).toBeLessThan(length + block);
  });
});

const stopping: readonly (readonly [
  title: string,
  count: number,
  match: object,
  fault: Fault,
  done: readonly string[],
])[] = [
  ['a download that fails for long', 2, download, { status: 503 }, ['UPLOAD_STARTED']],
  [
    'a download that is rejected',
    2,
    download,
    { status: 403, reason: 'userRateLimitExceeded' },
    ['UPLOAD_STARTED'],
  ],
  ['an upload that fails for long', 1, upload, { status: 503 }, ['UPLOAD_STARTED']],
  ['a token that expires', 2, download, { status: 401 }, ['UPLOAD_STARTED']],
];

const steps = ['UPLOAD_STARTED', 'VIDEO_CREATED', 'FILE_LINKED'];

describe('a failure that stays', () => {
  it.each(stopping)(
    'is PARTLY_DONE, and the same mutation continues: %s',
    async (_, count, match, fault, done) => {
      const fileId = await file();
      failAfter(count, match, fault);
      const first = await publish(fileId);
      expect(first.payload.errors).toMatchObject([
        { code: 'PARTLY_DONE', done, remaining: steps.slice(done.length) },
      ]);
      expect(first.payload.video === null).toBe(done.length === 1);
      studio.sandbox.clearFaults();
      const second = await publish(fileId);
      expect(second.payload.errors).toEqual([]);
      expect(await state(fileId)).toEqual(await wholeState(length, second.payload.video.videoId));
    },
  );
});

describe('an upload that cannot go on', () => {
  it('begins again if YouTube has lost it', async () => {
    const fileId = await file();
    failAfter(1, upload, { status: 404, times: 1 });
    const { payload } = await publish(fileId);
    expect(payload.errors).toMatchObject([
      {
        code: 'GONE',
        path: null,
        message: 'YouTube has lost the upload. Repeat the mutation to start it again.',
      },
    ]);
    const second = await publish(fileId);
    expect(await state(fileId)).toEqual(await wholeState(length, second.payload.video.videoId));
  });
  it('has an unknown outcome if YouTube has lost it after the answer to the last part', async () => {
    const fileId = await file();
    failAfter(1, upload, { drop: 'after', times: 1 });
    studio.sandbox.fault({ match: upload, status: 404, times: 1 });
    const { failed } = await publish(fileId);
    expect(failed).toMatchObject([
      {
        message: expect.stringContaining('may have been applied'),
        extensions: { code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' },
      },
    ]);
    // Whoever has looked for the video can begin again.
    expect((await publish(fileId)).payload.errors).toEqual([]);
  });
  it('begins again if YouTube has rejected the file', async () => {
    const fileId = await file();
    failAfter(1, upload, { status: 400, reason: 'mediaBodyRequired', times: 1 });
    const { payload } = await publish(fileId);
    expect(payload.errors).toMatchObject([{ code: 'INVALID_INPUT', reason: 'mediaBodyRequired' }]);
    expect((await publish(fileId)).payload.errors).toEqual([]);
  });
  it('begins again if the file has changed meanwhile: no bytes of two versions are joined', async () => {
    const fileId = await file();
    const reading = Promise.withResolvers<void>();
    failAfter(2, download, { until: reading.promise });
    const publishing = publish(fileId);
    const isUploading = () =>
      studio
        .calls()
        .some(({ call }) => call.operation === upload.operation && call.method === 'PUT');
    await expect.poll(isUploading).toBe(true);
    await fetch(`${studio.sandbox.url}/upload/drive/v3/files/${fileId}?uploadType=media`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer studio-owner', 'content-type': 'video/mp4' },
      body: new Uint8Array(length),
    });
    reading.resolve();
    const { payload } = await publishing;
    expect(payload.errors).toMatchObject([{ code: 'CONFLICT', path: ['fileId'] }]);
    expect((await state(fileId)).received).toEqual([]);
    studio.sandbox.clearFaults();
    const second = await publish(fileId);
    expect(second.payload.errors).toEqual([]);
    const { linked, received } = await state(fileId);
    expect([linked, received.length]).toEqual([second.payload.video.videoId, 1]);
  });
  it('begins again with other metadata after it has stopped', async () => {
    const fileId = await file();
    failAfter(1, upload, { status: 503 });
    await publish(fileId);
    studio.sandbox.clearFaults();
    const { payload } = await publish(fileId, { title: 'Another' });
    expect(payload).toMatchObject({ video: { title: 'Another' }, errors: [] });
  });
});
