/**
 * Errors about literals that a scalar of the schema rejects. graphql-js reports them without a
 * place in the document.
 */
import {
  type ArgumentNode,
  type ASTNode,
  BREAK,
  type DocumentNode,
  getNamedType,
  type GraphQLError,
  type GraphQLSchema,
  isScalarType,
  Kind,
  type ObjectFieldNode,
  TypeInfo,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withMessage } from '../../graph/error.ts';

/** Names the argument of a rejected literal, and its place. Other errors are returned unchanged. */
export function withArgument(
  schema: GraphQLSchema,
  document: DocumentNode,
  error: GraphQLError,
): GraphQLError {
  const { extensions, message, nodes } = error;
  if (nodes !== undefined || extensions['code'] !== 'INVALID_INPUT') return error;
  const found = findLiteral(schema, document, message);
  if (found === undefined) return error;
  const { node, argument } = found;
  const isNamed = argument !== '';
  return withMessage(
    { nodes: [node] },
    isNamed ? `${argument}: ${message}` : message,
    isNamed ? { ...extensions, argument } : extensions,
  );
}

interface RejectedLiteral {
  readonly node: ValueNode;
  /** For example `filter.publishedAfter`; empty for the default of a variable. */
  readonly argument: string;
}

/** @returns the first literal that its scalar rejects with the message */
function findLiteral(
  schema: GraphQLSchema,
  document: DocumentNode,
  message: string,
): RejectedLiteral | undefined {
  const typeInfo = new TypeInfo(schema);
  /** Names of the argument and the input fields around the current node. */
  const names: string[] = [];
  let found: RejectedLiteral | undefined;
  const visitor = {
    enter: (node: ASTNode): unknown => {
      if (isInput(node)) names.push(node.name.value);
      if (!isLiteral(node) || rejection(typeInfo, node) !== message) return undefined;
      found = { node, argument: names.join('.') };
      return BREAK;
    },
    leave: (node: ASTNode): void => {
      if (isInput(node)) names.pop();
    },
  };
  visit(document, visitWithTypeInfo(typeInfo, visitor));
  return found;
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

const isInput = (node: ASTNode): node is ArgumentNode | ObjectFieldNode =>
  node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD;
