/** The calls of every update that changes one field: what is read before, and what is sent. */
import { describe, expect, it } from 'vitest';
import { isRead } from '../../../../src/engine/rest/operation/operation.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { type Call, useStudio } from '../../../support/gateway/studio.ts';
import { sampled } from '../../../support/report/sample.ts';
import { type Case, type CaseField, caseOf, namesOf } from '../case/case.ts';
import { changedFields, isUpdate } from '../case/field-value.ts';
import type { Input } from '../fixture/fixture.ts';
import { bodyPaths, writeCalls } from '../case/request.ts';
import { codeOf, run } from '../case/run.ts';

const studio = useStudio();

/** Fields whose PATCH is made of their current value, with the reason. */
const readFirst: Readonly<Record<string, readonly string[]>> = {
  'A list is merged.': [
    'updateCalendar eventLabels',
    'updateCalendarListEntry defaultReminders',
    'updateCalendarListEntry notifications',
    'updateEvent attachments',
    'updateEvent attendees',
    'updateEvent reminders',
    'updateFile contentRestrictions',
  ],
  'A map is replaced: the keys that it has are removed.': [
    'updateEvent privateProperties',
    'updateEvent sharedProperties',
  ],
  'The new value depends on the current one.': ['updateEvent conference', 'updateEvent start'],
};

/** Whether a mutation sends a PATCH: for some services only in that mode. */
const patches = (each: Case): boolean => each.kind === 'patch' || each.kind === 'replaceIfMatch';

const modeOf = (each: Case, mode: 'SAFE' | 'PATCH'): Input =>
  each.kind === 'replaceIfMatch' ? { mode } : {};

/** Updates one field of the seeded entity. @returns whether it was accepted */
async function change(each: Case, field: CaseField, mode: Input): Promise<boolean> {
  studio.sandbox.reset(start);
  studio.sandbox.clearCalls();
  const input = { ...each.fixture.target, ...field.with, [field.name]: field.values[0], ...mode };
  return codeOf(await run(studio, each, input)) === undefined;
}

const readCount = (): number => studio.calls().filter(({ call }) => call.method === 'GET').length;

describe('a PATCH', () => {
  it.each(sampled(namesOf(patches)))(
    'sends the changed field alone, by one call: %s',
    async (name) => {
      const each = caseOf(name);
      const read: string[] = [];
      for (const field of changedFields(each)) {
        expect([field.name, await change(each, field, modeOf(each, 'PATCH'))]).toEqual([
          field.name,
          true,
        ]);
        const [{ body, call }, ...others] = writeCalls(studio, each) as [Call];
        expect(others).toEqual([]);
        // What was read is a condition, where the service knows conditions.
        const isConditional = each.kind === 'replaceIfMatch' && readCount() > 0;
        expect([field.name, call.headers['if-match'] !== undefined]).toEqual([
          field.name,
          isConditional,
        ]);
        const named = changedFields(each).filter(
          (one) => one === field || one.name in (field.with ?? {}),
        );
        const isNamed = (path: string): boolean =>
          named.some((one) => path === one.path || path.startsWith(`${one.path}.`));
        expect(bodyPaths(body).filter((path) => !isNamed(path))).toEqual([]);
        if (readCount() > 0) read.push(`${name} ${field.name}`);
      }
      const expected = Object.values(readFirst).flat();
      const own = expected.filter((key) => key.startsWith(`${name} `));
      expect(read.toSorted()).toEqual(own.toSorted());
    },
  );
});

describe('a replacement', () => {
  const replacing = namesOf((each) => isUpdate(each) && each.kind !== 'patch');
  it.each(sampled(replacing))('is one call after a read: %s', async (name) => {
    const each = caseOf(name);
    const reads = each.write.operations.some(isRead);
    let written = 0;
    for (const field of changedFields(each)) {
      // Some values need an entity of another kind.
      if (!(await change(each, field, modeOf(each, 'SAFE')))) continue;
      const writes = writeCalls(studio, each);
      expect([field.name, writes.length, readCount() > 0]).toEqual([field.name, 1, reads]);
      written += 1;
    }
    expect(written).toBeGreaterThan(0);
  });
});
