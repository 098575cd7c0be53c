/** The consent page of the sandbox in a browser, which enforces its policy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { authorizationUrl, paramsOf } from '../../support/page/sign-in.ts';

describe('the consent page in a browser', () => {
  let gateway: RunningGateway;
  let browser: Browser;
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([startGateway(), openBrowser()]);
  });
  afterAll(() => Promise.all([browser.close(), gateway.close()]));

  /** Opens the page. @returns where the button sends the user */
  async function decide(button: string, user: string, denied: string): Promise<URL> {
    const { page } = browser;
    const redirect = { redirect_uri: `${gateway.url}/graphql` };
    await page.goto(authorizationUrl(gateway.sandbox, redirect));
    await page.getByLabel(user).check();
    await page.getByLabel(denied).uncheck();
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(`${gateway.url}/graphql?*`, { waitUntil: 'commit' });
    return new URL(page.url());
  }

  it('sends the user back with a code for what is still checked', async () => {
    expect(paramsOf(await decide('Allow', ids.person.ben, 'drive.readonly'))).toMatchObject({
      state: 'state-1',
      code: expect.stringMatching(/^4\//),
      scope: 'https://www.googleapis.com/auth/youtube.readonly',
    });
    expect(browser.consoleErrors).toEqual([]);
  });
  it('sends the user back without a code', async () => {
    expect(paramsOf(await decide('Deny', ids.person.ben, 'drive.readonly'))).toMatchObject({
      state: 'state-1',
      error: 'access_denied',
    });
  });
});
