/**
 * Id arguments of every mutation: REST ids and global ids are the same, malformed ids are rejected
 * before any call, and errors about an id lead to its argument.
 */
import {
  getNamedType,
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLLeafType,
  isInputObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { globalId, parseGlobalId } from '../../../src/engine/schema/type/global-id.ts';
import { serviceOf } from '../../../src/engine/api/operation.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import { type Case, caseOf, cases, fullInput, namesOf, requiredInput } from './case/case.ts';
import type { IdValues, Input } from './fixture/fixture.ts';
import { idPaths, placed, typeAt, valueIn } from './case/input-type.ts';
import { codeOf, manyMutations, type Outcome, run, runMany } from './case/run.ts';
import { resetState } from './case/step.ts';
import { changedPaths, stateOf } from '../../support/gateway/state.ts';

const studio = useStudio({ env: manyMutations });

/** The global id of an entity that can be read, and that no mutation takes. */
const region = globalId('Region', ['SE']);

/** Values that are no id of any entity. */
const malformed: Readonly<Record<string, string>> = {
  'the global id of another type': region,
  'a global id of no type': globalId('Nothing', ['x']),
  'a global id without a key': '~',
  'a global id that is not base64': '~*?*',
  'a damaged global id': `${globalId('Video', ['x'])}x`,
  'an empty id': '',
  'a blank id': '  ',
  'an invisible character': 'x\u200B',
  'a URL': 'https://example.org/watch?v=x',
};

/** Values that are malformed where ids are part of a list, or of the path. */
const inList: Readonly<Record<string, string>> = { 'an id with a comma': 'a,b', 'two ids': 'a b' };

const inPath: Readonly<Record<string, string>> = {
  'an id with a slash': 'a/b',
  'the parent of a path': '..',
};

/** Malformed where a key of several parts needs a global id. */
const plain: Readonly<Record<string, string>> = { 'a REST id': 'x' };

const pathsOf = ({ type }: Case): string[] => idPaths(type);

/** Mutations with ids. */
const names = namesOf((each) => pathsOf(each).length > 0);

const ids = cases.flatMap((each) => pathsOf(each).map((path) => [each.name, path] as const));

const idValues = ({ fixture }: Case, path: string): IdValues => fixture.ids![path]!;

/** The input with a value in the place of an id, and the place as errors name it. */
function inputWith(each: Case, path: string, value: string, given?: Input) {
  const base = given ?? { ...requiredInput(each), ...idValues(each, path).base };
  const { input, place } = placed(each.type, base, path.split('.'), value);
  return { input, place: [...each.above, ...place] };
}

/** Whether the REST API takes the id in a list; otherwise it is a part of a path. */
function isListed(each: Case, path: string): boolean {
  const service = serviceOf(each.write.spec.operation);
  return (service === 'video' || service === 'live') && !idValues(each, path).isInPath;
}

type Values = Readonly<Record<string, string>>;

/** The argument with a key of several ids, and the type that it names. */
function refOf({ type, write: { spec } }: Case) {
  const { id, below, target } = spec;
  if (typeof id === 'object' && 'ref' in id) return { argument: 'by', resource: target.resource };
  if (below && 'ref' in below) return { argument: below.argument, resource: below.ref.resource };
  const [argument, name] = refPath(type) ?? [];
  const resource = name === undefined ? undefined : resourcesOf(schema).get(name);
  return argument === undefined || !resource ? undefined : { argument, resource };
}

/** The path of an input object that names an entity by its key, and the type of the entity. */
function refPath(type: GraphQLInputObjectType, above = ''): [string, string] | undefined {
  for (const { name, type: fieldType } of Object.values(type.getFields())) {
    const named = getNamedType(fieldType);
    if (!isInputObjectType(named)) continue;
    if (named.getFields()['key']) return [above + name, named.name.slice(0, -2)];
    const found = refPath(named, `${above}${name}.`);
    if (found) return found;
  }
  return undefined;
}

/** Whether an id is one form of a key of several ids, or a part of it. */
function isPartOfRef(each: Case, path: string): boolean {
  const ref = refOf(each);
  return ref !== undefined && path.startsWith(`${ref.argument}.`);
}

/** A key of several ids has no single REST id: only a global id can be given instead of it. */
const isCompound = (each: Case, path: string): boolean =>
  isPartOfRef(each, path) && path.endsWith('.id');

/** Ids of new entities, and of elements that many entities have: none has a global id. */
const withoutEntity = /(^|\.)(colorId|eventLabelId|themeId|newEventId|newWatchChannelId)$/;

/** Ids of elements inside other entities, which have no global id. */
const withoutGlobalId: ReadonlySet<string> = new Set([
  'reportVideoAbuse secondaryReasonId',
  'createCalendar eventLabels.labelId',
  'updateCalendar eventLabels.set.labelId',
  'updateCalendar eventLabels.remove',
  'updateCalendar eventLabels.replaceAll.labelId',
  'modifyFileLabels labels.labelId',
  'modifyFileLabels labels.fields.fieldId',
  'modifyFileLabels labels.fields.values.selectionIds',
  'startFileDownload revisionId',
]);

function malformedAt(each: Case, path: string): Values {
  if (isCompound(each, path)) return { ...malformed, ...inList, ...inPath, ...plain };
  const isInBody =
    idValues(each, path).isInBody ||
    (isPartOfRef(each, path) && !each.write.spec.operation.path.includes('{'));
  if (isInBody) return malformed;
  return { ...malformed, ...(isListed(each, path) ? inList : inPath) };
}

/** Values that are malformed elsewhere, and an id like any other here. */
function wellFormedAt(each: Case, path: string): Values {
  if (isCompound(each, path)) return {};
  return isListed(each, path) ? inPath : inList;
}

/** The input for an id that is missing. An update must change something to be sent at all. */
function baseOf(each: Case, path: string, more: Input = {}): Input {
  const [argument = ''] = path.split('.');
  const isTarget = Object.hasOwn(each.fixture.target ?? {}, argument);
  const input = isTarget ? fullInput(each) : requiredInput(each);
  return { ...input, ...idValues(each, path).base, ...more };
}

/** An input that is accepted, with the REST id of an entity that exists. */
function validInput(each: Case, path: string): { readonly restId: string; readonly base: Input } {
  const field = each.fields.find(({ name }) => name === path);
  const value = field && { [path]: field.values[0] };
  const base = { ...fullInput(each), ...idValues(each, path).base, ...field?.with, ...value };
  return { restId: idValues(each, path).valid ?? (valueIn(base, path.split('.')) as string), base };
}

/** Code and path of a mutation's error. */
function errorOf(outcome: Outcome): unknown[] {
  expect(outcome.entity).toBeNull();
  return [codeOf(outcome), outcome.errors[0]?.path];
}

/** The place of an id in errors about its entity. */
function entityPlace(each: Case, path: string): readonly string[] {
  const { path: own } = idValues(each, path);
  return own ? [...each.above, ...own] : inputWith(each, path, '').place;
}

/** The well-known id that an argument takes: resolving it takes a call. */
const wellKnown: Readonly<Record<string, string>> = {
  calendarId: 'primary',
  destinationCalendarId: 'primary',
  fileId: 'root',
  parentId: 'root',
};

/** The input with well-known ids in all places that take one, but for the given place. */
function withWellKnownIds(each: Case, except: string, base: Input): Input {
  const places = idPaths(each.type).filter(
    (path) => path !== except && Object.hasOwn(wellKnown, path.split('.').at(-1)!),
  );
  return places.reduce((input, path) => {
    const steps = path.split('.');
    // A key of several ids is given in one form.
    if (valueIn(input, steps) === undefined) return input;
    return placed(each.type, input, steps, wellKnown[steps.at(-1)!]!).input;
  }, base);
}

/** Malformed ids in the place of an id, each with the place of its error. */
interface Attempt {
  readonly path: string;
  readonly title: string;
  readonly input: Input;
  readonly place: unknown;
}

/** Each malformed id alone. */
const attemptsAlone = (each: Case, path: string): Attempt[] =>
  Object.entries(malformedAt(each, path)).map(([title, value]) => {
    const { base } = validInput(each, path);
    const { input } = inputWith(each, path, value, base);
    return { path, title, input, place: inputWith(each, path, '').place };
  });

/** Each malformed id with well-known ids in other places; none where no other place takes one. */
function attemptsBesideWellKnown(each: Case, path: string): Attempt[] {
  return attemptsAlone(each, path).flatMap(({ input: alone, ...attempt }) => {
    const input = withWellKnownIds(each, path, alone);
    if (JSON.stringify(input) === JSON.stringify(alone)) return [];
    return [
      {
        ...attempt,
        title: `${attempt.title}, and well-known ids`,
        input,
        place: expect.anything(),
      },
    ];
  });
}

/** A malformed id after a valid one; none where the argument is no list. */
function attemptsAfterValid(each: Case, path: string): Attempt[] {
  const [argument = '', ...rest] = path.split('.');
  const { base } = validInput(each, path);
  // A list inside an entry of a list has no second entry.
  if (rest.length > 1 || !Array.isArray(base[argument])) return [];
  const { input } = inputWith(each, path, region, base);
  const list = [[base[argument]].flat()[0], input[argument]].flat();
  const title = 'after a valid id';
  return [{ path, title, input: { ...base, [argument]: list }, place: [argument, '1', ...rest] }];
}

describe('a malformed id', () => {
  it.each(sampled(names))('is rejected before any call: %s', async (name) => {
    const each = caseOf(name);
    const attempts = pathsOf(each).flatMap((path) => [
      ...attemptsAlone(each, path),
      ...attemptsBesideWellKnown(each, path),
      ...attemptsAfterValid(each, path),
    ]);
    const outcomes = await runMany(
      studio,
      each,
      attempts.map(({ input }) => input),
    );
    const found = attempts.map(({ path, title }, index) => [
      path,
      title,
      ...errorOf(outcomes[index]!),
    ]);
    expect(found).toEqual(
      attempts.map(({ path, title, place }) => [path, title, 'INVALID_INPUT', place]),
    );
    expect(studio.operations()).toEqual([]);
  });
  it.each(sampled(['is tried beside well-known ids in mutations of Drive and Calendar']))(
    '%s',
    () => {
      const isTried = (name: string, path: string): boolean =>
        attemptsBesideWellKnown(caseOf(name), path).length > 0;
      expect(isTried('updateEvent', 'by.key.eventId')).toBe(true);
      expect(isTried('moveEvent', 'destinationCalendarId')).toBe(true);
    },
  );
});

/** The types that id arguments take, as the errors for ids of another type name them. */
async function typesAt(each: Case, paths: readonly string[]): Promise<(string | undefined)[]> {
  const inputs = paths.map((path) => inputWith(each, path, region).input);
  const outcomes = await runMany(studio, each, inputs);
  return outcomes.map(({ errors }) => /expected an id of type (\w+)/.exec(errors[0]!.message)?.[1]);
}

/** The REST calls of an input, which must be accepted. */
async function callsOf(each: Case, input: Input): Promise<unknown[]> {
  resetState(studio);
  studio.sandbox.clearCalls();
  const { errors, failures } = await run(studio, each, input);
  expect([input, errors, failures]).toEqual([input, [], []]);
  return studio.calls().map(({ operation, query, body, call: { path } }) => {
    const { id, ...rest } = (body ?? {}) as Input;
    // The gateway makes another id for every new entity.
    return { operation, query, path, body: each.kind === 'insert' ? rest : { id, ...rest } };
  });
}

describe('a valid id', () => {
  const pathsWithGlobalId = (each: Case): string[] =>
    pathsOf(each).filter(
      (path) =>
        !isPartOfRef(each, path) &&
        !withoutEntity.test(path) &&
        !withoutGlobalId.has(`${each.name} ${path}`),
    );
  const tried = names.filter((name) => pathsWithGlobalId(caseOf(name)).length > 0);
  it.each(sampled(tried))('may be a REST id or a global id: %s', async (name) => {
    const each = caseOf(name);
    const paths = pathsWithGlobalId(each);
    const types = await typesAt(each, paths);
    /** Several ids are valid in the same input. */
    const callsByInput = new Map<string, unknown[]>();
    for (const [index, path] of paths.entries()) {
      const { restId, base } = validInput(each, path);
      const rest = inputWith(each, path, restId, base).input;
      const key = JSON.stringify(rest);
      const expected = callsByInput.get(key) ?? (await callsOf(each, rest));
      callsByInput.set(key, expected);
      const global = inputWith(each, path, globalId(types[index]!, [restId]), base).input;
      expect([path, await callsOf(each, global)]).toEqual([path, expected]);
    }
  });
});

describe('a key of several ids', () => {
  const withRef = namesOf((each) => idPaths(each.type).some((path) => isPartOfRef(each, path)));
  it.each(sampled(withRef))(
    'may be a global id, REST ids, or REST and global ids: %s',
    async (name) => {
      const each = caseOf(name);
      const { argument, resource } = refOf(each)!;
      const base = fullInput(each);
      const steps = argument.split('.');
      const { id, key } = valueIn(base, steps) as { readonly id?: string; readonly key?: Values };
      const typeOf = (part: string) =>
        getNullableType(typeAt(each.type, [...steps, 'key', part])) as GraphQLLeafType;
      const restIds =
        id === undefined
          ? resource.key.map((part) => typeOf(part).parseValue(key![part]) as string)
          : parseGlobalId(resourcesOf(schema), id).key;
      const asKey = Object.fromEntries(
        resource.key.map((part, index) => [part, typeOf(part).serialize(restIds[index]!)]),
      );
      const [parent = ''] = resource.key;
      const path = `${argument}.key.${parent}`;
      const [type] = idPaths(each.type).includes(path) ? await typesAt(each, [path]) : [];
      const forms = [
        { id: globalId(resource.name, restIds) },
        { key: asKey },
        // Only the id of an entity of its own has a global id.
        ...(type === undefined
          ? []
          : [{ key: { ...asKey, [parent]: globalId(type, [restIds[0]!]) } }]),
      ];
      const calls: unknown[] = [];
      for (const form of forms) {
        const value = steps.reduceRight<unknown>((inner, name) => ({ [name]: inner }), form);
        calls.push(await callsOf(each, { ...base, ...(value as Input) }));
      }
      expect(calls).toEqual(forms.map(() => calls[0]));
    },
  );
});

/** Ids that no entity has in the place of one, each with the code and the place of its error. */
function missingAt(each: Case, path: string) {
  const { missing, with: more, ...expected } = idValues(each, path);
  const { code = 'NOT_FOUND', misshapen = code } = expected;
  const place = entityPlace(each, path);
  const { misshapenPath = place } = expected;
  const attempt = (value: string) => ({
    path,
    value,
    input: inputWith(each, path, value, baseOf(each, path, more)).input,
  });
  const others = Object.values(wellFormedAt(each, path));
  return [
    { ...attempt(missing!), code, place },
    ...others.map((value) => ({ ...attempt(value), code: misshapen, place: misshapenPath })),
  ];
}

describe('an id that no entity has', () => {
  const isLookedUp = ([name, path]: (typeof ids)[number]): boolean =>
    idValues(caseOf(name), path).missing !== undefined;
  const tried = names.filter((name) =>
    pathsOf(caseOf(name)).some((path) => isLookedUp([name, path])),
  );
  it.each(sampled(tried))('is rejected, and nothing is written: %s', async (name) => {
    const each = caseOf(name);
    const attempts = pathsOf(each)
      .filter((path) => isLookedUp([name, path]))
      .flatMap((path) => missingAt(each, path));
    const before = stateOf(studio.sandbox);
    const outcomes = await runMany(
      studio,
      each,
      attempts.map(({ input }) => input),
    );
    const found = attempts.map(({ path, value }, index) => [
      path,
      value,
      ...errorOf(outcomes[index]!),
    ]);
    expect(found).toEqual(
      attempts.map(({ path, value, code, place }) => [path, value, code, place]),
    );
    expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
  });
  it.each(sampled(['is tried in every argument whose ids are looked up']))('%s', () => {
    const others = ids.filter((each) => !isLookedUp(each) && !withoutEntity.test(each[1]));
    const expected = [
      // The REST API takes the id of the track alone.
      'updateCaption by.key.videoId',
      'deleteCaption by.key.videoId',
      // The sandbox takes any channel.
      'setWatermark targetChannelId',
      // Compared with another argument.
      'emptyTrash confirm',
      'deleteSharedDrive confirm',
      // The client may choose the ids of new labels.
      'createCalendar eventLabels.labelId',
      'updateCalendar eventLabels.set.labelId',
      'updateCalendar eventLabels.remove',
      'updateCalendar eventLabels.replaceAll.labelId',
      'transferCalendar confirm',
      'deleteCalendar confirm',
      'clearCalendar confirm',
      // Google Calendar takes the URL of any file.
      'createEvent attachments.fileId',
      'importEvent attachments.fileId',
      'updateEvent attachments.set.fileId',
      'updateEvent attachments.remove.fileId',
      'updateEvent attachments.replaceAll.fileId',
      // Google Drive and Google Calendar take any text.
      'createEvent videoId',
      'importEvent videoId',
      'updateEvent videoId',
      'createFile videoId',
      'copyFile videoId',
      'updateFile videoId',
      'createUploadSession newFile videoId',
      'createUploadSession caption.existing by.key.videoId',
    ];
    expect(others.map((each) => each.join(' ')).toSorted()).toEqual(expected.toSorted());
  });
});

describe("the id of somebody else's entity", () => {
  const owned = namesOf(({ fixture }) =>
    ['FORBIDDEN', 'PARTLY_DONE'].includes(fixture.callers['studio-guest']),
  );
  it.each(sampled(owned))(
    'is rejected at its argument, and nothing is written: %s',
    async (name) => {
      const each = caseOf(name);
      // The first id of a fixture names the entity that must be the caller's.
      const [path = ''] = Object.keys(each.fixture.ids!);
      const before = stateOf(studio.sandbox);
      const outcome = await run(studio, each, fullInput(each), { token: 'studio-guest' });
      const code = each.fixture.callers['studio-guest'];
      // A reason with an empty list of paths can be about the entity or about another value.
      const { reasons = {} } = each.write.spec;
      const isUnclear = Object.values(reasons).some(({ length }) => length === 0);
      expect(errorOf(outcome)).toEqual([code, isUnclear ? null : entityPlace(each, path)]);
      expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
    },
  );
});
