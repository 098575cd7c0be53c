/** The explorer at a gateway where users sign in, with the sandbox in place of Google. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useExplorer } from '../support/page/explorer.ts';
import { violations } from '../support/page/page-layout.ts';
import { signInEnv } from '../support/page/user-agent.ts';

describe('the sign-in', () => {
  const explorer = useExplorer({ env: signInEnv });

  const dialog = (page = explorer.page) => page.getByRole('dialog');
  const accounts = () => dialog().getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  const button = (name: string | RegExp) => explorer.page.getByRole('button', { name });
  const allow = () => button('Allow');
  const nobody = 'Nobody (public data)';

  /** Waits until the menu says who uses the page. */
  const isUsedBy = async (who: string | RegExp, page = explorer.page): Promise<void> => {
    await page.locator('.who', { hasText: who }).waitFor();
  };

  const openMenu = async (): Promise<void> => {
    if (!(await dialog().isVisible())) await explorer.page.locator('.who').click();
  };

  const closeMenu = (): Promise<void> => explorer.page.keyboard.press('Escape');

  interface Asked {
    readonly services?: readonly string[];
    readonly access?: string;
    readonly account?: string;
  }

  /** Asks for a sign-in, which shows the consent page. */
  async function askFor({ services, access, account }: Asked = {}): Promise<void> {
    await openMenu();
    if (services)
      for (const service of ['YouTube', 'Google Drive', 'Google Calendar'])
        await dialog().getByLabel(service).setChecked(services.includes(service));
    if (access !== undefined) await dialog().getByLabel(access, { exact: true }).check();
    if (account !== undefined) await dialog().getByLabel(account, { exact: true }).check();
    await dialog().getByRole('button', { name: 'Sign in with Google' }).click();
    await allow().waitFor();
  }

  /** The short names of the scopes of services on the consent page. */
  const askedScopes = async (): Promise<string[]> => {
    const boxes = explorer.page.getByRole('checkbox');
    const values = await boxes.evaluateAll((all) =>
      all.map((box) => (box as HTMLInputElement).value),
    );
    return values
      .map((value) => value.split('/').at(-1)!)
      .filter((scope) => /^(youtube|drive|calendar)/.test(scope))
      .toSorted();
  };

  /** Allows what the consent page asks for, which leads back to the explorer. */
  async function consent(user: string): Promise<void> {
    await explorer.page.getByLabel(user).check();
    await allow().click();
    await isUsedBy(/^As (?!Nobody)/);
    await explorer.page.locator('.graphiql-query-editor .view-line').first().waitFor();
  }

  /** The users whose tokens the sandbox gets for the operation in the editor. */
  async function usersOf(operation: string): Promise<unknown[]> {
    await explorer.write(operation);
    explorer.gateway.sandbox.clearCalls();
    expect((await explorer.run()).errors).toBeUndefined();
    return explorer.gateway.sandbox.calls().map(({ user }) => user);
  }

  const title = '{ viewer { channel { title } } }';
  const like = `mutation { rateVideo(input: { id: "${ids.video.trailer}", rating: LIKE }) {
    video { id } errors { code message } } }`;

  beforeEach(async () => {
    await explorer.page.context().clearCookies();
    explorer.gateway.sandbox.reset();
    explorer.consoleErrors.length = 0;
    // The page learns of the end of its session as if another window had been open.
    if (explorer.page.url() === `${explorer.gateway.url}/graphql`) {
      if (await dialog().isVisible()) await closeMenu();
      await explorer.page.evaluate("dispatchEvent(new Event('focus'))");
    } else await explorer.open();
    await isUsedBy('Nobody');
  });

  it('asks for reading only, keeps the operation, and runs it as the user who has consented', async () => {
    await explorer.write(`# kept\n${title}`);
    await askFor();
    expect(await askedScopes()).toEqual([
      'calendar.readonly',
      'drive.readonly',
      'youtube.readonly',
    ]);
    await consent(ids.person.ben);
    expect(explorer.page.url()).toBe(`${explorer.gateway.url}/graphql`);
    expect(await explorer.operation()).toBe(`# kept\n${title}`);
    await isUsedBy('Ben');
    expect(await usersOf(title)).toEqual(['studio-guest']);
    expect(explorer.consoleErrors).toEqual([]);
  });
  it('follows subscriptions as that user', async () => {
    await askFor();
    await consent(ids.person.ben);
    await explorer.write(
      `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`,
    );
    explorer.gateway.sandbox.clearCalls();
    expect((await explorer.run()).data).toEqual({
      chatMessages: { cursor: expect.any(String) as string },
    });
    await button(/stop query/i).click();
    const callers = explorer.gateway.sandbox.calls().map(({ user }) => user);
    expect(new Set(callers)).toEqual(new Set(['studio-guest']));
  });
  it('outlives a reload, and leaves nothing for scripts in the browser', async () => {
    await askFor();
    await consent(ids.person.ben);
    await explorer.page.reload();
    await isUsedBy('Ben');
    const stored = await explorer.page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, document.cookie]),
    );
    expect(stored).not.toMatch(/ya29|token|verifier|studiograph=/);
  });
  it('asks for no more than the user chooses', async () => {
    await askFor({ services: ['YouTube', 'Google Calendar'], access: 'Read and write' });
    expect(await askedScopes()).toEqual(['calendar', 'youtube.force-ssl']);
    await consent(ids.person.ben);
    await openMenu();
    expect(await accounts().allInnerTexts()).toEqual([
      `Ben Okafor ${ids.person.ben}, for YouTube and Google Calendar. Scopes: youtube.force-ssl, calendar.`,
    ]);
  });
  it('has two accounts, each for its services', async () => {
    await askFor();
    await consent(ids.person.ben);
    await askFor({ services: ['Google Drive'] });
    await consent(ids.person.ava);
    await openMenu();
    expect(await accounts().allInnerTexts()).toEqual([
      expect.stringContaining(ids.person.ben),
      expect.stringContaining(`${ids.person.ava}, for Google Drive.`),
    ]);
    expect(await violations(explorer.page)).toEqual([]);
    await closeMenu();
    expect(
      await usersOf('{ viewer { channel { title } drive { user { displayName } } } }'),
    ).toEqual(expect.arrayContaining(['studio-guest', 'studio-owner']));
  });
  it('gets a missing scope with one click', async () => {
    await askFor();
    await consent(ids.person.ben);
    await explorer.write(like);
    const { data } = await explorer.run();
    expect(data.rateVideo.errors[0].code).toBe('MISSING_SCOPE');
    await button(/^Get the scope/).click();
    await allow().waitFor();
    expect(await askedScopes()).toEqual(['youtube']);
    await allow().click();
    await isUsedBy('Ben');
    expect((await explorer.operation()).replaceAll('\r', '')).toBe(like);
    const again = await explorer.run();
    expect(again.data.rateVideo).toEqual({ video: expect.any(Object) as object, errors: [] });
  });
  it('ends in all tabs by one click', async () => {
    await askFor();
    await consent(ids.person.ben);
    const other: Page = await explorer.page.context().newPage();
    await other.goto(`${explorer.gateway.url}/graphql`);
    await isUsedBy('Ben', other);
    await openMenu();
    await button('Sign out').click();
    await isUsedBy(nobody);
    await isUsedBy(nobody, other);
    await other.close();
    await closeMenu();
    expect(await usersOf(title)).not.toContain('studio-guest');
  });
  it('says that a session has ended, and where it begins again', async () => {
    await askFor();
    await consent(ids.person.ben);
    explorer.gateway.store.reset();
    await explorer.page.evaluate("dispatchEvent(new Event('focus'))");
    await dialog().getByText('Your session has ended. Sign in again.').waitFor();
    await isUsedBy('Nobody');
    await askFor();
    await consent(ids.person.ben);
    expect(await usersOf(title)).toEqual(['studio-guest']);
  });
  it('begins again with one click when the user has ended the access at Google', async () => {
    await askFor();
    await consent(ids.person.ben);
    explorer.gateway.sandbox.setSignIn({ revoke: ids.person.ben });
    await explorer.write(title);
    expect((await explorer.run()).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
    // The page learns of the end of the session after the answer.
    await dialog().getByText('Your session has ended. Sign in again.').waitFor();
    await closeMenu();
    await button('Sign in again').click();
    await allow().waitFor();
    await consent(ids.person.ben);
    expect(await usersOf(title)).toEqual(['studio-guest']);
  });
  it('says so if the user refuses, who has lost nothing', async () => {
    await explorer.write(`# not lost\n${title}`);
    await askFor();
    await button('Deny').click();
    await explorer.page.getByText('You have not allowed the access').waitFor();
    expect(await explorer.page.locator('body').innerText()).toContain('Sign in again');
    await explorer.open();
    expect(await explorer.operation()).toBe(`# not lost\n${title}`);
    await isUsedBy(nobody);
  });
});
