/** Every example, opened from its panel and run. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import groups from '../../src/explorer/examples/example-groups.json' with { type: 'json' };
import { type ExplorerPage, openExplorer, shownResult } from '../support/page/explorer.ts';
import type { RunningGateway } from '../support/gateway/gateway.ts';

const folder = new URL('../../schema/operations/', import.meta.url);
const names = Object.values(groups).flat();

const textOf = (name: string): string => readFileSync(new URL(`${name}.graphql`, folder), 'utf8');

const kindOf = (name: string): string => /^(query|mutation|subscription)\b/m.exec(textOf(name))![0];

/**
 * One example of each kind of operation in each group: that all of them have data is shown by
 * `test/contract/example.test.ts`, at a tenth of the cost.
 */
const run = Object.values(groups).flatMap((group) =>
  [...Map.groupBy(group, kindOf).values()].map(([first]) => first!),
);

describe('an example of the explorer', () => {
  let gateway: RunningGateway;
  let explorer: ExplorerPage;
  beforeAll(async () => {
    explorer = await openExplorer();
    ({ gateway } = explorer);
    await explorer.open();
  });
  afterAll(() => explorer.close());

  const open = async (name: string): Promise<void> => {
    await explorer.page.locator(`.examples [data-example="${name}"]`).click();
    await expect.poll(() => explorer.operation()).toBe(textOf(name));
  };

  it.each(run)('%s opens by a click, and runs', async (name) => {
    const { page } = explorer;
    gateway.sandbox.reset(new Date());
    await open(name);
    await page.getByRole('button', { name: /execute query/i }).click();
    const { data, errors } = await shownResult(page);
    expect([errors, data]).toEqual([undefined, expect.any(Object)]);
    if (kindOf(name) === 'subscription')
      await page.getByRole('button', { name: /stop query/i }).click();
    await expect.poll(() => gateway.gateway.load().shares['subscriptions']!.used).toBe(0);
    expect(explorer.consoleErrors).toEqual([]);
  });
  it.each(names.filter((name) => !run.includes(name)))('%s opens by a click', async (name) => {
    await open(name);
    expect(explorer.consoleErrors).toEqual([]);
  });
});
