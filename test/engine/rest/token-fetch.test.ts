/** The requests of sign-ins have the limits of calls, and say nothing secret when they fail. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/engine/rest/settings.ts';
import { NoAnswer, tokenFetch } from '../../../src/engine/rest/token-fetch.ts';
import {
  type Behaviour,
  faultyServer,
  hang,
  json,
  noContent,
  reset,
  respond,
} from '../../support/upstream/faulty-server.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';

const secret = 'a-planted-secret';

/** Sends a form to a server with this behaviour. */
async function sent(behaviour: Behaviour, signal?: AbortSignal) {
  await using server = await faultyServer(behaviour);
  const clock = new DrivenClock();
  const send = tokenFetch({ ...defaultSettings, clock });
  const request = send(`${server.url}/token?a=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret }),
    signal,
  });
  const result = await clock.through(
    request.catch((error: unknown) => error),
    1_000,
  );
  return { result, requests: server.requests };
}

describe('a request to a token endpoint', () => {
  it('is sent as it is, and answered as it was', async () => {
    const { result, requests } = await sent(json({ a: 'b' }, 400, { 'x-own': 'c' }));
    const answer = result as Response;
    expect([answer.status, answer.headers.get('x-own'), await answer.json()]).toEqual([
      400,
      'c',
      { a: 'b' },
    ]);
    expect(requests).toMatchObject([
      { method: 'POST', target: '/token?a=1', body: `secret=${secret}` },
    ]);
  });
  it('can have an answer without a body', async () => {
    const { result } = await sent(noContent);
    expect((result as Response).status).toBe(204);
  });
  it('follows no redirect', async () => {
    const { result, requests } = await sent(json({}, 307, { location: '/elsewhere' }));
    expect((result as Response).status).toBe(307);
    expect(requests).toHaveLength(1);
  });
  it.each([
    ['comes never', hang, /Timeout|UND_ERR_HEADERS_TIMEOUT/],
    ['is cut off', reset, /ECONNRESET|UND_ERR_SOCKET/],
    ['is too long', respond(200, 'x'.repeat(65 * 1024)), /UND_ERR_RES_EXCEEDED_MAX_SIZE/],
  ])('fails if the answer %s', async (_, behaviour, reason) => {
    const { result } = await sent(behaviour);
    expect(result).toBeInstanceOf(NoAnswer);
    expect((result as NoAnswer).reason).toMatch(reason);
    expect(String((result as NoAnswer).stack)).not.toContain(secret);
  });
  it('ends with its signal', async () => {
    const { result } = await sent(hang, AbortSignal.abort());
    expect(result).toBeInstanceOf(NoAnswer);
  });
});
