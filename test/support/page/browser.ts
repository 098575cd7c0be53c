/** Debian's Chromium, without its own background requests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

export interface Browser {
  readonly page: Page;
  /** URLs of requests to other hosts. */
  readonly externalRequests: string[];
  /** Errors on the console, violations of the content security policy among them. */
  readonly consoleErrors: string[];
  close(): Promise<void>;
}

/** Opens a browser with an empty profile and one empty page. */
export async function openBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'studiograph-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    viewport: { width: 1400, height: 900 },
  });
  // As long as `expect.poll` waits: other tests take the processors, too.
  context.setDefaultTimeout(60_000);
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, ...watch(page), close: () => close(context, profile) };
}

function watch(page: Page): Pick<Browser, 'externalRequests' | 'consoleErrors'> {
  const externalRequests: string[] = [];
  const consoleErrors: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && hostname !== '127.0.0.1')
      externalRequests.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || /content.security.policy/i.test(message.text()))
      consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return { externalRequests, consoleErrors };
}

async function close(context: BrowserContext, profile: string): Promise<void> {
  await context.close();
  await rm(profile, { recursive: true, force: true });
}
