/** Every example, opened from its panel and run. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import groups from '../../src/explorer/examples/example-groups.json' with { type: 'json' };
import { type ExplorerPage, openExplorer, shownResult } from '../support/page/explorer.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';

const folder = new URL('../../schema/operations/', import.meta.url);
const names = Object.values(groups).flat();

/** The type and the name of the operation of an example. */
const operationOf = (name: string): string =>
  /^(?:query|mutation|subscription) \w+/m.exec(
    readFileSync(new URL(`${name}.graphql`, folder), 'utf8'),
  )![0];

describe('an example of the explorer', () => {
  let gateway: RunningGateway;
  let explorer: ExplorerPage;
  beforeAll(async () => {
    gateway = await startGateway();
    explorer = await openExplorer(gateway);
    await explorer.open();
  });
  afterAll(async () => {
    await explorer.close();
    await gateway.close();
  });

  it.each(names)('%s opens by a click, and runs', async (name) => {
    const { page } = explorer;
    const operation = operationOf(name);
    gateway.sandbox.reset(new Date());
    await page.locator(`.examples [data-example="${name}"]`).click();
    await expect.poll(() => explorer.operation()).toContain(operation);
    await page.getByRole('button', { name: /execute query/i }).click();
    const { data, errors } = await shownResult(page);
    expect([errors, data]).toEqual([undefined, expect.any(Object)]);
    if (operation.startsWith('subscription'))
      await page.getByRole('button', { name: /stop query/i }).click();
    await expect.poll(() => gateway.gateway.load().shares['subscriptions']!.used).toBe(0);
    expect(explorer.consoleErrors).toEqual([]);
  });
});
