import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { otherSpellings } from '../../support/base64.ts';

const encryption = new Encryption(['planted-secret-of-the-addresses-0123456789']);

/** Enough texts that some encodings differ between the alphabets, and of all lengths modulo 3. */
const texts = Array.from({ length: 12 }, (_, index) => 'x'.repeat(index));

const decoded = (text: string): string => Buffer.from(text, 'base64url').toString('hex');

describe('an encrypted value', () => {
  it('is rejected in any other spelling of its bytes', () => {
    let tried = '';
    for (const text of texts) {
      const encrypted = encryption.encrypt('download', text);
      expect(encryption.decrypt('download', encrypted)).toBe(text);
      for (const other of otherSpellings(encrypted)) {
        expect(decoded(other)).toBe(decoded(encrypted));
        expect([other, encryption.decrypt('download', other)]).toEqual([other, undefined]);
        tried += other;
      }
    }
    expect(tried).toMatch(/=.*[+/]|[+/].*=/s);
  });
  it('is rejected for another purpose and by another secret', () => {
    const encrypted = encryption.encrypt('download', 'text');
    expect(encryption.decrypt('upload url', encrypted)).toBeUndefined();
    expect(new Encryption(['another']).decrypt('download', encrypted)).toBeUndefined();
  });
  it('is made with the first secret and accepted with all', () => {
    const [old, current] = [['old'], ['new', 'old']].map((secrets) => new Encryption(secrets));
    const byOld = old!.encrypt('download', 'text');
    const byNew = current!.encrypt('download', 'text');
    expect([current!.decrypt('download', byOld), old!.decrypt('download', byNew)]).toEqual([
      'text',
      undefined,
    ]);
    expect(new Encryption(['new']).decrypt('download', byNew)).toBe('text');
  });
  it('is valid in one process only without a secret', () => {
    const encrypted = new Encryption().encrypt('download', 'text');
    expect(new Encryption().decrypt('download', encrypted)).toBeUndefined();
  });
});

describe('digests of what can be guessed', { tags: ['S41'] }, () => {
  const address = 'ava@studio.example';
  const digestsBy = (...secrets: string[]): readonly string[] =>
    new Encryption(secrets).digests('account', address);

  it('are equal for equal secrets, and only for these', () => {
    expect(digestsBy('one')).toEqual(digestsBy('one'));
    expect(digestsBy('one')).not.toEqual(digestsBy('two'));
    expect(digestsBy('one')[0]).not.toBe(hash('sha256', address, 'base64url'));
  });
  it('are one for each secret, in their order', () => {
    expect(digestsBy('new', 'old')).toEqual([...digestsBy('new'), ...digestsBy('old')]);
  });
  it('are others for another purpose', () => {
    expect(new Encryption(['one']).digests('lock', address)).not.toEqual(digestsBy('one'));
  });
  it('are equal in all replicas without a secret, which share entries all the same', () => {
    expect(digestsBy()).toEqual(digestsBy());
  });
});
