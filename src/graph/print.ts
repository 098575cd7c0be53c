/** The contract as text: the SDL with the directives that graphql's own printer leaves out. `npm run schema` writes it. */
import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import type { AnyOperation } from '../upstream/operation.ts';

export function printContract(schema: GraphQLSchema): string {
  const document: DocumentNode = visit(parse(printSchema(schema)), {
    FieldDefinition: (node, _key, _parent, _path, ancestors) => {
      const holder = ancestors.at(-1);
      const type =
        holder && 'name' in holder && holder.name ? schema.getType(holder.name.value) : undefined;
      const operations =
        isObjectType(type) || isInterfaceType(type)
          ? type.getFields()[node.name.value]?.extensions.operations
          : undefined;
      return operations?.length ? withDirectives(node, operations) : undefined;
    },
  });
  return `${print(document)}\n`;
}

const withDirectives = (
  node: FieldDefinitionNode,
  operations: readonly AnyOperation[],
): FieldDefinitionNode => ({
  ...node,
  directives: [...(node.directives ?? []), ...operations.map(upstream)],
});

function upstream({ key, units }: AnyOperation): ConstDirectiveNode {
  const args = [`operation: "${key}"`, ...(units === null ? [] : [`units: ${units}`])].join(', ');
  const document = parse(`type T { f: Int @upstream(${args}) }`, { noLocation: true });
  const [type] = document.definitions;
  if (type?.kind !== Kind.OBJECT_TYPE_DEFINITION) throw new Error('unreachable');
  return type.fields![0]!.directives![0]!;
}
