/** Every mutation that takes the version that the client has read, as a condition of its write. */
import { describe, expect, it } from 'vitest';
import { useStudio } from '../../support/gateway/studio.ts';
import { type Case, caseOf, fullInput, namesOf, rowsOf } from './case/case.ts';
import { isUpdate } from './case/field-value.ts';
import { writeCalls } from './case/request.ts';
import { type Outcome, run } from './case/run.ts';
import { changedPaths, stateOf } from '../../support/gateway/state.ts';

const studio = useStudio();

/** The field that shows the version, by the argument that takes it. */
const versionFields = { ifMatch: 'etag', ifVersion: 'version' } as const;

type Condition = keyof typeof versionFields;

const conditionOf = ({ write }: Case): Condition | undefined =>
  (Object.keys(versionFields) as Condition[]).find((argument) =>
    rowsOf(write).some(({ name }) => name === argument),
  );

/** Versions that no entity has. */
const others = { ifMatch: '"0"', ifVersion: '0' } as const;

/** Whether the mutation only begins an upload: its condition is checked with the content. */
const isUpload = ({ kind }: Case): boolean => kind === 'openUpload';

const named = namesOf((each) => conditionOf(each) !== undefined && !isUpload(each));

/** Each mutation that takes a version, with each way in which it writes. */
const conditional = named.flatMap((name) => {
  const modes = caseOf(name).fields.find((field) => field.name === 'mode')?.values ?? [undefined];
  return modes.map((mode) => [name, mode === undefined ? {} : { mode }] as const);
});

/** Runs a mutation on condition of a version. */
function attempt(
  each: Case,
  version: string,
  more: object,
  given = fullInput(each),
): Promise<Outcome> {
  const condition = conditionOf(each)!;
  const type = each.write.spec.target.resource.name;
  const current = `current { ... on ${type} { ${versionFields[condition]} } }`;
  const input = { ...given, ...more, [condition]: version };
  return run(studio, each, input, { select: `errors { ... on ConflictError { ${current} } }` });
}

describe('a write on condition of a version', () => {
  it.each(conditional)('is a conflict with the current entity: %s %j', async (name, more) => {
    const each = caseOf(name);
    const condition = conditionOf(each)!;
    const before = stateOf(studio.sandbox);
    const { entity, errors } = await attempt(each, others[condition], more);
    expect(entity).toBeNull();
    const current = { [versionFields[condition]]: expect.stringMatching(/./) };
    expect(errors).toMatchObject([{ code: 'CONFLICT', path: [condition], current }]);
    expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
  });
  it.each(conditional)('is done if the entity has the version: %s %j', async (name, more) => {
    const each = caseOf(name);
    const condition = conditionOf(each)!;
    const { errors: conflicts } = await attempt(each, others[condition], more);
    const [{ current }] = conflicts as unknown as [{ readonly current: Record<string, string> }];
    const version = current[versionFields[condition]]!;
    studio.sandbox.clearCalls();
    const { entity, errors, failures } = await attempt(each, version, more);
    expect([errors, failures]).toEqual([[], []]);
    expect(entity).not.toBeNull();
    // Google Drive knows no conditions: the gateway compares the version that it reads.
    const headers = writeCalls(studio, each).map(({ call }) => call.headers['if-match']);
    expect(headers).toEqual([condition === 'ifMatch' ? version : undefined]);
  });
  const updates = conditional.filter(([name]) => isUpdate(caseOf(name)));
  it.each(updates)('is compared without a change, too, by one read: %s %j', async (name, more) => {
    const each = caseOf(name);
    const condition = conditionOf(each)!;
    const attemptNone = (version: string) => attempt(each, version, more, each.fixture.target);
    const { errors } = await attemptNone(others[condition]);
    expect(errors).toMatchObject([{ code: 'CONFLICT', path: [condition] }]);
    const { current } = errors[0] as unknown as { readonly current: Record<string, string> };
    studio.sandbox.clearCalls();
    expect((await attemptNone(current[versionFields[condition]]!)).errors).toEqual([]);
    expect(studio.calls().map(({ call }) => call.method)).toEqual(['GET']);
  });
  it.each(named.filter((name) => conditionOf(caseOf(name)) === 'ifMatch'))(
    'is rejected before any call for a text that is no etag: %s',
    async (name) => {
      for (const text of ['', 'abc', '*', '"']) {
        const { errors } = await attempt(caseOf(name), text, {});
        expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['ifMatch'] }]);
      }
      expect(studio.calls()).toEqual([]);
    },
  );
});
