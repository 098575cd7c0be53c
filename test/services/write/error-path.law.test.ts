/** Errors about a value lead to it in the input, whether the gateway or the REST API rejects it. */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import {
  type Case,
  caseOf,
  cases,
  fullInput,
  namesOf,
  requiredInput,
  rowsOf,
} from './case/case.ts';
import { type Placed, placed, valueIn } from './case/input-type.ts';
import { writeCalls } from './case/request.ts';
import { manyMutations, type Outcome, run, runMany } from './case/run.ts';
import { changedPaths, stateOf } from '../../support/gateway/state.ts';
import { resetState, send } from './case/step.ts';
import { rejectedValues } from './fixture/fixture.ts';

const studio = useStudio({ env: manyMutations });

/** The errors of a mutation. A failure that ends a bulk write is also the error of its entry. */
function errorsOf({ errors }: Outcome) {
  const found = errors.map(({ code, path, reason }) => ({ code, path, reason }));
  return [...new Map(found.map((error) => [JSON.stringify(error), error])).values()];
}

/** Makes the service refuse a write, and the PATCH that follows a refused replace. */
function refuse({ write }: Case, fault: Omit<Fault, 'match'>): void {
  const { key } = write.spec.operation;
  const patch = key.replace(/\.update$/, '.patch');
  for (const operation of new Set([key, catalogue.has(patch) ? patch : key]))
    studio.sandbox.fault({ match: { operation }, ...fault });
}

type RejectedField = ReturnType<typeof rejectedValues>[number];

/** Whether the gateway rejects a value before any call, and without a file. */
const isRejectedFirst = ({ reason, afterRead, file }: RejectedField): boolean =>
  reason === undefined && !afterRead && !file;

const expectedErrors = (each: Case, rejected: RejectedField): object => {
  const { input, code = 'INVALID_INPUT', reason = null, path } = rejected;
  return { input, errors: [{ code, path: [...each.above, ...path.split('.')], reason }] };
};

describe('a rejected value', () => {
  const of = (isFirst: boolean): string[] =>
    namesOf((each) =>
      rejectedValues(each.fixture).some((value) => isRejectedFirst(value) === isFirst),
    );

  function expectRejected(each: Case, values: readonly RejectedField[], outcomes: Outcome[]): void {
    expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
    expect(
      values.map(({ input }, index) => ({ input, errors: errorsOf(outcomes[index]!) })),
    ).toEqual(values.map((value) => expectedErrors(each, value)));
    expect(outcomes.filter(({ entity }) => entity !== null)).toEqual([]);
    for (const [index, { says = '' }] of values.entries())
      expect(outcomes[index]!.errors[0]!.message).toContain(says);
  }

  it.each(sampled(of(true)))('is at the path of the error, before any call: %s', async (name) => {
    const each = caseOf(name);
    const values = rejectedValues(each.fixture).filter(isRejectedFirst);
    const base = requiredInput(each);
    const inputs = values.map(({ input }) => ({ ...base, ...input }));
    expectRejected(each, values, await runMany(studio, each, inputs));
    expect(studio.calls()).toEqual([]);
  });
  it.each(sampled(of(false)))(
    'is at the path of the error, also after a read or from the API: %s',
    async (name) => {
      const each = caseOf(name);
      const values = rejectedValues(each.fixture).filter((value) => !isRejectedFirst(value));
      const before = stateOf(studio.sandbox);
      const outcomes: Outcome[] = [];
      for (const { input, file, reason, afterRead } of values) {
        studio.store.reset();
        const sent = await send(studio, each, { ...requiredInput(each), ...input }, { file });
        outcomes.push(sent.outcome);
        // The API gives a reason. Otherwise it is the gateway, which has read at most.
        if (reason !== undefined) continue;
        expect([input, afterRead ? writeCalls(sent, each) : sent.calls()]).toEqual([input, []]);
      }
      expectRejected(each, values, outcomes);
      expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
    },
  );
});

/** Arguments whose rejected values are those that do not fit others: these are compared last. */
const comparedLast: ReadonlySet<string> = new Set([
  'createChannelSection title',
  'updateChannelSection title',
  'updateChannelSection channelIds',
  'createVideo publishAt',
  'publishFileAsVideo publishAt',
  'createFileComment quotedMimeType',
  'createUploadSession newFile mimeType',
]);

/** A rejected value of each argument that has a check of its own, with the place of its error. */
const invalidValues = ({ name: mutation, write, fixture }: Case) =>
  rowsOf(write).flatMap(({ name, row: [, , , options] }) => {
    const isChecked = options?.check ?? options?.maxLength ?? options?.notBlank;
    const found = rejectedValues(fixture).find(
      ({ field, input, reason }) =>
        field === name && reason === undefined && Object.keys(input).join() === name,
    );
    return isChecked && found && !comparedLast.has(`${mutation} ${name}`)
      ? [{ input: found.input, path: found.path }]
      : [];
  });

describe('several rejected values', () => {
  const several = namesOf((each) => invalidValues(each).length > 1);
  it.each(sampled(several))('have an error each, before any call: %s', async (name) => {
    const each = caseOf(name);
    const invalid = invalidValues(each);
    const inputs = invalid.map(({ input }) => input);
    const outcome = await run(studio, each, Object.assign({}, requiredInput(each), ...inputs));
    expect(errorsOf(outcome).map(({ code, path }) => [code, path?.join('.')])).toEqual(
      expect.arrayContaining(
        invalid.map(({ path }) => ['INVALID_INPUT', [...each.above, path].join('.')]),
      ),
    );
    expect(studio.calls()).toEqual([]);
  });
  it.each(sampled(['were found in several mutations']))('%s', () => {
    expect(several).toEqual(expect.arrayContaining(['createBroadcast', 'createEvent']));
  });
});

/** Arguments of the input by their paths in the request. */
function argumentsByPath({ write: { spec } }: Case): ReadonlyMap<string, string> {
  const { input, parameters, group, entries } = spec;
  const tables = [
    ['', input],
    ['', parameters],
    [group && `${group.argument}.`, group?.input],
    [entries && `${entries.argument}.`, entries?.input],
  ] as const;
  const found = tables.flatMap(([prefix = '', table]) =>
    Object.entries(table?.rows ?? {}).map(([name, [, path]]) => [path, prefix + name] as const),
  );
  return new Map(found);
}

/** The path of the target's argument in the input. */
const entityPath = ({ fixture }: Case): string => Object.keys(fixture.target!)[0]!;

interface DeclaredPath {
  readonly fault: Pick<Fault, 'reason' | 'location'>;
  readonly argument: string;
}

/** Every reason and location in a declaration, with each argument that it can concern. */
function declaredPaths(each: Case): DeclaredPath[] {
  const { reasons = {}, locations = {}, id } = each.write.spec;
  const byPath = argumentsByPath(each);
  const all = [
    ...Object.entries(reasons).map(([reason, paths]) => [{ reason }, paths] as const),
    ...Object.entries(locations).map(([location, paths]) => [{ location }, paths] as const),
  ];
  return all.flatMap(([fault, paths]) =>
    [paths].flat().flatMap((path) => {
      if (path === 'entity') return id ? [{ fault, argument: entityPath(each) }] : [];
      const argument = [...byPath].find(([own]) => path === own || path.startsWith(`${own}.`))?.[1];
      return argument === undefined ? [] : [{ fault, argument }];
    }),
  );
}

/** An input with a value for one argument, and its place as errors name it. */
function inputWith(each: Case, argument: string): Placed {
  const field = each.fields.find(({ name }) => name === argument);
  if (field) {
    const input = { ...requiredInput(each), ...field.with, [argument]: field.values[0] };
    return { input, place: [...each.above, argument] };
  }
  // An update must change something to be sent at all.
  if (argument === entityPath(each))
    return { input: fullInput(each), place: [...each.above, argument] };
  const path = argument.split('.');
  const base = requiredInput(each);
  const value = each.fixture.ids?.[argument]?.valid ?? valueIn(base, path);
  const { input, place } = placed(each.type, base, path, value);
  return { input, place: [...each.above, ...place] };
}

describe('a declared reason or location', () => {
  it.each(sampled(namesOf((each) => declaredPaths(each).length > 0)))(
    'leads to its argument: %s',
    async (name) => {
      const each = caseOf(name);
      for (const { fault, argument } of declaredPaths(each)) {
        const { input, place } = inputWith(each, argument);
        const error = { status: 400, reason: 'invalid', ...fault };
        resetState(studio);
        refuse(each, error);
        const outcome = await run(studio, each, input);
        const [{ path, reason } = {}, ...others] = errorsOf(outcome);
        // The path can go on to a part of the argument.
        expect([fault, argument, path?.slice(0, place.length), reason, others]).toEqual([
          fault,
          argument,
          place,
          error.reason,
          [],
        ]);
      }
    },
  );
});

/** The paths of several values of the full input that one reason can be about. */
const ambiguous = cases.flatMap((each) => {
  const given = new Set(Object.keys(fullInput(each)));
  const byPath = argumentsByPath(each);
  return Object.entries(each.write.spec.reasons ?? {}).flatMap(([reason, paths]) => {
    const found = [paths].flat().map((path) => byPath.get(path));
    const names = new Set(found.filter((name) => name !== undefined && given.has(name)));
    return names.size > 1 ? [[each.name, reason] as const] : [];
  });
});

describe('a reason that several of the given values can have', () => {
  it.each(sampled(ambiguous))('leads to none of them: %s %s', async (name, reason) => {
    const each = caseOf(name);
    refuse(each, { status: 400, reason });
    const [error, ...others] = errorsOf(await run(studio, each, fullInput(each)));
    expect([error?.path, error?.reason, others]).toEqual([null, reason, []]);
  });
  it.each(sampled(['was found in some mutations']))('%s', () => {
    expect(ambiguous).not.toEqual([]);
  });
});

describe('a rejection of the entity', () => {
  it.each(
    sampled([
      ['watchFile', { newWatchChannelId: 'own' }, 'fileId'],
      ['copyFile', { newFileId: ids.generatedFile.first }, 'id'],
    ]),
  )('leads to its argument, also beside an id of what is created: %s', async (name, own, place) => {
    const each = caseOf(name);
    const { key: operation } = each.write.spec.operation;
    const reason = 'insufficientFilePermissions';
    studio.refuse(operation, 403, reason);
    const outcome = await run(studio, each, { ...requiredInput(each), ...own });
    expect(errorsOf(outcome)).toEqual([{ code: 'FORBIDDEN', path: [place], reason }]);
  });
});

describe('a rejection for an unknown reason', () => {
  const deletions = cases.filter(
    ({ write: { spec }, fields }) =>
      spec.deletes && spec.id && !fields.some(({ isRequired }) => isRequired),
  );

  it.each(sampled(deletions.map(({ name }) => name)))(
    'leads to the only value: %s',
    async (name) => {
      const each = caseOf(name);
      const { key: operation } = each.write.spec.operation;
      studio.refuse(operation, 403, 'unknownReason');
      const outcome = await run(studio, each, requiredInput(each));
      expect(errorsOf(outcome)).toEqual([
        { code: 'FORBIDDEN', path: [...each.above, entityPath(each)], reason: 'unknownReason' },
      ]);
    },
  );
});
