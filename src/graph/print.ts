/**
 * Prints the schema as SDL, with the directives that graphql's own printer omits. `npm run schema`
 * writes the file.
 */
import {
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type ConstValueNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  type NameNode,
  parse,
  print,
  printSchema,
} from 'graphql';
import type { AnyOperation } from '../upstream/operation.ts';
import { upstreamDirective } from './builder.ts';

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

/** The directive for one operation. */
const upstream = ({ key, units, bucket }: AnyOperation): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: nameNode(upstreamDirective.name),
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
