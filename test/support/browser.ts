/** Debian's chromium for tests, with nothing of its own going out to the network. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';
const installed = existsSync(executablePath);

/** Where tests are to be complete, a missing browser fails them: continuous integration, and root, who can install it. */
const needed = (process.env['CI'] ?? '') !== '' || process.getuid?.() === 0;

/** Why browser tests cannot run here; absent: they run, or have to fail. */
export const noBrowser: string | undefined =
  installed || needed
    ? undefined
    : `${executablePath} is missing (apt-get install chromium), so nothing was seen in a browser`;

export interface Browser {
  readonly page: Page;
  /** Addresses of all requests that left the page for another machine. */
  readonly outside: string[];
  /** What the console said of errors and of violated policies. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** A browser that remembers nothing, with one empty page. */
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
  const page = context.pages()[0] ?? (await context.newPage());
  return { page, ...watch(page), close: () => close(context, profile) };
}

function watch(page: Page): Pick<Browser, 'outside' | 'complaints'> {
  const outside: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && hostname !== '127.0.0.1')
      outside.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || /content.security.policy/i.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { outside, complaints };
}

async function close(context: BrowserContext, profile: string): Promise<void> {
  await context.close();
  await rm(profile, { recursive: true, force: true });
}
