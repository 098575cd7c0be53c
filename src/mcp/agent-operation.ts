/**
 * Operations with a name: those that the operator lists are tools, the examples can be read.
 */
import { readdir, readFile } from 'node:fs/promises';
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  separateOperations,
} from 'graphql';
import { packageFile } from '../server/package-file.ts';

/** A document with one named operation. */
export interface AgentOperation {
  readonly name: string;
  readonly text: string;
  /** The comment at its start; empty without one. */
  readonly about: string;
  readonly document: DocumentNode;
}

const folder = packageFile('schema/operations/');

/** @returns the examples, in the order of their files */
export async function exampleOperations(): Promise<readonly AgentOperation[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.graphql'));
  const texts = await Promise.all(
    files.toSorted().map((file) => readFile(new URL(file, folder), 'utf8')),
  );
  return operationsIn(texts);
}

/**
 * @returns the named operations of documents. Of several with the same name, as a list of documents
 * has them when it keeps those of older clients, only the last one.
 */
export function operationsIn(texts: Iterable<string>): readonly AgentOperation[] {
  const byName = new Map<string, AgentOperation>();
  for (const text of texts) {
    const all = Object.entries(separateOperations(parse(text)));
    for (const [name, document] of all)
      if (name !== '') {
        const own = all.length === 1 ? text : print(document);
        byName.set(name, { name, text: own, about: leadingComment(own), document });
      }
  }
  return [...byName.values()];
}

/** @returns the text of the comment at the start of a document */
const leadingComment = (text: string): string =>
  (/^(?:\s*#.*\n)+/.exec(text)?.[0] ?? '')
    .replaceAll(/^\s*#\s?/gm, '')
    .replaceAll('\n', ' ')
    .trim();

/** @returns the first operation of a document. @throws Error if it has none */
export function definitionOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const found = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (found === undefined) throw new Error('the document has no operation');
  return found as OperationDefinitionNode;
}
