/**
 * Bad values in every argument of every field that reads from Google Drive: each is rejected by the
 * name of its argument before the field makes a call, or sent as it is, in its own parameter, and
 * never as another operation. The tests of declared mutations do the same for writes.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../../src/services/schema.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { entityKeys } from '../../../support/random/entity-key.ts';
import { type Result, useStudio } from '../../../support/gateway/studio.ts';
import { changedPaths, stateOf } from '../../../support/gateway/state.ts';

const studio = useStudio();

type Field = GraphQLField<unknown, unknown>;

/** An argument, or a field of an input object in one. */
interface Place {
  readonly coordinate: string;
  readonly parent: string;
  readonly field: Field;
  /** Names from the argument to the value. */
  readonly path: readonly string[];
  readonly type: GraphQLInputType;
}

const operationsOf = (field: Field): string[] =>
  ((field.extensions['operations'] ?? []) as readonly { readonly key: string }[]).map(
    ({ key }) => key,
  );

const readsDrive = (field: Field): boolean =>
  operationsOf(field).some((key) => key.startsWith('storage:'));

/** The places of values in an argument: itself, or what its input object has. */
function placesIn(
  place: Omit<Place, 'path' | 'type'>,
  path: readonly string[],
  type: GraphQLInputType,
): Place[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [{ ...place, path, type }];
  return Object.values(named.getFields()).flatMap((field) =>
    placesIn(place, [...path, field.name], field.type),
  );
}

const places = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => name !== 'Mutation' && name !== 'Subscription')
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter(readsDrive)
      .flatMap((field) =>
        field.args.flatMap((arg) =>
          placesIn(
            { coordinate: `${type.name}.${field.name}`, parent: type.name, field },
            [arg.name],
            arg.type,
          ),
        ),
      ),
  );

const noEntity = 'nothing';

const idValues = [
  '',
  '  ',
  '.',
  '..',
  'a/b',
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
  URL: ['', 'javascript:alert(1)', 'https://drive.google.com/file/d/..%2Ftrash', '/x'],
};

/** A value of the type that is accepted, for what is required beside the bad value. */
function validValue(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [validValue(nullable.ofType)];
  if (isInputObjectType(nullable)) return requiredValues(Object.values(nullable.getFields()));
  if (isEnumType(nullable)) return nullable.getValues()[0]!.name;
  const values: Readonly<Record<string, unknown>> = {
    ID: noEntity,
    String: 'text',
    Int: 1,
    Boolean: true,
    DateTime: '2026-03-01T00:00:00Z',
    URL: 'https://drive.google.com/file/d/nothing',
  };
  return values[String(nullable)];
}

const isRequired = (each: GraphQLArgument | GraphQLInputField): boolean =>
  'defaultValue' in each && 'type' in each
    ? isRequiredArgument(each as GraphQLArgument) || isRequiredInputField(each as GraphQLInputField)
    : false;

function requiredValues(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(isRequired).map((each) => [each.name, validValue(each.type)]),
  );
}

/** The value of a type that has the bad value at a path. */
function placed(type: GraphQLInputType, path: readonly string[], value: unknown): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [placed(nullable.ofType, path, value)];
  if (!isInputObjectType(nullable)) return value;
  const fields = nullable.getFields();
  const [name = '', ...rest] = path;
  return {
    ...(nullable.isOneOf ? {} : requiredValues(Object.values(fields))),
    [name]: placed(fields[name]!.type, rest, value),
  };
}

/** A selection below a field that makes it call. */
function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named))
    return schema.getType(named.name) === named && 'getTypes' in named ? '{ __typename }' : '';
  const fields = Object.values(named.getFields());
  const nodes = fields.find(({ name }) => name === 'nodes');
  if (nodes) return `{ nodes ${selectionOf(nodes.type)} }`;
  const leaf = fields.find(
    (field) =>
      field.args.length === 0 &&
      operationsOf(field).length === 0 &&
      String(getNamedType(field.type)) !== 'ID' &&
      !('getFields' in getNamedType(field.type)),
  );
  return `{ ${leaf?.name ?? '__typename'} }`;
}

/** A document that selects the field, with the arguments as variables. */
function documentOf({ parent, field }: Place, names: readonly string[]): string {
  const args = field.args.filter(({ name }) => names.includes(name));
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selected = `${field.name}(${given}) ${selectionOf(field.type)}`;
  return `query (${declared}) { ${below(parent, selected)} }`;
}

function below(parent: string, selected: string): string {
  if (parent === 'Query') return selected;
  if (parent === 'Viewer') return `viewer { ${selected} }`;
  if (parent === 'Person') return `person(email: "${ids.person.ben}") { ${selected} }`;
  const key = entityKeys[parent]?.find((each) => each.at(-1) !== noEntity);
  if (key === undefined) throw new Error(`${parent}: no entity has the field ${selected}`);
  return `node(id: "${globalId(parent, key)}") { ... on ${parent} { ${selected} } }`;
}

async function send(place: Place, value: unknown): Promise<Result> {
  const [name = '', ...rest] = place.path;
  const arg = place.field.args.find((each) => each.name === name)!;
  const variables = {
    ...requiredValues(place.field.args),
    [name]: placed(arg.type, rest, value),
  };
  studio.sandbox.clearCalls();
  return studio.query(documentOf(place, Object.keys(variables)), variables);
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
  const { code } = error?.extensions ?? {};
  if (error && code === 'INVALID_INPUT')
    return isNamed(error, place) ? undefined : `names no argument: ${error.message}`;
  if (error && !otherCodes.has(code as string)) return `${code}: ${error.message}`;
  return problemOfCalls(place, value);
}

/** Codes of errors for values that a service has seen, and for lists that are too long. */
const otherCodes: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'QUERY_TOO_EXPENSIVE']);

/** What is wrong with the calls of a bad value that was not rejected for its form. */
function problemOfCalls({ parent, field, type }: Place, value: unknown): string | undefined {
  const operations = operationsOf(field);
  const calls = studio.calls().filter(({ operation }) => operations.includes(operation));
  if (typeof value !== 'string' || calls.length === 0) return undefined;
  const segments = calls.flatMap(({ call }) => call.path.split('/').map(decodeURIComponent));
  if (value !== '' && segments.includes(value)) return 'sent the value as a part of the path';
  if (String(getNamedType(type)) === 'ID' && value.trim() === '') return 'sent a blank id';
  // The calls of other parents are those of the parent, too. A blank text is an empty search box.
  if (parent !== 'Query' || value.trim() === '') return undefined;
  const texts = calls.flatMap(({ query }) => Object.values(query).flat());
  const isSent = texts.some((text) => text.includes(value) || text.includes(escaped(value)));
  return isSent ? undefined : 'did not send the value as it is';
}

/** A text inside the quotes of a file query. */
const escaped = (text: string): string => text.replaceAll(/['\\]/g, String.raw`\$&`);

describe('a bad value', () => {
  const titled = places
    .filter(({ type }) => String(getNamedType(type)) in badValues)
    .map((place) => [place.coordinate, place.path.join('.'), place] as const);
  it.each(titled)('%s %s', async (_, __, place) => {
    const before = stateOf(studio.sandbox);
    const values = badValues[String(getNamedType(place.type))]!;
    const problems: unknown[] = [];
    for (const value of values) {
      const problem = await problemOf(place, value);
      if (problem !== undefined) problems.push([String(value).slice(0, 40), problem]);
    }
    expect(problems).toEqual([]);
    expect(changedPaths(before, stateOf(studio.sandbox))).toEqual([]);
  });

  it('is tried for every type of argument', () => {
    const types = new Set(
      places
        .map(({ type }) => getNamedType(type))
        .filter((type) => !isEnumType(type))
        .map(String),
    );
    types.delete('Boolean');
    expect([...types].filter((type) => !(type in badValues))).toEqual([]);
  });
});

describe('a bad argument of a subscription', () => {
  const region = globalId('Region', ['SE']);
  const malformed = ['', '  ', '..', 'a/b', 'trash', 'generateIds', region];
  const change = (args: string): string => `subscription { fileChanged(${args}) { __typename } }`;
  const changes = (args: string): string => `subscription { fileChanges(${args}) { __typename } }`;
  it.each([
    ...malformed.map((id) => ['fileId', change(`fileId: ${JSON.stringify(id)}`)] as const),
    ...['', 'x', region].flatMap((after) => [
      ['after', change(`fileId: "x", after: ${JSON.stringify(after)}`)] as const,
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
