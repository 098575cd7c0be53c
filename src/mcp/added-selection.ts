/** What documents of tools select besides what their authors wrote. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** @returns what is selected below a field as well; undefined for nothing */
export type AddedSelection = (
  field: FieldNode,
  type: GraphQLOutputType | null | undefined,
) => readonly SelectionNode[] | undefined;

/** @returns the document with what is added below each of its fields that selects something */
export function withSelections(
  document: DocumentNode,
  schema: GraphQLSchema,
  ...added: readonly AddedSelection[]
): DocumentNode {
  const info = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        leave(node) {
          if (!node.selectionSet) return undefined;
          const more = added.flatMap((each) => each(node, info.getType()) ?? []);
          if (more.length === 0) return undefined;
          const selections = [...node.selectionSet.selections, ...more];
          return { ...node, selectionSet: { ...node.selectionSet, selections } };
        },
      },
    }),
  );
}
