/** The service account: assertions, delegation, and what its tokens reach. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { auth } from '@googleapis/drive';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { start, useSandbox } from '../support/gateway/sandbox.ts';
import { askToken } from '../support/page/sign-in.ts';

const box = useSandbox();
const { ask } = box;
const prefix = 'https://www.googleapis.com/auth/';
const drive = `${prefix}drive`;

interface Key {
  readonly client_email: string;
  readonly client_id: string;
  readonly private_key: string;
  readonly private_key_id: string;
  readonly token_uri: string;
}

const readKey = async (): Promise<Key> =>
  (await ask('/_sandbox/service-account', { token: null })).body;

/** Asks for a token. @param claims in place of the usual ones */
async function assert(claims: Readonly<Record<string, unknown>> = {}, privateKey?: string) {
  const { client_email: iss, token_uri: aud, private_key: own } = await readKey();
  const iat = start.getTime() / 1000;
  const all = { iss, aud, iat, exp: iat + 3600, scope: drive, ...claims };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(all)}`;
  const signature = sign('sha256', Buffer.from(text), privateKey ?? own).toString('base64url');
  return askToken(box.sandbox, {
    client_id: '',
    client_secret: '',
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${text}.${signature}`,
  });
}

const tokenFor = async (claims: Readonly<Record<string, unknown>>): Promise<string> =>
  (await assert(claims)).body['access_token'];

describe('the key file', () => {
  it('has the fields of those of Google, and one key', async () => {
    const key = await readKey();
    expect(key).toEqual({
      type: 'service_account',
      project_id: 'sandbox',
      private_key_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n/),
      client_email: ids.serviceAccount,
      client_id: expect.stringMatching(/^\d{21}$/),
      token_uri: `${box.sandbox.url}/token`,
      universe_domain: 'googleapis.com',
    });
    expect(await readKey()).toEqual(key);
  });
});

describe('an assertion', () => {
  it('is exchanged for a token of an hour', async () => {
    const { status, body } = await assert();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.any(String),
        expires_in: 3600,
        scope: drive,
        token_type: 'Bearer',
      },
    });
    const token = body['access_token'];
    const { client_id: clientId } = await readKey();
    expect((await ask('/tokeninfo', { token })).body).toMatchObject({ aud: clientId });
    box.sandbox.advance(3_600_000);
    expect((await ask('/drive/v3/files', { token })).status).toBe(401);
  });
  const now = start.getTime() / 1000;
  it.each([
    ['of another account', { iss: 'other@sandbox.example' }, 'account not found'],
    ['for another server', { aud: 'https://other.example/token' }, 'Failed audience check'],
    ['of yesterday', { iat: now - 86_400, exp: now - 82_800 }, 'short-lived token'],
    ['of tomorrow', { iat: now + 86_400, exp: now + 90_000 }, 'short-lived token'],
    ['for two hours', { exp: now + 7_200 }, 'short-lived token'],
    ['without times', { iat: undefined, exp: undefined }, 'short-lived token'],
  ])('%s is refused', async (_, claims, description) => {
    expect(await assert(claims)).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: expect.stringContaining(description) },
    });
  });
  it.each([undefined, '', `${prefix}other`])('for the scope %j is refused', async (scope) => {
    expect(await assert({ scope })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
  });
  it('that another key has signed is refused, as are other texts', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = privateKey.export({ type: 'pkcs8', format: 'pem' });
    expect((await assert({}, other as string)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Invalid JWT Signature.',
    });
    for (const assertion of ['x', 'x.y.z', ''])
      expect(
        await askToken(box.sandbox, {
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion,
        }),
      ).toMatchObject({ status: 400 });
  });
});

describe('the token of the service account', () => {
  const scope = ['drive', 'calendar', 'youtube.readonly'].map((name) => prefix + name).join(' ');

  it('reaches nothing but what is public or shared with it', async () => {
    const token = await tokenFor({ scope });
    expect((await ask('/drive/v3/files', { token })).body.files).toEqual([]);
    expect((await ask('/calendar/v3/users/me/calendarList', { token })).body.items).toEqual([]);
    const about = await ask('/drive/v3/about?fields=user', { token });
    expect(about.body.user.emailAddress).toBe(ids.serviceAccount);
    const path = `/drive/v3/files/${ids.file.runSheet}`;
    expect((await ask(path, { token })).status).toBe(404);
    const shared = await ask(`${path}/permissions?sendNotificationEmail=false`, {
      method: 'POST',
      body: { role: 'reader', type: 'user', emailAddress: ids.serviceAccount },
      headers: { 'content-type': 'application/json' },
    });
    expect(shared.status).toBe(200);
    expect((await ask(path, { token })).status).toBe(200);
    expect(box.sandbox.calls()[0]!.user).toBe('service-account');
  });
  it('has no channel', async () => {
    const token = await tokenFor({ scope });
    const mine = await ask('/youtube/v3/playlists?part=id&mine=true', { token });
    expect(mine).toMatchObject({ status: 401, reason: 'youtubeSignupRequired' });
  });
});

describe('delegation', () => {
  const refused = { status: 401, body: { error: 'unauthorized_client' } };
  const sub = ids.person.ben;

  it('needs the domain', async () => {
    expect(await assert({ sub })).toMatchObject(refused);
    box.sandbox.setSignIn({ delegates: true });
    const token = await tokenFor({ sub, scope: `${drive} ${prefix}calendar.readonly` });
    const about = await ask('/drive/v3/about?fields=user', { token });
    expect(about.body.user.emailAddress).toBe(sub);
    const events = await ask('/calendar/v3/calendars/primary/events', { token });
    expect(events.status).toBe(200);
  });
  it('is for Drive and Calendar, and for accounts that exist', async () => {
    box.sandbox.setSignIn({ delegates: true, deleteAccount: ids.person.dana });
    const scope = `${prefix}youtube.readonly`;
    expect(await assert({ sub, scope })).toMatchObject(refused);
    expect(await assert({ sub, scope: `${drive} ${scope}` })).toMatchObject(refused);
    for (const each of [ids.person.dana, 'nobody@studio.example'])
      expect(await assert({ sub: each })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
  });
  it('works with the official client', async () => {
    vi.useFakeTimers({ now: start, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    box.sandbox.setSignIn({ delegates: true });
    const { client_email: email, private_key: key, private_key_id: keyId } = await readKey();
    const client = new auth.JWT({ email, key, keyId, scopes: [drive], subject: sub });
    // It knows no other server than Google's.
    client.transporter.interceptors.request.add({
      resolved: async (request) => {
        request.url = new URL(
          String(request.url).replace('https://oauth2.googleapis.com', box.sandbox.url),
        );
        return request;
      },
    });
    const { access_token: token } = await client.authorize();
    const about = await ask('/drive/v3/about?fields=user', { token: token! });
    expect(about.body.user.emailAddress).toBe(sub);
    expect(box.sandbox.signIns()).toEqual({ 'urn:ietf:params:oauth:grant-type:jwt-bearer': 1 });
  });
});
