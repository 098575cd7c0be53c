/** Debian's Chromium, without its own background requests. */
import { type Browser as Chromium, chromium, type Page } from 'playwright-core';
import { onWorkerEnd } from '../tool/worker-end.ts';

const executablePath = '/usr/bin/chromium';

export interface Browser {
  readonly page: Page;
  /** URLs of requests to other hosts. */
  readonly externalRequests: string[];
  /** Errors on the console, violations of the content security policy among them. */
  readonly consoleErrors: string[];
  close(): Promise<void>;
}

/** A start takes 3 seconds of CPU time, so the files of a worker share one process. */
let launched: Promise<Chromium> | undefined;

const launch = (): Promise<Chromium> =>
  chromium.launch({
    executablePath,
    // In a shell without a locale Chromium reads and writes no names of files beyond ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Launches the browser. It is closed when the worker has run its last file. */
async function launchForWorker(): Promise<Chromium> {
  const browser = await launch();
  onWorkerEnd(() => browser.close());
  return browser;
}

/** Opens an empty profile, which shares nothing with others, and one empty page in it. */
export async function openBrowser(): Promise<Browser> {
  launched ??= launchForWorker();
  const context = await (await launched).newContext({ viewport: { width: 1400, height: 900 } });
  // As long as `expect.poll` waits: other tests take the processors, too.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  return { page, ...watch(page), close: () => context.close() };
}

/** Records from now on. */
export function watch(page: Page): Pick<Browser, 'externalRequests' | 'consoleErrors'> {
  const externalRequests: string[] = [];
  const consoleErrors: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && hostname !== '127.0.0.1')
      externalRequests.push(request.url());
  });
  page.on('console', (message) => {
    // The browser asks for it itself, when a page names no icon: no page of the product does so.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (message.type() === 'error' || /content.security.policy/i.test(message.text()))
      consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return { externalRequests, consoleErrors };
}
