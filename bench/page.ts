/** The explorer in a browser: what it loads, and when it can be used. */
import { chromium } from 'playwright-core';

/** Megabits per second, and milliseconds, of a slow network. */
const slowNetwork = { megabits: 10, latency: 40 };

/** @param url of the page of a running gateway; `count` visits with an empty cache each */
export async function measurePage(url: string, count: number): Promise<void> {
  for (const isSlow of [false, true]) {
    const visits: Visit[] = [];
    for (let index = 0; index < count; index += 1) visits.push(await visit(url, isSlow));
    const network = isSlow ? `${slowNetwork.megabits} Mbit/s` : 'loopback';
    const text = (['kilobytes', 'firstPaint', 'editor'] as const).map((name) => {
      const sorted = visits.map((each) => each[name]).toSorted((a, b) => a - b);
      return `${name} ${sorted[count >> 1]} (${sorted[0]} to ${sorted.at(-1)})`;
    });
    console.log(`${network}: ${text.join(', ')}`);
  }
}

interface Visit {
  readonly kilobytes: number;
  /** Milliseconds after the request of the page. */
  readonly firstPaint: number;
  /** Milliseconds until the operation is in the editor. */
  readonly editor: number;
}

async function visit(url: string, isSlow: boolean): Promise<Visit> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  if (isSlow) {
    const session = await page.context().newCDPSession(page);
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
  await browser.close();
  return {
    kilobytes: Math.round(bytes / 1_000),
    firstPaint: Math.round(firstPaint),
    editor: Math.round(editor),
  };
}
