/** A token is renewed before it expires and after it was refused, once for all who wait for it. */
import { describe, expect, it } from 'vitest';
import {
  type FetchedToken,
  RenewedToken,
  type SharedToken,
} from '../../src/sign-in/renewed-token.ts';
import { DrivenClock } from '../support/clock/driven-clock.ts';

const hour = 3_600_000;

/** An endpoint that issues a new token for each request, or fails. */
function endpoint(clock: DrivenClock) {
  let count = 0;
  const state = { failure: undefined as Error | undefined, hold: Promise.resolve() };
  const fetchToken = async (): Promise<FetchedToken> => {
    count += 1;
    const token = `token ${count}`;
    await state.hold;
    if (state.failure) throw state.failure;
    return { token, expiresAt: clock.wallTime() + hour };
  };
  return { state, fetchToken, count: () => count };
}

/** Waits as a call does. */
const ready = async (token: RenewedToken): Promise<void> => {
  await token.ready();
};

/** A token, and the endpoint that it comes from. */
async function renewedToken() {
  const clock = new DrivenClock();
  const from = endpoint(clock);
  const token = new RenewedToken(from.fetchToken, { clock });
  await token.ready();
  return { clock, token, ...from };
}

describe('a renewed token', () => {
  it('is asked for by the first call, and by none until its last minute', async () => {
    const { clock, token, count } = await renewedToken();
    expect(token.current?.token).toBe('token 1');
    await clock.advance(hour - 60_001);
    expect(token.ready()).toBeUndefined();
    expect(count()).toBe(1);
    await clock.advance(1);
    // It is still valid: no call waits.
    expect(token.ready()).toBeUndefined();
    await clock.settle();
    expect(token.current?.token).toBe('token 2');
  });
  it('is waited for by all in the last seconds, by one request', async () => {
    const { clock, token, state, count } = await renewedToken();
    await clock.advance(hour - 5_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    state.hold = promise;
    const waiting = Array.from({ length: 50 }, () => ready(token));
    resolve();
    await Promise.all(waiting);
    expect([count(), token.current?.token]).toEqual([2, 'token 2']);
  });
  it('is used to its end while the endpoint fails, and no longer', async () => {
    const { clock, token, state, count } = await renewedToken();
    state.failure = new Error('failed');
    await clock.advance(hour - 5_000);
    await token.ready();
    expect(token.current?.token).toBe('token 1');
    await clock.advance(5_000);
    await expect(token.ready()).rejects.toBe(state.failure);
    const before = count();
    // A second has to pass before the next request.
    await expect(token.ready()).rejects.toBe(state.failure);
    expect(count()).toBe(before);
    state.failure = undefined;
    await clock.advance(1_000);
    await token.ready();
    expect(token.current?.token).toBe(`token ${before + 1}`);
  });
  it('is replaced after a refusal, once for all that were refused', async () => {
    const { token, count } = await renewedToken();
    const answers = await Promise.all(Array.from({ length: 20 }, () => token.renew('token 1')));
    expect(answers).toEqual(answers.map(() => true));
    expect([count(), token.current?.token]).toEqual([2, 'token 2']);
    // A late refusal of the old one.
    expect(await token.renew('token 1')).toBe(true);
    expect(count()).toBe(2);
  });
  it('is not replaced at once if its replacement is refused too', async () => {
    const { clock, token, count } = await renewedToken();
    await token.renew('token 1');
    expect(await token.renew('token 2')).toBe(false);
    await clock.advance(10_000);
    expect(await token.renew('token 2')).toBe(true);
    expect(count()).toBe(3);
  });
  it('rejects with the error of its endpoint after a refusal', async () => {
    const { token, state } = await renewedToken();
    state.failure = new Error('ended');
    await expect(token.renew('token 1')).rejects.toBe(state.failure);
  });
});

describe('a token that replicas share', () => {
  function replicas() {
    const clock = new DrivenClock();
    const from = endpoint(clock);
    let last: Promise<unknown> = Promise.resolve();
    let stored: FetchedToken | undefined;
    const shared: SharedToken = {
      load: async () => stored,
      alone: (work) => {
        const run = last.then(work);
        last = run.catch(() => {});
        return run;
      },
    };
    const fetchToken = async (): Promise<FetchedToken> => (stored = await from.fetchToken());
    const tokens = Array.from({ length: 4 }, () => new RenewedToken(fetchToken, { clock, shared }));
    return { clock, tokens, ...from };
  }
  it('is renewed by one of them', async () => {
    const { clock, tokens, count } = replicas();
    await Promise.all(tokens.map(ready));
    expect(count()).toBe(1);
    await clock.advance(hour);
    await Promise.all(tokens.map(ready));
    expect(tokens.map((token) => token.current?.token)).toEqual(tokens.map(() => 'token 2'));
    expect(count()).toBe(2);
  });
  it('is replaced by one of them after a refusal', async () => {
    const { tokens, count } = replicas();
    await Promise.all(tokens.map(ready));
    await Promise.all(tokens.map((token) => token.renew('token 1')));
    expect(tokens.map((token) => token.current?.token)).toEqual(tokens.map(() => 'token 2'));
    expect(count()).toBe(2);
  });
});
