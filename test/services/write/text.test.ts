/**
 * Limits of texts, in characters: UTF-16 has two units for some of them. The fixtures have texts
 * that are one character too long.
 */
import { describe, expect, it } from 'vitest';
import { useStudio } from '../../support/gateway/studio.ts';
import { caseOf, cases, requiredInput, rowsOf } from './case/case.ts';
import { type Input, rejectedValues } from './fixture/fixture.ts';
import { run } from './case/run.ts';

const studio = useStudio();

/** Arguments with a limit in other units, with the reason. */
const otherUnits: Readonly<Record<string, string>> = {
  newWatchChannelId: 'It has characters of ASCII alone.',
  token: 'It comes back as a header, which has bytes.',
};

const tooLong = /"x{20,}"/;

/** Every text of a fixture that is too long, with its place. */
const limited = cases.flatMap(({ name, fixture }) =>
  rejectedValues(fixture).flatMap(({ field, input, path, reason }) => {
    const text = tooLong.exec(JSON.stringify(input))?.[0];
    if (text === undefined || reason !== undefined || otherUnits[field]) return [];
    return [[name, path, text.length - 3, input] as const];
  }),
);

const withText = (input: Input, length: number): Input =>
  JSON.parse(JSON.stringify(input).replace(tooLong, JSON.stringify('🪁'.repeat(length)))) as Input;

describe('a text', () => {
  it.each(limited)('may have as many characters: %s %s %i', async (name, path, max, given) => {
    const each = caseOf(name);
    const input = (length: number) => ({ ...requiredInput(each), ...withText(given, length) });
    const longer = await run(studio, each, input(max + 1));
    const place = [...each.above, ...path.split('.')];
    expect(longer.errors).toMatchObject([{ code: 'INVALID_INPUT', path: place }]);
    expect(studio.calls()).toEqual([]);
    const { errors, failures } = await run(studio, each, input(max));
    expect([errors, failures]).toEqual([[], []]);
  });
  it('is tried for every limit of an argument', () => {
    const tried = new Set(limited.map(([name, path]) => `${name} ${path}`));
    const declared = cases.flatMap(({ name, write }) =>
      rowsOf(write)
        .filter(({ name: field, row: [, , , options] }) => options?.maxLength && !otherUnits[field])
        .map(({ name: field }) => `${name} ${field}`),
    );
    expect(declared.filter((each) => !tried.has(each))).toEqual([]);
  });
});
