/** `File.publicationProgress`: how far a publication is, for those who are not subscribed. */
import { afterEach, describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { SharedMemory, SharedMemoryStore } from '../../../support/gateway/shared-store.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { closedPort } from '../../../support/proxy/closed-port.ts';
import {
  block,
  createVideoFile,
  holdAfterPart,
  metadata,
  partBytes,
  publishDocument,
  publishedState,
  wholeState,
} from '../../../support/scenario/publish-file.ts';

const settings = { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000', RETRY_ATTEMPTS: '2' };

const memory = new SharedMemory();

const replica = () => ({
  env: { ...settings, LINK_SECRET: 'secret-of-all-replicas-0123456789' },
  sharedStore: new SharedMemoryStore(memory),
  partBytes,
});

const studio = useStudio(replica());

/** Two parts. */
const length = 33 * block;

const releases: (() => void)[] = [];

afterEach(() => {
  for (const release of releases.splice(0)) release();
  memory.clear();
});

const file = (): Promise<string> => createVideoFile(studio.sandbox, length);

const stateDocument = `query ($id: ID!) { file(id: $id) {
  publicationProgress {
    step at fileId transferredBytes totalBytes videoId errorCode errorMessage
    file { name } video { title }
  }
} }`;

async function stateOf(id: string, token?: string) {
  const { file: found } = await studio.data(stateDocument, { id }, token);
  return found.publicationProgress;
}

async function publish(fileId: string, wait = 'PT1M') {
  const input = { fileId, ...metadata, wait };
  const { data, errors } = await studio.query(publishDocument, { input });
  expect(errors).toBeUndefined();
  return data.publishFileAsVideo;
}

/** Begins a publication, and lets its first part pass. @returns lets the rest pass */
async function beginPart(fileId: string): Promise<() => void> {
  const release = holdAfterPart(studio.sandbox);
  releases.push(release);
  await publish(fileId, 'PT0S');
  await expect.poll(async () => (await stateOf(fileId)).transferredBytes).toBe(String(partBytes));
  return release;
}

const halfWay = { transferredBytes: String(partBytes), totalBytes: String(length), videoId: null };

describe('File.publicationProgress', () => {
  it('has the bytes of a transfer that is half way, and then the video', async () => {
    const fileId = await file();
    const release = await beginPart(fileId);
    expect(await stateOf(fileId)).toMatchObject({
      ...halfWay,
      step: 'TRANSFERRING',
      fileId,
      errorCode: null,
      errorMessage: null,
      file: { name: expect.any(String) as unknown },
      video: null,
    });
    release();
    await expect.poll(async () => (await stateOf(fileId)).step).toBe('FINISHED');
    expect(await stateOf(fileId)).toMatchObject({
      transferredBytes: String(length),
      errorCode: null,
      video: { title: metadata['title'] },
    });
  });
  it('says why a publication has stopped, until the mutation continues it', async () => {
    const fileId = await file();
    const match = { pathIncludes: 'alt=media' };
    studio.sandbox.fault({ match, delayMs: 0, times: 1 });
    studio.sandbox.fault({ match, cutAfter: partBytes, times: 1 });
    studio.sandbox.fault({ match, status: 403, reason: 'forbidden' });
    expect((await publish(fileId)).errors).toMatchObject([{ code: 'PARTLY_DONE' }]);
    const stopped = await stateOf(fileId);
    expect(stopped).toMatchObject({
      ...halfWay,
      step: 'FAILED',
      errorCode: 'FORBIDDEN',
      errorMessage: expect.stringContaining('Google Drive') as unknown,
    });
    // It is the time of the failure.
    expect((await stateOf(fileId)).at).toBe(stopped.at);
    studio.sandbox.clearFaults();
    const held = Promise.withResolvers<void>();
    releases.push(held.resolve);
    // Also before YouTube has said what it has.
    const asked = { operation: 'video:videos.insert', method: 'PUT' };
    studio.sandbox.fault({ match: asked, until: held.promise });
    const going = { ...halfWay, step: 'TRANSFERRING', errorCode: null };
    expect((await publish(fileId, 'PT0S')).publicationProgress).toMatchObject(going);
    expect(await stateOf(fileId)).toMatchObject(going);
    held.resolve();
    await expect.poll(async () => (await stateOf(fileId)).step).toBe('FINISHED');
  });
  it('says that YouTube has rejected the file', async () => {
    const fileId = await file();
    const match = { operation: 'video:videos.insert', method: 'PUT' };
    studio.sandbox.fault({ match, status: 400, reason: 'mediaBodyRequired', times: 1 });
    await publish(fileId);
    expect(await stateOf(fileId)).toMatchObject({ step: 'FAILED', errorCode: 'INVALID_INPUT' });
  });
  it('starts nothing, and makes one call for all files', async () => {
    const [fileId, other] = [await file(), await file()];
    await publish(fileId);
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) {
      ... on File { fileId publicationProgress { step } }
    } }`;
    const ids = [fileId, other].map((id) => globalId('File', [id]));
    studio.sandbox.clearCalls();
    const { nodes } = await studio.data(document, { ids });
    expect(nodes.map((each: any) => each.publicationProgress)).toEqual([
      { step: 'FINISHED' },
      null,
    ]);
    expect(studio.calls().filter(({ call }) => call.method !== 'GET')).toEqual([]);
    expect(studio.operations().filter((each) => each !== 'storage:files.get')).toEqual([
      'video:channels.list',
    ]);
  });
});

describe('the publication of somebody else', () => {
  const share = (fileId: string) =>
    fetch(`${studio.sandbox.url}/drive/v3/files/${fileId}/permissions`, {
      method: 'POST',
      headers: { authorization: 'Bearer studio-owner', 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'anyone', role: 'writer' }),
    });

  it('is not shown to another channel', async () => {
    const fileId = await file();
    await publish(fileId);
    await share(fileId);
    expect(await stateOf(fileId)).toMatchObject({ step: 'FINISHED' });
    expect(await stateOf(fileId, 'studio-guest')).toBeNull();
  });
  it('is not shown without a channel, with a warning', async () => {
    const fileId = await file();
    await share(fileId);
    const { data, errors, extensions } = await studio.query(
      stateDocument,
      { id: fileId },
      'no-channel',
    );
    expect([data.file.publicationProgress, errors]).toEqual([null, undefined]);
    expect(extensions?.warnings).toMatchObject([{ value: 'youtubeSignupRequired' }]);
  });
  it('is an error without access to YouTube', async () => {
    const fileId = await file();
    studio.refuse('video:channels.list', 401);
    const { errors } = await studio.query(stateDocument, { id: fileId });
    expect(errors).toMatchObject([
      { path: ['file', 'publicationProgress'], extensions: { code: 'UNAUTHENTICATED' } },
    ]);
  });
});

describe('another process with the same store', () => {
  it('knows the state, also that the process of the transfer has ended, and continues it', async () => {
    const { sandbox } = studio;
    const first = await startGateway({ ...replica(), sandbox });
    const fileId = await file();
    const release = holdAfterPart(sandbox);
    releases.push(release);
    const owner = { authorization: 'Bearer studio-owner' };
    const input = { fileId, ...metadata };
    await first.query(publishDocument, { input }, owner);
    await expect.poll(() => stateOf(fileId)).toMatchObject({ ...halfWay, step: 'TRANSFERRING' });
    await first.gateway.drain({ delay: 0, announce: 0 });
    await first.close();
    expect(await stateOf(fileId)).toMatchObject({
      ...halfWay,
      step: 'FAILED',
      errorCode: 'PARTLY_DONE',
    });
    release();
    const { video } = await publish(fileId);
    expect(await stateOf(fileId)).toMatchObject({ step: 'FINISHED', errorCode: null });
    expect(await publishedState(sandbox, fileId)).toEqual(await wholeState(length, video.videoId));
  });
  it('fails while the store is away', async () => {
    const env = { ...replica().env, REDIS_URL: `redis://127.0.0.1:${await closedPort()}` };
    await using gateway = await startGateway({ env, sandbox: studio.sandbox });
    const { body } = await gateway.query(
      stateDocument,
      { id: await file() },
      { authorization: 'Bearer studio-owner' },
    );
    expect(body.errors).toMatchObject([
      {
        path: ['file', 'publicationProgress'],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', reason: 'storeUnavailable' },
      },
    ]);
  });
});
