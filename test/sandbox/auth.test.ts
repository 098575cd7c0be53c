/**
 * Authentication and authorization: access tokens, the API key, scopes, users without a channel;
 * error bodies.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();
const { ask } = box;
const trailer = `/youtube/v3/videos?part=id&id=${ids.video.trailer}`;
const mine = '/youtube/v3/channels?part=id&mine=true';

const update = {
  method: 'PUT',
  body: { id: ids.video.trailer, snippet: { title: 'A', categoryId: '1' } },
};

describe('a request', () => {
  it('with an expired token gets 401 authError and a WWW-Authenticate header', async () => {
    const response = await ask(trailer, { token: 'studio-expired' });
    expect([response.status, response.reason]).toEqual([401, 'authError']);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  });
  it('with an unknown token gets 401 authError', async () => {
    expect(await ask(trailer, { token: 'unknown' })).toMatchObject({
      status: 401,
      reason: 'authError',
    });
  });
  it('without credentials gets 403, or 401 if the operation needs a user', async () => {
    const response = await ask(trailer, { token: null });
    expect([response.status, response.body.error.status]).toEqual([403, 'PERMISSION_DENIED']);
    expect(await ask('/youtube/v3/liveStreams?part=id&mine=true', { token: null })).toMatchObject({
      status: 401,
      reason: 'required',
    });
    expect(await ask('/calendar/v3/users/me/calendarList', { token: null })).toMatchObject({
      status: 401,
      reason: 'required',
    });
  });
  it('may have its token in the query string', async () => {
    expect((await ask(`${trailer}&access_token=studio-owner`, { token: null })).status).toBe(200);
  });
});

describe('the API key', () => {
  it.each([
    ['query parameter', `${trailer}&key=sandbox-key`, {}],
    ['header', trailer, { 'x-goog-api-key': 'sandbox-key' }],
  ])('reads public data from the %s', async (_, path, headers) => {
    const response = await ask(path, { token: null, headers });
    expect(response.body.items).toHaveLength(1);
  });
  it('does not read private videos', async () => {
    const response = await ask(
      `/youtube/v3/videos?part=id&id=${ids.video.privateCut}&key=sandbox-key`,
      {
        token: null,
      },
    );
    expect(response.body.items).toEqual([]);
  });
  it.each([
    ['data of the user', mine],
    ['owner-only parts', trailer.replace('part=id', 'part=fileDetails')],
  ])('gets 401 for %s', async (_, path) => {
    expect(await ask(`${path}&key=sandbox-key`, { token: null })).toMatchObject({
      status: 401,
      reason: 'authorizationRequired',
    });
  });
  it('gets 401 for writes', async () => {
    const response = await ask('/youtube/v3/videos?part=snippet&key=sandbox-key', {
      ...update,
      token: null,
    });
    expect([response.status, response.reason]).toEqual([401, 'required']);
  });
  it('that is invalid gets 400 with API_KEY_INVALID in the details', async () => {
    const response = await ask(`${trailer}&key=guessed`, { token: null });
    expect([response.status, response.reason, response.body.error.details[0].reason]).toEqual([
      400,
      'badRequest',
      'API_KEY_INVALID',
    ]);
  });
});

describe('a token without a scope', () => {
  it.each([
    ['to write', '/youtube/v3/videos?part=snippet', update],
    ['to read comments', `/youtube/v3/commentThreads?part=id&videoId=${ids.video.trailer}`, {}],
  ])('%s gets 403 with the accepted scopes in WWW-Authenticate', async (_, path, options) => {
    const response = await ask(path, { ...options, token: 'studio-reader' });
    expect([response.status, response.reason, response.body.error.details[0].reason]).toEqual([
      403,
      'insufficientPermissions',
      'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    ]);
    expect(response.headers.get('www-authenticate')).toMatch(
      /insufficient_scope.*youtube\.force-ssl/,
    );
  });
});

describe('a user without a channel', () => {
  it.each([
    ['data of the user', '/youtube/v3/playlists?part=id&mine=true', {}],
    ['its subscribers', '/youtube/v3/channels?part=id&mySubscribers=true', {}],
    ['writes', '/youtube/v3/videos?part=snippet', update],
    ['broadcasts', '/youtube/v3/liveBroadcasts?part=id&mine=true', {}],
  ])('gets 401 youtubeSignupRequired for %s', async (_, path, options) => {
    expect(await ask(path, { ...options, token: 'no-channel' })).toMatchObject({
      status: 401,
      reason: 'youtubeSignupRequired',
    });
  });
  it('has a list of channels without items, which is no error', async () => {
    const { status, body } = await ask(mine, { token: 'no-channel' });
    expect([status, body.pageInfo.totalResults]).toEqual([200, 0]);
    expect(body).not.toHaveProperty('items');
  });
  it('reads public data', async () => {
    expect((await ask(trailer, { token: 'no-channel' })).body.items).toHaveLength(1);
  });
});

describe('an error body', () => {
  it('has code, message, errors, status, and the location of an invalid parameter', async () => {
    const { body } = await ask('/youtube/v3/videos?part=foo&id=x');
    expect(body).toEqual({
      error: {
        code: 400,
        message: 'foo',
        errors: [
          {
            domain: 'youtube.part',
            reason: 'unknownPart',
            message: 'foo',
            location: 'part',
            locationType: 'parameter',
          },
        ],
        status: 'INVALID_ARGUMENT',
      },
    });
  });
  it('has no domain if the request cannot be bound to the method', async () => {
    const { body } = await ask('/youtube/v3/videos?part=id&id=x&foo=1');
    expect(body.error.errors[0]).not.toHaveProperty('domain');
    expect(body.error.status).toBe('INVALID_ARGUMENT');
  });
  it('of Calendar has neither status nor details', async () => {
    const { body } = await ask('/calendar/v3/users/me/calendarList', { token: 'studio-expired' });
    expect(Object.keys(body.error).toSorted()).toEqual(['code', 'errors', 'message']);
  });
  it('is an HTML page for unknown paths', async () => {
    const response = await ask('/youtube/v3/nothing');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  });
  it('has status 501 and names the operation if the sandbox does not implement it', async () => {
    const response = await ask('/youtube/v3/activities?part=snippet', {
      method: 'POST',
      body: { snippet: { description: 'x' } },
    });
    expect([response.status, response.body.error.message]).toEqual([
      501,
      expect.stringContaining('video:activities.insert'),
    ]);
  });
});
