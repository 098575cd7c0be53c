/**
 * Paths of values among the arguments of a field, for `extensions.argument`: `filter.type`,
 * `input.labels.0.labelId`. Names of variables do not occur in them.
 */
import {
  type ASTNode,
  BREAK,
  type DocumentNode,
  getNamedType,
  type GraphQLError,
  type GraphQLSchema,
  isScalarType,
  isValueNode,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  type ValueNode,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withMessage } from '../../engine/schema/error/error.ts';

/** A node of a document, and the path of the argument that it belongs to. */
interface PlacedNode {
  readonly node: ASTNode;
  /** Empty outside of arguments. */
  readonly argument: string;
}

/** @returns the first node of the document that matches */
export function findPlaced(
  document: DocumentNode,
  matches: (node: ASTNode) => boolean,
  typeInfo?: TypeInfo,
): PlacedNode | undefined {
  /** The nodes around the current one. Only a match needs their path, which is expensive. */
  const around: Step[] = [];
  let found: PlacedNode | undefined;
  const visitor = {
    enter: (node: ASTNode, key: string | number | undefined): unknown => {
      around.push({ node, key });
      if (!matches(node)) return undefined;
      found = { node, argument: around.flatMap((step) => nameOf(document, step) ?? []).join('.') };
      return BREAK;
    },
    leave: (): void => {
      around.pop();
    },
  };
  visit(document, typeInfo === undefined ? visitor : visitWithTypeInfo(typeInfo, visitor));
  return found;
}

/** A node on the way to another one, and its key in the node or the list above. */
interface Step {
  readonly node: ASTNode;
  readonly key: string | number | undefined;
}

/** The part of the path that a step adds: a name, or an index of a list. */
function nameOf(document: DocumentNode, { node, key }: Step): string | undefined {
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return node.name.value;
  // The parts of a default belong to the argument that gets the variable.
  if (node.kind === Kind.VARIABLE_DEFINITION) return argumentOfVariable(document, node);
  return isValueNode(node) && typeof key === 'number' ? String(key) : undefined;
}

/** @returns the argument that gets the variable; the first one if several do */
function argumentOfVariable(
  document: DocumentNode,
  definition: VariableDefinitionNode,
): string | undefined {
  const name = definition.variable.name.value;
  // Another operation can have a variable of the same name.
  const definitions = document.definitions.filter(
    (each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ||
      (each.kind === Kind.OPERATION_DEFINITION && each.variableDefinitions?.includes(definition)),
  );
  // Its own definition contains the variable, too.
  const uses = { kind: Kind.DOCUMENT, definitions: definitions.map(withoutVariables) } as const;
  return findPlaced(uses, (node) => node.kind === Kind.VARIABLE && node.name.value === name)
    ?.argument;
}

const withoutVariables = <T extends DocumentNode['definitions'][number]>(definition: T): T => ({
  ...definition,
  variableDefinitions: [],
});

/** The paths that graphql-js prints, for example ` at .items[1].note`. */
const printedPath = String.raw`(?: at ([.\w[\]]+))?`;

const aboutVariable = new RegExp(`^Variable "\\$\\w+"[^:]*?${printedPath}:`);

const aboutArgument = new RegExp(
  `^Argument "\\w+\\.\\w+\\((\\w+):\\)" (?:of type .* is required|has invalid value${printedPath}:)`,
);

/** A field of an input object that is missing or unknown: the path of graphql-js ends above it. */
const aboutField = /(?:to include required|not to include unknown) field "(\w+)"/;

const join = (...paths: (string | undefined)[]): string =>
  paths.flatMap((path) => path?.match(/\w+/g) ?? []).join('.');

/** Whether a node is the given one, or its original: errors have copies of objects and lists. */
const isAt =
  (node: ASTNode) =>
  (each: ASTNode): boolean =>
    each === node || (each.kind === node.kind && each.loc !== undefined && each.loc === node.loc);

/** @returns the argument that a message of graphql-js names; undefined if it names none */
export function argumentInMessage(message: string): string | undefined {
  const [, argument, below] = aboutArgument.exec(message) ?? [];
  return argument === undefined ? undefined : join(argument, below);
}

/** @returns the argument that an error of graphql-js is about; undefined if it is about none */
export function argumentOf(
  document: DocumentNode,
  { message, nodes }: Pick<GraphQLError, 'message' | 'nodes'>,
): string | undefined {
  const named = argumentInMessage(message);
  const node = nodes?.[0];
  if (named !== undefined || node === undefined) return named;
  const field = aboutField.exec(message)?.[1];
  if (node.kind === Kind.VARIABLE_DEFINITION) {
    const below = aboutVariable.exec(message)?.[1];
    return join(argumentOfVariable(document, node), below, field);
  }
  if (node.kind !== Kind.OBJECT_FIELD && !isValueNode(node)) return undefined;
  const argument = findPlaced(document, isAt(node))?.argument;
  return join(argument, node.kind === Kind.OBJECT_FIELD ? undefined : field);
}

/**
 * Names the argument of a wrong literal, and its place: graphql-js reports literals that a scalar
 * of the schema rejects without a place in the document. Other errors are returned unchanged.
 */
export function withArgument(
  schema: GraphQLSchema,
  document: DocumentNode,
  error: GraphQLError,
): GraphQLError {
  const { extensions, message, nodes } = error;
  if (nodes !== undefined || extensions['code'] !== 'INVALID_INPUT') {
    const argument = argumentOf(document, error);
    return argument === undefined
      ? error
      : withMessage(error, message, { ...extensions, argument });
  }
  const found = findLiteral(schema, document, message);
  if (found === undefined) return error;
  const { node, argument } = found;
  return withMessage({ nodes: [node] }, `${argument}: ${message}`, { ...extensions, argument });
}

/** @returns the first literal that its scalar rejects with the message */
function findLiteral(schema: GraphQLSchema, document: DocumentNode, message: string) {
  const typeInfo = new TypeInfo(schema);
  const isRejected = (node: ASTNode): boolean =>
    isLiteral(node) && rejection(typeInfo, node) === message;
  return findPlaced(document, isRejected, typeInfo);
}

type Literal = Extract<ValueNode, { readonly value: unknown }>;

const isLiteral = (node: ASTNode): node is Literal =>
  node.kind === Kind.STRING ||
  node.kind === Kind.INT ||
  node.kind === Kind.FLOAT ||
  node.kind === Kind.BOOLEAN;

/** The message with which the scalar at the current place rejects the literal, if it does. */
function rejection(typeInfo: TypeInfo, node: Literal): string | undefined {
  const inputType = typeInfo.getInputType();
  const type = inputType && getNamedType(inputType);
  if (!isScalarType(type)) return undefined;
  try {
    type.coerceInputValue(valueFromASTUntyped(node));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : undefined;
  }
}
