/**
 * Id arguments of every mutation: REST ids and global ids are the same, malformed ids are rejected
 * before any call, and errors about an id lead to its argument.
 */
import { getNamedType, type GraphQLInputObjectType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  globalId,
  parseGlobalId,
  resourceNamed,
} from '../../../src/engine/schema/type/global-id.ts';
import { serviceOf } from '../../../src/engine/rest/operation/operation.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { sampled } from '../../support/report/sample.ts';
import { type Case, caseOf, cases, fullInput, namesOf, requiredInput } from './case/case.ts';
import type { IdValues, Input } from './fixture/fixture.ts';
import { idPaths, placed, valueIn } from './case/input-type.ts';
import { codeOf, type Outcome, run } from './case/run.ts';
import { changedPaths, stateOf } from './case/state.ts';

const studio = useStudio();

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

const ids = cases.flatMap((each) => idPaths(each.type).map((path) => [each.name, path] as const));

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
  const resource = name === undefined ? undefined : resourceNamed(name);
  return argument === undefined || !resource ? undefined : { argument, resource };
}

/** The path of an input object that names an entity by its key, and the type of the entity. */
function refPath(type: GraphQLInputObjectType, above = ''): [string, string] | undefined {
  for (const { name, type: fieldType } of Object.values(type.getFields())) {
    const named = getNamedType(fieldType);
    if (!isInputObjectType(named)) continue;
    if (named.name.endsWith('RefInput')) return [above + name, named.name.slice(0, -8)];
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
  const isInBody = isPartOfRef(each, path) && !each.write.spec.operation.path.includes('{');
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

describe('a malformed id', () => {
  it.each(sampled(ids))('is rejected before any call: %s %s', async (name, path) => {
    const each = caseOf(name);
    const values = Object.entries(malformedAt(each, path));
    const { base } = validInput(each, path);
    const found: unknown[] = [];
    for (const [title, value] of values) {
      const { input } = inputWith(each, path, value, base);
      found.push([title, ...errorOf(await run(studio, each, input))]);
    }
    const { place } = inputWith(each, path, '');
    expect(found).toEqual(values.map(([title]) => [title, 'INVALID_INPUT', place]));
    expect(studio.operations()).toEqual([]);
  });
});

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

describe('a malformed id beside a well-known one', () => {
  const paths = ids.filter(([name, path]) => {
    const each = caseOf(name);
    const { input } = inputWith(each, path, 'x', validInput(each, path).base);
    return JSON.stringify(withWellKnownIds(each, path, input)) !== JSON.stringify(input);
  });
  it.each(sampled(['is tried in mutations of Drive and Calendar']))('%s', () => {
    const names = paths.map((each) => each.join(' '));
    expect(names).toContain('updateEvent by.key.eventId');
    expect(names).toContain('moveEvent destinationCalendarId');
  });
  it.each(sampled(paths))('is rejected before any call: %s %s', async (name, path) => {
    const each = caseOf(name);
    const { base } = validInput(each, path);
    for (const value of Object.values(malformedAt(each, path))) {
      const { input } = inputWith(each, path, value, base);
      const outcome = await run(studio, each, withWellKnownIds(each, path, input));
      expect([value, ...errorOf(outcome)]).toEqual([value, 'INVALID_INPUT', expect.anything()]);
    }
    expect(studio.operations()).toEqual([]);
  });
});

describe('a malformed id after a valid one', () => {
  // A list inside an entry of a list has no second entry.
  const listed = ids.filter(
    ([name, path]) =>
      path.split('.').length <= 2 &&
      Array.isArray(validInput(caseOf(name), path).base[path.split('.')[0]!]),
  );
  it.each(sampled(listed))('is rejected at its place in the list: %s %s', async (name, path) => {
    const each = caseOf(name);
    const [argument = '', ...rest] = path.split('.');
    const { base } = validInput(each, path);
    const { input } = inputWith(each, path, region, base);
    const first = [base[argument]].flat()[0];
    const list = [first, input[argument]].flat();
    const outcome = await run(studio, each, { ...base, [argument]: list });
    expect(errorOf(outcome)).toEqual(['INVALID_INPUT', [argument, '1', ...rest]]);
    expect(studio.operations()).toEqual([]);
  });
});

/** The type that an id argument takes, as the error for an id of another type names it. */
async function typeAt(each: Case, path: string): Promise<string | undefined> {
  const { errors } = await run(studio, each, inputWith(each, path, region).input);
  return /expected an id of type (\w+)/.exec(errors[0]!.message)?.[1];
}

/** The REST calls of an input, which must be accepted. */
async function callsOf(each: Case, input: Input): Promise<unknown[]> {
  studio.sandbox.reset(start);
  studio.sandbox.clearCalls();
  studio.store.reset();
  const { errors, failures } = await run(studio, each, input);
  expect([input, errors, failures]).toEqual([input, [], []]);
  return studio.calls().map(({ operation, query, body, call: { path } }) => {
    const { id, ...rest } = (body ?? {}) as Input;
    // The gateway makes another id for every new entity.
    return { operation, query, path, body: each.kind === 'insert' ? rest : { id, ...rest } };
  });
}

describe('a valid id', () => {
  const single = ids.filter(([name, path]) => !isPartOfRef(caseOf(name), path));
  it.each(sampled(single.filter((argument) => !withoutGlobalId.has(argument.join(' ')))))(
    'may be a REST id or a global id: %s %s',
    async (name, path) => {
      const each = caseOf(name);
      const { restId, base } = validInput(each, path);
      const type = await typeAt(each, path);
      const global = inputWith(each, path, globalId(type!, [restId]), base).input;
      const rest = inputWith(each, path, restId, base).input;
      expect(await callsOf(each, global)).toEqual(await callsOf(each, rest));
    },
  );
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
      const restIds = id === undefined ? Object.values(key!) : parseGlobalId(id).key;
      const asKey = Object.fromEntries(resource.key.map((part, index) => [part, restIds[index]!]));
      const [parent = ''] = resource.key;
      const type = await typeAt(each, `${argument}.key.${parent}`);
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

describe('a deletion', () => {
  const deletions = namesOf(({ write: { spec } }) => spec.deletes !== undefined && !spec.each);
  it.each(sampled(deletions))(
    'answers with the global id of what it has deleted: %s',
    async (name) => {
      const each = caseOf(name);
      const { payload } = await run(studio, each, fullInput(each));
      const { resource, key } = parseGlobalId(payload.deletedId as string);
      expect(resource.name).toBe(each.write.spec.target.resource.name);
      expect(key).toContain(each.fixture.entity!.split('/').at(-1));
    },
  );
});

describe('an id that no entity has', () => {
  const isLookedUp = ([name, path]: (typeof ids)[number]): boolean =>
    idValues(caseOf(name), path).missing !== undefined;
  it.each(sampled(ids.filter(isLookedUp)))(
    'is rejected, and nothing is written: %s %s',
    async (name, path) => {
      const each = caseOf(name);
      const { missing, with: more, ...expected } = idValues(each, path);
      const { code = 'NOT_FOUND', misshapen = code } = expected;
      const values = [missing!, ...Object.values(wellFormedAt(each, path))];
      const before = stateOf(studio.sandbox);
      const found: unknown[] = [];
      for (const value of values) {
        const { input } = inputWith(each, path, value, baseOf(each, path, more));
        found.push([value, ...errorOf(await run(studio, each, input))]);
      }
      const place = entityPlace(each, path);
      const { misshapenPath = place } = expected;
      expect(found).toEqual(
        values.map((value) =>
          value === missing ? [value, code, place] : [value, misshapen, misshapenPath],
        ),
      );
      expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
    },
  );
  it.each(sampled(['is tried in every argument whose ids are looked up']))('%s', () => {
    const others = ids.filter((each) => !isLookedUp(each));
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
