/** "Sign in with Google" of the explorer, at the sandbox in place of Google. */
import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useExplorer } from '../support/page/explorer.ts';

describe('the sign-in', () => {
  let exchanges = 0;
  const explorer = useExplorer({}, ({ page }) =>
    page.on('request', (request) => {
      if (request.url().endsWith('/oauth/token')) exchanges += 1;
    }),
  );
  beforeEach(() => {
    exchanges = 0;
  });

  const dialog = () => explorer.page.getByRole('dialog');
  const allow = () => explorer.page.getByRole('button', { name: 'Allow' });

  /** Shows the explorer, without a further load if it is shown. */
  const show = async (): Promise<void> => {
    if (explorer.page.url() !== `${explorer.gateway.url}/graphql`) await explorer.open();
  };

  const isSignedIn = async (): Promise<boolean> =>
    (await explorer.who()).includes('Signed in with Google');

  /** Asks for a sign-in, which shows the consent page. */
  const askFor = async (access: Readonly<Record<string, string>> = {}): Promise<void> => {
    await show();
    // What was said of the last sign-in.
    if (await dialog().isVisible()) await dialog().getByRole('button', { name: 'Close' }).click();
    await explorer.page.locator('.who').click();
    for (const [service, choice] of Object.entries(access))
      await dialog().getByRole('group', { name: service }).getByLabel(choice).check();
    await dialog().getByRole('button', { name: 'Sign in with Google' }).click();
    await allow().waitFor();
  };

  /** The scopes on the consent page. */
  const askedScopes = (): Promise<string[]> =>
    explorer.page
      .getByRole('checkbox')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));

  /** Decides on the consent page, which leads back to the explorer. */
  const decide = async (button: 'Allow' | 'Deny', user = ids.person.ben): Promise<void> => {
    await explorer.page.getByLabel(user).check();
    await explorer.page.getByRole('button', { name: button }).click();
  };

  /** Allows on the consent page what it asks for. */
  const consent = async (): Promise<void> => {
    await decide('Allow');
    await explorer.page.locator('.who', { hasText: 'Signed in with Google' }).waitFor();
    await explorer.page.locator('.graphiql-query-editor .view-line').first().waitFor();
  };

  /**
   * Waits for the reason why nobody is signed in. The page is then left before its editor is there:
   * a load costs 2 seconds of CPU time.
   */
  const expectNobody = async (reason: string): Promise<void> => {
    await dialog().filter({ hasText: reason }).waitFor();
    expect(await isSignedIn()).toBe(false);
    expect(explorer.page.url()).toBe(`${explorer.gateway.url}/graphql`);
  };

  /** Opens an address of the explorer, without waiting for its editor. */
  const follow = async (path: string): Promise<void> => {
    await explorer.page.goto(explorer.gateway.url + path, { waitUntil: 'commit' });
  };

  /** Signs in, unless a test before has left somebody signed in. */
  const signIn = async (): Promise<void> => {
    await show();
    if (await isSignedIn()) return;
    await askFor();
    await consent();
  };

  const title = '{ viewer { channel { title } } }';

  it('asks for reading only, and runs operations as the user who has consented', async () => {
    await askFor();
    const scopes = await askedScopes();
    expect(scopes.every((scope) => scope.endsWith('.readonly'))).toBe(true);
    expect(scopes).toHaveLength(3);
    await consent();
    explorer.gateway.sandbox.clearCalls();
    await explorer.write(title);
    expect((await explorer.run()).errors).toBeUndefined();
    expect(explorer.gateway.sandbox.calls().map(({ user }) => user)).toEqual(['studio-guest']);
    expect(explorer.consoleErrors).toEqual([]);
  });
  it('is offered again when the token has expired', async () => {
    await signIn();
    explorer.gateway.sandbox.expireTokens();
    await explorer.write(title);
    const { errors } = await explorer.run();
    expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
    await explorer.page.getByRole('button', { name: 'Sign in again' }).click();
    await allow().waitFor();
    await consent();
    await explorer.write(title);
    expect((await explorer.run()).errors).toBeUndefined();
  });
  it('gets a missing scope with one click', async () => {
    const write = `mutation { rateVideo(input: { id: "${ids.video.trailer}", rating: LIKE }) { video { id } errors { code message } } }`;
    await signIn();
    await explorer.write(write);
    const { data } = await explorer.run();
    expect(data.rateVideo.errors[0].code).toBe('MISSING_SCOPE');
    const get = explorer.page.getByRole('button', { name: /^Get the scope/ });
    await get.click();
    await allow().waitFor();
    await consent();
    await explorer.write(write);
    const again = await explorer.run();
    expect(again.errors).toBeUndefined();
    expect(again.data.rateVideo).toEqual({ video: expect.any(Object) as object, errors: [] });
  });
  it('leaves no code in the address, and no token in the browser', async () => {
    await signIn();
    expect(explorer.page.url()).toBe(`${explorer.gateway.url}/graphql`);
    const stored = await explorer.page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage]),
    );
    expect(stored).not.toMatch(/ya29|token|verifier/);
  });
  it('ends with a load, and an answer that nobody has asked for is ignored', async () => {
    await signIn();
    await follow('/graphql?code=4%2Fforged&state=forged');
    await expectNobody('did not ask for');
    expect(exchanges).toBe(0);
  });
  it('asks for no more than the user chooses', async () => {
    await askFor({ 'Google Drive': 'No access', 'Google Calendar': 'Read and write' });
    const scopes = await askedScopes();
    expect(scopes.map((scope) => scope.split('/').at(-1)!).toSorted()).toEqual([
      'calendar',
      'youtube.readonly',
    ]);
  });
  it('says so if the user refuses', async () => {
    // The test before has left the consent page open.
    if ((await allow().count()) === 0) await askFor();
    await decide('Deny');
    await expectNobody('You did not allow the access');
    expect(exchanges).toBe(0);
  });
  it('says so if the code has expired', async () => {
    await askFor();
    const { server } = explorer.gateway.gateway;
    const expire = ({ url }: IncomingMessage): void => {
      if (url === '/oauth/token') explorer.gateway.sandbox.expireTokens();
    };
    server.prependListener('request', expire);
    await decide('Allow');
    await expectNobody('took too long');
    expect(exchanges).toBe(1);
    server.off('request', expire);
  });
  it('ignores an answer with another state than that of the question', async () => {
    await askFor();
    await follow('/graphql?code=4%2Fforged&state=forged');
    await expectNobody('does not belong to this sign-in');
    expect(exchanges).toBe(0);
  });
});
