/** What a cell of an answer says of its value: words for people, and no address that could run. */
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { compareKeys, kindOf, sortKey, textOf } from '../../src/explorer/answer/cell-text.ts';
import { matcher } from '../../src/explorer/answer/matcher.ts';
import { isPicture, linkOf } from '../../src/explorer/answer/picture.ts';
import { pictureSources } from '../../src/server/page/picture-source.ts';

const scalars = ['BigInt', 'DateTime', 'DateTimeOrLocal', 'Date', 'Duration', 'URL', 'JSON'];

const schema = buildSchema(
  `${scalars.map((name) => `scalar ${name}`).join(' ')} type Query { n: Int f: Float b: Boolean s: String i: ID }`,
);

const now = { now: Date.parse('2026-11-30T12:00:00Z'), timeZone: 'Europe/Berlin' };

const shown = (type: string, value: unknown): string =>
  textOf(kindOf(schema.getType(type), value), value, now);

describe('a value in words', () => {
  it.each([
    ['Int', 1234567, '1,234,567'],
    ['BigInt', '9007199254740993', '9,007,199,254,740,993'],
    ['Float', -1234.56789, '-1,234.56789'],
    ['Boolean', true, 'yes'],
    ['Boolean', false, 'no'],
    ['ID', '1234567', '1234567'],
    ['String', '2026-12-02', '2026-12-02'],
    ['Date', '2026-12-02', 'Dec 2, 2026'],
    ['DateTime', '2026-12-02T12:30:00Z', 'Dec 2, 2026, 1:30 PM, in 2 days'],
    ['DateTime', '2026-11-30T11:59:00-00:30', 'Nov 30, 2026, 1:29 PM, in 29 minutes'],
    ['DateTime', '2025-11-30T12:00:00Z', 'Nov 30, 2025, 1:00 PM, 12 months ago'],
    ['DateTime', '2026-11-30T12:00:00.400Z', 'Nov 30, 2026, 1:00 PM, now'],
    ['DateTimeOrLocal', '2026-12-02T12:30:00', 'Dec 2, 2026, 12:30 PM'],
    ['Duration', 'PT4M13S', '4 min 13 sec'],
    ['Duration', '-P1DT2H', '-1 day 2 hr'],
    ['Duration', 'PT0S', '0 sec'],
    ['JSON', { a: [1] }, '{"a":[1]}'],
  ])('%s %j is %s', (type, value, expected) => {
    // A narrow space is before AM and PM.
    expect(shown(type, value).replaceAll('\u202f', ' ')).toBe(expected);
  });
  it.each([
    ['DateTime', 'not yet'],
    ['Date', 'someday'],
    ['Duration', 'P'],
    ['Duration', 'PT'],
    ['BigInt', ''],
    ['Int', 'many'],
  ])('%s that is none, %j, stays as it is', (type, value) => {
    expect(shown(type, value)).toBe(value);
  });
  it('depends on the value alone without a schema', () => {
    const kinds = [1, true, 'https://a.example/', { a: 1 }].map((each) => kindOf(undefined, each));
    expect(kinds).toEqual(['number', 'boolean', 'text', 'json']);
  });
});

describe('the order of values', () => {
  const inOrder = (type: string, values: readonly unknown[]): unknown[] => {
    const keyOf = (value: unknown) => sortKey(kindOf(schema.getType(type), value), value);
    return values.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)));
  };
  it.each([
    ['Int', [10, 9, null, -1], [-1, 9, 10, null]],
    [
      'BigInt',
      ['9007199254740993', '9007199254740992', '9'],
      ['9', '9007199254740992', '9007199254740993'],
    ],
    ['Float', [0.5, 2, -0.5], [-0.5, 0.5, 2]],
    [
      'DateTime',
      ['2026-01-01T02:00:00+02:00', '2025-12-31T23:00:00Z'],
      ['2025-12-31T23:00:00Z', '2026-01-01T02:00:00+02:00'],
    ],
    ['Duration', ['PT1H', 'PT59M', 'P1D', '-PT1S'], ['-PT1S', 'PT59M', 'PT1H', 'P1D']],
    ['Boolean', [true, false], [false, true]],
    ['String', ['part 10', 'Part 9', 'élan', 'zebra'], ['élan', 'Part 9', 'part 10', 'zebra']],
  ])('%s', (type, values, expected) => {
    expect(inOrder(type, values)).toEqual(expected);
  });
});

describe('an address', () => {
  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://i.ytimg.com/x',
    '//i.ytimg.com/x',
    'no address',
    '',
    null,
    7,
  ])('%j is no link', (value) => {
    expect(linkOf(value)).toBeUndefined();
  });

  const sources = pictureSources([
    'http://127.0.0.1:4010/youtube/v3',
    'https://www.googleapis.com/calendar/v3',
    'http://127.0.0.1:4010',
  ]);
  const isShown = (value: string): boolean => {
    const link = linkOf(value);
    return link !== undefined && isPicture(link, sources);
  };
  it('is a picture if one of the services serves pictures there', () => {
    const pictures = [
      'https://i.ytimg.com/vi/x/default.jpg',
      'https://lh3.googleusercontent.com/a/x=s64',
      'http://127.0.0.1:4010/_sandbox/pictures/120x90/vi/x/default.jpg',
      'HTTPS://I.YTIMG.COM/vi/x/default.jpg',
    ];
    expect(pictures.map(isShown)).toEqual(pictures.map(() => true));
  });
  it.each([
    'http://i.ytimg.com/vi/x/default.jpg',
    'https://i.ytimg.com.evil.example/x.jpg',
    'https://i.ytimg.com@evil.example/x.jpg',
    'https://evil.example/https://i.ytimg.com/x.jpg',
    'https://i.ytimg.com:8443/x.jpg',
    'https://www.googleapis.com/x.jpg',
    'http://127.0.0.1:4011/x.jpg',
  ])('%s is none', (url) => {
    expect(isShown(url)).toBe(false);
  });
  it('of a service that is Google adds nothing to the hosts of its pictures', () => {
    expect(pictureSources(['https://youtube.googleapis.com/youtube/v3'])).toEqual(
      pictureSources([]),
    );
    for (const source of pictureSources([])) expect(source).toMatch(/^https:\/\/[\w.-]+\.com\/$/);
  });
});

describe('a search', () => {
  it.each([
    ['a.c', 'A.C', true],
    ['a.c', 'abc', false],
    ['(x', 'f(X)', true],
    ['-', 'a-b', true],
    ['ÉLAN', 'élan', true],
    ['שלום', 'a שלום b', true],
    ['🎬', 'take 🎬', true],
    ['[', 'a]', false],
  ])('for %s in %s', (search, text, expected) => {
    expect(matcher(search)!.test(text)).toBe(expected);
  });
  it('for nothing finds nothing', () => {
    expect(matcher('')).toBeUndefined();
  });
});
