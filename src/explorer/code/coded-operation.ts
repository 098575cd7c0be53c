/** The operation that code is written of: what the editor would run, without headers and tokens. */
import {
  type DocumentNode,
  getNamedType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  getNullableType,
  Kind,
  type OperationDefinitionNode,
  parse,
  separateOperations,
  typeFromAST,
  validate,
} from 'graphql';
import { Name } from './literal.ts';
import { operationTypes, type OperationTypes } from './operation-types.ts';

/** Who requests come from: whom an access token names, or the cookie of a sign-in; or nobody. */
export type CodeCaller = 'token' | 'session' | 'nobody';

/** What code says. */
export interface CodedOperation {
  readonly url: string;
  readonly caller: CodeCaller;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The document: of several operations in the editor, this one. */
  readonly text: string;
  /** Those that the operation declares. At the places of files there are names. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Paths of files among the variables. */
  readonly files: readonly string[];
  readonly types: OperationTypes;
}

/** What is in the editor. */
interface EditedOperation {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Paths of the files that the user has picked. */
  readonly pickedFiles: readonly string[];
}

/**
 * @returns the operation, apart from where it is sent and by whom
 * @throws Error for users, if it cannot run
 */
export function codedOperation(
  schema: GraphQLSchema,
  { query, operationName, variables, pickedFiles }: EditedOperation,
): Omit<CodedOperation, 'url' | 'caller'> {
  const document = validDocument(schema, query);
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const operation =
    operations.find(({ name }) => name !== undefined && name.value === operationName) ??
    operations[0];
  if (operation === undefined) throw new Error('The document has no operation.');
  const declared = new Set((operation.variableDefinitions ?? []).map(nameOf));
  const own = Object.entries(variables).filter(([name]) => declared.has(name));
  const files = filePaths(schema, operation, { variables, pickedFiles });
  return {
    kind: operation.operation,
    text: operations.length === 1 ? query.trim() : textOf(query, document, operation),
    variables: withNames(Object.fromEntries(own), files),
    files,
    types: operationTypes(schema, document, operation),
  };
}

/** @throws Error for users, with the first of its errors */
function validDocument(schema: GraphQLSchema, query: string): DocumentNode {
  const document = parsed(query);
  const errors = document instanceof GraphQLError ? [document] : validate(schema, document);
  const [error] = errors;
  if (error === undefined) return document as DocumentNode;
  const line = error.locations?.[0]?.line;
  const place = line === undefined ? '' : `Line ${line}: `;
  throw new Error(`There is no code of an operation with errors. ${place}${error.message}`);
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** @returns one operation of several, with the fragments that it uses, as they are written */
function textOf(query: string, document: DocumentNode, operation: OperationDefinitionNode): string {
  const { definitions } = separateOperations(document)[operation.name?.value ?? '']!;
  return definitions.map(({ loc }) => query.slice(loc!.start, loc!.end)).join('\n\n');
}

type Definition = NonNullable<OperationDefinitionNode['variableDefinitions']>[number];

const nameOf = ({ variable }: Definition): string => variable.name.value;

type Given = Pick<EditedOperation, 'variables' | 'pickedFiles'>;

/** @returns the paths of files: picked ones, and those that a given object needs */
const filePaths = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Given,
): string[] =>
  (operation.variableDefinitions ?? []).flatMap((definition) => {
    const type = typeFromAST(schema, definition.type) as GraphQLInputType;
    const name = nameOf(definition);
    return pathsIn(type, [name], { ...given, value: given.variables[name] });
  });

/** Files are so deep in an input. */
const maxDepth = 4;

function pathsIn(
  type: GraphQLInputType,
  path: readonly string[],
  given: Given & { readonly value: unknown },
): string[] {
  const { value, pickedFiles } = given;
  const named = getNamedType(type);
  if (isListType(getNullableType(type)) || path.length > maxDepth) return [];
  if (named.name === 'Upload') {
    const isUsed = pickedFiles.includes(path.join('.')) || value !== undefined;
    return isUsed || isNonNullType(type) ? [path.join('.')] : [];
  }
  if (!isInputObjectType(named)) return [];
  const isPicked = pickedFiles.some((each) => each.startsWith(`${path.join('.')}.`));
  if (!isObject(value) && !isPicked && !(isNonNullType(type) && path.length === 1)) return [];
  return Object.values(named.getFields()).flatMap((field) =>
    pathsIn(field.type, [...path, field.name], {
      ...given,
      value: isObject(value) ? value[field.name] : undefined,
    }),
  );
}

/** @returns the variables with the names `file`, `file2` … at the paths */
const withNames = (
  variables: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Readonly<Record<string, unknown>> =>
  paths.reduce(
    (all, path, index) => withValue(all, path.split('.'), new Name(fileName(index))),
    variables,
  );

export const fileName = (index: number): string => (index === 0 ? 'file' : `file${index + 1}`);

function withValue(
  object: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const inner = object[name];
  if (rest.length === 0) return { ...object, [name]: value };
  return { ...object, [name]: withValue(isObject(inner) ? inner : {}, rest, value) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Name);
