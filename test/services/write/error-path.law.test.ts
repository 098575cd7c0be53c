/** Errors about a value lead to it in the input, whether the gateway or the REST API rejects it. */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
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
import { type Outcome, run } from './case/run.ts';
import { changedPaths, stateOf } from './case/state.ts';

const studio = useStudio();

/** The errors of a mutation. A failure that ends a bulk write is also the error of its entry. */
function errorsOf({ errors }: Outcome) {
  const found = errors.map(({ code, path, reason }) => ({ code, path, reason }));
  return [...new Map(found.map((error) => [JSON.stringify(error), error])).values()];
}

/** Every rejected value, with its number where a field has several. */
const rejectedValues = cases.flatMap(({ name, fixture }) =>
  Object.entries(fixture.rejected ?? {}).flatMap(([field, all]) =>
    all.map((_, index) => [name, field, index] as const),
  ),
);

describe('a rejected value', () => {
  it.each(sampled(rejectedValues))(
    'is at the path of the error: %s %s %i',
    async (name, field, index) => {
      const each = caseOf(name);
      const rejected = each.fixture.rejected![field]![index]!;
      const {
        input,
        code = 'INVALID_INPUT',
        reason = null,
        path = field,
        file,
        afterRead,
      } = rejected;
      const before = stateOf(studio.sandbox);
      const outcome = await run(studio, each, { ...requiredInput(each), ...input }, { file });
      expect(outcome.failures).toEqual([]);
      expect(errorsOf(outcome)).toEqual([
        { code, path: [...each.above, ...path.split('.')], reason },
      ]);
      expect(outcome.entity).toBeNull();
      // A value without the API's reason is rejected by the gateway: before any call, or after a
      // read.
      const calls = afterRead ? writeCalls(studio, each) : studio.calls();
      expect(reason === null ? calls : []).toEqual([]);
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
    const found = fixture.rejected?.[name]?.find(
      ({ input, reason }) => reason === undefined && Object.keys(input).join() === name,
    );
    return isChecked && found && !comparedLast.has(`${mutation} ${name}`)
      ? [{ input: found.input, path: found.path ?? name }]
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

/** Every reason and location in a declaration, with each argument that it can concern. */
const declaredPaths = cases.flatMap((each) => {
  const { reasons = {}, locations = {} } = each.write.spec;
  const byPath = argumentsByPath(each);
  const all = [
    ...Object.entries(reasons).map(([reason, paths]) => [{ reason }, paths] as const),
    ...Object.entries(locations).map(([location, paths]) => [{ location }, paths] as const),
  ];
  return all.flatMap(([fault, paths]) =>
    [paths].flat().flatMap((path) => {
      if (path === 'entity')
        return each.write.spec.id ? [[each.name, fault, entityPath(each)] as const] : [];
      const argument = [...byPath].find(([own]) => path === own || path.startsWith(`${own}.`))?.[1];
      return argument === undefined ? [] : [[each.name, fault, argument] as const];
    }),
  );
});

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
  it.each(sampled(declaredPaths))(
    'leads to its argument: %s %j %s',
    async (name, fault, argument) => {
      const each = caseOf(name);
      const { input, place } = inputWith(each, argument);
      const { key: operation } = each.write.spec.operation;
      const error: Fault = { match: { operation }, status: 400, reason: 'invalid', ...fault };
      studio.sandbox.fault(error);
      const outcome = await run(studio, each, input);
      const [{ path, reason } = {}, ...others] = errorsOf(outcome);
      // The path can go on to a part of the argument.
      expect([path?.slice(0, place.length), reason, others]).toEqual([place, error.reason, []]);
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
    const { key: operation } = each.write.spec.operation;
    studio.sandbox.fault({ match: { operation }, status: 400, reason });
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
      ['watchFile', { channelId: 'own' }, 'fileId'],
      ['copyFile', { newFileId: ids.generatedFile.first }, 'id'],
    ]),
  )('leads to its argument, also beside an id of what is created: %s', async (name, own, place) => {
    const each = caseOf(name);
    const { key: operation } = each.write.spec.operation;
    const reason = 'insufficientFilePermissions';
    studio.sandbox.fault({ match: { operation }, status: 403, reason });
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
      studio.sandbox.fault({ match: { operation }, status: 403, reason: 'unknownReason' });
      const outcome = await run(studio, each, requiredInput(each));
      expect(errorsOf(outcome)).toEqual([
        { code: 'FORBIDDEN', path: [...each.above, entityPath(each)], reason: 'unknownReason' },
      ]);
    },
  );
});
