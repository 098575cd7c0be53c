/** Files in the variables of an operation that is not executed: any value stands for one. */
import {
  type DocumentNode,
  getOperationAST,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import { UploadedFile } from './file.ts';

type Variables = Readonly<Record<string, unknown>> | null | undefined;

const anyFile = new UploadedFile('application/octet-stream', Buffer.alloc(0));

/** Puts an empty file in the places of files, where the client may have null, or a name. */
export function withAnyFiles(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): Variables {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  if (!variables || definitions.length === 0) return variables;
  const filled: Record<string, unknown> = { ...variables };
  for (const { variable, type: node } of definitions) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
    if (type && Object.hasOwn(filled, name)) filled[name] = withFiles(type, filled[name]);
  }
  return filled;
}

function withFiles(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return withFiles(type.ofType, value);
  if (isListType(type))
    return Array.isArray(value)
      ? value.map((item: unknown) => withFiles(type.ofType, item))
      : withFiles(type.ofType, value);
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || value === null) return value;
    const fields = type.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        Object.hasOwn(fields, name) ? withFiles(fields[name]!.type, inner) : inner,
      ]),
    );
  }
  return type.name === 'Upload' ? anyFile : value;
}
