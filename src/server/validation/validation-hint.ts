/**
 * Hints in validation errors for names of the REST APIs, and for fields that are one level deeper.
 * A hint replaces the suggestion of graphql-js, and begins like one.
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
import { withMessage, withoutSuggestion } from '../../engine/schema/error/error.ts';

/** REST parameters by the arguments that replace them. `by.id` is the field `id` of `by`. */
const argumentNames: Readonly<Record<string, readonly string[]>> = {
  broadcastId: ['id'],
  calendarId: ['by.key', 'id'],
  captionId: ['by.id', 'id'],
  channelId: ['by.id', 'id'],
  eventId: ['by.key', 'id'],
  fileId: ['id'],
  forHandle: ['by.handle'],
  forUsername: ['by.username'],
  hl: ['language'],
  id: ['by.id', 'ids', 'by.ids'],
  maxResults: ['first'],
  order: ['orderBy'],
  pageSize: ['first'],
  pageToken: ['after'],
  playlistId: ['id'],
  q: ['query', 'search'],
  searchTerms: ['search'],
  timeMax: ['to'],
  timeMin: ['from'],
  videoId: ['id'],
};

/** Hints for arguments that do not exist in any form. */
const argumentHints: Readonly<Record<string, string>> = {
  before: 'after? Lists are read forwards only.',
  last: 'first? Lists are read forwards only.',
  fields: 'to select fields? The selection decides what is read.',
  mine: 'a field of viewer?',
  part: 'to select fields? The parts follow from the selection.',
};

/** REST fields by the fields that replace them. */
const fieldNames: Readonly<Record<string, string>> = {
  items: 'nodes',
  kind: '__typename',
  nextPageToken: 'pageInfo { endCursor }',
  totalResults: 'totalCount',
};

/** REST objects whose fields are on the type itself. */
const flatParts: ReadonlySet<string> = new Set(['snippet', 'status']);

/** Maximum number of alternatives in a hint. */
const maxAlternatives = 2;

const unknownField = /^Cannot query field "(\w+)" on type "(\w+)"/;
const unknownArgument = /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/;

const unknownValue = / does not exist in "(\w+)" enum\./;
const oneField = /OneOf Input Object(?: type)? "(\w+)"/;
const unknownInputField = /value of type "(\w+)" not to include unknown field/;
const missingFile = /value of non-null type "Upload!" not to be null/;

/**
 * The end of a message about an enum value or about a `@oneOf` input, in a document or in
 * variables: the accepted names. Empty for other messages.
 */
export function expectedNames(schema: GraphQLSchema, message: string): string {
  const names = namesFor(schema, message);
  return names === undefined ? '' : ` Expected ${names}.`;
}

/** Adds a hint to an error of a document, if there is one. */
export function withHint(schema: GraphQLSchema, error: GraphQLError): GraphQLError {
  const hint = hintFor(schema, error.message);
  if (hint === undefined) return error;
  const message = `${withoutSuggestion(error.message)} Did you mean ${hint}`;
  return withMessage(error, message, error.extensions);
}

function hintFor(schema: GraphQLSchema, message: string): string | undefined {
  const [, field, parent] = unknownField.exec(message) ?? [];
  if (field !== undefined) return fieldHint(schema.getType(parent!), field);
  const [, argument, typeName, fieldName] = unknownArgument.exec(message) ?? [];
  if (argument === undefined) return undefined;
  return argumentHint(fieldsOf(schema.getType(typeName!))[fieldName!]?.args ?? [], argument);
}

/** The values of an enum, or the fields of a `@oneOf` input, that an error is about. */
function namesFor(schema: GraphQLSchema, message: string): string | undefined {
  if (missingFile.test(message)) return 'a file of a multipart request';
  const typeName = [unknownValue, oneField, unknownInputField]
    .map((pattern) => pattern.exec(message)?.[1])
    .find((name) => name !== undefined);
  const type = typeName === undefined ? undefined : schema.getType(typeName);
  if (isEnumType(type) && !message.includes('Did you mean'))
    return type
      .getValues()
      .map(({ name }) => name)
      .join(', ');
  if (!isInputObjectType(type)) return undefined;
  return `${type.isOneOf ? 'one of' : 'only'} ${Object.keys(type.getFields()).join(', ')}`;
}

type Fields = GraphQLFieldMap<unknown, unknown>;

const fieldsOf = (type: GraphQLNamedType | undefined): Fields =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

function fieldHint(type: GraphQLNamedType | undefined, name: string): string | undefined {
  const fields = fieldsOf(type);
  if (flatParts.has(name)) return `its fields? The fields of ${name} are on ${type?.name} itself.`;
  const ownName = entryOf(fieldNames, name);
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
  const replacement = entryOf(argumentNames, name)?.find((path) => hasArgument(args, path));
  const nested =
    replacement ?? args.map((arg) => `${arg.name}.${name}`).find((path) => hasArgument(args, path));
  if (nested === undefined) return entryOf(argumentHints, name);
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

/** Names come from documents: names of object methods must not match. */
const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
