/** Operations with a name, each of which is a tool: the examples, and any others. */
import { readdir, readFile } from 'node:fs/promises';
import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql';

/** A document with one named operation. */
export interface AgentOperation {
  readonly name: string;
  readonly text: string;
  readonly document: DocumentNode;
}

/** Beside `src/` in the repository, and beside `dist/` in the image. */
const folder = new URL('../../schema/operations/', import.meta.url);

/** @returns the examples, in the order of their files */
export async function exampleOperations(): Promise<readonly AgentOperation[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.graphql'));
  const texts = await Promise.all(
    files.toSorted().map((file) => readFile(new URL(file, folder), 'utf8')),
  );
  return texts.map((text) => {
    const document = parse(text);
    return { name: definitionOf(document).name!.value, text, document };
  });
}

/** @returns the first operation of a document. @throws Error if it has none */
export function definitionOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const found = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (found === undefined) throw new Error('the document has no operation');
  return found as OperationDefinitionNode;
}
