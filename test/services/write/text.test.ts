/** Limits of texts, in characters: UTF-16 has two units for some of them. */
import { describe, expect, it } from 'vitest';
import { useStudio } from '../../support/gateway/studio.ts';
import { caseOf, cases, requiredInput, rowsOf } from './case/case.ts';
import { run } from './case/run.ts';

const studio = useStudio();

/** Arguments with a limit of other units, with the reason. */
const otherUnits: Readonly<Record<string, string>> = {
  token: 'It comes back as a header, which has bytes.',
};

const limited = cases.flatMap(({ name, write }) =>
  rowsOf(write).flatMap(({ name: field, row: [, , , options] }) =>
    options?.maxLength === undefined || Object.hasOwn(otherUnits, field)
      ? []
      : [[name, field, options.maxLength] as const],
  ),
);

describe('a text', () => {
  it.each(limited)('may have as many characters: %s %s %i', async (name, field, max) => {
    const each = caseOf(name);
    const own = each.fields.find((one) => one.name === field);
    const base = { ...requiredInput(each), ...own?.with };
    const longer = await run(studio, each, { ...base, [field]: '🪁'.repeat(max + 1) });
    expect(longer.errors).toMatchObject([{ code: 'INVALID_INPUT', path: [...each.above, field] }]);
    expect(studio.calls()).toEqual([]);
    const { errors, failures } = await run(studio, each, { ...base, [field]: '🪁'.repeat(max) });
    expect([errors, failures]).toEqual([[], []]);
  });
});
