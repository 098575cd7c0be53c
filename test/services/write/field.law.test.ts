/**
 * Input fields of every mutation: a changed field changes nothing else, null clears a field or is
 * rejected, and requests have no read-only fields.
 */
import { describe, expect, it } from 'vitest';
import { getter } from '../../../src/engine/read/path.ts';
import type { Strategy } from '../../../src/engine/write/strategy.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import { type Case, type CaseField, caseOf, cases, fullInput, requiredInput } from './case/case.ts';
import { changedFields, placeOf, readStored, storedValue } from './case/field-value.ts';
import type { Input } from './fixture/fixture.ts';
import {
  bodyPaths,
  lastBody,
  lastWrite,
  readOnlyPaths,
  writeCalls,
  writeOperations,
} from './case/request.ts';
import { codeOf, run } from './case/run.ts';
import { changedPaths, isEmpty, isWithin, stateOf } from './case/state.ts';

const studio = useStudio();

/** How the tests of fields look at a write: at the entity it changes, or at its request. */
const subjects: Readonly<Record<Strategy['kind'], 'entity' | 'request' | 'none'>> = {
  patch: 'entity',
  replaceIfMatch: 'entity',
  replaceParts: 'entity',
  replaceByState: 'entity',
  action: 'request',
  actionEach: 'request',
  insert: 'request',
  insertEach: 'request',
  workflow: 'request',
  // The entity does not exist before its file has arrived.
  openUpload: 'request',
  remove: 'request',
  // These have no fields.
  retired: 'none',
};

const casesOf = (subject: 'entity' | 'request'): Case[] =>
  cases.filter(({ kind }) => subjects[kind] === subject);

const requestCases = casesOf('request').map(({ name }) => name);

/** Mutations of entities, with each value of the setting that says how they are written. */
const entityCases = casesOf('entity').flatMap(({ name, fields }) => {
  const mode = fields.find((field) => field.name === 'mode');
  const variants: readonly Input[] = mode ? mode.values.map((value) => ({ mode: value })) : [{}];
  return variants.map((variant) => [name, variant] as const);
});

/** Fields whose values the API gets. */
const sentFields = ({ fields }: Case): CaseField[] =>
  fields.filter(({ kind }) => kind !== 'setting');

/** Runs a mutation that must succeed. */
async function succeed(each: Case, input: Input): Promise<void> {
  const { errors, failures } = await run(studio, each, input);
  expect([input, errors, failures]).toEqual([input, [], []]);
}

function expectWritableBodies(each: Case): void {
  for (const call of writeCalls(studio, each)) expect(readOnlyPaths(call)).toEqual([]);
}

/** What a write of one field did. */
interface FieldEffect {
  readonly field: string;
  /** The stored value; `none` for one that is absent or empty. */
  readonly value?: unknown;
  /** Whether the field has changed. */
  readonly changed?: boolean;
  /** Changed paths that neither belong to the field nor are named by the fixture. */
  readonly others?: readonly string[];
  /** The error of a rejected write. */
  readonly error?: { readonly code: string | undefined; readonly path: unknown };
  readonly calls?: number;
}

/** Runs a mutation that must succeed, and compares the states before and after it. */
async function effectOf(each: Case, field: CaseField, input: Input): Promise<FieldEffect> {
  const before = stateOf(studio.sandbox);
  await succeed(each, input);
  const after = stateOf(studio.sandbox);
  const own = placeOf(each, field);
  const allowed = [own, ...(field.alsoChanges ?? [])];
  const paths = changedPaths(before, after);
  const value = readStored(each, field, after);
  return {
    field: field.name,
    value: isEmpty(value) ? 'none' : value,
    changed: paths.some((path) => isWithin(path, own)),
    others: paths.filter((path) => !allowed.some((outer) => isWithin(path, outer))),
  };
}

/** Runs a mutation that must be rejected. */
async function rejectionOf(each: Case, field: CaseField, input: Input): Promise<FieldEffect> {
  const callsBefore = studio.calls().length;
  const before = stateOf(studio.sandbox);
  const outcome = await run(studio, each, input);
  expect(outcome.entity).toBeNull();
  return {
    field: field.name,
    error: { code: codeOf(outcome), path: outcome.errors[0]?.path },
    calls: studio.calls().length - callsBefore,
    others: changedPaths(before, stateOf(studio.sandbox)),
  };
}

/** A null that the schema or the declaration rejects causes no call. */
const rejected = (each: Case, { name, isRequired }: CaseField): FieldEffect => ({
  field: name,
  // The schema rejects the whole request.
  error: { code: 'INVALID_INPUT', path: isRequired ? undefined : [...each.above, name] },
  calls: 0,
  others: [],
});

it.each(sampled(['mutations without tests of fields have no fields']))('%s', () => {
  const without = cases.filter(({ kind }) => subjects[kind] === 'none');
  expect(without.flatMap(sentFields)).toEqual([]);
});

describe('a mutation of an entity', () => {
  it.each(sampled(entityCases))('sets all fields at once: %s %j', async (name, variant) => {
    const each = caseOf(name);
    await succeed(each, { ...fullInput(each), ...variant });
    expectWritableBodies(each);
    const state = stateOf(studio.sandbox);
    const fields = changedFields(each).filter((field) => !field.with);
    expect(fields.map((field) => [field.name, readStored(each, field, state)])).toEqual(
      fields.map((field) => [field.name, storedValue(field, 0)]),
    );
  });
  it.each(sampled(entityCases))(
    'changes one field alone: %s %j',
    { tags: ['R13'] },
    async (name, variant) => {
      const each = caseOf(name);
      const effects: FieldEffect[] = [];
      for (const field of changedFields(each)) {
        await succeed(each, { ...fullInput(each), ...variant });
        const value = field.values[field.with ? 0 : 1];
        const input = { ...each.fixture.target, ...field.with, [field.name]: value, ...variant };
        effects.push(await effectOf(each, field, input));
      }
      expectWritableBodies(each);
      expect(effects).toEqual(
        changedFields(each).map((field) => ({
          field: field.name,
          value: storedValue(field, field.with ? 0 : 1) ?? 'none',
          changed: true,
          others: [],
        })),
      );
    },
  );
  const withoutChange = entityCases.filter(
    ([name]) => !changedFields(caseOf(name)).some(({ isRequired }) => isRequired),
  );
  it.each(sampled(withoutChange))(
    'writes nothing without a change: %s %j',
    async (name, variant) => {
      const each = caseOf(name);
      const before = stateOf(studio.sandbox);
      const outcome = await run(studio, each, { ...each.fixture.target, ...variant });
      expect([outcome.errors, outcome.failures]).toEqual([[], []]);
      expect(outcome.entity).not.toBeNull();
      expect(writeCalls(studio, each)).toEqual([]);
      expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
    },
  );
  it.each(sampled(entityCases))(
    'clears a field by null, or rejects null: %s %j',
    async (name, variant) => {
      const each = caseOf(name);
      const effects: FieldEffect[] = [];
      for (const field of changedFields(each)) {
        await succeed(each, { ...fullInput(each), ...variant });
        const input = { ...targetOf(each, field), [field.name]: null, ...variant };
        effects.push(await effectOfNull(each, field, input));
      }
      expectWritableBodies(each);
      expect(effects).toEqual(
        changedFields(each).map((field) => expectedEffectOfNull(each, field)),
      );
    },
  );
});

/** The arguments that name the entity; some fields need an entity of another kind. */
const targetOf = ({ fixture: { target = {} } }: Case, field: CaseField): Input => ({
  ...target,
  ...Object.fromEntries(Object.entries(field.with ?? {}).filter(([name]) => name in target)),
});

async function effectOfNull(each: Case, field: CaseField, input: Input): Promise<FieldEffect> {
  if (!field.isClearable) return rejectionOf(each, field, input);
  const set = { ...each.fixture.target, ...field.with, [field.name]: field.values[0] };
  if (field.with) await succeed(each, set);
  if (field.cleared !== 'INVALID_INPUT') return effectOf(each, field, input);
  // The other fields of the entity need this one, which is known only after a read.
  const { calls: _, ...rejection } = await rejectionOf(each, field, input);
  return rejection;
}

function expectedEffectOfNull(each: Case, field: CaseField): FieldEffect {
  if (!field.isClearable) return rejected(each, field);
  const { calls: _, ...rejection } = rejected(each, field);
  if (field.cleared === 'INVALID_INPUT') return rejection;
  return { field: field.name, value: field.cleared ?? 'none', changed: true, others: [] };
}

describe('a mutation with a request of its own', () => {
  it.each(sampled(requestCases))('sends all fields at once: %s', async (name) => {
    const each = caseOf(name);
    await succeed(each, fullInput(each));
    expectWritableBodies(each);
    const fields = sentFields(each).filter((field) => !field.with);
    expect(fields.map((field) => [field.name, sentValue(each, field)])).toEqual(
      fields.map((field) => [field.name, storedValue(field, 0)]),
    );
  });
  it.each(sampled(requestCases))('sends one field alone: %s', async (name) => {
    const each = caseOf(name);
    const required = requiredInput(each);
    const base = await sentBy(each, required);
    const others: string[] = [];
    for (const field of sentFields(each).filter(({ isRequired }) => !isRequired)) {
      const input = { ...required, ...field.with, [field.name]: field.values[0] };
      const added = Object.keys(await sentBy(each, input)).filter((path) => !(path in base));
      const allowed = each.fields
        .filter((one) => one === field || one.name in (field.with ?? {}))
        .map(sentPath)
        .concat((field.alsoSends ?? []).map((name) => `query.${name}`));
      others.push(...added.filter((path) => !allowed.some((own) => isBelow(path, own))));
    }
    expect(others).toEqual([]);
  });
  it.each(sampled(requestCases))(
    'takes null like an absent field, or rejects it: %s',
    async (name) => {
      const each = caseOf(name);
      const required = requiredInput(each);
      const base = await sentBy(each, required);
      const effects: unknown[] = [];
      for (const field of sentFields(each)) {
        const input = { ...required, [field.name]: null };
        effects.push(
          field.isClearable ? await sentBy(each, input) : await rejectionOf(each, field, input),
        );
      }
      expect(effects).toEqual(
        sentFields(each).map((field) => (field.isClearable ? base : rejected(each, field))),
      );
    },
  );
});

/** The value that the last write call has for a field. */
function sentValue(each: Case, { kind, path }: CaseField): unknown {
  if (kind === 'change') return getter(path)(lastBody(studio, each));
  const values = lastWrite(studio, each)!.query[path] ?? [];
  if (values.length > 1) return values;
  const [sent] = values;
  return sent === 'true' || sent === 'false' ? sent === 'true' : sent;
}

/** Path of a field in what `sentBy` returns. */
const sentPath = ({ kind, path }: CaseField): string =>
  kind === 'change' ? `body.${path}` : `query.${path}`;

const isBelow = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`);

/** The values that a write of the seeded state sends, by path in the body or name in the query. */
async function sentBy(each: Case, input: Input): Promise<Readonly<Record<string, unknown>>> {
  studio.sandbox.reset(start);
  await run(studio, each, input);
  const call = lastWrite(studio, each);
  expect([input, call]).toEqual([input, expect.anything()]);
  expectWritableBodies(each);
  // The ids that the gateway makes differ from write to write.
  const { id: _, ...body } = lastBody(studio, each);
  return Object.fromEntries([
    ...bodyPaths(body).map((path) => [`body.${path}`, getter(path)(body)]),
    ...Object.entries(call!.query)
      .filter(([parameter]) => !['part', 'fields', 'requestId'].includes(parameter))
      .map(([parameter, values]) => [`query.${parameter}`, values]),
  ]);
}

describe('a file', () => {
  const withFile = cases.filter(({ write }) => write.spec.file).map(({ name }) => name);
  it.each(sampled(withFile))('cannot be cleared: %s', async (name) => {
    const each = caseOf(name);
    const input = { ...requiredInput(each), file: null };
    const outcome = await run(studio, each, input, { file: null });
    expect(codeOf(outcome)).toBe('INVALID_INPUT');
    expect(studio.operations()).toEqual([]);
  });
});

it.each(
  sampled([
    'request bodies are checked against the writable fields of every operation that takes one',
  ]),
)('%s', () => {
  const unknown = cases
    .flatMap(writeOperations)
    .filter(({ hasRequestBody, writable }) => hasRequestBody && !writable);
  // The banner is sent without metadata.
  expect([...new Set(unknown.map(({ key }) => key))]).toEqual(['video:channelBanners.insert']);
});
