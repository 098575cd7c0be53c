/** Sign-ins that have begun are cookies: which one ends which. */
import { describe, expect, it } from 'vitest';
import { Encryption } from '../../src/engine/caller/encryption.ts';
import { Attempts } from '../../src/sign-in/attempt.ts';
import { ShiftedClock } from '../support/clock/shifted-clock.ts';

const begun = {
  services: ['youtube'],
  redirectUri: 'https://gateway.example/auth/callback',
  returnTo: 'https://gateway.example/graphql',
} as const;

describe('a sign-in that has begun', () => {
  const clock = new ShiftedClock();
  const attempts = new Attempts(new Encryption(), clock);
  const { attempt, cookie } = attempts.begin(begun);
  const header = cookie.split(';')[0]!;
  it('is found by its state', () => {
    expect(attempts.find(`a=b; ${header}; c=d`, attempt.state)).toEqual(attempt);
    expect(attempts.find(undefined, attempt.state)).toBeUndefined();
    expect(attempts.find(header, '')).toBeUndefined();
  });
  it('is not found by a state that begins alike', () => {
    const state = attempt.state.slice(0, 8) + 'A'.repeat(35);
    expect(attempts.find(header, state)).toBeUndefined();
  });
  it('is not found with another key, or after ten minutes', () => {
    expect(new Attempts(new Encryption(), clock).find(header, attempt.state)).toBeUndefined();
    clock.shift(599_000);
    expect(attempts.find(header, attempt.state)).toBeDefined();
    clock.shift(2_000);
    expect(attempts.find(header, attempt.state)).toBeUndefined();
  });
  it('is forgotten by its browser with the same name', () => {
    expect(attempts.ending(attempt)).toMatch(`${header.split('=')[0]}=; Path=/; Max-Age=0`);
  });
});
