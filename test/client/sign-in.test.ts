/** The sign-in of `studiograph/client`: the requests it sends, and the URLs it leads to. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Client,
  type ClientOptions,
  createClient,
  RequestError,
  type SessionChange,
  signInFor,
  signInUrl,
  toGatewayError,
} from '../../src/client/client.ts';

const url = 'https://graph.example.org/below/graphql';

/** What has been sent. */
const sent: Request[] = [];

/** A client to which these answers are given in turn. */
function clientOf(options: Partial<ClientOptions>, ...answers: Response[]): Client {
  sent.length = 0;
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request);
    return answers.shift()!;
  };
  return createClient({ url, fetch, ...options });
}

const signedOut = { signedIn: false, accounts: [] };

const ben = {
  id: 'b',
  name: 'Ben',
  email: 'ben@example.org',
  services: ['youtube', 'drive'],
  scopes: ['https://www.googleapis.com/auth/drive.readonly'],
} as const;

const ana = { ...ben, id: 'a', services: ['calendar'] } as const;

/** Waits until a page would learn that its session may have changed. */
const sessionChange = (client: Client): Promise<SessionChange> =>
  new Promise((resolve) => {
    const stop = client.watchSession((change) => {
      stop();
      resolve(change);
    });
  });

afterEach(() => vi.unstubAllGlobals());

describe('the requests of a client', () => {
  const stream = (): Response =>
    new Response('event: complete\n\n', { headers: { 'content-type': 'text/event-stream' } });

  it.each([
    [true, 'include'],
    [false, 'same-origin'],
  ])('carry the cookie of other sites if it has a session: %s', async (session, credentials) => {
    const client = clientOf({ session }, Response.json({ data: {} }), stream());
    await client.request('{ viewer { id } }');
    expect(await client.follow('subscription { a }').next()).toEqual({ done: true });
    expect(sent.map((request) => request.credentials)).toEqual([credentials, credentials]);
  });
  it('ask who has signed in, beside the endpoint, with the cookie alone', async () => {
    const viewer = { signedIn: true, accounts: [ben, ana] };
    const headers = () => ({ authorization: 'Bearer of-nobody' });
    const client = clientOf({ headers }, Response.json(viewer));
    expect(await client.viewer()).toEqual(viewer);
    const [request] = sent;
    expect(request).toMatchObject({
      method: 'GET',
      url: 'https://graph.example.org/below/auth/me',
      credentials: 'include',
    });
    expect(request!.headers.has('authorization')).toBe(false);
  });
  it('sign out, which all pages learn', async () => {
    const client = clientOf({}, new Response(null, { status: 204 }));
    const learned = sessionChange(client);
    await client.signOut();
    expect(await learned).toEqual({ hasEnded: false });
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://graph.example.org/below/auth/sign-out',
      credentials: 'include',
    });
  });
  it('say that the session has ended when the gateway takes it no more', async () => {
    const refusal = { errors: [{ message: 'cookie', extensions: { code: 'UNAUTHENTICATED' } }] };
    const client = clientOf({ session: true }, Response.json(refusal, { status: 401 }));
    const learned = sessionChange(client);
    await expect(client.request('{ viewer { id } }')).rejects.toMatchObject({ status: 401 });
    expect(await learned).toEqual({ hasEnded: true });
  });
  it.each([403, 404, 503])('fail with the status %i', async (status) => {
    const client = clientOf({}, new Response('<html>', { status }), new Response('', { status }));
    const failure = { name: 'RequestError', status };
    await expect(client.viewer()).rejects.toMatchObject(failure);
    await expect(client.signOut()).rejects.toMatchObject(failure);
  });
  it('fail if the answer is the page of another server', async () => {
    const client = clientOf({}, new Response('<html>'));
    await expect(client.viewer()).rejects.toMatchObject({ name: 'RequestError', status: 200 });
  });
  it('that ask who has signed in tell nobody of a refusal, which would lead to the next one', async () => {
    const answers = [new Response('', { status: 401 }), new Response(null, { status: 204 })];
    const client = clientOf({ session: true }, ...answers);
    const learned = sessionChange(client);
    await expect(client.viewer()).rejects.toMatchObject({ status: 401 });
    await client.signOut();
    expect(await learned).toEqual({ hasEnded: false });
  });
});

describe('the URL of a sign-in', () => {
  it('has what the user is asked for', () => {
    expect(signInUrl(url)).toBe('https://graph.example.org/below/auth/sign-in');
    const signIn = new URL(
      signInUrl(url, {
        services: ['drive', 'calendar'],
        access: 'write',
        scopes: ['drive.file', 'youtube'],
        returnTo: '/graphql?a=b&c',
        account: 'b',
      }),
    );
    expect(Object.fromEntries(signIn.searchParams)).toEqual({
      service: 'drive,calendar',
      access: 'write',
      scope: 'drive.file youtube',
      return: '/graphql?a=b&c',
      account: 'b',
    });
  });
  it('is opened in place of the page, and leads back to it or to another', () => {
    const assign = vi.fn<(href: string) => void>();
    vi.stubGlobal('location', { href: 'https://app.example.org/a?b#c', assign });
    const client = clientOf({ url: '/graphql' }, Response.json(signedOut));
    client.signIn();
    client.signIn({ returnTo: '/d', services: ['drive'] });
    const opened = assign.mock.calls.map(([href]) => new URL(href));
    expect(opened.map(({ origin, pathname }) => origin + pathname)).toEqual(
      Array(2).fill('https://app.example.org/auth/sign-in'),
    );
    expect(opened.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { return: 'https://app.example.org/a?b#c' },
      { return: 'https://app.example.org/d', service: 'drive' },
    ]);
  });
  it('is not opened where there is no page', () => {
    expect(() => clientOf({}).signIn()).toThrow(TypeError);
  });
});

describe('the sign-in for an error', () => {
  const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;
  const missing = (...anyOf: readonly string[]) =>
    toGatewayError({ extensions: { code: 'MISSING_SCOPE', anyOf: anyOf.map(scope) } });
  const unauthenticated = (service?: string) =>
    toGatewayError({ extensions: { code: 'UNAUTHENTICATED', service } });
  const viewer = { signedIn: true, accounts: [ben, ana] };

  it('has the scope that allows least, of the account that the service has', () => {
    const error = missing('calendar.events', 'calendar');
    const expected = { scopes: [scope('calendar.events')] };
    expect(signInFor(error)).toEqual(expected);
    expect(signInFor(error, viewer)).toEqual({ ...expected, account: 'a' });
  });
  it('has all scopes that one service lacks', () => {
    const errors = [
      toGatewayError({ extensions: { code: 'NOT_FOUND' } }),
      missing('youtube'),
      missing('drive'),
      missing('youtubepartner'),
    ];
    expect(signInFor(new RequestError('', { status: 200, errors }))).toEqual({
      scopes: [scope('youtube'), scope('youtubepartner')],
    });
  });
  it.each([
    ['storage', { services: ['drive'], account: 'b' }],
    ['video', { services: ['youtube'], account: 'b' }],
    ['LIVE', { services: ['youtube'], account: 'b' }],
    [undefined, {}],
  ])('begins anew, for the service whose account was refused: %s', (service, expected) => {
    expect(signInFor(unauthenticated(service), viewer)).toEqual(expected);
  });
  it.each([
    ['another code', toGatewayError({ extensions: { code: 'FORBIDDEN' } })],
    ['a payload without anyOf', toGatewayError({ code: 'MISSING_SCOPE' })],
    ['no answer', new RequestError('', { status: 0 })],
  ])('is none for %s', (_, error) => {
    expect(signInFor(error)).toBeUndefined();
  });
});
