/** Writers who name the version that they have read, beside other ones and with lost answers. */
import { describe, expect, it } from 'vitest';
import { useStudio } from '../../../support/gateway/studio.ts';
import { sampled } from '../../../support/report/sample.ts';
import { type Case, type CaseField, caseOf, cases, fullInput } from '../case/case.ts';
import { changedFields, isChangedByOthers, readStored, storedValue } from '../case/field-value.ts';
import type { Input } from '../fixture/fixture.ts';
import { run, type RunOptions } from '../case/run.ts';
import { changedPaths, stateOf, valueAt } from '../../../support/gateway/state.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });

const namesOf = (list: readonly Case[]): string[] => list.map(({ name }) => name);

async function succeed(each: Case, input: Input): Promise<void> {
  const { errors, failures } = await run(studio, each, { ...each.fixture.target, ...input });
  expect([input, errors, failures]).toEqual([input, [], []]);
}

/** Fields that need no other field. */
const ownFields = (each: Case): CaseField[] => changedFields(each).filter((field) => !field.with);

describe('a writer who names the version that it has read', () => {
  const conditional = cases.filter(({ kind }) => kind === 'replaceIfMatch');
  const modes = namesOf(conditional).flatMap((name) => [
    [name, 'SAFE'] as const,
    [name, 'PATCH'] as const,
  ]);
  const etagOf = (each: Case): string =>
    valueAt(stateOf(studio.sandbox), `${each.fixture.entity}/etag`) as string;
  const attempt = (each: Case, input: Input, options?: RunOptions) =>
    run(studio, each, { ...each.fixture.target, ...input }, options);
  const currentEtag = ({ write }: Case): RunOptions => ({
    select: `errors { ... on ConflictError { current { ... on ${write.spec.target.resource.name} { etag } } } }`,
  });
  /** The operation that a write of the mode sends. */
  const sentIn = ({ write }: Case, mode: string): string =>
    write.operations.find(({ method }) => method === (mode === 'PATCH' ? 'PATCH' : 'PUT'))!.key;
  /** A write of another field; of the same one to another value if there is no other. */
  function writeOfAnother(each: Case): Input {
    const [field, other] = ownFields(each);
    return other ? { [other.name]: other.values[0] } : { [field!.name]: field!.values[1] };
  }

  it.each(sampled(modes))(
    'is told of another write and sees the entity: %s %s',
    async (name, mode) => {
      const each = caseOf(name);
      const [field] = ownFields(each);
      const ifMatch = etagOf(each);
      await succeed(each, writeOfAnother(each));
      const before = stateOf(studio.sandbox);
      const input = { [field!.name]: field!.values[0], mode, ifMatch };
      const outcome = await attempt(each, input, currentEtag(each));
      expect(outcome.errors).toMatchObject([
        { code: 'CONFLICT', path: ['ifMatch'], current: { etag: etagOf(each) } },
      ]);
      expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
    },
  );
  it.each(sampled(modes))(
    'succeeds where the answer of its own write is lost: %s %s',
    async (name, mode) => {
      const each = caseOf(name);
      const operation = sentIn(each, mode);
      const found: unknown[] = [];
      await succeed(each, fullInput(each));
      for (const field of ownFields(each)) {
        if (isChangedByOthers(each, field)) await succeed(each, fullInput(each));
        studio.sandbox.fault({ match: { operation }, drop: 'after', times: 1 });
        await succeed(each, { [field.name]: field.values[1], mode, ifMatch: etagOf(each) });
        found.push([field.name, readStored(each, field, stateOf(studio.sandbox))]);
      }
      expect(found).toEqual(ownFields(each).map((field) => [field.name, storedValue(field, 1)]));
    },
  );
  it.each(sampled(modes))(
    'is told of another write where its own did not arrive: %s %s',
    async (name, mode) => {
      const each = caseOf(name);
      const [field] = ownFields(each);
      const ifMatch = etagOf(each);
      await succeed(each, writeOfAnother(each));
      const operation = sentIn(each, mode);
      studio.sandbox.fault({ match: { operation }, drop: 'before', times: 1 });
      const outcome = await attempt(each, { [field!.name]: field!.values[0], mode, ifMatch });
      expect(outcome.errors).toMatchObject([{ code: 'CONFLICT' }]);
    },
  );
});
