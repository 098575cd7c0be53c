/**
 * Prints the schema as SDL, with the directives that graphql's own printer omits. `npm run schema`
 * writes the file.
 */
import {
  type ASTNode,
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLFieldExtensions,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
  type ScalarTypeDefinitionNode,
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

/** @param text in GraphQL */
export const directive = (text: string): ConstDirectiveNode =>
  (parse(`scalar Any ${text}`).definitions[0] as ScalarTypeDefinitionNode).directives![0]!;

const scopes = (anyOf: readonly string[]): ConstDirectiveNode =>
  directive(`@${scopesDirective.name}(anyOf: ${JSON.stringify(anyOf)})`);

const effectNode = ({ destructive, repeatable, notifies }: WriteEffect): ConstDirectiveNode =>
  directive(
    `@${effectDirective.name}(destructive: ${destructive}, repeatable: ${repeatable}, notifies: ${notifies})`,
  );

/** The directive for one operation. */
function upstream({ key, units, bucket }: AnyOperation): ConstDirectiveNode {
  const cost = units === null ? '' : `, units: ${units}`;
  return directive(`@${upstreamName}(operation: "${key}"${cost}, bucket: "${bucket}")`);
}

const semanticNonNull = directive(`@${semanticNonNullDirective.name}`);
