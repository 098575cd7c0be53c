/**
 * The pictures in `docs/pictures/`: the explorer with a query through four services, and the
 * frontend in `examples/studio` with the broadcasts of the sandbox.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { ExplorerPage } from './explorer.ts';

/** What the pictures show, without times. */
interface Shown {
  readonly operation: string;
  readonly plan: string;
  readonly costs: readonly (readonly string[])[];
  readonly totals: string;
  /** Each with how many equal ones there are. */
  readonly calls: readonly (readonly string[])[];
}

const example = new URL('../../../schema/operations/01-across-services.graphql', import.meta.url);

/**
 * Shows what the pages describe.
 * @param shoot called with the name of each picture when the page shows it
 */
export async function showPictures(
  explorer: ExplorerPage,
  shoot: (name: string) => Promise<void>,
): Promise<Shown> {
  const { page } = explorer;
  await explorer.open();
  await explorer.write(readFileSync(example, 'utf8').replace(/^(#.*\n)+/, ''));
  await page.keyboard.press('Control+Home');
  // Asks for what each caller is asked for once, so that the next run shows only its own calls.
  await explorer.run();
  await page.locator('.operation-bar').getByRole('button', { name: 'Plan' }).click();
  await page.locator('.plan').getByText('events.get').first().waitFor();
  await shoot('plan');
  const plan = await page.getByTestId('plan-line').innerText();
  const costs = await cells(page, '.plan table:first-of-type tbody tr');
  await explorer.run();
  await page.locator('.call').first().waitFor();
  await page.locator('.result-window .service-mark').first().waitFor();
  await shoot('calls');
  const calls = await page
    .locator('.call')
    .evaluateAll((all) =>
      (all as HTMLElement[]).map(({ dataset }) => [dataset['operation']!, dataset['calls']!]),
    );
  const totals = await page.getByTestId('totals').innerText();
  return {
    operation: await explorer.operation(),
    plan,
    costs,
    totals: withoutTimes(totals),
    // Calls that start at one moment are in any order.
    calls: calls.toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  };
}

/** Waits for the broadcasts. @returns each with its badges, and the event that plans it */
export async function shownBroadcasts(page: Page): Promise<string[][]> {
  for (const name of ['On air', 'Next broadcasts'])
    await page.getByRole('region', { name, exact: true }).getByText('Files').first().waitFor();
  return page
    .locator('article')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('h3, h3 + p .badge, strong')].map((each) => each.textContent),
      ),
    );
}

const withoutTimes = (text: string): string => text.replaceAll(/[\d.]+ ms/g, '… ms');

/** The cells of the rows that can be seen without scrolling. */
const cells = (page: Page, rows: string): Promise<string[][]> =>
  page.locator(rows).evaluateAll((all) =>
    all
      .filter((row) => {
        const { left, bottom } = row.getBoundingClientRect();
        return row.contains(document.elementFromPoint(left + 1, bottom - 1));
      })
      .map((row) => [...row.children].map((each) => each.textContent)),
  );
