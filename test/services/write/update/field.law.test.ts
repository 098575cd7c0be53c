/**
 * Fields of every mutation that changes an entity, one after the other: each changes nothing else,
 * keeps what others have written, is sent and shown under its name, and is cleared by null.
 */
import { describe, expect, it } from 'vitest';
import { isRead } from '../../../../src/engine/api/operation.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { sampled } from '../../../support/report/sample.ts';
import { type Case, type CaseField, caseOf, cases } from '../case/case.ts';
import {
  changedFields,
  isEntityUpdate,
  isUpdate,
  placeOf,
  readStored,
  storedValue,
} from '../case/field-value.ts';
import { once } from '../case/once.ts';
import { bodyPaths, needlessParameters, readOnlyPaths, writeCalls } from '../case/request.ts';
import { codeOf } from '../case/run.ts';
import { isEmpty, isWithin } from '../../../support/gateway/state.ts';
import { rejections, type Step } from '../case/step.ts';
import type { Input } from '../fixture/fixture.ts';
import { updateRun } from './field-run.ts';
import { isShown, shows } from './shown-value.ts';

const studio = useStudio();

/** Mutations with each value of the setting that says how they are written. */
const rows = cases.filter(isEntityUpdate).flatMap(({ name, fields }) => {
  const mode = fields.find((field) => field.name === 'mode');
  const variants: readonly Input[] = mode ? mode.values.map((value) => ({ mode: value })) : [{}];
  return variants.map((variant) => [name, variant] as const);
});

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

/** Fields whose first values set keys of a map without a read; the second ones replace it. */
const readForSecond: ReadonlySet<string> = new Set(['updateFile properties']);

/** The stored value of a field; `none` for one that is absent or empty. */
function valueIn(each: Case, field: CaseField, { state }: Step): unknown {
  const value = readStored(each, field, state);
  return isEmpty(value) ? 'none' : value;
}

/** What an accepted update of one field did. */
function effectOf(each: Case, field: CaseField, step: Step) {
  const own = placeOf(each, field);
  const allowed = [own, ...(field.alsoChanges ?? [])];
  return {
    field: field.name,
    errors: rejections([step]),
    value: valueIn(each, field, step),
    isChanged: step.changed.some((path) => isWithin(path, own)),
    /** Changed paths that neither belong to the field nor are named by the fixture. */
    others: step.changed.filter((path) => !allowed.some((outer) => isWithin(path, outer))),
  };
}

const effectOn = ({ name: field }: CaseField, value: unknown): object => ({
  field,
  errors: [],
  value: value ?? 'none',
  isChanged: true,
  others: [],
});

/** How a null is rejected: by the schema or the declaration without a call, or after a read. */
function rejectionOf(each: Case, { name, isRequired, isClearable }: CaseField): object {
  // The schema rejects the whole request.
  const path = isRequired ? undefined : [...each.above, name];
  return {
    field: name,
    code: 'INVALID_INPUT',
    path,
    changed: [],
    ...(!isClearable && { calls: 0 }),
  };
}

/** How an update was sent. */
function requestOf(each: Case, step: Step) {
  const writes = writeCalls(step, each);
  return {
    calls: writes.length,
    // What shows the turn of an entity and no version is not what it is merged into.
    hasRead: step
      .calls()
      .some(
        ({ call, query: { fields = [] } }) =>
          call.method === 'GET' &&
          !(/\brecurringEventId\b/.test(fields.join()) && !/\betag\b/.test(fields.join())),
      ),
    isConditional: writes.some(({ call }) => call.headers['if-match'] !== undefined),
  };
}

/** Paths of the bodies that neither the field has nor those that it needs. */
function pathsOfOthers(each: Case, field: CaseField, step: Step): string[] {
  const named = changedFields(each).filter(
    (one) => one === field || one.name in (field.with ?? {}),
  );
  return writeCalls(step, each)
    .flatMap(({ body }) => bodyPaths(body))
    .filter((path) => !named.some((own) => path === own.path || path.startsWith(`${own.path}.`)));
}

/** All updates of a mutation. */
const updatesOf = once(async (name: string, variant: Input) => {
  const each = caseOf(name);
  return { each, run: await updateRun(studio, each, variant) };
});

const sample = sampled(rows);

type Row = (typeof rows)[number];

const isWithoutChange = ([name]: Row): boolean =>
  !changedFields(caseOf(name)).some(({ isRequired }) => isRequired);

const isPatch = ([name, { mode }]: Row): boolean =>
  caseOf(name).kind === 'patch' || mode === 'PATCH';

const isReplacement = (row: Row): boolean => isUpdate(caseOf(row[0])) && !isPatch(row);

describe('an update', () => {
  it.each(sample)('sets all fields at once: %s %j', async (name, variant) => {
    const { each, run } = await updatesOf(name, variant);
    expect(rejections([run.whole, ...run.again])).toEqual([]);
    const fields = changedFields(each).filter((field) => !field.with);
    expect(fields.map((field) => [field.name, valueIn(each, field, run.whole)])).toEqual(
      fields.map((field) => [field.name, storedValue(field, 0) ?? 'none']),
    );
  });
  it.each(sample)('changes one field alone: %s %j', { tags: ['R13'] }, async (name, variant) => {
    const { each, run } = await updatesOf(name, variant);
    expect(run.fields.map(({ field, set }) => effectOf(each, field, set))).toEqual(
      run.fields.map(({ field, index }) => effectOn(field, storedValue(field, index))),
    );
  });
  it.each(sample)(
    'changes nothing if it is equal to the last one: %s %j',
    async (name, variant) => {
      const { each, run } = await updatesOf(name, variant);
      // Google Drive counts each update.
      const counted = changedFields(each).flatMap(({ alsoChanges = [] }) => alsoChanges);
      const changed = run.equal.changed.filter(
        (path) => !counted.some((outer) => isWithin(path, outer)),
      );
      expect([rejections([run.equal]), changed]).toEqual([[], []]);
    },
  );
  it.each(sample)('leaves the value of the last writer: %s %j', async (name, variant) => {
    const { each, run } = await updatesOf(name, variant);
    const written = run.fields.flatMap(({ field, back }) => (back ? [{ field, back }] : []));
    expect(rejections(written.map(({ back }) => back))).toEqual([]);
    expect(written.map(({ field, back }) => [field.name, valueIn(each, field, back)])).toEqual(
      written.map(({ field }) => [field.name, storedValue(field, 0) ?? 'none']),
    );
  });
  it.each(sample)('clears a field by null, or rejects null: %s %j', async (name, variant) => {
    const { each, run } = await updatesOf(name, variant);
    const isCleared = ({ isClearable, cleared }: CaseField): boolean =>
      isClearable && cleared !== 'INVALID_INPUT';
    const found = run.fields.map(({ field, cleared }) => {
      if (isCleared(field)) return effectOf(each, field, cleared);
      const { outcome, changed } = cleared;
      expect(outcome.entity).toBeNull();
      const path = outcome.errors[0]?.path;
      const calls = !field.isClearable && { calls: cleared.calls().length };
      return { field: field.name, code: codeOf(outcome), path, changed, ...calls };
    });
    expect(found).toEqual(
      run.fields.map(({ field }) =>
        isCleared(field) ? effectOn(field, field.cleared) : rejectionOf(each, field),
      ),
    );
  });
  it.each(sample.filter(isWithoutChange))(
    'writes nothing without a change: %s %j',
    async (name, variant) => {
      const { each, run } = await updatesOf(name, variant);
      const { outcome, changed, ...made } = run.unchanged!;
      expect([outcome.errors, outcome.failures]).toEqual([[], []]);
      expect(outcome.entity).not.toBeNull();
      expect(writeCalls(made, each)).toEqual([]);
      expect(changed).toEqual([]);
    },
  );
  it.each(sample)('sends no value that is read-only: %s %j', async (name, variant) => {
    const { each, run } = await updatesOf(name, variant);
    const steps = run.fields.flatMap(({ set, cleared, back }) => [set, cleared, back ?? []].flat());
    const sent = [run.whole, ...steps].flatMap((step) => writeCalls(step, each));
    expect(sent.flatMap(readOnlyPaths)).toEqual([]);
  });
  it.each(sample)('sends no parameter that nobody asks for: %s %j', async (name, variant) => {
    const { each, run } = await updatesOf(name, variant);
    const steps = [run.whole, ...run.fields.map(({ set }) => set)];
    expect(steps.flatMap((step) => needlessParameters(step, each))).toEqual([]);
  });
  it.each(sample)(
    'is shown by the fields with the names of its arguments: %s %j',
    async (name, variant) => {
      const { each, run } = await updatesOf(name, variant);
      const wrong: unknown[] = [];
      for (const { field, index, shown, isSameEntity } of run.fields) {
        if (!isShown(each, field)) continue;
        const whole = run.shown[field.name];
        const single = shown[field.name];
        // Of a second value that is the default, the service stores nothing.
        const isDefault = index === 1 && storedValue(field, 1) == null;
        const [value, other, own] = isDefault
          ? [field.values[0], single, whole]
          : [field.values[index], whole, single];
        if (isSameEntity && shows(other, value)) wrong.push([field.name, 'before', other]);
        if (!shows(own, value)) wrong.push([field.name, value, own]);
      }
      expect(wrong).toEqual([]);
    },
  );
  it.each(sample.filter(isPatch))(
    'sends the changed field alone, by one PATCH: %s %j',
    async (name, variant) => {
      const { each, run } = await updatesOf(name, variant);
      const merged = new Set(Object.values(readFirst).flat());
      const isMerged = (field: CaseField): boolean => merged.has(`${name} ${field.name}`);
      const sent = run.fields.map(({ field, set }) => ({
        field: field.name,
        ...requestOf(each, set),
        others: pathsOfOthers(each, field, set),
      }));
      // What was read is a condition, where the service knows conditions.
      const request = (hasRead: boolean) => ({
        calls: 1,
        hasRead,
        isConditional: hasRead && each.kind === 'replaceIfMatch',
      });
      expect(sent).toEqual(
        run.fields.map(({ field }) => ({
          field: field.name,
          ...request(isMerged(field) || readForSecond.has(`${name} ${field.name}`)),
          others: [],
        })),
      );
      const isWholeMerged = changedFields(each).some((field) => !field.with && isMerged(field));
      expect(requestOf(each, run.whole)).toEqual(request(isWholeMerged));
    },
  );
  it.each(sample.filter(isReplacement))(
    'is replaced by one call after a read: %s %j',
    async (name, variant) => {
      const { each, run } = await updatesOf(name, variant);
      const hasRead = each.write.operations.some(isRead);
      const found = run.fields.map(({ field, set }) => {
        const request = requestOf(each, set);
        return [field.name, request.calls, request.hasRead];
      });
      expect(found).toEqual(run.fields.map(({ field }) => [field.name, 1, hasRead]));
    },
  );
});
