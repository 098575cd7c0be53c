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
import { definitionOf, type Samples } from './agent-operation.ts';
import { firstSentence, firstSentences } from './schema-search.ts';

/** A JSON Schema of draft 2020-12. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of an object. */
type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** Scalars whose JSON is no plain text. */
const scalars: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  BigInt: { type: ['integer', 'string'] },
  JSON: {},
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  EmailAddress: { type: 'string', format: 'email' },
  URL: { type: 'string', format: 'uri' },
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

/** @returns the schema of an object that has a value for each variable */
export function schemaOfVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  samples: Samples = {},
): ObjectSchema {
  const descriptions = describeVariables(schema, document);
  const { variableDefinitions = [] } = definitionOf(document);
  const writer = new SchemaWriter();
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    // Valid documents have input types.
    const type = typeFromAST(schema, node) as GraphQLInputType;
    if (isNonNullType(type) && !defaultValue) required.push(name);
    properties[name] = {
      ...writer.of(type, descriptions.get(name)),
      ...(defaultValue && { default: valueFromASTUntyped(defaultValue) }),
      ...(name in samples && { examples: [samples[name]] }),
    };
  }
  return objectSchema(properties, required, writer.definitions);
}

/** Whether a value of the type is a file, which no JSON has. */
export const isFile = (type: GraphQLInputType): boolean => getNamedType(type).name === 'Upload';

const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  definitions: Readonly<Record<string, JsonSchema>> = {},
): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
  ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
});

/** Writes types. Those with a definition of their own are written once. */
class SchemaWriter {
  readonly definitions: Record<string, JsonSchema> = {};

  of(type: GraphQLInputType, description?: string): JsonSchema {
    const nullable = getNullableType(type);
    const written = isListType(nullable)
      ? { type: 'array', items: this.of(nullable.ofType) }
      : this.#named(nullable);
    const complete = isNonNullType(type) ? written : orNull(written);
    return description ? { ...complete, description } : complete;
  }

  #named(type: GraphQLNamedInputType): JsonSchema {
    const { name, description } = type;
    if (isEnumType(type)) {
      this.definitions[name] ??= {
        type: 'string',
        enum: type.getValues().map((value) => value.name),
        ...(description && { description }),
      };
      return { $ref: `#/$defs/${name}` };
    }
    if (isInputObjectType(type)) {
      if (!(name in this.definitions)) this.#define(type);
      return { $ref: `#/$defs/${name}` };
    }
    const scalar = scalars[name] ?? { type: 'string' };
    return description && !plainScalars.has(name) ? { ...scalar, description } : scalar;
  }

  #define(type: GraphQLInputObjectType): void {
    // Ends the recursion of a type that contains itself.
    this.definitions[type.name] = {};
    const fields = Object.values(type.getFields());
    const properties = Object.fromEntries(fields.map((field) => [field.name, this.#field(field)]));
    const required = fields.filter(isRequiredInputField).map(({ name }) => name);
    this.definitions[type.name] = {
      ...objectSchema(properties, required),
      ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
      ...(type.description && { description: type.description }),
    };
  }

  #field({ type, description, default: byDefault }: GraphQLInputField): JsonSchema {
    const literal = byDefault?.literal;
    return {
      ...this.of(type, firstSentence(description)),
      ...(byDefault && { default: literal ? valueFromASTUntyped(literal) : byDefault.value }),
    };
  }
}

const orNull = (schema: JsonSchema): JsonSchema => {
  const { type } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  return '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : schema;
};

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
