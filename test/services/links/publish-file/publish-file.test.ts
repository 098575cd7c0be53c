/** `publishFileAsVideo`: checks, the transfer, and what a repetition finds. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import {
  block,
  createVideoFile,
  metadata,
  partBytes,
  publishDocument,
  publishedState,
  wholeState,
} from '../../../support/scenario/publish-file.ts';
import { ask } from '../../../support/gateway/sandbox.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000' },
  partBytes,
});

/** More than one part, which ends inside a block. */
const length = 33 * block + 17;

type Input = Readonly<Record<string, unknown>>;

async function publish(fileId: string, more: Input = { wait: 'PT1M' }, token?: string) {
  const input = { fileId, ...metadata, ...more };
  const { data, errors } = await studio.query(publishDocument, { input }, token);
  return { payload: data?.publishFileAsVideo, failed: errors };
}

const file = (size = length): Promise<string> => createVideoFile(studio.sandbox, size);

const state = (fileId: string) => publishedState(studio.sandbox, fileId);

describe('publishFileAsVideo', () => {
  it('makes a video of the bytes, and lets the file name it', async () => {
    const fileId = await file();
    const { payload, failed } = await publish(fileId);
    expect([failed, payload.errors]).toEqual([undefined, []]);
    const { videoId } = payload.video;
    expect(payload).toMatchObject({
      video: { title: metadata['title'], privacyStatus: 'UNLISTED' },
      file: { fileId },
      publicationProgress: {
        step: 'FINISHED',
        transferredBytes: String(length),
        totalBytes: String(length),
        videoId,
      },
    });
    expect(await state(fileId)).toEqual(await wholeState(length, videoId));
  });
  it('returns when the transfer has begun, and goes on without the client', async () => {
    const fileId = await file();
    const { payload } = await publish(fileId, {});
    expect(payload).toMatchObject({
      video: null,
      file: { fileId },
      publicationProgress: { totalBytes: String(length), videoId: null, errorCode: null },
      errors: [],
    });
    await expect.poll(async () => (await state(fileId)).linked).toBeDefined();
    const { linked } = await state(fileId);
    expect(await state(fileId)).toEqual(await wholeState(length, linked!));
  });
  it('links file and video in both directions, and keeps the other properties', async () => {
    const fileId = await file(1_000);
    const path = `${studio.sandbox.url}/drive/v3/files/${fileId}?fields=appProperties`;
    const body = { appProperties: { take: '2', videoId: 'a,b' } };
    await ask(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
    const { payload } = await publish(fileId);
    expect(payload.errors).toEqual([]);
    const { videoId } = payload.video;
    expect((await ask(path)).body).toEqual({ appProperties: { take: '2', videoId } });
    const { data } = await studio.query(
      `{ file(id: "${fileId}") { videoId video { videoId } } video(id: "${videoId}") { sourceFile { fileId } } }`,
    );
    expect(data).toEqual({
      file: { videoId, video: { videoId } },
      video: { sourceFile: { fileId } },
    });
  });
  it('sends the metadata and parameters of the input, and no more', async () => {
    await publish(await file(1_000), {
      wait: 'PT1M',
      notify: true,
      categoryId: '22',
      selfDeclaredMadeForKids: true,
    });
    const start = studio.calls().find(({ operation }) => operation === 'video:videos.insert')!;
    expect(start.query).toMatchObject({ part: ['snippet,status'], notifySubscribers: ['true'] });
    expect(start.body).toEqual({
      snippet: {
        title: metadata['title'],
        description: metadata['description'],
        tags: metadata['tags'],
        categoryId: '22',
      },
      status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: true },
    });
  });
});

describe('a repeated publishFileAsVideo', () => {
  it('returns the video of the file, and transfers nothing', async () => {
    const fileId = await file(1_000);
    const first = await publish(fileId);
    studio.sandbox.clearCalls();
    const second = await publish(globalId('File', [fileId]), { title: 'Another', wait: 'PT1M' });
    expect(second.payload).toMatchObject({
      video: first.payload.video,
      publicationProgress: { step: 'FINISHED', videoId: first.payload.video.videoId },
      errors: [],
    });
    expect(studio.operations()).toEqual([
      'storage:files.get',
      'video:videos.list',
      'video:videos.list',
    ]);
  });
  it('with other values is a conflict while a transfer runs', async () => {
    const fileId = await file();
    const reading = Promise.withResolvers<void>();
    const match = { pathIncludes: 'alt=media' };
    studio.sandbox.fault({ match, delayMs: 0, times: 1 });
    studio.sandbox.fault({ match, until: reading.promise });
    const first = publish(fileId);
    const reads = () => studio.calls().filter(({ call }) => call.search.includes('alt=media'));
    await expect.poll(() => reads().length).toBe(2);
    const { payload } = await publish(fileId, { title: 'Another' });
    expect(payload.errors).toMatchObject([{ code: 'CONFLICT', path: ['fileId'] }]);
    reading.resolve();
    expect((await first).payload.errors).toEqual([]);
  });
  it('publishes again if the video was deleted', async () => {
    const fileId = await file(1_000);
    const first = await publish(fileId);
    const path = `/youtube/v3/videos?id=${first.payload.video.videoId}`;
    await ask(studio.sandbox.url + path, { method: 'DELETE' });
    // The sandbox makes ids of the number of videos.
    await publish(await file(2_000));
    const second = await publish(fileId);
    expect(second.payload.errors).toEqual([]);
    expect(second.payload.video.videoId).not.toBe(first.payload.video.videoId);
    expect((await state(fileId)).linked).toBe(second.payload.video.videoId);
  });
});

describe('a file that cannot be published', () => {
  it.each([
    [ids.file.missing, 'NOT_FOUND', /./],
    [
      ids.file.footage,
      'INVALID_INPUT',
      /is a folder; expected a file of type video\/\* or application/,
    ],
    [
      ids.file.launchScript,
      'INVALID_INPUT',
      /is a document without bytes \(application\/vnd\.google-apps/,
    ],
    [ids.file.logo, 'INVALID_INPUT', /has the type "image\/\w+"; expected a file of type video/],
  ])('is rejected before anything is sent to YouTube: %s', async (fileId, code, message) => {
    const { payload } = await publish(fileId);
    expect(payload).toMatchObject({
      video: null,
      publicationProgress: null,
      errors: [{ code, path: ['fileId'], message: expect.stringMatching(message) }],
    });
    expect(new Set(studio.operations())).toEqual(new Set(['storage:files.get']));
  });
  it('is rejected if it is a shortcut, with the file that it leads to', async () => {
    const { body } = await ask(`${studio.sandbox.url}/drive/v3/files`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: {
        mimeType: 'application/vnd.google-apps.shortcut',
        shortcutDetails: { targetId: ids.file.introTake1 },
      },
    });
    const { payload } = await publish(body.id);
    expect(payload.errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['fileId'] }]);
    expect(payload.errors[0].message).toContain(
      'is a shortcut; expected the file that it leads to',
    );
  });
  it('is rejected if it is empty', async () => {
    const empty = await file(0);
    const { payload } = await publish(empty);
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_INPUT', message: `fileId: "${empty}" is empty` },
    ]);
  });
  it('is rejected if the caller may only read it', async () => {
    const { payload } = await publish(ids.file.harborAerial, {}, 'studio-guest');
    expect(payload.errors).toMatchObject([{ code: 'FORBIDDEN', path: ['fileId'] }]);
    expect(payload.errors[0].message).toContain('may not change');
  });
  it('is rejected if Google Drive takes it for malware', async () => {
    const fileId = await file(1_000);
    const match = { pathIncludes: 'alt=media' };
    studio.sandbox.fault({ match, status: 403, reason: 'cannotDownloadAbusiveFile' });
    const { payload } = await publish(fileId);
    expect(payload.errors).toMatchObject([
      { code: 'FORBIDDEN', reason: 'cannotDownloadAbusiveFile' },
    ]);
    expect(studio.operations()).not.toContain('video:videos.insert');
  });
  it('is rejected for a caller without a channel', async () => {
    const fileId = await createVideoFile(studio.sandbox, 1_000, { token: 'no-channel' });
    const { payload } = await publish(fileId, {}, 'no-channel');
    expect(payload.errors).toMatchObject([{ code: 'FORBIDDEN', reason: 'youtubeSignupRequired' }]);
  });
  it('is not uploaded if the quota of uploads is spent', async () => {
    const fileId = await file(1_000);
    const match = { operation: 'video:videos.insert' };
    studio.sandbox.fault({ match, status: 403, reason: 'quotaExceeded' });
    const { payload, failed } = await publish(fileId);
    expect(payload).toBeNull();
    expect(failed).toMatchObject([
      { extensions: { code: 'QUOTA_EXCEEDED', bucket: 'VIDEO_UPLOAD' } },
    ]);
  });
});
