/**
 * Prints the schema as SDL, with the directives that graphql's own printer omits. `npm run schema`
 * writes the file.
 */
import {
  type ASTNode,
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLFieldExtensions,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  type NameNode,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import type { AnyOperation } from '../api/operation.ts';
import type { Api } from '../api/api.ts';
import { scopesOfCall } from '../api/accepted-scopes.ts';
import { apiOf } from './builder.ts';
import {
  effectDirective,
  scopesDirective,
  semanticNonNullDirective,
  upstreamName,
} from './directive.ts';
import type { WriteEffect } from './field/field-factory.ts';

/** The schema as SDL, with the directives of its fields. */
export function printContract(schema: GraphQLSchema): string {
  const document = parse(printSchema(schema));
  const definitions = document.definitions.map((node) => withFieldDirectives(schema, node));
  return `${print({ ...document, definitions })}\n`;
}

/** The schema as SDL, without descriptions and directives of fields. */
export const printWithoutDescriptions = (schema: GraphQLSchema): string =>
  `${print(visit(parse(printSchema(schema)), { enter: withoutDescription }))}\n`;

const withoutDescription = (node: ASTNode): ASTNode =>
  'description' in node ? { ...node, description: undefined } : node;

function withFieldDirectives(schema: GraphQLSchema, node: DefinitionNode): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION)
    return node;
  const type = schema.getType(node.name.value);
  if (!isObjectType(type) && !isInterfaceType(type)) return node;
  const known = type.getFields();
  return {
    ...node,
    fields: (node.fields ?? []).map((field) =>
      withDirectives(apiOf(schema), field, known[field.name.value]?.extensions ?? {}),
    ),
  };
}

function withDirectives(
  api: Api,
  node: FieldDefinitionNode,
  {
    operations = [],
    tokenCalls = [],
    effect,
    isNullOnErrorOnly,
  }: Pick<FieldExtensions, 'operations' | 'tokenCalls' | 'effect' | 'isNullOnErrorOnly'>,
): FieldDefinitionNode {
  const directives = [
    ...(node.directives ?? []),
    ...operations.map(upstream),
    ...scopesOf(api, [...callsForUser(operations), ...tokenCalls]).map(scopes),
    ...(effect ? [effectNode(effect)] : []),
    ...(isNullOnErrorOnly ? [semanticNonNull] : []),
  ];
  return { ...node, directives };
}

type FieldExtensions = GraphQLFieldExtensions<unknown, unknown>;

const callsForUser = (operations: readonly AnyOperation[]) =>
  operations.filter(({ auth }) => auth === 'user').map((operation) => ({ operation }));

/** The sets of scopes of the calls, each once. */
function scopesOf(
  api: Api,
  calls: NonNullable<FieldExtensions['tokenCalls']>,
): readonly (readonly string[])[] {
  const sets = calls.flatMap(({ operation, parts }) => scopesOfCall(api, operation, parts));
  return [...new Map(sets.map((set) => [set.join(), set])).values()];
}

const scopes = (anyOf: readonly string[]): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: nameNode(scopesDirective.name),
  arguments: [
    argument('anyOf', {
      kind: Kind.LIST,
      values: anyOf.map((value) => ({ kind: Kind.STRING, value })),
    }),
  ],
});

const effectNode = (effect: WriteEffect): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: nameNode(effectDirective.name),
  arguments: Object.entries(effect).map(([name, value]: [string, boolean]) =>
    argument(name, { kind: Kind.BOOLEAN, value }),
  ),
});

/** The directive for one operation. */
const upstream = ({ key, units, bucket }: AnyOperation): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: nameNode(upstreamName),
  arguments: [
    argument('operation', { kind: Kind.STRING, value: key }),
    ...(units === null ? [] : [argument('units', { kind: Kind.INT, value: String(units) })]),
    argument('bucket', { kind: Kind.STRING, value: bucket }),
  ],
});

const argument = (name: string, value: ConstValueNode): ConstArgumentNode => ({
  kind: Kind.ARGUMENT,
  name: nameNode(name),
  value,
});

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

const semanticNonNull: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: nameNode(semanticNonNullDirective.name),
};
