/**
 * Fields whose arguments are rejected. The estimate finds them before any call; the operation is
 * then executed as a copy whose nodes have the errors. The walker requests nothing for such a
 * field, and the executor shows the error in its place.
 */
import {
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql';

/** Errors of rejected fields, by the first of their nodes. */
export type Rejections = ReadonlyMap<FieldNode, Error>;

const errors = new WeakMap<FieldNode, Error>();
const copies = new WeakSet<OperationDefinitionNode>();

/** @returns why the arguments of a field are rejected; undefined for any other field */
export const rejectionOf = (node: FieldNode): Error | undefined => errors.get(node);

/** Whether an operation is a copy with rejected fields. */
export const hasRejections = (operation: OperationDefinitionNode): boolean => copies.has(operation);

/** A copy of an operation in which `rejectionOf` knows the fields. */
export function withRejections<Prepared extends ValidatedExecutionArgs>(
  prepared: Prepared,
  rejections: Rejections,
): Prepared {
  const { operation, fragments } = prepared;
  const copied = Object.entries(fragments).map(([name, fragment]) => {
    const { definition } = fragment;
    return [name, { ...fragment, definition: withCopies(definition, rejections) }] as const;
  });
  const copy = withCopies(operation, rejections);
  copies.add(copy);
  return {
    ...prepared,
    operation: copy,
    fragments: Object.fromEntries(copied),
    fragmentDefinitions: Object.fromEntries(
      copied.map(([name, { definition }]) => [name, definition]),
    ),
  };
}

/** All fields are copied: projections are stored with the nodes that they are made of. */
const withCopies = <Node extends { readonly selectionSet: SelectionSetNode }>(
  node: Node,
  rejections: Rejections,
): Node => ({
  ...node,
  selectionSet: {
    ...node.selectionSet,
    selections: node.selectionSet.selections.map((each) => copyOf(each, rejections)),
  },
});

function copyOf(node: SelectionNode, rejections: Rejections): SelectionNode {
  if (node.kind === Kind.FRAGMENT_SPREAD) return node;
  const { selectionSet } = node;
  if (node.kind === Kind.INLINE_FRAGMENT) return withCopies(node, rejections);
  const copy = selectionSet ? withCopies({ ...node, selectionSet }, rejections) : { ...node };
  const error = rejections.get(node);
  if (error) errors.set(copy, error);
  return copy;
}
