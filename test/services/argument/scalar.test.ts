/** Input of scalars: accepted values, and errors that say what would be accepted. */
import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/studio.ts';

const scalarNamed = (name: string) => {
  const type = schema.getType(name);
  if (!isScalarType(type)) throw new Error(`${name} is no scalar`);
  return type;
};

describe('BigInt', () => {
  const { coerceInputValue } = scalarNamed('BigInt');

  it.each([
    ['42', '42'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['18446744073709551615', '18446744073709551615'],
    [42, '42'],
    [0, '0'],
    [-7, '-7'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('takes %j', (value, expected) => {
    expect(coerceInputValue(value)).toBe(expected);
  });
  it.each([
    [2 ** 53, '9007199254740992 is not exact as a number'],
    [-(2 ** 60), '-1152921504606847000 is not exact as a number'],
    [1.5, '1.5 is not a BigInt; expected an integer of 64 bits'],
    ['4.2', '"4.2" is not a BigInt'],
    ['', '"" is not a BigInt'],
    ['18446744073709551616', '"18446744073709551616" is not a BigInt'],
    ['-9223372036854775809', '"-9223372036854775809" is not a BigInt'],
    ['1'.repeat(200), 'is not a BigInt'],
    [true, 'true is not a BigInt'],
    [Number.POSITIVE_INFINITY, 'is not a BigInt'],
  ])('rejects %j', (value, message) => {
    expect(() => coerceInputValue(value)).toThrow(message);
  });
});

describe.each([
  ['Date', ['2027-03-14', '2028-02-29'], ['', '2027-02-29', '2027-13-01', '2027-3-14']],
  ['Duration', ['PT4M13S', 'P1DT2H', 'P1W'], ['P', 'PT', 'P1DT', '4 minutes']],
])('%s', (name, valid, invalid) => {
  const { coerceInputValue } = scalarNamed(name);

  it.each(valid)('takes "%s"', (value) => {
    expect(coerceInputValue(value)).toBe(value);
  });
  it.each(invalid)('rejects "%s"', (value) => {
    expect(() => coerceInputValue(value)).toThrow(`"${value}" is not a ${name}`);
  });
});

describe('a BigInt in a document', () => {
  const studio = useStudio();
  const document = (size: string): string =>
    `mutation { createVideo(input: { title: "A", contentType: "video/mp4", contentLength: ${size} }) { errors { code } } }`;

  it.each(['1024', '"1024"'])('may be %s', async (size) => {
    const { data, errors } = await studio.query(document(size));
    expect([data?.createVideo.errors, errors]).toEqual([[], undefined]);
  });
  it('may not be a number that JavaScript rounds', async () => {
    const { errors } = await studio.query(document('9007199254740993'));
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('is not exact as a number'),
        extensions: { code: 'INVALID_INPUT' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('is a string in a response', async () => {
    const { data } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { statistics { viewCount } } }`,
    );
    expect(data.video.statistics.viewCount).toMatch(/^\d+$/);
  });
});

describe('a date or time that looks right', () => {
  it.each([
    ['DateTime', '2026-02-01T10:00:00', 'the offset is missing'],
    ['DateTime', '2026-02-31T10:00:00Z', 'there is no such day'],
    ['DateTime', '2026-13-01T10:00:00', 'there is no such day'],
    ['DateTimeOrLocal', '2026-02-31T10:00:00', 'there is no such day'],
    ['Date', '2026-02-31', 'there is no such day'],
  ])('is rejected with the reason: %s %s', (name, value, reason) => {
    const { coerceInputValue } = scalarNamed(name);
    expect(() => coerceInputValue(value)).toThrow(
      `"${value}" is not a ${name}: ${reason}; expected for example `,
    );
  });
});

describe('the scalars', () => {
  it('name the specification of their format, except BigInt, which has none', () => {
    const own = Object.values(schema.getTypeMap())
      .filter(isScalarType)
      .filter((type) => !isSpecifiedScalarType(type));
    const unspecified = own.filter(({ specifiedByURL }) => specifiedByURL == null);
    expect(unspecified.map(({ name }) => name)).toEqual(['BigInt']);
    expect(own.every(({ specifiedByURL }) => /^https:|^$/.test(specifiedByURL ?? ''))).toBe(true);
  });
});
