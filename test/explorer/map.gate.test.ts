/** The documentation of the explorer: the map of the services, its search, and the error codes. */
import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useExplorer } from '../support/page/explorer.ts';
import { focused, violations } from '../support/page/page-layout.ts';

const schema = buildSchema(
  readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'),
);

const sections = JSON.parse(
  readFileSync(new URL('../../schema/error-sections.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly causes: string[]; readonly wayOut: string }>>;

describe('the documentation', () => {
  const explorer = useExplorer();
  let panel: Locator;
  let dialog: Locator;

  const button = (name: string | RegExp, within = panel): Locator =>
    within.getByRole('button', { name, exact: true });
  const heading = (): Locator => panel.locator('.graphiql-doc-explorer-title');
  /** A line of the drawing, by the names of its two objects. */
  const line = (key: string, within = panel): Locator =>
    within.locator(`[data-line="${key}"] .hit`);
  const openMap = async (): Promise<void> => {
    if (await dialog.isVisible()) await explorer.page.keyboard.press('Escape');
    if (await panel.locator('.map-back').isVisible()) await panel.locator('.map-back').click();
    await panel.getByRole('searchbox').fill('');
    await panel.locator('.map-drawing').waitFor();
  };
  const openLarge = async (): Promise<void> => {
    await button('Large map').click();
    await dialog.locator('.map-drawing').waitFor();
  };
  const inView = (place: Locator): Promise<boolean> =>
    place.evaluate((element) => element.scrollWidth <= element.clientWidth + 1);

  beforeAll(async () => {
    await explorer.page.setViewportSize({ width: 1280, height: 800 });
    dialog = explorer.page.getByRole('dialog');
    panel = await explorer.openPanel('Docs');
  });
  beforeEach(openMap);

  it('opens with the four services, and not with a sentence about GraphQL', async () => {
    const names = await panel.locator('.map-region h4').allInnerTexts();
    expect(names.map((name) => name.replaceAll(/\s+/g, ' '))).toEqual([
      'YT YouTube',
      'DR Drive',
      'LV YouTube Live',
      'Across services',
      'CA Calendar',
    ]);
    expect(await panel.innerText()).not.toContain('A GraphQL schema provides');
    for (const key of ['Broadcast Event', 'Broadcast Video', 'Event File', 'File Person'])
      expect([key, await line(key).count()]).toEqual([key, 1]);
    expect(await inView(panel)).toBe(true);
  });
  it('lists each field of the root types, from where it can be read about', async () => {
    const fields = await panel
      .locator('.map-list [data-field]')
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['field']!));
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const expected = roots.flatMap((type) =>
      Object.keys(type!.getFields()).map((name) => `${type!.name}.${name}`),
    );
    expect(expected.filter((name) => !fields.includes(name))).toEqual([]);
  });

  describe('by click', () => {
    it('an object leads to its type, and the way back to the map', async () => {
      await button('Event').click();
      await expect.poll(() => heading().innerText()).toBe('Event');
      expect(await panel.locator('.place-bar').innerText()).toContain('CA');
      await button('← Map').click();
      await expect.poll(() => button('Event').isVisible()).toBe(true);
      expect((await focused(explorer.page)).name).toBe('Event');
    });
    it('a line leads to its field', async () => {
      await line('Broadcast VideoCategory').count();
      await button('9 more').click();
      await line('Broadcast VideoCategory').dispatchEvent('click');
      await expect.poll(() => heading().innerText()).toBe('category');
    });
    it('a line of several fields offers them', async () => {
      await line('Event File').dispatchEvent('click');
      const links = panel.getByRole('list', { name: 'Links of the line' });
      await expect.poll(() => links.innerText()).toContain('Event.attachments.file → File');
      await button('File.events', links).click();
      await expect.poll(() => heading().innerText()).toBe('events');
    });
    it('objects that are not shown are there with one click, and their lines', async () => {
      await button('4 more').click();
      await button('AccessProposal').waitFor();
      await expect.poll(() => line('AccessProposal Person').count()).toBe(1);
      await button('Fewer').first().click();
      await expect.poll(() => button('AccessProposal').count()).toBe(0);
    });
    it('an entry of the list leads to a field, with what reads and writes the object', async () => {
      await panel.getByText('LiveChat', { exact: true }).last().click();
      await button('sendChatMessage').click();
      await expect.poll(() => heading().innerText()).toBe('sendChatMessage');
      expect(await panel.innerText()).toContain('live:liveChatMessages.insert');
    });
    it('a type of the documentation shows what reads, writes and links it', async () => {
      await button('Broadcast').click();
      await panel.getByText('What reads, writes and links it').click();
      await button('goLive').click();
      await expect.poll(() => heading().innerText()).toBe('goLive');
      await button('Insert goLive into the editor').waitFor();
    });
  });

  describe('the search', () => {
    const search = (): Locator => panel.getByRole('searchbox');
    it.each([
      ['playlist', 'Playlist type YT', 'Playlist'],
      ['video viewerRating', 'Video.viewerRating field YT', 'viewerRating'],
      ['dryRun', 'Query.quota(dryRun:) argument', 'quota'],
      ['TEST_STARTING', 'LifeCycleStatus.TEST_STARTING enum value', 'LifeCycleStatus'],
    ])('finds %s', async (text, result, title) => {
      await search().fill(text);
      await button(result).click();
      await expect.poll(() => heading().innerText()).toBe(title);
    });
    it('opens the first result by Enter, and says when there is none', async () => {
      await search().fill('<img src=x onerror=alert(1)>');
      await panel.getByText('Nothing has these words.').waitFor();
      await search().fill('File.capabilities');
      await panel.getByText('result', { exact: false }).first().waitFor();
      await search().press('Enter');
      await expect.poll(() => heading().innerText()).toBe('capabilities');
    });
  });

  describe('a new operation', () => {
    const insert = async (name: string): Promise<void> => {
      await panel.getByRole('searchbox').fill(`Query.${name}`);
      await button(new RegExp(`^Query\\.${name} field`)).click();
      await button(`Insert ${name} into the editor`).click();
    };
    it('is written into a new tab, and does not run', async () => {
      const tabs = explorer.page.locator('.graphiql-tab');
      const before = await tabs.count();
      explorer.gateway.sandbox.clearCalls();
      await panel.getByText('Playlist', { exact: true }).last().click();
      await button('Insert createPlaylist into the editor').click();
      await expect.poll(() => explorer.operation()).toContain('mutation CreatePlaylist {');
      expect(await tabs.count()).toBe(before + 1);
      await explorer.page.getByTestId('plan-line').filter({ hasText: 'At most' }).waitFor();
      expect(explorer.gateway.sandbox.calls()).toEqual([]);
      expect(await explorer.page.locator('.result-window').innerText()).toBe('');
    });
    it.each(['video', 'event', 'findFreeSlots', 'search', 'resource'])(
      'runs as it is: %s',
      async (name) => {
        await insert(name);
        await expect.poll(() => explorer.operation()).toContain(`  ${name}`);
        const { data, errors } = await explorer.run();
        expect(errors).toBeUndefined();
        expect(data[name]).toBeTruthy();
      },
    );
  });

  describe('the large map', () => {
    it('shows all objects, and names the fields of an object that is pointed at', async () => {
      await openLarge();
      const objects = dialog.locator('.map-object');
      const nodes = schema.getPossibleTypes(schema.getType('Node') as never);
      expect(await objects.count()).toBe(nodes.length);
      await button('Event', dialog).hover();
      await dialog.locator('.map-line text', { hasText: 'broadcast' }).waitFor();
      const names = await dialog.locator('.map-line text').allTextContents();
      expect(names.join(' ')).toContain('file');
      await button('File', dialog).click();
      await expect.poll(() => heading().innerText()).toBe('File');
      expect(await dialog.count()).toBe(0);
    });
    it.each([1280, 800, 390])('has no text cut off at %i pixels', async (width) => {
      const { page } = explorer;
      await openLarge();
      await page.setViewportSize({ width, height: 844 });
      const cut = await dialog
        .locator('.map-object, h4')
        .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
      expect([cut, await inView(dialog)]).toEqual([0, true]);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1280, height: 800 });
    });
  });

  describe('by keyboard', () => {
    it('an object is reached and opened, and the focus returns to it', async () => {
      const { page } = explorer;
      await panel.getByRole('searchbox').focus();
      for (const name of ['Channel', 'Video']) {
        await page.keyboard.press('Tab');
        expect(await focused(page)).toEqual({ name, isVisible: true });
      }
      await expect.poll(() => panel.locator('.map-line.active').count()).toBeGreaterThan(2);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await focused(page)).name).toBe('← Map');
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await focused(page)).name).toBe('Video');
    });
    it('the list of the large map is opened, and a field of it', async () => {
      const { page } = explorer;
      await button('Large map').focus();
      await page.keyboard.press('Enter');
      await dialog.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      await dialog.locator('summary', { hasText: 'Person' }).focus();
      await page.keyboard.press('Enter');
      await button('files', dialog).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => heading().innerText()).toBe('files');
      await expect.poll(async () => (await focused(page)).name).toBe('← Map');
    });
  });

  describe('the section of a code', () => {
    const open = async (code: string): Promise<void> => {
      const { page } = explorer;
      const groups = panel.locator('details', { hasText: /^(Errors|Warnings)/ });
      for (const group of await groups.all())
        if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
      await button(code).click();
      await page.getByRole('heading', { name: code }).waitFor();
    };
    it.each(Object.keys(sections))('%s has causes, a way out and an example', async (code) => {
      await open(code);
      const section = dialog.locator('.error-section');
      await section.waitFor();
      const titles = await section.locator('h3').allInnerTexts();
      expect(titles.join()).toMatch(/^Causes?,What to do,Example$/);
      expect(await section.locator('ul li').count()).toBe(sections[code]!.causes.length);
      expect(await section.getByLabel('Answer').innerText()).toContain(`"${code}"`);
      const links = await section
        .locator('a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
      expect(links.filter((link) => !(link.slice(1) in sections))).toEqual([]);
      await explorer.page.keyboard.press('Escape');
    });
    it('leads to the section of another code', async () => {
      await open('GONE');
      await dialog.getByRole('link', { name: 'NOT_FOUND' }).click();
      await explorer.page.getByRole('heading', { name: 'NOT_FOUND' }).waitFor();
      expect(explorer.page.url()).not.toContain('#');
      await explorer.page.keyboard.press('Escape');
    });
    it('is opened from an error, and from a warning of a response', async () => {
      const { page } = explorer;
      await explorer.write(
        `{ video(id: "${ids.video.commentsOff}") { commentThreads(first: 1) { nodes { id } } } other: video(id: "${ids.video.missing}") { title } }`,
      );
      await explorer.run();
      for (const [list, code] of [
        ['Errors', 'NOT_FOUND'],
        ['Warnings', 'EXPECTED_ABSENCE'],
      ] as const) {
        await page.getByRole('list', { name: list }).getByRole('button', { name: code }).click();
        const section = page.locator('.error-section');
        await expect.poll(() => section.innerText()).toContain(code);
        await page.keyboard.press('Escape');
      }
    });
  });

  describe.each(['light', 'dark'] as const)('in %s, axe finds nothing serious', (colorScheme) => {
    const found = (): Promise<string[]> => violations(explorer.page);
    beforeAll(async () => {
      await explorer.page.emulateMedia({ colorScheme });
      await explorer.openNew();
      await explorer.openPanel('Docs');
    });
    it('in the map with a marked object, and in its list', async () => {
      await button('Event').focus();
      for (const name of ['Video', 'File', 'Other'])
        await panel.getByText(name, { exact: true }).last().click();
      expect(await found()).toEqual([]);
    });
    it('in results of the search', async () => {
      await panel.getByRole('searchbox').fill('title');
      await panel.getByRole('list', { name: 'Results' }).waitFor();
      expect(await found()).toEqual([]);
      await panel.getByRole('searchbox').fill('');
    });
    it('in a type with what reads it', async () => {
      await button('Video').click();
      await panel.getByText('What reads, writes and links it').click();
      expect(await found()).toEqual([]);
    });
    it('in the large map, and in the section of a code', async () => {
      await openLarge();
      await button('Event', dialog).hover();
      expect(await found()).toEqual([]);
      await explorer.page.keyboard.press('Escape');
      await panel.getByText('Errors', { exact: true }).click();
      await button('CONFLICT').click();
      await dialog.getByText('What to do').waitFor();
      expect(await found()).toEqual([]);
      await explorer.page.keyboard.press('Escape');
    });
  });

  it('asks no other host, and writes no error to the console in all of this', () => {
    expect([explorer.externalRequests, explorer.consoleErrors]).toEqual([[], []]);
  });
});
