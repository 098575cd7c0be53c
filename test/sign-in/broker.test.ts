/** Users sign in at the gateway, and stay signed in: sessions, accounts, renewals, ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { signInEnv, UserAgent } from '../support/page/user-agent.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway({ env: signInEnv });
});

beforeEach(() => gateway.sandbox.reset());

afterAll(() => gateway.close());

const viewer = '{ viewer { channel { channelId } } }';

const rename = `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "A" }) {
  errors { code ... on MissingScopeError { anyOf } } } }`;

const channelOf = async (browser: UserAgent): Promise<unknown> =>
  (await browser.query(viewer)).body;

describe('a user who signs in', () => {
  it('is the account for the services that it has allowed', async () => {
    const browser = new UserAgent(gateway);
    const back = await browser.signIn({}, { user: ids.person.ben });
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe(`${gateway.url}/graphql`);
    expect([...browser.cookies.keys()]).toEqual(['__Host-studiograph']);
    expect((await browser.me()).body).toMatchObject({
      signedIn: true,
      accounts: [{ email: ids.person.ben, services: ['youtube', 'drive', 'calendar'] }],
    });
    expect(await channelOf(browser)).toMatchObject({
      data: { viewer: { channel: { channelId: ids.channel.ben } } },
    });
  });
  it('gets scopes of writes by one step more', async () => {
    const browser = new UserAgent(gateway);
    await browser.signIn();
    const refused = (await browser.query(rename)).body.data.updateVideo.errors[0];
    expect(refused).toMatchObject({ code: 'MISSING_SCOPE' });
    await browser.signIn({ scope: 'youtube.force-ssl' });
    expect((await browser.query(rename)).body.data.updateVideo.errors).toEqual([]);
  });
});
