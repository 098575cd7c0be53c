/** Texts of errors. */
import { describe, expect, it } from 'vitest';
import { InvalidInput, showValue } from '../../../src/engine/api/error.ts';

describe('a value in an error message', () => {
  it.each([
    ['"a/b"', 'a/b'],
    ['""', ''],
    [`"${'x'.repeat(80)}…"`, 'x'.repeat(90)],
    [String.raw`"line\nbreak \"quoted\""`, 'line\nbreak "quoted"'],
    [String.raw`"right\u{202e}to left\u{200b}"`, 'right\u202eto left\u200b'],
    [String.raw`"\ud800"`, '\ud800'],
    ['1.5', 1.5],
    ['NaN', Number.NaN],
    ['10', 10n],
    ['null', null],
    ['undefined', undefined],
    ['a list', ['a']],
    ['an object', { a: 1 }],
  ])('is shown as %s', (shown, value) => {
    expect(showValue(value)).toBe(shown);
  });
});

describe('InvalidInput', () => {
  it('names the argument, the value and what is accepted', () => {
    const { argument, message, name } = new InvalidInput('first', '0 is too small');
    expect({ argument, message, name }).toEqual({
      argument: 'first',
      message: 'first: 0 is too small',
      name: 'InvalidInput',
    });
  });
});
