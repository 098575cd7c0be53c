/** The frontend in `examples/studio`: its types, and its page with a gateway and its sandbox. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { startFastGateway } from '../../support/gateway/fast-gateway.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { createVideoFile } from '../../support/scenario/publish-file.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { layoutProblems, violations } from '../../support/page/page-layout.ts';
import { shownBroadcasts } from '../../support/page/pictures.ts';
import { openStudioPage } from '../../support/page/studio-page.ts';
import { signInEnv } from '../../support/page/user-agent.ts';

const root = new URL('../../../', import.meta.url);

const manifestOf = async (path: string): Promise<Record<string, Record<string, string>>> =>
  JSON.parse(await readFile(new URL(path, root), 'utf8'));

const budget = 5000;

describe('the studio page', () => {
  let browser: Browser;
  let studio: Awaited<ReturnType<typeof openStudioPage>>;
  let sandbox: Sandbox;
  let gateway: RunningGateway;
  let served: Awaited<ReturnType<typeof studio.serve>>;
  beforeAll(async () => {
    sandbox = await startSandbox({ now: start });
    gateway = await startFastGateway({ sandbox, env: { QUOTA_BUDGET: `VIDEO=${budget}` } });
    studio = await openStudioPage();
    await studio.build();
    served = await studio.serve(gateway.url);
    browser = await openBrowser();
    await browser.page.goto(served.origin);
  });
  afterAll(async () => {
    await browser.close();
    await served.close();
    await studio.close();
    await gateway.close();
    await sandbox.close();
  });
  beforeEach(async () => {
    sandbox.reset(start);
    sandbox.clearCalls();
    sandbox.clearFaults();
    // Also what has been spent of the budget.
    gateway.store.reset();
    browser.consoleErrors.length = 0;
    return async () => {
      // The page forgets all when nobody is signed in, which costs less than a load.
      if (await button('Sign out').isVisible()) await button('Sign out').click();
      await browser.page.getByLabel('Access token').waitFor();
      await browser.page.evaluate(
        "sessionStorage.clear(); localStorage.clear(); location.hash = ''",
      );
      // A subscription would go on to read.
      await untilNoneSubscribes();
    };
  });

  async function untilNoneSubscribes(): Promise<void> {
    await expect.poll(() => gateway.gateway.load().shares['subscriptions']!.used).toBe(0);
  }

  async function signIn(token = 'studio-owner'): Promise<void> {
    await browser.page.getByLabel('Access token').fill(token);
    await browser.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Signs in. The calendar of the releases was chosen before. */
  async function open(section = 'Broadcasts'): Promise<void> {
    const { calendar } = ids;
    await browser.page.evaluate(`localStorage.setItem('calendar', '${calendar.release}')`);
    await signIn();
    await browser.page.getByRole('link', { name: section, exact: true }).click();
  }

  const region = (name: string) => browser.page.getByRole('region', { name, exact: true });
  const article = (name: string) => browser.page.getByRole('article', { name });
  const button = (name: string) => browser.page.getByRole('button', { name, exact: true });

  /** Loads the next page of a list. */
  async function loadMore(section: string, name: string): Promise<void> {
    const articles = region(section).getByRole('article');
    const before = await articles.count();
    await region(section).getByRole('button', { name }).click();
    await expect.poll(() => articles.count()).toBeGreaterThan(before);
  }

  /** Reads through the gateway, without the page. */
  async function read(document: string, variables: object = {}): Promise<any> {
    const headers = { authorization: 'Bearer studio-owner' };
    const { body } = await gateway.query(document, variables, headers);
    expect(body.errors).toBeUndefined();
    return body.data;
  }

  /** Numbers that are divided between lines, of those that stand alone. */
  const numbersInPieces = (): Promise<string[]> =>
    browser.page.locator('main dd, aside strong, aside p span span').evaluateAll((all) =>
      all
        .filter((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        })
        .map(({ textContent }) => textContent),
    );

  it('has correct types, which the compiler checks', async () => {
    const file = join(studio.folder, 'src/mistake.ts');
    await writeFile(
      file,
      `import type { ControlQuery } from './generated/graphql';
       export const wrong: ControlQuery['broadcast'] = { title: 1 };`,
    );
    // This mistake, and no other one.
    const errors = (await studio.check()).split('\n').filter((line) => /^\S/.test(line));
    expect(errors).toEqual([expect.stringMatching(/^src\/mistake\.ts\(2,/)]);
    await rm(file);
  });
  it('has the packages of the repository, in the same versions', async () => {
    const own = await manifestOf('examples/studio/package.json');
    const all = await manifestOf('package.json');
    const studiograph = 'file:../..';
    const versions = { ...all['dependencies'], ...all['devDependencies'], studiograph };
    expect(versions).toMatchObject({ ...own['dependencies'], ...own['devDependencies'] });
  });
  it('signs users in at a gateway that does so, and gets more access with one click', async () => {
    await using signInGateway = await startGateway({ env: signInEnv });
    const servedThere = await studio.serve(signInGateway.url);
    const page = await browser.page.context().newPage();
    const buttonThere = (name: string) => page.getByRole('button', { name, exact: true });
    const consent = async (): Promise<void> => {
      await page.getByLabel(ids.person.ava).check();
      await buttonThere('Allow').click();
    };
    await page.goto(`${servedThere.origin}/#comments`);
    await buttonThere('Sign in with Google').click();
    await consent();
    await page.getByRole('heading', { name: 'Northlight Studio' }).waitFor();
    expect(page.url()).toBe(`${servedThere.origin}/#comments`);
    await buttonThere('Allow access').click();
    await consent();
    await page.getByRole('article').first().waitFor();
    expect(page.url()).toBe(`${servedThere.origin}/#comments`);
    expect(await buttonThere('Allow access').count()).toBe(0);
    await buttonThere('Sign out').click();
    await buttonThere('Sign in with Google').waitFor();
    await page.close();
    await servedThere.close();
  });
  it('shows the broadcasts that its picture shows, from the calendar that the team shares', async () => {
    await signIn();
    const { broadcasts } = JSON.parse(
      await readFile(new URL('docs/pictures/shown.json', root), 'utf8'),
    );
    expect(await shownBroadcasts(browser.page)).toEqual(broadcasts);
  });
  it('shows a broadcast with its event, guests and files, and who may read them', async () => {
    await signIn();
    await browser.page.getByLabel('Calendar').selectOption(ids.calendar.release);
    await region('Next broadcasts').getByText('Files').first().waitFor();
    const { broadcast } = await read(
      `query ($id: ID!, $calendar: ID!) { broadcast(id: $id) { title event(calendarId: $calendar) {
        summary attendees { email displayName }
        attachments { file { name permissions { nodes { displayName } } } } } } }`,
      { id: ids.broadcast.launch, calendar: ids.calendar.release },
    );
    const { summary, attendees, attachments } = broadcast.event;
    const text = await article(broadcast.title).innerText();
    expect(text).toContain(summary);
    for (const { email, displayName } of attendees) expect(text).toContain(displayName ?? email);
    expect(attachments.length).toBeGreaterThan(1);
    for (const { file } of attachments) {
      expect(text).toContain(file.name);
      for (const { displayName } of file.permissions.nodes)
        expect(text).toContain(displayName ?? 'Everybody');
    }
    expect(await region('On air').getByRole('article').count()).toBeGreaterThan(0);
    const { externalRequests, consoleErrors } = browser;
    expect([externalRequests, consoleErrors]).toEqual([[], []]);
  });
  it('shows what it can if a part of the data is missing', async () => {
    sandbox.fault({
      match: { operation: 'storage:files.get' },
      status: 403,
      reason: 'insufficientFilePermissions',
    });
    await open();
    await expect
      .poll(() => region('Next broadcasts').getByRole('alert').allInnerTexts())
      .toContainEqual(expect.stringContaining('Your account may not do this.'));
  });
  it('shows chat messages as they are written, and sends one', async () => {
    sandbox.setChat(ids.chat.nightShift, { pollingIntervalMillis: 1_000 });
    await open();
    await region('On air').getByRole('article').first().getByRole('link').first().click();
    const log = browser.page.getByRole('log', { name: 'Messages' });
    await region('Live chat').getByText('Connected.').waitFor();
    sandbox.postChatMessages(ids.chat.nightShift, [{ text: 'Hei <b>&amp;</b> 🌅' }]);
    await expect.poll(() => log.innerText()).toContain('Hei <b>&amp;</b> 🌅');
    await browser.page.getByLabel('Your message').fill('Welcome aboard!');
    await browser.page.keyboard.press('Enter');
    await expect.poll(() => log.innerText()).toContain('Welcome aboard!');
    // The message can arrive before the response to its mutation.
    await expect.poll(() => browser.page.getByLabel('Your message').inputValue()).toBe('');
    expect(await region('Control').innerText()).toContain('Live');
    const current = browser.page.locator('nav [aria-current]');
    expect(await current.allInnerTexts()).toEqual(['Broadcasts']);
  });
  it('shows a status when YouTube has changed it', async () => {
    // Its chat is disabled: nothing but the broadcast itself says that it has changed.
    const { townhall } = ids.broadcast;
    // The gateway reads it every 15 seconds of its clock.
    await open();
    await browser.page.evaluate(`location.hash = '#control&id=${townhall}'`);
    await expect.poll(() => region('Control').innerText()).toContain('Status: Ready');
    const reads = () => sandbox.calls().filter(({ query }) => query['id']?.[0] === townhall);
    // The query, and the two reads with which the subscription begins.
    await expect.poll(() => reads().length).toBeGreaterThan(2);
    liveState(sandbox.simulation()).broadcasts.get(townhall)!.lifeCycleStatus = 'testing';
    await expect.poll(() => region('Control').innerText()).toContain('Status: Testing');
  });
  it('continues a chat after a lost connection', async () => {
    sandbox.setChat(ids.chat.nightShift, { pollingIntervalMillis: 1_000 });
    await open();
    await region('On air').getByRole('article').first().getByRole('link').first().click();
    await region('Live chat').getByText('Connected.').waitFor();
    gateway.gateway.server.closeAllConnections();
    await served.close();
    try {
      await expect.poll(() => region('Live chat').innerText()).toContain('Connection lost.');
      // What is shown stays, also when it cannot be read again.
      await button('Refresh').click();
      await region('Control').getByRole('alert').waitFor();
      expect(await region('Live chat').innerText()).toContain('Connection lost.');
      sandbox.postChatMessages(ids.chat.nightShift, [{ text: 'While you were away' }]);
    } finally {
      // The tests after this one need the page.
      const { port } = new URL(served.origin);
      served = await studio.serve(gateway.url, port);
    }
    const log = browser.page.getByRole('log', { name: 'Messages' });
    await expect.poll(() => log.innerText()).toContain('While you were away');
    expect((await log.innerText()).split('While you were away')).toHaveLength(2);
  });

  /** Fills in the form of a new broadcast, and sends it. */
  async function prepare(values: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = {
      Title: 'Première ✨ «Le phare»',
      Start: '2099-05-01T18:00',
      'Guests (email addresses)': 'ben@studio.example',
      ...values,
    };
    for (const [label, value] of Object.entries(all))
      await browser.page.getByLabel(label, { exact: true }).fill(value);
    await button('Prepare').click();
  }

  it('prepares a broadcast, shows the steps, and lists it', async () => {
    await open('Prepare a broadcast');
    await prepare();
    const section = region('Prepare a broadcast');
    await section.getByText('is prepared.').waitFor();
    const steps = section.getByRole('list', { name: 'Steps of the preparation' });
    await expect
      .poll(() => steps.getByRole('listitem').allInnerTexts())
      .toEqual([
        'Event created',
        'Broadcast created',
        'Broadcast linked',
        'Stream bound',
        'Attendees added',
        'Finished',
      ]);
    await browser.page.getByRole('link', { name: 'Broadcasts', exact: true }).click();
    const text = await article('Première ✨ «Le phare»').innerText();
    expect(text).toContain('ben@studio.example');
  });
  it('says which value of a broadcast is wrong', async () => {
    await open('Prepare a broadcast');
    await prepare({ Title: 'Above <below>' });
    const alert = region('Prepare a broadcast').getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain('Please check this value.');
    await prepare();
    await region('Prepare a broadcast').getByText('is prepared.').waitFor();
    expect(await alert.count()).toBe(0);
  });
  it('publishes a file, and shows the progress and the video', async () => {
    const fileId = await createVideoFile(sandbox, 3 * 1024 * 1024);
    const { file } = await read('query ($id: ID!) { file(id: $id) { name } }', { id: fileId });
    await open('Publish a file');
    await button(file.name).first().click();
    await browser.page.getByLabel('Title of the video').fill('Häfen bei Nacht');
    await button('Publish').click();
    const section = region('Publish a file');
    await section.getByRole('link', { name: 'Häfen bei Nacht' }).waitFor();
    expect(await section.getByText('Finished').count()).toBe(1);
    const bar = section.getByRole('progressbar', { name: 'Progress of the publication' });
    expect(await bar.getAttribute('value')).toBe(await bar.getAttribute('max'));
    const published = await read('query ($id: ID!) { file(id: $id) { video { title } } }', {
      id: fileId,
    });
    expect(published.file.video).toEqual({ title: 'Häfen bei Nacht' });
    await expect.poll(() => section.innerText()).toContain('is the video “Häfen bei Nacht”');
  });
  it('shows comments to answer, and the answer', async () => {
    await open('Comments');
    const comments = region('Comments');
    const field = comments.getByRole('textbox').first();
    await comments.getByRole('article').first().waitFor();
    while ((await field.count()) === 0) await loadMore('Comments', 'More videos');
    const item = field.locator('xpath=ancestor::li[1]');
    await field.fill('Thank you! 🚢\nSee you on board.');
    await item.getByRole('button', { name: 'Answer' }).click();
    await item.getByText('Answered.').waitFor();
    expect(await item.innerText()).toContain('Thank you! 🚢\nSee you on board.');
    expect(await field.inputValue()).toBe('');
  });
  it('counts calls and quota units, and what is left of the budget', async () => {
    await open();
    await region('Next broadcasts').getByRole('article').first().waitFor();
    const bar = browser.page.getByRole('complementary', { name: 'Cost' });
    const count = async (): Promise<number> =>
      Number(await bar.locator('strong').first().innerText());
    await expect.poll(async () => (await count()) - sandbox.calls().length).toBe(0);
    expect(await count()).toBeGreaterThan(0);
    const [, units] = /(\d+) Video/.exec(await bar.innerText())!;
    await bar.getByText(`${budget - Number(units)} of ${budget} units left`).waitFor();
    await bar.getByText('Operations').click();
    expect(await bar.getByRole('row').allInnerTexts()).toContainEqual(
      expect.stringContaining('Broadcasts'),
    );
  });
  it.each(['nobody', 'studio-expired'])('asks again after the wrong token %s', async (token) => {
    await signIn(token);
    await browser.page.getByRole('alert').waitFor();
    expect(await browser.page.getByRole('alert').innerText()).toContain('was not accepted');
    await open();
    await region('Next broadcasts').getByRole('article').first().waitFor();
    await browser.page.reload();
    await region('Next broadcasts').getByRole('article').first().waitFor();
  });
  describe.each([
    ['light', 1400],
    ['light', 1920],
    ['dark', 360],
  ] as const)('in %s, in a window of %i px', (colorScheme, width) => {
    beforeEach(async () => {
      // So high that the page does not scroll: of what is below a window nothing could be said.
      await browser.page.setViewportSize({ width, height: 9_000 });
      await browser.page.emulateMedia({ colorScheme });
      return async () => {
        await browser.page.emulateMedia({ colorScheme: null });
        await browser.page.setViewportSize({ width: 1400, height: 900 });
      };
    });
    it.each([
      ['Broadcasts', 'article'],
      ['Comments', 'article'],
      ['Prepare a broadcast', 'textbox'],
      ['Publish a file', 'listitem'],
    ] as const)('fits with %s, and axe finds nothing serious', async (section, role) => {
      await open(section);
      await browser.page.getByRole('main').getByRole(role).first().waitFor();
      const regions = ['header', 'nav', 'aside', 'main'];
      expect(await layoutProblems(browser.page, regions)).toEqual([]);
      expect(await numbersInPieces()).toEqual([]);
      expect(await violations(browser.page)).toEqual([]);
    });
  });
  it('keeps the theme that was chosen', async () => {
    const scheme = () => browser.page.evaluate('document.documentElement.style.colorScheme');
    await signIn();
    await browser.page.getByLabel('Theme').selectOption('Dark');
    expect(await scheme()).toBe('dark');
    await browser.page.reload();
    await browser.page.getByLabel('Theme').waitFor();
    expect(await scheme()).toBe('dark');
    await browser.page.getByLabel('Theme').selectOption('System');
    expect(await scheme()).toBe('');
  });
  it('shows an account without a channel what it has', async () => {
    await signIn('no-channel');
    await region('Next broadcasts').getByText('There are no broadcasts.').waitFor();
    await browser.page.getByRole('link', { name: 'Comments', exact: true }).click();
    const text = browser.page.getByText('Your account has no channel.');
    await expect.poll(() => text.count()).toBe(1);
    await button('Sign out').click();
    await browser.page.getByLabel('Access token').waitFor();
  });
});
