/** The keys under which everything that belongs to a caller is kept. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callerKey, identityKey } from '../../../src/engine/caller/identities.ts';
import { anonymousCaller } from '../../../src/engine/caller/identity.ts';

const token = 'ya29.a-secret';

describe('the key of a caller', () => {
  it('is the digest of the token, and shows nothing of it', () => {
    const digest = createHash('sha256').update(token).digest('base64url');
    // Asked twice: the second answer is a stored one.
    expect([callerKey({ token }), callerKey({ token })]).toEqual([digest, digest]);
    expect(identityKey({ token, onBehalfOf: 'CMS' })).not.toContain(token);
  });
  it('is one for all callers without a token', () => {
    expect([callerKey({}), callerKey({ onBehalfOf: 'CMS' })]).toEqual([
      anonymousCaller,
      anonymousCaller,
    ]);
  });
});

describe('the key of an identity', () => {
  it('is another one for each content owner and channel that a caller acts for', () => {
    const identities = [
      { token },
      { token, onBehalfOf: 'a' },
      { token, onBehalfOf: 'b' },
      { token, onBehalfOf: 'a', subaccount: 'c' },
      { token: 'other', onBehalfOf: 'a' },
      {},
    ];
    expect(new Set(identities.map(identityKey)).size).toBe(identities.length);
  });
});
