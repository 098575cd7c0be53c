/** The worked examples of `schema/operations`, as GraphiQL shows them: one tab a file. */
import { readdir, readFile } from 'node:fs/promises';

const folder = new URL('../../schema/operations/', import.meta.url);

/** Their documents in the order of the file names; without the folder there are none. */
export async function readExamples(): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const documents = names.filter((name) => name.endsWith('.graphql')).toSorted();
  return Promise.all(documents.map((name) => readFile(new URL(name, folder), 'utf8')));
}
