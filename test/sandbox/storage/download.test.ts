/** The storage service: exports, and downloads by long-running operations. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { post } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';

const root = '/drive/v3';
const box = useSandbox(root);
const { file } = ids;
const { launchScript, deck, logo, storyboard } = file;

const exportPath = (id: string, type: string): string =>
  `/files/${id}/export?mimeType=${encodeURIComponent(type)}`;

const start = (id: string, query = '', token?: string): Promise<TestResponse> =>
  box.ask(`/files/${id}/download${query}`, post(undefined, token));

const poll = (name: string, token = 'studio-owner'): Promise<TestResponse> =>
  box.ask(`/operations/${name}`, { token });

const fetchBytes = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  token = 'studio-owner',
): Promise<{ readonly status: number; readonly type: string | null; readonly bytes: Buffer }> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
};

/** The bytes of the result of an operation that is done at the first poll. */
const resultOf = async (id: string, query = '') => {
  const { body } = await start(id, query);
  const { downloadUri } = (await poll(body.name)).body.response;
  return fetchBytes(downloadUri);
};

describe('an export', () => {
  it('is the text of a document, or a PDF document', async () => {
    const text = await fetchBytes(box.sandbox.url + root + exportPath(launchScript, 'text/plain'));
    expect([text.type, text.bytes.toString()]).toEqual([
      'text/plain',
      'Welcome to the launch. The harbor is waiting.\n',
    ]);
    const pdf = await fetchBytes(
      box.sandbox.url + root + exportPath(launchScript, 'application/pdf'),
    );
    expect(pdf.bytes.toString()).toMatch(/^%PDF-1\.4\n.*Welcome to the launch\..*%%EOF\n$/s);
  });
  it('ignores ranges', async () => {
    const url = box.sandbox.url + root + exportPath(launchScript, 'text/plain');
    const { status, bytes } = await fetchBytes(url, { range: 'bytes=5-9' });
    expect([status, bytes.length]).toEqual([200, 46]);
  });
});

describe('an operation', () => {
  it('can be answered with its result alone', async () => {
    const control = post({ unnamed: true });
    expect((await box.ask('/_sandbox/downloads', control)).status).toBe(204);
    const { body } = await start(deck);
    expect(body).toEqual({
      kind: 'drive#operation',
      response: { downloadUri: expect.any(String), partialDownloadAllowed: false },
    });
    expect((await fetchBytes(body.response.downloadUri)).status).toBe(200);
  });
  it('is done at the first poll, and its result needs the token of the caller', async () => {
    const { body } = await start(deck);
    expect(body).toMatchObject({ name: expect.stringMatching(/^[\w-]{40}$/), done: false });
    const done = (await poll(body.name)).body;
    expect(done).toMatchObject({
      name: body.name,
      done: true,
      response: { partialDownloadAllowed: false },
    });
    const { downloadUri } = done.response;
    const { status, type, bytes } = await fetchBytes(downloadUri);
    expect([status, type, bytes.length]).toEqual([200, 'application/pdf', 24_000_000]);
    expect((await fetchBytes(downloadUri, {}, 'studio-guest')).status).toBe(404);
    expect((await fetchBytes(downloadUri, {}, 'unknown')).status).toBe(401);
    expect((await poll(body.name, 'studio-guest')).reason).toBe('notFound');
  });
  it('ends after a time of the simulated clock', async () => {
    box.sandbox.setDownloads({ ms: 5000 });
    const { body } = await start(logo);
    expect((await poll(body.name)).body.done).toBe(false);
    box.sandbox.advance(4999);
    expect((await poll(body.name)).body.done).toBe(false);
    box.sandbox.advance(1);
    expect((await poll(body.name)).body.done).toBe(true);
  });
  it('has no result before its end, nor after a failure', async () => {
    const resultStatus = async (name: string): Promise<number> =>
      (await fetchBytes(`${box.sandbox.url}/download/drive/v3/operations/${name}`)).status;
    box.sandbox.setDownloads({ ms: 5000 });
    const { name } = (await start(logo)).body;
    expect(await resultStatus(name)).toBe(404);
    box.sandbox.advance(5000);
    expect(await resultStatus(name)).toBe(200);
    box.sandbox.setDownloads({ error: { code: 13, message: 'Internal error.' } });
    expect(await resultStatus((await start(logo)).body.name)).toBe(404);
  });
  it('can be done at once, or fail', async () => {
    box.sandbox.setDownloads({ ms: 0 });
    expect((await start(logo)).body).toMatchObject({ done: true, response: {} });
    const error = { code: 13, message: 'Internal error.' };
    await box.ask('/_sandbox/downloads', post({ error }));
    const failed = (await poll((await start(logo)).body.name)).body;
    expect(failed).toMatchObject({ done: true, error });
    expect(failed).not.toHaveProperty('response');
  });
  it.each([
    [{ ms: -1 }, 'ms: -1 is not a number of at least 0'],
    [{ error: { code: 'x' } }, expect.stringContaining('error: expected')],
  ])('is not controlled by %j', async (body, error) => {
    const response = await box.ask('/_sandbox/downloads', post(body));
    expect([response.status, response.body]).toEqual([400, { error }]);
  });
  it('returns the bytes of a file, with ranges', async () => {
    const { body } = await start(logo);
    const { downloadUri, partialDownloadAllowed } = (await poll(body.name)).body.response;
    expect(partialDownloadAllowed).toBe(true);
    const { md5Checksum } = (await box.ask(`/files/${logo}?fields=md5Checksum`)).body;
    const whole = await fetchBytes(downloadUri);
    expect(createHash('md5').update(whole.bytes).digest('hex')).toBe(md5Checksum);
    const part = await fetchBytes(downloadUri, { range: 'bytes=10-19' });
    expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(10, 20)]);
  });
  it('returns a selected revision and format', async () => {
    const kept = revisionId('storyboard 2');
    expect((await resultOf(storyboard, `?revisionId=${kept}`)).bytes.length).toBe(3100);
    const text = await resultOf(launchScript, '?mimeType=text/markdown&revisionId=1');
    expect(text.type).toBe('text/markdown');
  });
});

const download = (id: string, query = ''): string => `/files/${id}/download${query}`;
const guest = { token: 'studio-guest' };

const rejected: RejectedRequests = {
  '404 notFound': {
    'an export of an unknown file': exportPath(file.missing, 'text/plain'),
    'a download of an unknown file': [download(file.missing), post(undefined)],
    'a download of a file that is not shared': [download(logo), post(undefined, 'no-channel')],
    'an unknown revision': [download(logo, '?revisionId=1'), post(undefined)],
    'an unknown operation': '/operations/unknown',
  },
  '400 required': { 'an export without a format': `/files/${launchScript}/export` },
  '400 badRequest': {
    'an export to an unknown format': exportPath(launchScript, 'image/png'),
    'an unknown format': [download(launchScript, '?mimeType=image/png'), post(undefined)],
  },
  '403 fileNotExportable': {
    'an export of a file with bytes': exportPath(logo, 'text/plain'),
    'an export of a folder': exportPath(file.studio, 'text/plain'),
  },
  '403 exportSizeLimitExceeded': { 'an export above 10 MB': exportPath(deck, 'application/pdf') },
  '403 fileNotDownloadable': { 'a download of a folder': [download(file.studio), post(undefined)] },
  '400 invalid': {
    'a format for a file with bytes': [download(logo, '?mimeType=image/png'), post(undefined)],
    'a revision of a presentation': [download(deck, '?revisionId=1'), post(undefined)],
  },
  '403 download_restricted_for_revision': {
    'a revision that is not kept': [
      download(storyboard, `?revisionId=${revisionId('storyboard 1')}`),
      post(undefined),
    ],
  },
  '401 required': {
    'an operation with an API key': ['/operations/x?key=sandbox-key', { token: null }],
  },
};

describe('the storage service rejects', () => {
  testRejected(box, rejected);
  it('exports and downloads of a restricted document to readers', async () => {
    await box.ask(`/files/${launchScript}`, {
      method: 'PATCH',
      body: { copyRequiresWriterPermission: true },
    });
    const exported = await box.ask(exportPath(launchScript, 'text/plain'), guest);
    expect([exported.status, exported.reason]).toEqual([403, 'cannotExportFile']);
    expect((await start(launchScript, '', 'studio-guest')).reason).toBe('cannotExportFile');
  });
});
