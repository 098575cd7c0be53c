/**
 * Prints the schema as SDL, with the directives that graphql's own printer omits. `npm run schema`
 * writes the file.
 */
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
} from 'graphql';
import type { AnyOperation } from '../upstream/operation.ts';

/** The schema as SDL, with `@upstream` at the fields that call REST operations. */
export function printContract(schema: GraphQLSchema): string {
  const document = parse(printSchema(schema));
  const definitions = document.definitions.map((node) => withUpstream(schema, node));
  return `${print({ ...document, definitions })}\n`;
}

function withUpstream(schema: GraphQLSchema, node: DefinitionNode): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION)
    return node;
  const type = schema.getType(node.name.value);
  if (!isObjectType(type) && !isInterfaceType(type)) return node;
  const known = type.getFields();
  return {
    ...node,
    fields: (node.fields ?? []).map((field) =>
      withDirectives(field, known[field.name.value]?.extensions.operations ?? []),
    ),
  };
}

const withDirectives = (
  node: FieldDefinitionNode,
  operations: readonly AnyOperation[],
): FieldDefinitionNode => ({
  ...node,
  directives: [...(node.directives ?? []), ...operations.map(upstream)],
});

function upstream({ key, units, bucket }: AnyOperation): ConstDirectiveNode {
  const cost = units === null ? [] : [`units: ${units}`];
  const args = [`operation: "${key}"`, ...cost, `bucket: "${bucket}"`].join(', ');
  const document = parse(`type T { f: Int @upstream(${args}) }`, { noLocation: true });
  const [type] = document.definitions;
  if (type?.kind !== Kind.OBJECT_TYPE_DEFINITION) throw new Error('unreachable');
  return type.fields![0]!.directives![0]!;
}
