/**
 * Reads the documents of `PERSISTED_OPERATIONS`: a folder of `.graphql` files, one of them, or the
 * manifest that a client's tool writes.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** A document that an operator has listed. */
export interface OperationFile {
  /** How clients name it. */
  readonly id: string;
  readonly text: string;
  /** Where it is, for messages: the file, and in a manifest the id. */
  readonly place: string;
}

/** What is wrong with the documents: one line for each problem, which begins with its place. */
export class OperationFilesError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'OperationFilesError';
  }
}

/** The manifest of `@apollo/generate-persisted-query-manifest`. */
const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

/** What the compiler of Relay, and the client preset of graphql-codegen, write. */
const textsById = z.record(z.string(), z.string());

const accepted =
  'expected a folder of .graphql files, a .graphql file, or a manifest of Apollo, Relay or graphql-codegen in JSON (of documents in TypeScript, graphql-codegen writes one: `presetConfig: { persistedDocuments: true }`)';

/**
 * @param path of a folder, whose subfolders count too, or of a file
 * @throws OperationFilesError naming each file that cannot be read, and ids with two documents
 */
export function readOperationFiles(path: string): readonly OperationFile[] {
  const files = operationsIn(path);
  if (files.length === 0) throw new OperationFilesError([`${path}: has no documents; ${accepted}`]);
  const problems: string[] = [];
  const byId = new Map<string, OperationFile>();
  for (const file of files) {
    const { id, text, place } = file;
    const known = byId.get(id) ?? file;
    if (known.text !== text)
      problems.push(`${place}: has the id of another document, ${known.place}`);
    byId.set(id, known);
  }
  if (problems.length > 0) throw new OperationFilesError(problems);
  return [...byId.values()];
}

function operationsIn(path: string): readonly OperationFile[] {
  try {
    if (statSync(path).isDirectory()) return graphqlFilesIn(path).map(operationIn);
    return path.endsWith('.graphql') ? [operationIn(path)] : manifestIn(path);
  } catch (error) {
    if (error instanceof OperationFilesError) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new OperationFilesError([`${path}: cannot be read (${code}); ${accepted}`]);
  }
}

/** Names that begin with a dot are left out: Kubernetes keeps copies of mounted files there. */
const graphqlFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql') && !/(^|[/\\])\./.test(name))
    .toSorted()
    .map((name) => join(folder, name));

function operationIn(file: string): OperationFile {
  const text = readFileSync(file, 'utf8');
  return { id: hash('sha256', text), text, place: file };
}

function manifestIn(file: string): readonly OperationFile[] {
  const content = parsed(readFileSync(file, 'utf8'));
  const { data: manifest } = apolloManifest.safeParse(content);
  const texts = manifest?.operations.map(({ id, body }): [string, string] => [id, body]);
  const { data: byId } = textsById.safeParse(content);
  const entries = texts ?? (byId && Object.entries(byId));
  if (entries === undefined)
    throw new OperationFilesError([`${file}: is no manifest; ${accepted}`]);
  return entries.map(([id, text]) => ({ id, text, place: `${file}, ${id}` }));
}

/** @returns undefined for a text that is not JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
