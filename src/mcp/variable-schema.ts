/** The JSON Schema of the variables of an operation, from their GraphQL types. */
import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Tool } from '@modelcontextprotocol/server';
import { definitionOf } from './agent-operation.ts';
import { firstSentence, firstSentences } from './schema-search.ts';

/** A JSON Schema of the keywords that all clients take: one type, no references. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of an object. */
type ObjectSchema = Tool['inputSchema'];

/** Scalars whose JSON is no text. */
const scalars: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Int: 'integer',
  Float: 'number',
  JSON: 'object',
};

/** Scalars that say nothing by their description. */
const plainScalars: ReadonlySet<string> = new Set([
  'Boolean',
  'Float',
  'ID',
  'Int',
  'JSON',
  'String',
]);

/** Characters of the description of a variable: an agent reads all tools first. */
const maxDescription = 120;

/** Levels that clients read. Inputs below them, some of which contain themselves, are not shown. */
const maxLevel = 4;

/** @returns the schema of an object that has a value for each variable */
export function schemaOfVariables(schema: GraphQLSchema, document: DocumentNode): ObjectSchema {
  const descriptions = describeVariables(schema, document);
  const { variableDefinitions = [] } = definitionOf(document);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    // Valid documents have input types.
    const type = typeFromAST(schema, node) as GraphQLInputType;
    if (isNonNullType(type) && !defaultValue) required.push(name);
    const byDefault = defaultValue && valueFromASTUntyped(defaultValue);
    const written = schemaOf(type, withDefault(descriptions.get(name), byDefault), 1);
    if (written) properties[name] = written;
  }
  return objectSchema(properties, required);
}

/** Whether a value of the type is a file, which no JSON has. */
export const isFile = (type: GraphQLInputType): boolean => getNamedType(type).name === 'Upload';

/** @returns the schema with one more property, which is not required */
export const withProperty = (
  { properties, ...schema }: ObjectSchema,
  name: string,
  property: { readonly type: string; readonly description: string },
): ObjectSchema => ({ ...schema, properties: { ...properties, [name]: property } });

const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): ObjectSchema => ({
  type: 'object',
  properties: properties as NonNullable<ObjectSchema['properties']>,
  ...(required.length > 0 && { required: [...required] }),
});

const withDefault = (text = '', byDefault: unknown): string =>
  byDefault === undefined || byDefault === null
    ? text
    : `${text} Default: ${JSON.stringify(byDefault)}.`.trim();

/** @returns undefined where clients no longer read it */
function schemaOf(
  type: GraphQLInputType,
  description: string,
  level: number,
): JsonSchema | undefined {
  if (level > maxLevel) return undefined;
  const nullable = getNullableType(type);
  const written = isListType(nullable)
    ? schemaOfList(nullable.ofType, level)
    : schemaOfNamed(nullable, level);
  const text = description || written?.['description'];
  return written && { ...written, ...(typeof text === 'string' && text && { description: text }) };
}

function schemaOfList(type: GraphQLInputType, level: number): JsonSchema | undefined {
  const items = schemaOf(type, '', level + 1);
  return items && { type: 'array', items };
}

function schemaOfNamed(type: GraphQLNamedInputType, level: number): JsonSchema | undefined {
  const { name, description } = type;
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map((each) => each.name) };
  if (isInputObjectType(type)) return schemaOfObject(type, level);
  const shown = description && !plainScalars.has(name) ? firstSentence(description) : undefined;
  return { type: scalars[name] ?? 'string', ...(shown && { description: shown }) };
}

function schemaOfObject(type: GraphQLInputObjectType, level: number): JsonSchema | undefined {
  const rule = type.isOneOf ? 'Exactly one of these. ' : '';
  const description = `${rule}${firstSentence(type.description)}`.trim();
  const fields = Object.values(type.getFields());
  const properties = fields.flatMap((field) => {
    const written = schemaOfField(field, level + 1);
    return written ? [[field.name, written] as const] : [];
  });
  if (properties.length === 0) return undefined;
  const required = fields.filter(isRequiredInputField).map(({ name }) => name);
  return {
    ...objectSchema(Object.fromEntries(properties), required),
    ...(description && { description }),
  };
}

function schemaOfField({ type, description, default: own }: GraphQLInputField, level: number) {
  const literal = own?.literal;
  const byDefault: unknown = literal ? valueFromASTUntyped(literal) : own?.value;
  return schemaOf(type, withDefault(firstSentence(description), byDefault), level);
}

/** @returns the descriptions of the first arguments or input fields that get the variables */
function describeVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const info = new TypeInfo(schema);
  const note = (
    value: ValueNode,
    target: Pick<GraphQLArgument | GraphQLInputField, 'description'> | null | undefined,
  ): void => {
    if (value.kind !== Kind.VARIABLE || !target?.description) return;
    const name = value.name.value;
    if (!found.has(name)) found.set(name, firstSentences(target.description, maxDescription));
  };
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => note(value, info.getArgument()),
      ObjectField: ({ name, value }) => {
        const parent = getNamedType(info.getParentInputType());
        if (isInputObjectType(parent)) note(value, parent.getFields()[name.value]);
      },
    }),
  );
  return found;
}
