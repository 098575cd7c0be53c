/** The example `examples/upload/index.html` in a browser, served by another port of the machine. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { serveExample } from '../../support/page/page-server.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { bytesFrom } from '../../support/upstream/upload-server.ts';

const original = readFileSync(
  new URL('../../../examples/upload/index.html', import.meta.url),
  'utf8',
);

const MiB = 1024 * 1024;

/**
 * The size of the parts that the page sends. It is an eighth of the original, as all sizes here: a
 * byte that takes its way through browser, gateway and sandbox for the first time is expensive.
 */
const partSize = MiB;

const html = original.replace('partSize = 8 * 1024 * 1024;', `partSize = ${partSize};`);

/** Bytes of a file of three parts. */
const total = 2 * partSize + 300_001;

/** The content range of a part of the file, up to the end of the part or of the file. */
const rangeFrom = (offset: number): string =>
  `bytes ${offset}-${Math.min(offset + partSize, total) - 1}/${total}`;

/** Asks how many bytes Google Drive has. */
const question = `bytes */${total}`;

describe('the page that uploads a file', () => {
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof serveExample>>;
  let sandbox: Sandbox;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let folder: string;
  let film: string;
  let filmMd5: string;
  beforeAll(async () => {
    pages = await serveExample(html);
    browser = await openBrowser();
    await browser.page.goto(pages.url);
    folder = await mkdtemp(join(tmpdir(), 'studiograph-upload-'));
    film = join(folder, 'Häfen <b>&amp;.mp4');
    const content = await buffer(bytesFrom(total));
    filmMd5 = createHash('md5').update(content).digest('hex');
    await writeFile(film, content);
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    sandbox = await startSandbox({ now: start });
    gateway = await startGateway({ sandbox });
    browser.consoleErrors.length = 0;
    return async () => {
      // Before the gateway is closed: no connection is lost.
      await browser.page.goto(pages.url);
      await gateway.close();
      await sandbox.close();
    };
  });

  /** Fills in the form, and submits it. */
  async function upload(file: string, values: Readonly<Record<string, string>> = {}) {
    const { page } = browser;
    await page.getByLabel('Gateway').fill(`${gateway.url}/graphql`);
    await page.getByLabel('Access token').fill('studio-owner');
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await button('Upload').click();
  }

  const button = (name: string) => browser.page.getByRole('button', { name, exact: true });

  const error = () => browser.page.getByRole('alert').innerText();

  async function untilStatus(text: string | RegExp): Promise<void> {
    await browser.page.getByRole('status').filter({ hasText: text }).waitFor();
  }

  /** Records what the page shows from now on: the texts of the status, and the progress. */
  async function recordPage(): Promise<() => Promise<{ statuses: string[]; values: number[] }>> {
    const shown = await browser.page.evaluateHandle(() => {
      const [statuses, values]: [string[], number[]] = [[], []];
      const status = document.querySelector('[role=status]')!;
      const bar = document.querySelector('progress')!;
      new MutationObserver(() => statuses.push(status.textContent)).observe(status, {
        childList: true,
      });
      new MutationObserver(() => values.push(bar.value)).observe(bar, { attributes: true });
      return { statuses, values };
    });
    return () => shown.jsonValue();
  }

  /**
   * Records the requests to the upload URL: the method, or the content range of a PUT.
   * @param onRequest called before the gateway handles a request, with its number, from 1
   */
  function recordRequests(
    onRequest: (count: number, req: IncomingMessage) => void = () => {},
  ): string[] {
    const requests: string[] = [];
    gateway.gateway.server.prependListener('request', (req: IncomingMessage) => {
      if (!req.url!.startsWith('/uploads/') || req.method === 'OPTIONS') return;
      const request = req.headers['content-range'] ?? req.method!;
      onRequest(requests.push(request), req);
    });
    return requests;
  }

  /** Affects the next part that the gateway sends to Google Drive. */
  const failNextPart = (fault: Fault): void =>
    sandbox.fault({
      match: { operation: 'storage:files.create', method: 'PUT' },
      times: 1,
      ...fault,
    });

  /** The file in the sandbox to which the page links. */
  async function linkedFile(): Promise<any> {
    const link = browser.page.getByRole('region', { name: 'Uploaded file' }).getByRole('link');
    const [, id] = /\/d\/([\w-]+)/.exec((await link.getAttribute('href'))!)!;
    const { body } = await gateway.query(
      'query ($id: ID!) { file(id: $id) { name mimeType size md5Checksum parentIds } }',
      { id },
      { authorization: 'Bearer studio-owner' },
    );
    expect(body.errors).toBeUndefined();
    expect(await link.innerText()).toBe(body.data.file.name);
    return body.data.file;
  }

  async function expectUploaded(): Promise<void> {
    await untilStatus('Uploaded.');
    expect(await linkedFile()).toMatchObject({ size: String(total), md5Checksum: filmMd5 });
    expect(sandbox.uploads()).toHaveLength(1);
    expect(await error()).toBe('');
  }

  it('uploads a file into a folder, and shows progress, name and link', async () => {
    const shown = await recordPage();
    const requests = recordRequests();
    await upload(film, { 'Folder id': ids.file.footage });
    await expectUploaded();
    expect(await linkedFile()).toMatchObject({
      name: 'Häfen <b>&amp;.mp4',
      mimeType: 'video/mp4',
      parentIds: [ids.file.footage],
    });
    expect(requests).toEqual([0, partSize, 2 * partSize].map(rangeFrom));
    const { statuses, values } = await shown();
    expect(statuses).toEqual(['Opening an upload session …', 'Uploading …', 'Uploaded.']);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values).toEqual(expect.arrayContaining([0, partSize, 2 * partSize, total]));
    expect(await browser.page.getByText('2.4 MB of 2.4 MB (100 %)').count()).toBe(1);
    expect(await button('Pause').count()).toBe(0);
    expect([browser.externalRequests, browser.consoleErrors]).toEqual([[], []]);
  });
  it('sends parts of 8 MiB', () => {
    expect(original).toContain('const partSize = 8 * 1024 * 1024;');
    expect(html).not.toBe(original);
  });
  it('uploads a file without bytes', async () => {
    const empty = join(folder, 'empty.txt');
    await writeFile(empty, '');
    await upload(empty);
    await untilStatus('Uploaded.');
    expect(await linkedFile()).toMatchObject({ name: 'empty.txt', mimeType: 'text/plain' });
  });
  it('pauses within a part, and continues with what Google Drive has not received', async () => {
    const requests = recordRequests();
    const network = await browser.page.context().newCDPSession(browser.page);
    const limitUpload = (bytesPerSecond: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await limitUpload(partSize / 8);
    await upload(film);
    const bar = browser.page.getByRole('progressbar', { name: 'Progress of the upload' });
    await expect
      .poll(() => bar.evaluate((element) => (element as unknown as { value: number }).value))
      .toBeGreaterThan(partSize / 16);
    await button('Pause').click();
    await untilStatus('Paused.');
    expect(sandbox.uploads()).toEqual([]);
    expect(requests).toEqual([rangeFrom(0)]);
    await limitUpload(-1);
    await button('Continue').click();
    await expectUploaded();
    await network.detach();
    expect(requests.slice(0, 2)).toEqual([rangeFrom(0), question]);
  });
  it('continues after a lost connection to the gateway', async () => {
    const shown = await recordPage();
    // Chromium itself repeats a request whose connection breaks at once: each attempt is broken.
    let isAsked = false;
    const requests = recordRequests((count, { headers, socket }) => {
      isAsked ||= headers['content-range'] === question;
      if (count > 1 && !isAsked) socket.destroy();
    });
    await upload(film);
    await expectUploaded();
    const asked = requests.indexOf(question);
    expect(new Set(requests.slice(1, asked))).toEqual(new Set([rangeFrom(partSize)]));
    expect(requests.slice(asked + 1)).toEqual([partSize, 2 * partSize].map(rangeFrom));
    const { statuses } = await shown();
    expect(statuses).toContainEqual(
      expect.stringMatching(/^Connection lost. Trying again in \d+ s.$/),
    );
  });
  it('continues within a part when Google Drive has received a part of it', async () => {
    const requests = recordRequests((count) => {
      if (count === 2) failNextPart({ cutAfter: partSize / 2 - 1 });
    });
    await upload(film);
    await expectUploaded();
    expect(requests.slice(0, 3)).toEqual([rangeFrom(0), rangeFrom(partSize), question]);
    const [, offset] = /^bytes (\d+)-/.exec(requests[3]!)!;
    expect(Number(offset)).toBeGreaterThan(partSize);
    expect(requests[3]).toBe(rangeFrom(Number(offset)));
  });
  it('shows the file when only the last response was lost', async () => {
    const requests = recordRequests((count) => {
      if (count === 3) failNextPart({ drop: 'after' });
    });
    await upload(film);
    await expectUploaded();
    expect(requests.slice(3)).toEqual([question]);
  });
  it('cancels, and then uploads another file', async () => {
    const requests = recordRequests((count) => {
      if (count === 2) failNextPart({ hang: true });
    });
    await upload(film);
    await expect.poll(() => requests.length).toBe(2);
    await button('Cancel').click();
    await untilStatus('Cancelled. No file was created.');
    expect(sandbox.uploads()).toEqual([]);
    await upload(film);
    await expectUploaded();
  });
  it('says that the file has changed during the upload', async () => {
    const changing = join(folder, 'changing.mp4');
    await writeFile(changing, await buffer(bytesFrom(total)));
    const requests = recordRequests((count) => {
      if (count === 2) failNextPart({ hang: true });
    });
    await upload(changing);
    await expect.poll(() => requests.length).toBe(2);
    await button('Pause').click();
    await appendFile(changing, 'more');
    await button('Continue').click();
    await untilStatus('Not uploaded.');
    expect(await error()).toBe('The file was changed, moved or deleted. Choose it again.');
  });
  it('says that Google Drive has lost the upload', async () => {
    recordRequests((count) => {
      if (count === 2) failNextPart({ status: 404 });
    });
    await upload(film);
    await untilStatus('Not uploaded.');
    expect(await error()).toBe('The upload was lost. Start again.');
  });
  it('can continue later when the quota is spent', async () => {
    recordRequests((count) => {
      if (count === 2) failNextPart({ status: 403, reason: 'dailyLimitExceeded' });
    });
    await upload(film);
    await untilStatus('Paused.');
    expect(await error()).toMatch(/\(QUOTA_EXCEEDED\)$/);
    await button('Continue').click();
    await expectUploaded();
  });
  it('says what is wrong with a token or a folder', async () => {
    const requests = recordRequests();
    for (const [label, value, text] of [
      ['Access token', 'nobody', /\(UNAUTHENTICATED\)$/],
      ['Access token', 'studio-expired', /\(UNAUTHENTICATED\)$/],
      ['Access token', 'studio-reader', /\(MISSING_SCOPE\)$/],
      ['Folder id', ids.file.missing, /\(NOT_FOUND\)$/],
    ] as const) {
      await browser.page.goto(pages.url);
      await upload(film, { [label]: value });
      await untilStatus('Not uploaded.');
      expect(await error()).toMatch(text);
      expect(requests).toEqual([]);
      expect(await button('Upload').isEnabled()).toBe(true);
    }
  });
});
