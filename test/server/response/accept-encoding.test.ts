import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '../../support/report/cpu-of.ts';
import { promised } from '../../support/report/promised-size.ts';
import { preferredEncoding } from '../../../src/server/response/negotiation.ts';

describe('the preferred encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.8, br ; q=0.8', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;Q=0.2,gzip;q=0.1', 'br'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    ['identity, gzip', 'gzip'],
    ['identity;q=0.5, gzip;q=0.4, br;q=0.6', 'br'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['gzip;level=9;q=0.3', 'gzip'],
  ])('of %j is %s', (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding);
  });
  it.each([
    '',
    ',',
    'identity',
    'deflate',
    'gzip;q=0',
    'gzip;q=0.000',
    '*;q=0',
    'identity;q=1, gzip;q=0.5',
    'br;q=x, gzip;q=2',
    'gzip2, xgzip, brotli',
  ])('of %j is none', (header) => {
    expect(preferredEncoding(header)).toBeUndefined();
  });
  it('is never one that the header excludes, for any header', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        expect(
          preferredEncoding(`gzip;q=0,br;q=0,identity,${rest.replaceAll(/gzip|br/gi, '')}`),
        ).toBeUndefined();
      }),
    );
  });
  it('of the longest header takes little time', { tags: ['S31'] }, async () => {
    for (const part of ['gzip;q=0.1,', ';', ',', 'q= ', ' ']) {
      const header = `br;${part.repeat(16_384 / part.length)}`;
      const { cpuMs } = await cpuOf(() => preferredEncoding(header));
      // Other tests of the process may be running.
      expect(cpuMs).toBeLessThan(promised(50, 1_000));
    }
  });
});
