/** `publicationProgress`: the steps of `publishFileAsVideo`, over server-sent events. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { type EventStream, openEventStream } from '../../../support/client/event-stream.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import {
  block,
  createVideoFile,
  metadata,
  partBytes,
  publishDocument,
  publishedState,
} from '../../../support/scenario/publish-file.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { startTokenProxy, type TokenProxy } from '../../../support/proxy/token-proxy.ts';

const studio = useStudio({
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000' },
  partBytes,
});

/** Two parts. */
const length = 33 * block;

const clients: EventStream[] = [];

afterEach(() => {
  for (const { leave } of clients.splice(0)) leave();
});

const file = (size = length): Promise<string> => createVideoFile(studio.sandbox, size);

async function publish(fileId: string, more: object = {}) {
  const input = { fileId, ...metadata, wait: 'PT1M', ...more };
  const { data, errors } = await studio.query(publishDocument, { input });
  expect(errors).toBeUndefined();
  return data.publishFileAsVideo;
}

/** Lets the first part pass: of the downloads, the first one only reads a byte. */
function breakAfterPart(): void {
  const match = { pathIncludes: 'alt=media' };
  studio.sandbox.fault({ match, delayMs: 0, times: 1 });
  studio.sandbox.fault({ match, cutAfter: partBytes, times: 1 });
}

interface Subscription {
  readonly select?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

/** Subscribes, and waits for the first event. */
async function subscribe(
  id: string,
  {
    select = 'step',
    token = 'studio-owner',
    headers = {},
    url = studio.gateway.url,
  }: Subscription = {},
): Promise<EventStream> {
  const query = `subscription ($id: ID!) { publicationProgress(id: $id) { ${select} } }`;
  const client = await openEventStream(url, { query, variables: { id }, token, headers });
  clients.push(client);
  await client.until(1);
  return client;
}

const reportsOf = (events: readonly any[]) =>
  events.map(({ data, errors }) => errors ?? data.publicationProgress);

const stepsOf = (events: readonly any[]) => reportsOf(events).map(({ step }: any) => step);

const codesOf = (events: readonly any[]) =>
  events.map(({ errors }: any) => errors?.[0].extensions.code);

/** What has happened at the end, without the reports of bytes, whose number is not known. */
const whole = ['SUBSCRIBED', 'UPLOAD_STARTED', 'VIDEO_CREATED', 'FILE_LINKED', 'FINISHED'];

describe('publicationProgress', () => {
  it('reports steps and bytes, and ends', async () => {
    const fileId = await file();
    const client = await subscribe(globalId('File', [fileId]), {
      select:
        'step at fileId transferredBytes totalBytes videoId errorCode file { name } video { title }',
    });
    // Slow enough for a report of bytes in between.
    studio.sandbox.fault({ match: { pathIncludes: 'alt=media' }, delayMs: 1_200 });
    const { video } = await publish(fileId);
    const reports = reportsOf(await client.untilEnd());
    const others = reports.filter(({ step }: any) => step !== 'TRANSFERRING');
    expect(others.map(({ step }: any) => step)).toEqual(whole);
    expect(reports.length).toBeGreaterThan(others.length);
    for (const report of reports)
      expect(report).toMatchObject({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        fileId,
        errorCode: null,
        file: { name: expect.any(String) },
      });
    const [first, ...later] = reports;
    expect(first).toMatchObject({ transferredBytes: null, totalBytes: null, videoId: null });
    expect(new Set(later.map(({ totalBytes }: any) => totalBytes))).toEqual(
      new Set([String(length)]),
    );
    const bytes = later.map(({ transferredBytes }: any) => Number(transferredBytes));
    expect(bytes).toEqual(bytes.toSorted((a: number, b: number) => a - b));
    expect([bytes[0], bytes.at(-1)]).toEqual([0, length]);
    const made = reports.slice(reports.findIndex(({ videoId }: any) => videoId !== null));
    expect(made).toMatchObject(
      whole.slice(2).map((step) => ({
        step,
        videoId: video.videoId,
        video: { title: metadata['title'] },
      })),
    );
  });
  it('starts with the bytes of a transfer that has stopped', async () => {
    const fileId = await file();
    breakAfterPart();
    studio.sandbox.fault({
      match: { pathIncludes: 'alt=media' },
      status: 403,
      reason: 'forbidden',
    });
    await publish(fileId);
    const client = await subscribe(fileId, { select: 'step transferredBytes totalBytes videoId' });
    // The subscriber continues it, so that a second report can be there.
    expect(reportsOf(await client.until(1))[0]).toEqual({
      step: 'SUBSCRIBED',
      transferredBytes: String(partBytes),
      totalBytes: String(length),
      videoId: null,
    });
  });
  it('continues a transfer that has stopped', async () => {
    const fileId = await file();
    breakAfterPart();
    studio.sandbox.fault({ match: { pathIncludes: 'alt=media' }, status: 401, times: 1 });
    expect((await publish(fileId)).errors).toMatchObject([{ code: 'PARTLY_DONE' }]);
    const client = await subscribe(fileId, { select: 'step videoId' });
    const last = reportsOf(await client.untilEnd()).at(-1);
    expect(last).toEqual({ step: 'FINISHED', videoId: expect.any(String) });
    expect((await publishedState(studio.sandbox, fileId)).linked).toBe(last.videoId);
  });
  it.each([{}, { 'x-content-owner-channel': ids.channel.studio }])(
    'reports nothing of the publication of another channel: %j',
    async (headers) => {
      const fileId = await file(1_000);
      const path = `/drive/v3/files/${fileId}/permissions`;
      await fetch(studio.sandbox.url + path, {
        method: 'POST',
        headers: { authorization: 'Bearer studio-owner', 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'anyone', role: 'reader' }),
      });
      const client = await subscribe(fileId, { token: 'studio-guest', headers });
      await publish(fileId);
      expect(stepsOf(await client.until(1))).toEqual(['SUBSCRIBED']);
    },
  );
  it('is rejected for a content owner for whom the caller may not act', async () => {
    const headers = {
      'x-content-owner': ids.contentOwner,
      'x-content-owner-channel': ids.channel.studio,
    };
    const client = await subscribe(ids.file.introTake1, { token: 'studio-guest', headers });
    expect(codesOf(await client.untilEnd())).toEqual(['FORBIDDEN']);
  });
});

describe('a refreshed access token', () => {
  let proxy: TokenProxy;
  beforeAll(async () => {
    proxy = await startTokenProxy(studio.sandbox.url, (token) => token.split('.')[0]!);
  });
  afterAll(() => proxy.close());

  it('continues what another token of the channel has begun, and receives its reports', async () => {
    const { sandbox } = studio;
    const bases = Object.fromEntries(
      Object.entries(sandbox.bases).map(([service, base]) => [
        service,
        base.replace(sandbox.url, proxy.url),
      ]),
    );
    const gateway = await startGateway({ sandbox, bases, env: { RETRY_BASE_MS: '1' } });
    const fileId = await file(1_000);
    const input = { fileId, ...metadata, wait: 'PT1M' };
    const publishWith = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await gateway.query(publishDocument, { input }, headers)).body.data
        .publishFileAsVideo;
    };
    const client = await subscribe(fileId, { token: 'studio-owner.0', url: gateway.url });
    const match = { operation: 'storage:files.update' };
    sandbox.fault({ match, status: 403, reason: 'forbidden', times: 1 });
    const first = await publishWith('studio-owner.1');
    const second = await publishWith('studio-owner.2');
    expect(first.errors).toMatchObject([{ code: 'PARTLY_DONE', remaining: ['FILE_LINKED'] }]);
    expect([second.errors, second.video.videoId]).toEqual([[], first.video.videoId]);
    const steps = stepsOf(await client.untilEnd());
    expect(steps.filter((step: string) => step !== 'TRANSFERRING')).toEqual([
      ...whole.slice(0, 3),
      'FAILED',
      ...whole.slice(1),
    ]);
    await gateway.close();
  });
});
