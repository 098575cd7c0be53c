/** Downloads that Google Drive prepares, and the operations that prepare them. */
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { codeOf, send } from '../../support/client/byte-client.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { useSimulatedTime } from '../../support/clock/simulated-time.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { openStudio, useStudio } from '../../support/gateway/studio.ts';
import { faultyServer, json, respond } from '../../support/upstream/faulty-server.ts';

// Longer than any wait of these tests.
const studio = useStudio({ env: { REQUEST_DEADLINE_MS: '120000' } });

const operationFields =
  'id operationId done partialDownloadAllowed resourceKey error { code message details } download(fileName: "result") { url }';

const startDocument = `mutation ($input: StartFileDownloadInput!) { startFileDownload(input: $input) {
  longRunningOperation { ${operationFields} } errors { code message path reason } } }`;

const readDocument = `query ($id: ID!, $wait: Duration! = "PT0S") {
  longRunningOperation(id: $id, wait: $wait) { ${operationFields} } }`;

async function start(input: object): Promise<any> {
  const { data, errors } = await studio.query(startDocument, { input });
  expect([errors, data.startFileDownload.errors]).toEqual([undefined, []]);
  return data.startFileDownload.longRunningOperation;
}

async function read(id: string, wait?: string): Promise<any> {
  const data = await studio.data(readDocument, { id, wait });
  return data.longRunningOperation;
}

const { launchScript, storyboard } = ids.file;

const running = { done: false, error: null, download: null, partialDownloadAllowed: null };

describe('startFileDownload', () => {
  it('starts an operation, whose result is downloaded through the gateway', async () => {
    const mimeType = 'application/pdf';
    const operation = await start({ fileId: launchScript, mimeType, revisionId: '2' });
    expect(operation).toMatchObject({ ...running, resourceKey: null });
    expect(operation.id).toBe(globalId('LongRunningOperation', [operation.operationId]));
    expect(studio.calls()).toMatchObject([
      {
        operation: 'storage:files.download',
        query: { mimeType: [mimeType], revisionId: ['2'] },
        call: { path: `/drive/v3/files/${launchScript}/download` },
      },
    ]);
    const finished = await read(operation.id);
    expect(finished).toMatchObject({ done: true, error: null });
    const { status, headers, bytes } = await send(finished.download.url, { method: 'GET' });
    expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
      200,
      mimeType,
      '%PDF-',
    ]);
    expect(headers['content-disposition']).toBe('attachment; filename="result"');
  });
  it('downloads a file with content in parts', async () => {
    const { operationId: id } = await start({ fileId: storyboard });
    const { download, partialDownloadAllowed } = await read(id);
    expect(partialDownloadAllowed).toBe(true);
    const whole = await send(download.url, { method: 'GET' });
    const headers = { range: 'bytes=100-', 'if-range': whole.headers.etag! };
    const rest = await send(download.url, { method: 'GET', headers });
    expect([rest.status, rest.bytes.equals(whole.bytes.subarray(100))]).toEqual([206, true]);
  });
  it.each([
    [{ fileId: launchScript, mimeType: 'image/gif' }, '"image/gif"; expected one of the values of'],
    [{ fileId: storyboard, mimeType: 'text/csv' }, 'leave mimeType out if File.exportFormats is'],
    [{ fileId: ids.file.deck, revisionId: '1' }, '"1"; expected a revisionId of File.revisions'],
  ])('names the accepted values of a rejected argument: %j', async (input, text) => {
    const { data } = await studio.query(startDocument, { input });
    const [argument] = Object.keys(input).slice(1);
    expect(data.startFileDownload.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: [argument], message: expect.stringContaining(text) },
    ]);
  });
  it('shows why an operation has failed', async () => {
    studio.sandbox.setDownloads({ error: { code: 13, message: 'Rendering failed.' } });
    const { operationId: id } = await start({ fileId: launchScript });
    expect(await read(id)).toMatchObject({
      done: true,
      download: null,
      error: { code: 13, message: 'Rendering failed.', details: null },
    });
  });
});

describe('a download that Google Drive answers without an operation', () => {
  const answerWith = async (answer: (origin: string) => object, selection: string) => {
    await using drive = await faultyServer((socket, seen) => {
      if (seen.method === 'POST')
        return json(answer(`http://${seen.headers['host']}`))(socket, seen);
      return respond(200, 'the bytes', { 'content-type': 'text/plain' })(socket, seen);
    });
    const gateway = await startGateway({ bases: { storage: drive.url } });
    const { body } = await gateway.query(
      `mutation { startFileDownload(input: { fileId: "f1" }) { longRunningOperation { ${selection} } errors { code } } }`,
      {},
      { authorization: 'Bearer t' },
    );
    const { longRunningOperation: operation } = body.data?.startFileDownload ?? {};
    const url: string | undefined = operation?.download?.url;
    const found = url === undefined ? undefined : await send(url, { method: 'GET' });
    await gateway.close();
    const targets = drive.requests.map(({ method, target }) => `${method} ${target}`);
    return { operation, errors: body.errors, text: found?.bytes.toString(), targets };
  };
  const answer = (origin: string): object => ({
    kind: 'drive#operation',
    response: {
      downloadUri: `${origin}/drive/v3/files/f1?alt=media&source=downloadUrl`,
      partialDownloadAllowed: true,
    },
  });

  it('is done, and its bytes are downloaded', async () => {
    const found = await answerWith(
      answer,
      'done error { code } partialDownloadAllowed download { url }',
    );
    expect(found.errors).toBeUndefined();
    expect(found.operation).toMatchObject({
      done: true,
      error: null,
      partialDownloadAllowed: true,
    });
    expect(found.text).toBe('the bytes');
    expect(found.targets.map((target) => target.replace(/[?&]fields=.*/, ''))).toEqual([
      'POST /drive/v3/files/f1/download',
      'GET /drive/v3/files/f1?alt=media&source=downloadUrl',
    ]);
  });
  it('is done whatever is selected of it', async () => {
    const { operation, errors, targets } = await answerWith(answer, 'operationId done');
    expect([operation.done, errors, targets.length]).toEqual([true, undefined, 1]);
  });
  it('is done with a name as well, and without `done`', async () => {
    const named = (origin: string): object => ({ ...answer(origin), name: 'o1' });
    const { operation } = await answerWith(named, 'operationId done download { url }');
    expect(operation).toMatchObject({
      operationId: 'o1',
      done: true,
      download: { url: expect.any(String) },
    });
  });
  it('shows an error without a name', async () => {
    const failed = () => ({ kind: 'drive#operation', error: { code: 7, message: 'No.' } });
    const { operation, errors } = await answerWith(failed, 'done error { code } download { url }');
    expect(errors).toBeUndefined();
    expect(operation).toEqual({ done: true, error: { code: 7 }, download: null });
  });
  it('has an unknown outcome if the answer has no result either', async () => {
    const { errors } = await answerWith(() => ({ kind: 'drive#operation' }), 'done');
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_INVALID', outcome: 'UNKNOWN' } },
    ]);
  });
});

describe('longRunningOperation', () => {
  const waits = useSimulatedTime(() => studio.sandbox);
  const second = 1_000;

  it.each([
    [0, 20, [], false],
    [5, 20, [1, 2, 2], false],
    [60, 0, [], true],
    [60, 7, [1, 2, 4], true],
    [60, 20, [1, 2, 4, 8, 15], true],
    [60, 90, [1, 2, 4, 8, 15, 15, 15], false],
  ])('waits %i seconds for an operation of %i seconds', async (wait, needed, expected, done) => {
    studio.sandbox.setDownloads({ ms: needed * second });
    const { operationId: id } = await start({ fileId: launchScript });
    studio.sandbox.clearCalls();
    expect((await read(id, `PT${wait}S`)).done).toBe(done);
    expect(waits).toEqual(expected.map((seconds) => seconds * second));
    // A read before each wait, the read after which no wait follows, and that of the fields.
    const polls = wait === 0 ? 0 : expected.length + (done ? 1 : 0);
    expect(studio.operations()).toEqual(
      Array.from({ length: polls + 1 }, () => 'storage:operations.get'),
    );
  });
  it('rejects a wait before any call', async () => {
    const { errors } = await studio.query(readDocument, { id: 'any', wait: 'PT301S' });
    expect(errors).toMatchObject([
      {
        message: 'wait: "PT301S" is too long; expected at most PT5M',
        extensions: { code: 'INVALID_INPUT', argument: 'wait' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('is visible only to the user who has started it', async () => {
    const { operationId: id } = await start({ fileId: launchScript });
    const { errors } = await studio.query(readDocument, { id, wait: 'PT5S' }, 'studio-guest');
    const expected = {
      message: `Google Drive has no LongRunningOperation with the id "${id}" that the caller may see. Check it, or use the access token of another account.`,
      extensions: { code: 'NOT_FOUND', id },
    };
    expect(errors).toMatchObject([expected]);
    expect(waits).toEqual([]);
    const atOnce = await studio.query(readDocument, { id }, 'studio-guest');
    expect(atOnce.errors).toMatchObject([expected]);
  });
});

describe('a wait of longRunningOperation', () => {
  beforeEach(() => {
    studio.sandbox.setDownloads({ ms: 3_600_000 });
  });
  afterEach(() => void vi.restoreAllMocks());

  it('ends when the client leaves', { tags: ['R35'] }, async () => {
    const { operationId: id } = await start({ fileId: launchScript });
    studio.sandbox.clearCalls();
    const waiting = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    vi.spyOn(systemClock, 'sleep').mockImplementation((_, signal) => {
      waiting.resolve();
      return new Promise((resolve) => {
        signal!.addEventListener('abort', () => {
          resolve();
          ended.resolve();
        });
      });
    });
    const sent = request(`${studio.gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
    });
    sent
      .on('error', () => {})
      .end(
        JSON.stringify({
          query: readDocument,
          variables: { id, wait: 'PT5M' },
        }),
      );
    await waiting.promise;
    sent.destroy();
    await ended.promise;
    expect(studio.operations()).toEqual(['storage:operations.get']);
  });
  it('ends before the deadline of the request', { tags: ['R35'] }, async () => {
    const hasty = await openStudio({
      env: { REQUEST_DEADLINE_MS: '900' },
      clock: new DrivenClock(),
    });
    try {
      hasty.sandbox.setDownloads({ ms: 3_600_000 });
      const { data } = await hasty.query(startDocument, { input: { fileId: launchScript } });
      const { operationId: id } = data.startFileDownload.longRunningOperation;
      const result = await hasty.query(readDocument, { id, wait: 'PT5M' });
      expect([result.errors, result.data.longRunningOperation.done]).toEqual([undefined, false]);
    } finally {
      await hasty.close();
    }
  });
});

describe('an export of more than 10 MB', () => {
  it('is rejected with the advice to use startFileDownload, which downloads it', async () => {
    const document = `query ($id: ID!) { file(id: $id) { export(mimeType: "application/pdf") { url } } }`;
    const { data } = await studio.query(document, { id: ids.file.deck });
    const rejected = await send(data.file.export.url, { method: 'GET' });
    expect([rejected.status, codeOf(rejected)]).toEqual([403, 'FORBIDDEN']);
    expect(rejected.json.errors[0]).toMatchObject({
      message: expect.stringContaining('Use startFileDownload'),
      extensions: { reason: 'exportSizeLimitExceeded' },
    });
    const { operationId: id } = await start({ fileId: ids.file.deck, mimeType: 'application/pdf' });
    const { download } = await read(id);
    const { status, bytes } = await send(download.url, { method: 'GET' });
    expect([status, bytes.length > 10 * 1024 * 1024]).toEqual([200, true]);
  });
});
