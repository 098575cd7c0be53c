/** Files that the user has picked for variables of the scalar `Upload`. */
import {
  getNamedType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  getNullableType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { applyEdits, modify } from 'jsonc-parser';
import { create } from 'zustand';
import { definitionOf, type SentOperation } from '../editor/operation.ts';

interface UploadStore {
  /** By the path among the variables: `input.file`. */
  readonly files: Readonly<Record<string, File>>;
  readonly pick: (path: string, file: File | undefined) => void;
}

export const useUploadFiles = create<UploadStore>((set) => ({
  files: {},
  pick: (path, file) =>
    set(({ files: { [path]: _old, ...others } }) => ({
      files: file ? { ...others, [path]: file } : others,
    })),
}));

/** Input objects are searched for files so deep. */
const maxDepth = 4;

/** @returns the paths of the files among the variables of an operation */
export function uploadPaths(schema: GraphQLSchema, operation: OperationDefinitionNode): string[] {
  return (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const found = typeFromAST(schema, type) as GraphQLInputType | undefined;
    return found ? pathsIn(found, [variable.name.value]) : [];
  });
}

function pathsIn(type: GraphQLInputType, path: readonly string[]): string[] {
  if (isListType(getNullableType(type)) || path.length > maxDepth) return [];
  const named = getNamedType(type);
  if (named.name === 'Upload') return [path.join('.')];
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) =>
    pathsIn(field.type, [...path, field.name]),
  );
}

/** @returns the picked files of an operation, by their paths among the variables */
export function pickedFiles({ query }: { readonly query: string }): ReadonlyMap<string, File> {
  const { files } = useUploadFiles.getState();
  const isUsed = (path: string): boolean => query.includes(`$${path.split('.')[0]!}`);
  return new Map(Object.entries(files).filter(([path]) => isUsed(path)));
}

/** @returns an operation for the plan, to which any value stands for a file */
export function withAnyFiles(operation: SentOperation, schema: GraphQLSchema): SentOperation {
  const definition = definitionOf(operation);
  const paths = definition ? uploadPaths(schema, definition) : [];
  const places = paths.map((path) => `variables.${path}`);
  return JSON.parse(withValueAt(JSON.stringify(operation), places, 'a file')) as SentOperation;
}

/** @returns the JSON with the value at each of the paths */
const withValueAt = (json: string, paths: readonly string[], value: unknown): string =>
  paths.reduce((text, path) => applyEdits(text, modify(text, path.split('.'), value, {})), json);

/** An operation and its files as the form of the GraphQL multipart request specification. */
export function formOf(operation: object, files: ReadonlyMap<string, File>): FormData {
  const form = new FormData();
  const paths = [...files.keys()].map((path) => `variables.${path}`);
  form.set('operations', withValueAt(JSON.stringify(operation), paths, null));
  form.set('map', JSON.stringify(Object.fromEntries(paths.map((path, index) => [index, [path]]))));
  for (const [index, file] of [...files.values()].entries())
    form.set(String(index), file, file.name);
  return form;
}
