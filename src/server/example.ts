/** The worked examples of `schema/operations`, as GraphiQL shows them: one tab a file. */
import { readdir, readFile } from 'node:fs/promises';

export interface Example {
  readonly query: string;
  /** JSON, from the file of the same name that ends in `.json`. */
  readonly variables?: string | undefined;
}
const folder = new URL('../../schema/operations/', import.meta.url);

/** In the order of their file names; without the folder there are none. */
export async function readExamples(): Promise<readonly Example[]> {
  const names = await readdir(folder).catch(() => []);
  const present = new Set(names);
  const read = (name: string) => readFile(new URL(name, folder), 'utf8');
  return Promise.all(
    names
      .filter((name) => name.endsWith('.graphql'))
      .toSorted()
      .map(async (name) => {
        const variables = name.replace(/graphql$/, 'json');
        return { query: await read(name), ...(present.has(variables) ? { variables: await read(variables) } : {}) };
      }),
  );
}
