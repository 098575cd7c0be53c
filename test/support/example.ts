/** The worked examples in `schema/operations`. */
import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../schema/operations/', import.meta.url);

/** @returns the documents in the order of the file names; none if the folder does not exist */
export async function readExamples(): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const documents = names.filter((name) => name.endsWith('.graphql')).toSorted();
  return Promise.all(documents.map((name) => readFile(new URL(name, folder), 'utf8')));
}
