/**
 * Bad values in every argument of every field that reads: each is rejected by the name of its
 * argument before the field makes a call, or sent as it is, in its own parameter, and never as
 * another operation. The tests of declared mutations do the same for writes.
 */
import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import { schema } from '../../../src/services/schema.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { changedPaths, stateOf } from '../../support/gateway/state.ts';
import { entityKeys } from '../../support/random/entity-key.ts';
import { type Result, useStudio } from '../../support/gateway/studio.ts';
import { fieldWith, type Place, placesOf, titleOf } from './place.ts';

const studio = useStudio();

const operationsOf = (field: GraphQLField<unknown, unknown>): string[] =>
  ((field.extensions['operations'] ?? []) as readonly { readonly key: string }[]).map(
    ({ key }) => key,
  );

/** Whether the calls of a field have ids in their paths. */
const isInPath = (field: GraphQLField<unknown, unknown>): boolean =>
  operationsOf(field).some((key) => /^(storage|calendar):/.test(key));

const places = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => name !== 'Mutation' && name !== 'Subscription')
  .flatMap(placesOf)
  .filter(({ field }) => operationsOf(field).length > 0);

const noEntity = 'nothing';

/** Several ids for a parameter of YouTube; a path can have a comma. */
const severalIds = 'a,b';

const idValues = [
  '',
  '  ',
  '.',
  '..',
  'a/b',
  severalIds,
  'a/../trash',
  'a\\b',
  'a?fields=*',
  'a%2Fb',
  'trash',
  'generateIds',
  'x\u200B',
  'x\r\nX-Header: y',
  'x'.repeat(3_000),
  globalId('Region', ['SE']),
  globalId('Nothing', ['x']),
  globalId('File', ['trash']),
  `${globalId('File', ['x'])}x`,
  '~',
];

const textValues = [
  '',
  "it's",
  "' or name contains '",
  String.raw`\'`,
  'a&fields=*',
  'a#b',
  'x\r\nX-Header: y',
  'x\u0000y',
  '\uD800',
  'é\u202E',
  'x'.repeat(20_000),
];

/** Bad values by scalar type; those of other types are all rejected by GraphQL. */
const badValues: Readonly<Record<string, readonly unknown[]>> = {
  ID: idValues,
  String: textValues,
  Int: [-1, 0, 501, 2_147_483_647],
  EmailAddress: ['', 'nobody', '@x.example', "it's@x.example", 'a b@x.example', 'a@x.example\r\nb'],
  LanguageTag: ['', 'two words', 'en/../trash', 'x'.repeat(3_000)],
  DateTime: ['', 'yesterday', '2026-02-30T00:00:00Z', '2026-03-01'],
  Duration: ['', '5 minutes', '-PT5M'],
  TimeOfDay: ['', '9:30', '24:01', '09:60'],
  URL: ['', 'javascript:alert(1)', 'https://drive.google.com/file/d/..%2Ftrash', '/x'],
};

/** Ids that no entity of any type has. */
const impossibleIds: ReadonlySet<unknown> = new Set([
  'x\r\nX-Header: y',
  globalId('Nothing', ['x']),
  globalId('File', ['trash']),
  '~',
]);

/** Ids that no path can have; those of YouTube are in no path. */
const impossibleInPath: ReadonlySet<unknown> = new Set(['.', '..', 'a/b']);

/** Arguments whose ids are no ids of nodes: of any form. */
const plainIds = new Set(['labelIds', 'postId', 'topicId']);

/** Texts of some other form. */
const formed = new Set(['after', 'regionCode', 'timeZone']);

/** Half of a character. */
const noText = /[\uD800-\uDFFF]/;

/** Values that are right nowhere, not even for the service. */
function isImpossible({ field, path, valueType }: Place, value: unknown): boolean {
  const type = String(getNamedType(valueType));
  const name = path.at(-1)!;
  if (name === 'first') return true;
  // As many attendees as one likes.
  if (type === 'Int')
    return value === -1 || value === 0 || (value === 2_147_483_647 && name !== 'maxAttendees');
  const isBlank = (value as string).trim() === '';
  if (plainIds.has(name)) return isBlank;
  const notHere = isInPath(field) ? impossibleInPath.has(value) : value === severalIds;
  if (type === 'ID') return isBlank || impossibleIds.has(value) || notHere;
  return noText.test(value as string) || (formed.has(name) && !isBlank);
}

/** Names of operations on files, which are ids like others elsewhere. */
const fileOperations: ReadonlySet<unknown> = new Set(['trash', 'generateIds']);

const isOrdinary = ({ field }: Place, value: unknown): boolean =>
  value === severalIds
    ? isInPath(field)
    : fileOperations.has(value) &&
      !operationsOf(field).some((key) => catalogue.get(key)?.reservedIds !== undefined);

/** A selection below a field that makes it call. */
function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return isCompositeType(named) ? '{ __typename }' : '';
  const fields = Object.values(named.getFields());
  const nodes = fields.find(({ name }) => name === 'nodes');
  if (nodes) return `{ nodes ${selectionOf(nodes.type)} }`;
  const leaf = fields.find(
    (field) =>
      field.args.length === 0 &&
      operationsOf(field).length === 0 &&
      String(getNamedType(field.type)) !== 'ID' &&
      !isCompositeType(getNamedType(field.type)),
  );
  return `{ ${leaf?.name ?? '__typename'} }`;
}

const busy = 'freeBusy(ids: ["primary"], from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z")';

function below(parent: string, selected: string): string {
  if (parent === 'Query') return selected;
  if (parent === 'Viewer') return `viewer { ${selected} }`;
  if (parent === 'FreeBusy') return `${busy} { ${selected} }`;
  if (parent === 'Person') return `person(email: "${ids.person.ben}") { ${selected} }`;
  const key = entityKeys[parent]?.find((each) => each.at(-1) !== noEntity);
  if (key === undefined) throw new Error(`${parent}: no entity has the field ${selected}`);
  return `node(id: "${globalId(parent, key)}") { ... on ${parent} { ${selected} } }`;
}

async function send(place: Place, value: unknown): Promise<Result> {
  const { declared, variables, text } = fieldWith(place, value);
  const selected = `${text} ${selectionOf(place.field.type)}`;
  studio.sandbox.clearCalls();
  return studio.query(`query (${declared}) { ${below(place.type.name, selected)} }`, variables);
}

type ResultError = NonNullable<Result['errors']>[number];

/** Whether an error names the place, or what it is a part of. */
function isNamed({ extensions }: ResultError, { path }: Place): boolean {
  const own = path.join('.');
  const plain = String(extensions['argument']).replaceAll(/\[\d+\]|\.\d+/g, '');
  return own === plain || own.startsWith(`${plain}.`);
}

/** What is wrong with the outcome of a bad value; undefined if nothing is. */
async function problemOf(place: Place, value: unknown): Promise<string | undefined> {
  const { errors = [] } = await send(place, value);
  const changing = studio.calls().find(({ call }) => call.method !== 'GET');
  if (changing) return `made the call ${changing.call.method} ${changing.call.path}`;
  const [error] = errors;
  const { code, reason } = error?.extensions ?? {};
  if (error && code === 'INVALID_INPUT') {
    // What only the service can judge has its reason.
    if (reason === undefined && callsOf(place).length > 0) return 'called before it was rejected';
    return isNamed(error, place) ? undefined : `names no argument: ${error.message}`;
  }
  if (isImpossible(place, value)) return `is not rejected: ${error?.message}`;
  if (error && !otherCodes.has(code as string)) return `${code}: ${error.message}`;
  return problemOfCalls(place, value);
}

/** Codes of errors for values that a service has seen, and for lists that are too long. */
const otherCodes: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'QUERY_TOO_EXPENSIVE']);

const callsOf = ({ field }: Place) =>
  studio.calls().filter(({ operation }) => operationsOf(field).includes(operation));

/** What is wrong with the calls of a bad value that was not rejected for its form. */
function problemOfCalls(place: Place, value: unknown): string | undefined {
  const calls = callsOf(place);
  if (typeof value !== 'string' || calls.length === 0) return undefined;
  const segments = calls.flatMap(({ call }) => call.path.split('/').map(decodeURIComponent));
  if (value !== '' && segments.includes(value)) return 'sent the value as a part of the path';
  // The calls of other parents are those of the parent, too. A blank text is an empty search box.
  if (place.type.name !== 'Query' || value.trim() === '') return undefined;
  const texts = calls.flatMap(({ query }) => Object.values(query).flat());
  const isSent = texts.some((text) => text.includes(value) || text.includes(escaped(value)));
  return isSent ? undefined : 'did not send the value as it is';
}

/** A text inside the quotes of a file query. */
const escaped = (text: string): string => text.replaceAll(/['\\]/g, String.raw`\$&`);

/** Places at which each value of the type can be right, by the reason. */
const anyValue: Readonly<Record<string, string>> = {
  'LongRunningOperation.download fileName': 'Any text is a name.',
};

describe('a bad value', () => {
  const titled = places
    .filter(({ valueType }) => String(getNamedType(valueType)) in badValues)
    .map((place) => [titleOf(place), place] as const)
    .filter(([title]) => !(title in anyValue));
  it.each(titled)('%s', async (_, place) => {
    const before = stateOf(studio.sandbox);
    const values = badValues[String(getNamedType(place.valueType))]!;
    const problems: unknown[] = [];
    for (const value of values.filter((each) => !isOrdinary(place, each))) {
      const problem = await problemOf(place, value);
      if (problem !== undefined) problems.push([String(value).slice(0, 40), problem]);
    }
    expect(problems).toEqual([]);
    expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
  });

  it('is tried for every type of argument', () => {
    const types = places.map(({ valueType }) => getNamedType(valueType));
    const tried = new Set([...Object.keys(badValues), 'Boolean', 'JSON', 'Float']);
    const others = types.filter((type) => !isEnumType(type) && !tried.has(type.name));
    expect(new Set(others.map(String))).toEqual(new Set());
  });
});

describe('a global id', () => {
  // The ids of a caption are in no path.
  const keys = Object.entries(entityKeys).filter(
    ([type, [key]]) => key!.length > 1 && type !== 'Caption',
  );
  /** Names that lead to another operation of a file. */
  const reserved = (type: string, at: number): readonly string[] =>
    type.startsWith('File') && at === 0 ? ['trash', 'generateIds'] : [];
  it.each(keys)(
    'is rejected before any call for a bad part of its key: %s',
    async (type, [key]) => {
      const bad = key!.flatMap((_, at) =>
        ['', '..', 'a/b', ...reserved(type, at)].map((part) => globalId(type, key!.with(at, part))),
      );
      for (const id of bad) {
        const { errors } = await studio.query('query ($id: ID!) { node(id: $id) { id } }', { id });
        expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'id' } }]);
      }
      expect(studio.calls()).toEqual([]);
    },
  );
});

describe('a bad argument of a subscription', () => {
  const region = globalId('Region', ['SE']);
  const malformed = ['', '  ', '..', 'a/b', 'trash', 'generateIds', region];
  const change = (args: string): string => `subscription { fileChanged(${args}) { __typename } }`;
  const changes = (args: string): string => `subscription { fileChanges(${args}) { __typename } }`;
  it.each([
    ...malformed.map((id) => ['id', change(`id: ${JSON.stringify(id)}`)] as const),
    ...['', 'x', region].flatMap((after) => [
      ['after', change(`id: "x", after: ${JSON.stringify(after)}`)] as const,
      ['after', changes(`after: ${JSON.stringify(after)}`)] as const,
    ]),
    ...['', '  ', region].map(
      (id) => ['driveId', changes(`driveId: ${JSON.stringify(id)}`)] as const,
    ),
  ])('is rejected by its name, %s, before any call: %s', async (argument, document) => {
    const { errors } = await studio.query(document);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(studio.calls()).toEqual([]);
  });
});
