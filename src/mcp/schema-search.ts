/** Finds and describes parts of the schema: an agent cannot read all of it. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import MiniSearch from 'minisearch';

/** A type, a field or an operation that was found. */
interface SchemaPart {
  /** `Type`, or `Type.field`. */
  readonly name: string;
  readonly kind: 'tool' | 'example' | 'query' | 'mutation' | 'field' | 'input field' | 'type';
  /** Its type with its arguments; absent for types and tools. */
  readonly signature?: string;
  /** The first sentence of its description. */
  readonly description: string;
}

/** A tool or an example that can be found. */
export interface FoundTool {
  readonly name: string;
  readonly description: string;
  /** Default: tool. */
  readonly kind?: 'tool' | 'example';
}

/** An agent uses tools first, then the fields from which documents start. */
const weights: Readonly<Record<SchemaPart['kind'], number>> = {
  tool: 2,
  example: 2,
  query: 1.6,
  mutation: 1.6,
  type: 1.6,
  field: 1,
  'input field': 0.6,
};

/** Searches by words. The index is made with the first search. */
export class SchemaSearch {
  readonly #parts: () => readonly SchemaPart[];
  #index: Promise<MiniSearch<SchemaPart>> | undefined;

  /** @param schema left out: only tools are found */
  constructor(tools: readonly FoundTool[], schema?: GraphQLSchema) {
    this.#parts = () => [
      ...tools.map((tool): SchemaPart => ({ kind: 'tool', ...tool })),
      ...(schema ? partsOf(schema) : []),
    ];
  }

  /** @returns the parts that have most of the words, the best first */
  async find(text: string, max: number): Promise<readonly SchemaPart[]> {
    this.#index ??= this.#makeIndex();
    const index = await this.#index;
    return index
      .search(text)
      .slice(0, max)
      .map(({ name, kind, signature, description }) => {
        const part = { name, kind, ...(signature && { signature }), description };
        return part as SchemaPart;
      });
  }

  async #makeIndex(): Promise<MiniSearch<SchemaPart>> {
    const index = new MiniSearch<SchemaPart>({
      idField: 'key',
      fields: ['ownName', 'name', 'description'],
      storeFields: ['name', 'kind', 'signature', 'description'],
      extractField: ({ name, kind, ...part }, field) => {
        // A tool can have the name of a type.
        if (field === 'key') return `${kind} ${name}`;
        if (field === 'ownName') return name.slice(name.indexOf('.') + 1);
        return { name, kind, ...part }[field as keyof SchemaPart];
      },
      tokenize: wordsOf,
      processTerm: (word) => word,
      searchOptions: {
        boost: { ownName: 4, name: 2 },
        boostDocument: (_id, _word, stored) => weights[stored!['kind'] as SchemaPart['kind']],
        prefix: (word) => word.length > 3,
      },
    });
    // In slices of time: all of it takes a fifth of a second.
    await index.addAllAsync(this.#parts(), { chunkSize: 200 });
    return index;
  }
}

/** @returns words in lower case; those of `camelCase` each; plurals as singulars */
const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [])
    .map((word) => word.toLowerCase())
    .map((word) => (word.length > 3 ? word.replace(/(?<![su])s$/, '') : word));

/** @returns what a description says first; `describe_type` has all of it */
export const firstSentence = (text: string | null | undefined): string =>
  /^[^]*?\.(?=\s|$)/.exec(text ?? '')?.[0] ?? text ?? '';

/** @returns the first sentence of a text, and as many others as fit into a number of characters */
export function firstSentences(text: string, maxLength: number): string {
  let length = firstSentence(text).length;
  for (;;) {
    const next = firstSentence(text.slice(length + 1));
    if (next === '' || length + 1 + next.length > maxLength) return text.slice(0, length);
    length += 1 + next.length;
  }
}

function partsOf(schema: GraphQLSchema): SchemaPart[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return types.flatMap((type) => [...typePart(type, schema), ...fieldParts(type, schema)]);
}

const isRoot = (type: GraphQLNamedType, schema: GraphQLSchema): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some(
    (root) => root === type,
  );

const typePart = (type: GraphQLNamedType, schema: GraphQLSchema): SchemaPart[] =>
  isRoot(type, schema)
    ? []
    : [{ name: type.name, kind: 'type', description: firstSentence(type.description) }];

function fieldParts(type: GraphQLNamedType, schema: GraphQLSchema): SchemaPart[] {
  // Subscriptions are no tools.
  if (type === schema.getSubscriptionType()) return [];
  const kind = kindOfFields(type, schema);
  return fieldsOf(type).map((field) => ({
    name: `${type.name}.${field.name}`,
    kind,
    signature: signatureOf(field),
    description: firstSentence(field.description),
  }));
}

function kindOfFields(type: GraphQLNamedType, schema: GraphQLSchema): SchemaPart['kind'] {
  if (type === schema.getQueryType()) return 'query';
  if (type === schema.getMutationType()) return 'mutation';
  return isInputObjectType(type) ? 'input field' : 'field';
}

type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField;

const fieldsOf = (type: GraphQLNamedType): readonly AnyField[] =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values<AnyField>(type.getFields())
    : [];

const argumentsOf = (field: AnyField): readonly GraphQLArgument[] =>
  'args' in field ? field.args : [];

function signatureOf(field: AnyField): string {
  const args = argumentsOf(field).map(({ name, type }) => `${name}: ${String(type)}`);
  return `${args.length > 0 ? `(${args.join(', ')}): ` : ''}${String(field.type)}`;
}

/**
 * Describes a type with its fields, or one field with its arguments.
 * @param name `Type` or `Type.field`
 * @returns undefined if there is none
 */
export function describePart(schema: GraphQLSchema, name: string): object | undefined {
  const [typeName = '', fieldName] = name.split('.');
  const type = schema.getType(typeName);
  if (type === undefined) return undefined;
  if (fieldName === undefined) return describeType(type, schema);
  const field = fieldsOf(type).find((each) => each.name === fieldName);
  return (
    field && {
      name,
      type: String(field.type),
      description: field.description,
      arguments: argumentsOf(field).map((each) => ({
        name: each.name,
        type: String(each.type),
        description: each.description,
      })),
    }
  );
}

const describeType = (type: GraphQLNamedType, schema: GraphQLSchema): object => ({
  name: type.name,
  description: type.description,
  ...(isInputObjectType(type) && type.isOneOf && { exactlyOneField: true }),
  ...(isEnumType(type) && {
    values: type.getValues().map(({ name, description }) => ({ name, description })),
  }),
  ...((isUnionType(type) || isInterfaceType(type)) && {
    possibleTypes: schema.getPossibleTypes(type).map(({ name }) => name),
  }),
  ...(fieldsOf(type).length > 0 && {
    fields: fieldsOf(type).map((field) => ({
      name: field.name,
      type: signatureOf(field),
      description: firstSentence(field.description),
    })),
  }),
});
