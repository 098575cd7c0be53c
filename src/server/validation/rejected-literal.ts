/**
 * The arguments of errors about literals. graphql-js reports those that a scalar of the schema
 * rejects without a place in the document.
 */
import {
  type ASTNode,
  type DocumentNode,
  getNamedType,
  type GraphQLError,
  type GraphQLSchema,
  isScalarType,
  Kind,
  TypeInfo,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { withMessage } from '../../engine/schema/error/error.ts';
import { argumentOf, findPlaced } from './argument-path.ts';

/** Names the argument of a wrong literal, and its place. Other errors are returned unchanged. */
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
