/**
 * Operations with a name, each of which is a tool: those that the operator lists, or the examples.
 */
import { readdir, readFile } from 'node:fs/promises';
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  separateOperations,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { packageFile } from '../server/package-file.ts';

/** A document with one named operation. */
export interface AgentOperation {
  readonly name: string;
  readonly text: string;
  readonly document: DocumentNode;
  /** Values of variables that agents can see, and that no call gets by default. */
  readonly samples?: Samples | undefined;
}

/** Values by the names of variables. */
export type Samples = Readonly<Record<string, unknown>>;

const folder = packageFile('schema/operations/');

/**
 * @returns the examples, in the order of their files. The defaults of their variables are data of
 * the sandbox: an agent has to name its own where it writes.
 */
export async function exampleOperations(): Promise<readonly AgentOperation[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.graphql'));
  const texts = await Promise.all(
    files.toSorted().map((file) => readFile(new URL(file, folder), 'utf8')),
  );
  return operationsIn(texts).map(withoutSamples);
}

/** @returns a mutation without defaults: it writes nothing that the agent has not said */
function withoutSamples(operation: AgentOperation): AgentOperation {
  if (definitionOf(operation.document).operation !== OperationTypeNode.MUTATION) return operation;
  const samples: Record<string, unknown> = {};
  const document = visit(operation.document, {
    VariableDefinition({ defaultValue, ...definition }) {
      if (!defaultValue || defaultValue.kind === Kind.NULL) return undefined;
      samples[definition.variable.name.value] = valueFromASTUntyped(defaultValue);
      return definition;
    },
  });
  return { ...operation, document, samples };
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
      if (name !== '')
        byName.set(name, { name, text: all.length === 1 ? text : print(document), document });
  }
  return [...byName.values()];
}

/** @returns the first operation of a document. @throws Error if it has none */
export function definitionOf({ definitions }: DocumentNode): OperationDefinitionNode {
  const found = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (found === undefined) throw new Error('the document has no operation');
  return found as OperationDefinitionNode;
}
