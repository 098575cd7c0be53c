/**
 * The shape of an operation's response: the positions of lists, and the positions that may be null.
 * Fields with the same response name have the same shape on all types that an object may have (the
 * rule "field selection merging" of the specification), so the types of the objects need not be
 * known.
 */
import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql';

/** The shape of a value: of a list if it has `item`, of an object if it has `fields`. */
export interface ResponseShape {
  readonly isNullable: boolean;
  readonly item?: ResponseShape;
  /** By response name. */
  readonly fields?: ReadonlyMap<string, FieldShape>;
}

/** A field of an object in the response. */
export interface FieldShape {
  readonly shape: ResponseShape;
  /** A place in the document where the field is selected. */
  readonly node: FieldNode;
}

/** A field whose selections are still being collected. */
interface OpenField extends FieldShape {
  readonly fields: Fields;
}

type Fields = Map<string, OpenField>;

type Operation = Pick<ValidatedExecutionArgs, 'schema' | 'operation' | 'fragmentDefinitions'>;

/** @returns the shape of `data` */
export function responseShape(args: Operation): ResponseShape {
  const fields: Fields = new Map();
  const root = args.schema.getRootType(args.operation.operation);
  if (root) collectFields(args, args.operation.selectionSet, root, fields);
  return { isNullable: true, fields };
}

/** Adds the fields of a selection to `fields`. */
function collectFields(
  args: Operation,
  { selections }: SelectionSetNode,
  parent: GraphQLCompositeType,
  fields: Fields,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      collectField(args, selection, parent, fields);
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? args.fragmentDefinitions[selection.name.value]
        : selection;
    if (fragment === undefined) continue;
    const { typeCondition, selectionSet } = fragment;
    const type = typeCondition ? args.schema.getType(typeCondition.name.value) : parent;
    if (isCompositeType(type)) collectFields(args, selectionSet, type, fields);
  }
}

function collectField(
  args: Operation,
  node: FieldNode,
  parent: GraphQLCompositeType,
  fields: Fields,
): void {
  const type = args.schema.getField(parent, node.name.value)?.type;
  if (type === undefined) return;
  const name = node.alias?.value ?? node.name.value;
  let field = fields.get(name);
  if (field === undefined) {
    const inner: Fields = new Map();
    field = { shape: shapeOf(type, inner), node, fields: inner };
    fields.set(name, field);
  }
  const named = getNamedType(type);
  if (node.selectionSet && isCompositeType(named))
    collectFields(args, node.selectionSet, named, field.fields);
}

function shapeOf(type: GraphQLOutputType, fields: Fields): ResponseShape {
  const isNullable = !isNonNullType(type);
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { isNullable, item: shapeOf(nullable.ofType, fields) };
  return isCompositeType(nullable) ? { isNullable, fields } : { isNullable };
}
