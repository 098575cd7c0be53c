/** Requests with files, as the GraphQL multipart request specification has them. */
import { setAt } from '../../src/data/read/path.ts';
import { UploadedFile } from '../../src/graph/upload/file.ts';

export interface TestFile {
  readonly type: string;
  readonly bytes: Uint8Array | string;
}

/** @param files by the place in the variables where each belongs, `input.file` */
export function formOf(
  query: string,
  variables: object,
  files: Readonly<Record<string, TestFile>>,
): FormData {
  const form = new FormData();
  const named = Object.entries(files);
  form.append('operations', JSON.stringify({ query, variables }));
  form.append(
    'map',
    JSON.stringify(
      Object.fromEntries(named.map(([place], index) => [index, [`variables.${place}`]])),
    ),
  );
  for (const [index, [, { type, bytes }]] of named.entries())
    form.append(
      String(index),
      new Blob([bytes as Uint8Array<ArrayBuffer>], { type }),
      `file-${index}`,
    );
  return form;
}

/** The variables as they are once the files stand in their places. */
export function filled(variables: object, files: Readonly<Record<string, TestFile>>): object {
  const all = structuredClone(variables) as Record<string, unknown>;
  for (const [place, { type, bytes }] of Object.entries(files))
    setAt(all, place, new UploadedFile(type, Buffer.from(bytes as Uint8Array)));
  return all;
}

/** A header that a browser asks for first. */
export const askedFirst = { 'x-preflight': '1' };
