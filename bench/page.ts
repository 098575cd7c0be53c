/** The explorer in a browser: what it loads, and when it can be used. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { median } from './median.ts';
import { urlFrom } from './start-time.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Megabits per second, and milliseconds, of a slow network. */
const slowNetwork = { megabits: 10, latency: 40 };

/**
 * Builds the page as for a release, and visits it with an empty cache.
 * @param count visits of each kind
 * @param other folder of another checkout with its packages, whose page is visited in turn
 */
export async function measurePage(count: number, other?: string): Promise<void> {
  const folders = [root, ...(other === undefined ? [] : [resolve(other)])];
  const gateways = folders.map(startGateway);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const urls = await Promise.all(gateways.map(({ stdout }) => urlFrom(stdout!)));
    for (const isSlow of [false, true])
      print(isSlow, folders, await visitInTurn(browser, urls, { count, isSlow }));
  } finally {
    await browser.close();
    for (const gateway of gateways) gateway.kill();
  }
}

/** @returns the gateway with its sandbox, from source: only the page is measured */
function startGateway(cwd: string): ChildProcess {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'src/explorer'], {
    cwd,
  });
  return spawn(process.execPath, ['src/main.ts'], {
    cwd,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', DRAIN_DELAY_MS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

interface Visit {
  readonly kilobytes: number;
  /** Milliseconds after the request of the page. */
  readonly firstPaint: number;
  /** Milliseconds until the operation is in the editor. */
  readonly editor: number;
}

/** @returns the visits of each page; those with the same index are beside each other */
async function visitInTurn(
  browser: Browser,
  urls: readonly string[],
  { count, isSlow }: { readonly count: number; readonly isSlow: boolean },
): Promise<Visit[][]> {
  const visits: Visit[][] = urls.map(() => []);
  for (let round = -1; round < count; round += 1) {
    const inOrder = [...urls.entries()];
    // Each is as often the first as the other is.
    for (const [index, url] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
      const each = await visit(browser, url, isSlow);
      // The first round fills the caches of the gateways and of the file system.
      if (round >= 0) visits[index]!.push(each);
    }
  }
  return visits;
}

async function visit(browser: Browser, url: string, isSlow: boolean): Promise<Visit> {
  // Each context has a cache of its own.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  if (isSlow) {
    const session = await context.newCDPSession(page);
    const bytesPerSecond = (slowNetwork.megabits * 1e6) / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slowNetwork.latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('.graphiql-query-editor .view-line').first().waitFor({ timeout: 60_000 });
  const editor = await page.evaluate(() => performance.now());
  // Workers, icons and the schema come after the editor.
  await page.waitForTimeout(4_000);
  const { bytes, firstPaint } = await page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return {
      bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    };
  });
  await context.close();
  return { kilobytes: bytes / 1_000, firstPaint, editor };
}

function print(isSlow: boolean, folders: readonly string[], visits: readonly Visit[][]): void {
  console.log(`\n${isSlow ? `${slowNetwork.megabits} Mbit/s` : 'Loopback'}, medians:\n`);
  console.log('| page | kilobytes | first paint | editor |');
  console.log('| --- | --- | --- | --- |');
  const names = ['kilobytes', 'firstPaint', 'editor'] as const;
  for (const [index, folder] of folders.entries()) {
    const cells = names.map((name) =>
      spreadOf(
        visits[index]!.map((each) => each[name]),
        0,
      ),
    );
    console.log(`| ${relative(root, folder) || 'this checkout'} | ${cells.join(' | ')} |`);
  }
  const [own, others] = visits;
  if (own === undefined || others === undefined) return;
  const ratios = names.map((name) =>
    spreadOf(
      own.map((each, index) => each[name] / others[index]![name]),
      2,
    ),
  );
  console.log(`| this to the other | ${ratios.join(' | ')} |`);
}

/** @returns the median, with the lowest and the highest */
function spreadOf(values: readonly number[], digits: number): string {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map(
    (value) => value.toFixed(digits),
  );
  return low === high ? middle! : `${middle} (${low} to ${high})`;
}
