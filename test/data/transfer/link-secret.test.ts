import { describe, expect, it } from 'vitest';
import { LinkSecret } from '../../../src/data/transfer/link-secret.ts';
import { otherSpellings } from '../../support/base64.ts';

const secret = new LinkSecret('planted-secret-of-the-addresses-0123456789');

/** Enough texts that some encodings differ between the alphabets, and of all lengths modulo 3. */
const texts = Array.from({ length: 12 }, (_, index) => 'x'.repeat(index));

const decoded = (text: string): string => Buffer.from(text, 'base64url').toString('hex');

describe('an encrypted value', () => {
  it('is rejected in any other spelling of its bytes', () => {
    let tried = '';
    for (const text of texts) {
      const encrypted = secret.encrypt('download', text);
      expect(secret.decrypt('download', encrypted)).toBe(text);
      for (const other of otherSpellings(encrypted)) {
        expect(decoded(other)).toBe(decoded(encrypted));
        expect([other, secret.decrypt('download', other)]).toEqual([other, undefined]);
        tried += other;
      }
    }
    expect(tried).toMatch(/=.*[+/]|[+/].*=/s);
  });
  it('is rejected for another purpose and by another secret', () => {
    const encrypted = secret.encrypt('download', 'text');
    expect(secret.decrypt('upload target', encrypted)).toBeUndefined();
    expect(new LinkSecret('another').decrypt('download', encrypted)).toBeUndefined();
  });
});

describe('a signature', () => {
  it('is valid for its purpose and text only', () => {
    const signature = secret.sign('upload url', 'text');
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(secret.verify('upload url', 'text', signature)).toBe(true);
    expect(secret.verify('upload url', 'texts', signature)).toBe(false);
    expect(secret.verify('download', 'text', signature)).toBe(false);
    for (const other of ['', 'x', 'x'.repeat(43), 'ÿ'.repeat(43), `${signature}x`])
      expect(secret.verify('upload url', 'text', other)).toBe(false);
  });
  it('is rejected in any other spelling of its bytes', () => {
    let tried = '';
    for (const text of texts) {
      const signature = secret.sign('upload url', text);
      for (const other of otherSpellings(signature)) {
        expect(decoded(other)).toBe(decoded(signature));
        expect([other, secret.verify('upload url', text, other)]).toEqual([other, false]);
        tried += other;
      }
    }
    expect(tried).toMatch(/=.*[+/]|[+/].*=/s);
  });
});
