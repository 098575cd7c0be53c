/**
 * Better words for messages of graphql-js: one table of messages, and one of the words of the REST
 * APIs that clients use in place of those of the schema. A hint replaces the suggestion of
 * graphql-js, and begins like one.
 */
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLField,
  type GraphQLFieldMap,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { graphError, withMessage, withoutSuggestion } from '../../engine/schema/error/error.ts';
import { argumentInMessage } from './argument-path.ts';

/** Better words for one message. */
interface Words {
  readonly pattern: RegExp;
  /** The whole message, whatever the schema is. */
  readonly instead?: (groups: readonly string[]) => string;
  /** After "Did you mean"; not said where introspection is off. */
  readonly hint?: MakeWords;
  /** After "Expected", in documents and in variables. */
  readonly expected?: MakeWords;
}

/** @param groups the texts that the groups of the pattern match */
type MakeWords = (groups: readonly string[], schema: GraphQLSchema) => string | undefined;

const table: readonly Words[] = [
  // The schema has neither `@defer` nor `@stream`: clients that use them need another document, not
  // a corrected name.
  {
    pattern: /^Unknown directive "(@(?:defer|stream))"/,
    instead: ([directive]) =>
      `${directive} is not supported: a response is delivered whole. Remove ${directive}, or request the slow fields in an operation of their own.`,
  },
  // Of an execution: a variable with a default is null where the argument takes no null.
  {
    pattern:
      /^(Argument .*?:) Expected variable "(\$\w+)" provided to non-null type "([^"]+)" not to be/,
    instead: ([argument, variable, type]) =>
      `${argumentInMessage(argument!)}: null is not allowed; expected ${type}, or no value for the variable ${variable}`,
  },
  {
    pattern: /^Cannot query field "(\w+)" on type "(\w+)"/,
    hint: ([field, parent], schema) => fieldHint(schema.getType(parent!), field!),
  },
  {
    pattern: /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/,
    hint: ([argument, type, field], schema) =>
      argumentHint(fieldsOf(schema.getType(type!))[field!]?.args ?? [], argument!),
  },
  {
    pattern: /value of non-null type "Upload!" not to be null/,
    expected: () => 'a file of a multipart request',
  },
  {
    pattern: /^(?!.*Did you mean).*? does not exist in "(\w+)" enum\./s,
    expected: ([type], schema) => valuesOf(schema.getType(type!)),
  },
  {
    pattern: /OneOf Input Object(?: type)? "(\w+)"/,
    expected: ([type], schema) => inputFieldsOf(schema.getType(type!)),
  },
  {
    pattern: /value of type "(\w+)" not to include unknown field/,
    expected: ([type], schema) => inputFieldsOf(schema.getType(type!)),
  },
];

/** A word of the REST APIs, and what the graph has in its place. */
interface RestWord {
  /** Arguments that replace a parameter. `by.id` is the field `id` of `by`. */
  readonly arguments?: readonly string[];
  /** The hint for a parameter that no argument replaces. */
  readonly hint?: string;
  /** The field that replaces a field. */
  readonly field?: string;
  /** The fields of the object are on the type itself. */
  readonly isFlat?: true;
}

const restWords: Readonly<Record<string, RestWord>> = {
  before: { hint: 'after? Lists are read forwards only.' },
  broadcastId: { arguments: ['id'] },
  calendarId: { arguments: ['by.key', 'id'] },
  captionId: { arguments: ['by.id', 'id'] },
  channelId: { arguments: ['by.id', 'id'] },
  eventId: { arguments: ['by.key', 'id'] },
  fields: { hint: 'to select fields? The selection decides what is read.' },
  fileId: { arguments: ['id'] },
  forHandle: { arguments: ['by.handle'] },
  forUsername: { arguments: ['by.username'] },
  hl: { arguments: ['language'] },
  id: { arguments: ['by.id', 'ids', 'by.ids'] },
  items: { field: 'nodes' },
  kind: { field: '__typename' },
  last: { hint: 'first? Lists are read forwards only.' },
  maxResults: { arguments: ['first'] },
  mine: { hint: 'a field of viewer?' },
  nextPageToken: { field: 'pageInfo { endCursor }' },
  order: { arguments: ['orderBy'] },
  pageSize: { arguments: ['first'] },
  pageToken: { arguments: ['after'] },
  part: { hint: 'to select fields? The parts follow from the selection.' },
  playlistId: { arguments: ['id'] },
  q: { arguments: ['query', 'search'] },
  searchTerms: { arguments: ['search'] },
  snippet: { isFlat: true },
  status: { isFlat: true },
  timeMax: { arguments: ['to'] },
  timeMin: { arguments: ['from'] },
  totalResults: { field: 'totalCount' },
  videoId: { arguments: ['id'] },
};

/** Names come from documents: names of object methods must not match. */
const restWord = (name: string): RestWord =>
  Object.hasOwn(restWords, name) ? restWords[name]! : {};

/** Maximum number of alternatives in a hint. */
const maxAlternatives = 2;

/** @returns the first row that has words of this kind for a message, and what its groups match */
function rowFor(
  kind: Exclude<keyof Words, 'pattern'>,
  message: string,
): (Words & { readonly groups: readonly string[] }) | undefined {
  for (const words of table) {
    const groups = words[kind] && words.pattern.exec(message)?.slice(1);
    if (groups) return { ...words, groups };
  }
  return undefined;
}

/** The whole message in better words, if there are some. */
function insteadOf(message: string): string | undefined {
  const row = rowFor('instead', message);
  return row?.instead!(row.groups);
}

/**
 * The end of a message about an enum value, the fields of an input or a missing file, in a document
 * or in variables: what is accepted. Empty for other messages.
 */
export function expectedNames(schema: GraphQLSchema, message: string): string {
  const row = rowFor('expected', message);
  const names = row?.expected!(row.groups, schema);
  return names === undefined ? '' : ` Expected ${names}.`;
}

/** Adds a hint to an error of a document, if there is one. */
export function withHint(schema: GraphQLSchema, error: GraphQLError): GraphQLError {
  const row = rowFor('hint', error.message);
  const hint = row?.hint!(row.groups, schema);
  if (hint === undefined) return error;
  const message = `${withoutSuggestion(error.message)} Did you mean ${hint}`;
  return withMessage(error, message, error.extensions);
}

/** Replaces the whole message of an error, if the gateway has a better one. */
export function withOwnMessage(error: GraphQLError): GraphQLError {
  const message = insteadOf(error.message);
  return message === undefined ? error : withMessage(error, message, {});
}

/** The error of an execution about the value of an argument. */
export function argumentError({ message }: GraphQLError): GraphQLError {
  const argument = argumentInMessage(message);
  const text = insteadOf(message) ?? message;
  return graphError('INVALID_INPUT', text, argument === undefined ? {} : { argument });
}

const valuesOf = (type: GraphQLNamedType | undefined): string | undefined =>
  isEnumType(type)
    ? type
        .getValues()
        .map(({ name }) => name)
        .join(', ')
    : undefined;

const inputFieldsOf = (type: GraphQLNamedType | undefined): string | undefined =>
  isInputObjectType(type)
    ? `${type.isOneOf ? 'one of' : 'only'} ${Object.keys(type.getFields()).join(', ')}`
    : undefined;

type Fields = GraphQLFieldMap<unknown, unknown>;

const fieldsOf = (type: GraphQLNamedType | undefined): Fields =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

function fieldHint(type: GraphQLNamedType | undefined, name: string): string | undefined {
  const fields = fieldsOf(type);
  const { isFlat, field: ownName } = restWord(name);
  if (isFlat) return `its fields? The fields of ${name} are on ${type?.name} itself.`;
  if (ownName !== undefined && hasField(fields, ownName)) return `${ownName}?`;
  const deeper = Object.values(fields)
    .filter((field) => isPartOf(field) && hasField(fieldsOf(getNamedType(field.type)), name))
    .map((field) => `${field.name} { ${name} }`);
  return deeper.length === 0 ? undefined : `${deeper.slice(0, maxAlternatives).join(' or ')}?`;
}

/** Whether a field has a part of its parent, not another entity; or the entities of a page. */
const isPartOf = ({ name, type, args }: GraphQLField<unknown, unknown>): boolean =>
  !args.some(isRequiredArgument) && (name === 'nodes' || !('id' in fieldsOf(getNamedType(type))));

/** @param selection for example `pageInfo { endCursor }` */
const hasField = (fields: Fields, selection: string): boolean =>
  selection === '__typename' || Object.hasOwn(fields, selection.split(' ', 1)[0]!);

function argumentHint(args: readonly GraphQLArgument[], name: string): string | undefined {
  const { arguments: names, hint } = restWord(name);
  const replacement = names?.find((path) => hasArgument(args, path));
  const nested =
    replacement ?? args.map((arg) => `${arg.name}.${name}`).find((path) => hasArgument(args, path));
  if (nested === undefined) return hint;
  const [argument, inner] = nested.split('.');
  return inner === undefined ? `${argument}?` : `${argument}: { ${inner} }?`;
}

/** @param path of an argument, or of a field of its input type */
function hasArgument(args: readonly GraphQLArgument[], path: string): boolean {
  const [name, inner] = path.split('.');
  const argument = args.find((each) => each.name === name);
  if (argument === undefined || inner === undefined) return argument !== undefined;
  const type = getNamedType(argument.type);
  return isInputObjectType(type) && Object.hasOwn(type.getFields(), inner);
}
