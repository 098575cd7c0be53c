/**
 * Every declared mutation has a fixture for the tests of this folder, and every fixture is whole.
 */
import { getNamedType, type GraphQLInputObjectType, isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { caseOf, cases, declared, fixtures, fullInput, rowsOf } from './case/case.ts';
import { idPaths, inputTypeOf, typeAt } from './case/input-type.ts';
import { codeOf, run } from './case/run.ts';
import { changedPaths, stateOf } from '../../support/gateway/state.ts';

const studio = useStudio();

const isRetired = (name: string): boolean =>
  declared.find((each) => each.name === name)!.write.spec.strategy.kind === 'retired';

const active = declared.map(({ name }) => name).filter((name) => !isRetired(name));

/** Whether GraphQL rejects every wrong value of a field. */
function isChecked(input: GraphQLInputObjectType, name: string): boolean {
  const field = input.getFields()[name];
  const type = field && getNamedType(field.type);
  return isEnumType(type) || type?.name === 'Boolean';
}

describe('fixtures', () => {
  it.each(active)('has a fixture for %s', (name) => {
    expect(
      fixtures[name],
      `${name} has no fixture: add its seeded target, the values of its input fields, its callers, ids and rejected values to test/services/write/fixture/`,
    ).toBeDefined();
  });
  it('has no fixture without a mutation', () => {
    expect(Object.keys(fixtures).filter((name) => !active.includes(name))).toEqual([]);
  });
  it('has every kind of upload', () => {
    const type = inputTypeOf('createUploadSession');
    const kindsOf = (kind: GraphQLInputObjectType, above: readonly string[] = []): string[] =>
      kind.isOneOf
        ? Object.values(kind.getFields()).flatMap(({ name, type: inner }) =>
            kindsOf(getNamedType(inner) as GraphQLInputObjectType, [...above, name]),
          )
        : [above.join('.')];
    const found = declared.flatMap(({ mutation, above }) =>
      mutation === 'createUploadSession' ? [above.join('.')] : [],
    );
    expect(found.toSorted()).toEqual(kindsOf(type).toSorted());
  });
  it.each(cases.map(({ name }) => name))('tests every field and id of %s', (name) => {
    const { fixture, type, write, mutation, above } = caseOf(name);
    const rows = rowsOf(write).map(({ name: field, row }) => [field, row] as const);
    const current = rows.filter(([, [, , , options]]) => !options?.deprecated);
    // A version is known only once the entity was read: other tests set it.
    const conditions = new Set(['ifMatch', 'ifVersion']);
    const fields = current.map(([field]) => field).filter((field) => !conditions.has(field));
    expect(Object.keys(fixture.fields ?? {}).toSorted(), 'fields').toEqual(fields.toSorted());
    expect(Object.keys(fixture.ids ?? {}).toSorted(), 'ids').toEqual(idPaths(type).toSorted());
    const { group, entries, file } = write.spec;
    const nested = [group, entries].flatMap((each) =>
      each ? Object.keys(each.input.rows).map((row) => `${each.argument}.${row}`) : [],
    );
    const all = [...rows.map(([field]) => field), ...nested, ...(file ? ['file'] : [])];
    const rejected = Object.keys(fixture.rejected ?? {});
    const ownIds = Object.keys(fixture.ids ?? {});
    const covered = new Set([...rejected, ...(fixture.accepts ?? []), ...ownIds]);
    expect(
      all.filter((field) => !covered.has(field) && !isChecked(type, field)),
      'fields without rejected values: name them in `rejected` or `accepts`',
    ).toEqual([]);
    expect(rejected.filter((field) => fixture.accepts?.includes(field))).toEqual([]);
    expect(typeAt(inputTypeOf(mutation), above)).toBeDefined();
  });
});

describe('callers', () => {
  /** How the attempt of each ends who is not the owner: the laws about inputs have the owner's. */
  const attempts = (name: string): [token: string | null, attempt: string][] => [
    [null, 'UNAUTHENTICATED'],
    ['studio-expired', 'UNAUTHENTICATED'],
    ...Object.entries({ 'studio-reader': 'MISSING_SCOPE', ...caseOf(name).fixture.callers }),
  ];
  it.each(cases.map(({ name }) => name))('may run %s, or change nothing', async (name) => {
    const each = caseOf(name);
    const before = stateOf(studio.sandbox);
    const all = attempts(name);
    for (const [token, expected] of all.filter(([, attempt]) => attempt !== 'DONE')) {
      const outcome = await run(studio, each, fullInput(each), { token });
      const calls = token === null ? studio.operations() : [];
      expect([token, codeOf(outcome), calls]).toEqual([token, expected, []]);
    }
    expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
    for (const [token] of all.filter(([, attempt]) => attempt === 'DONE')) {
      studio.sandbox.reset(start);
      const outcome = await run(studio, each, fullInput(each), { token });
      expect([token, outcome.errors, outcome.failures]).toEqual([token, [], []]);
    }
  });
});
