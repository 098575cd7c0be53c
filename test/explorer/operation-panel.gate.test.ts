/** What the explorer shows of costs and calls, against what the sandbox has recorded. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useExplorer } from '../support/page/explorer.ts';
import { violations } from '../support/page/page-layout.ts';

const acrossServices = readFileSync(
  new URL('../../schema/operations/01-across-services.graphql', import.meta.url),
  'utf8',
);

describe('the panel of costs and calls', () => {
  const explorer = useExplorer({ env: { BATCH_MAX_WAIT_MS: '10000' } });

  const line = (): Promise<string> => explorer.page.getByTestId('plan-line').innerText();
  const table = (name: string) => explorer.page.getByRole('table', { name });
  const show = (view: 'Plan' | 'Calls'): Promise<void> =>
    explorer.page.getByRole('button', { name: view, exact: true }).click();
  /** Of each wave: the groups of equal calls. */
  const cards = () => explorer.page.locator('.call');
  const card = (operation: string) => explorer.page.locator(`[data-operation="${operation}"]`);

  /** What the gateway says about the operation in the editor. */
  const estimate = async (variables = {}): Promise<any> => {
    const dryRun = { document: await explorer.operation(), variables };
    const query = `query ($dryRun: DryRunInput) {
      quota(dryRun: $dryRun) { dryRun { requests units { units } fields { path } } }
    }`;
    const response = await fetch(`${explorer.gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { dryRun } }),
    });
    const { data }: any = await response.json();
    return data.quota.dryRun;
  };

  describe('the plan', () => {
    beforeAll(() => show('Plan'));
    it('is the estimate of the gateway, and makes no call', async () => {
      explorer.gateway.sandbox.reset();
      await explorer.write(
        `{ playlist(id: "${ids.playlist.long}") { items(first: 60) { nodes { video { title } } } } }`,
      );
      await expect.poll(line).toContain('REST call');
      const { requests, units, fields } = await estimate();
      await expect
        .poll(line)
        .toContain(`At most ${requests} REST calls, ${units[0].units} VIDEO units`);
      const shown = await table('Cost by field').locator('tbody th button').allInnerTexts();
      expect(shown.toSorted()).toEqual(fields.map(({ path }: any) => path).toSorted());
      expect(explorer.gateway.sandbox.calls()).toEqual([]);
    });
    it('follows the variables', async () => {
      await explorer.write(
        `query Page($n: Int) { playlist(id: "${ids.playlist.long}") { items(first: $n) { nodes { id } } } }`,
      );
      for (const n of [50, 500]) {
        await explorer.writeVariables(`{ "n": ${n} }`);
        const { requests } = await estimate({ n });
        await expect.poll(line).toContain(`At most ${requests} REST calls`);
      }
    });
    it('says why an operation would be refused, and what to do', async () => {
      await explorer.write(
        '{ viewer { playlists(first: 500) { nodes { items(first: 500) { nodes { video { commentThreads(first: 500) { nodes { id } } } } } } } } }',
      );
      await expect.poll(line).toContain('Would be refused');
      const alert = explorer.page.locator('.plan').getByRole('alert');
      await expect.poll(() => alert.innerText()).toMatch(/are possible, \d+ are allowed/);
    });
    it('says what is wrong with a document', async () => {
      await explorer.write('{ viewer { nothing } }');
      await expect.poll(line).toContain('Cannot query field "nothing"');
    });
    it('is that of the last valid text before it says what is wrong', async () => {
      await explorer.write('{ viewer { id } }');
      await expect.poll(line).toContain('At most');
      /** All that the line says from now on. */
      const said = await explorer.page.getByTestId('plan-line').evaluateHandle((element) => {
        const texts: string[] = [];
        new MutationObserver(() => {
          const style = getComputedStyle(element).filter === 'none' ? '' : ', gray';
          texts.push((element as HTMLElement).innerText + style);
        }).observe(element, { childList: true, subtree: true, characterData: true });
        return texts;
      });
      await explorer.page.keyboard.type('x');
      await expect.poll(line).toContain('No plan: ');
      expect(await said.jsonValue()).toEqual([
        expect.stringMatching(/^At most .* of the last valid text, gray$/),
        expect.stringMatching(/^No plan: Syntax Error/),
      ]);
    });
    it('says that the gateway does not answer, and comes when it does', async () => {
      let isAway = true;
      await explorer.page.route('**/graphql', (route) =>
        isAway ? route.abort() : route.continue(),
      );
      await explorer.write('{ viewer { calendars { nodes { id } } } }');
      await expect.poll(line).toContain('No plan: The gateway did not answer');
      isAway = false;
      await expect.poll(line).toContain('At most');
      await explorer.page.unroute('**/graphql');
    });
    it('is no longer asked for when the user writes on', async () => {
      const ended: string[] = [];
      explorer.page.on('requestfailed', (request) => ended.push(request.postData() ?? ''));
      await explorer.page.route('**/graphql', async (route) => {
        if (!route.request().postData()?.includes('oldId')) await route.continue();
      });
      const asked = explorer.page.waitForRequest((each) => !!each.postData()?.includes('oldId'));
      await explorer.write('{ viewer { oldId: id } }');
      await asked;
      await explorer.write('{ viewer { newId: id } }');
      await expect.poll(() => ended).toEqual([expect.stringContaining('oldId')]);
      await expect.poll(line).toContain('At most');
      await explorer.page.unroute('**/graphql');
    });
    it('says it at once when the text is run', async () => {
      await explorer.write('{ viewer { id } }');
      await expect.poll(line).toContain('At most');
      await explorer.page.evaluate(() => {
        const real = window.setTimeout.bind(window);
        // Forever, the text is one that has not rested.
        window.setTimeout = ((run: () => void, ms?: number) =>
          ms === 700 ? real(() => (window.setTimeout = real), 0) : real(run, ms)) as typeof real;
      });
      await explorer.page.keyboard.type('x');
      await expect.poll(line).toContain('of the last valid text');
      expect(await violations(explorer.page)).toEqual([]);
      await explorer.page.keyboard.press('Control+Enter');
      await expect.poll(line).toContain('No plan: Syntax Error');
    });
  });

  describe('the calls', () => {
    it('of a query through four services are those that the sandbox has recorded', async () => {
      await explorer.write(acrossServices);
      await explorer.run();
      explorer.gateway.sandbox.clearCalls();
      const { extensions } = await explorer.run();
      const recorded = explorer.gateway.sandbox.calls();
      const shown = await cards().evaluateAll((all) =>
        (all as HTMLElement[]).map(({ dataset, innerText }) => ({
          operation: dataset['operation']!,
          calls: Number(dataset['calls']),
          units: Number(/(\d+) units?/.exec(innerText)![1]),
        })),
      );
      const operations = shown.flatMap(({ operation, calls }) =>
        Array.from({ length: calls }, () => operation),
      );
      expect(operations.toSorted()).toEqual(recorded.map(({ operation }) => operation!).toSorted());
      expect(new Set(operations.map((each) => each.split(':')[0])).size).toBe(4);
      const units = shown.reduce((sum, each) => sum + each.units, 0);
      const { cost } = extensions;
      expect(units).toBe(
        Object.values(cost.units as Record<string, number>).reduce((a, b) => a + b),
      );
      expect(await explorer.page.getByTestId('totals').innerText()).toContain(
        `${recorded.length} REST calls`,
      );
      expect(extensions).not.toHaveProperty('trace');
    });
    it('are in waves, each of which has waited for the one before', async () => {
      const waves = await explorer.page
        .locator('.wave')
        .evaluateAll((all) =>
          all.map((wave) =>
            [...wave.querySelectorAll('.call')].map((each) => each.getAttribute('data-operation')!),
          ),
        );
      expect(waves.map((wave) => wave.toSorted())).toEqual([
        ['calendar:events.get'],
        ['live:liveBroadcasts.list', 'storage:files.get'],
        ['live:liveStreams.list', 'video:videos.list'],
        ['video:channels.list', 'video:commentThreads.list'],
      ]);
    });
    it('say which fields asked for them, and what they waited for', async () => {
      await card('video:videos.list').getByRole('button').click();
      const detail = await explorer.page.locator('.detail').innerText();
      expect(detail).toMatch(/Asked for by\s+event\.\S*video/);
      expect(detail).toMatch(/Needed ids of\s+\d+\. liveBroadcasts\.list, [\d.]+ ms/);
    });
    it('are copied as curl without the token', async () => {
      await explorer.page.getByRole('button', { name: 'Copy as curl' }).first().click();
      const command = await explorer.page.evaluate(() => navigator.clipboard.readText());
      expect(command).toMatch(
        /^curl --request GET --header "Authorization: Bearer \$ACCESS_TOKEN"/,
      );
      expect(command).not.toContain('studio-owner');
      const url = /'(http[^']+)'$/.exec(command)![1]!;
      const answer = await fetch(url, { headers: { authorization: 'Bearer studio-owner' } });
      expect(answer.status).toBe(200);
    });
    it('point at their field in operation and result, and are pointed at by both', async () => {
      const { page } = explorer;
      const marked = () =>
        page
          .locator('.call.marked')
          .evaluateAll((all) => all.map((each) => each.getAttribute('data-operation')));
      const fieldIn = (editor: string, name: RegExp) =>
        page
          .locator(`${editor} .view-line`, { hasText: name })
          .first()
          .locator('span span')
          .filter({ hasText: name });
      await page.locator('.graphiql-query-editor .monaco-editor').first().click();
      // The editor has only the lines in the page that it shows.
      await page.keyboard.press('Control+Home');
      await fieldIn('.result-window', /^\s*"summary"/)
        .first()
        .hover();
      await expect.poll(marked).toEqual(['calendar:events.get']);
      await fieldIn('.graphiql-query-editor', /^\s*file/)
        .first()
        .hover();
      await expect.poll(marked).toEqual(['storage:files.get']);
      await card('calendar:events.get').hover();
      for (const editor of ['.result-window', '.graphiql-query-editor'])
        await expect
          .poll(() => page.locator(`${editor} .field-mark`).allInnerTexts())
          .toEqual([expect.stringContaining('event')]);
    });
    it('have the short name of their service in both editors, in the plan and beside them', async () => {
      const { page } = explorer;
      const shorts = ['CA', 'DR', 'LV', 'YT'];
      for (const place of [
        '.graphiql-query-editor .service-mark',
        '.result-window .service-mark',
        '.call abbr',
      ])
        await expect
          .poll(
            async () =>
              [...new Set(await page.locator(place).allInnerTexts())].filter((each) =>
                shorts.includes(each),
              ).length,
          )
          .toBeGreaterThan(1);
      expect([...new Set(await page.locator('.call abbr').allInnerTexts())].toSorted()).toEqual(
        shorts,
      );
    });
    it('are reached from the plan, whose rows lead to the field', async () => {
      const { page } = explorer;
      await show('Plan');
      const file = table('Cost by field').getByRole('button', {
        name: 'event.attachments.file',
        exact: true,
      });
      await file.hover();
      await expect
        .poll(() => page.locator('.graphiql-query-editor .field-mark').allInnerTexts())
        .toEqual(['file']);
      await file.click();
      expect(
        await page.evaluate(
          () => document.activeElement!.closest('.graphiql-query-editor') !== null,
        ),
      ).toBe(true);
      await page.keyboard.type('x');
      await expect.poll(() => explorer.operation()).not.toContain('file {');
      await page.keyboard.press('Control+Z');
      await show('Calls');
    });
    it('that fail are shown with their status and the error, whose code is explained', async () => {
      const { page } = explorer;
      explorer.gateway.sandbox.fault({ match: { operation: 'video:channels.list' }, status: 503 });
      await explorer.write('{ viewer { channel { title } playlists(first: 1) { nodes { id } } } }');
      await explorer.run();
      const failed = page.locator('.call.failed').filter({ hasText: 'channels' });
      await expect.poll(() => failed.innerText()).toMatch(/channels\.list\s+✕ 503/);
      await failed.getByRole('button').click();
      expect(await page.locator('.detail').innerText()).toMatch(/Waited before the next attempt/);
      await page.getByRole('button', { name: 'UPSTREAM_UNAVAILABLE' }).first().click();
      const dialog = page.getByRole('dialog');
      await expect.poll(() => dialog.innerText()).toContain('cannot be reached');
      await dialog.getByRole('button', { name: 'Close' }).click();
    });
  });
});
