/** Requests with files, in the format of the GraphQL multipart request specification. */
import { setAt } from '../../../src/engine/read/path.ts';
import { UploadedFile } from '../../../src/engine/schema/upload/file.ts';

export interface TestFile {
  readonly type: string;
  readonly bytes: Uint8Array | string;
}

/** Files by their path in the variables, for example `input.file`. */
type TestFiles = Readonly<Record<string, TestFile>>;

/** @returns a form with the document, the variables and the files */
export function formOf(query: string, variables: object, files: TestFiles): FormData {
  const form = new FormData();
  const paths = Object.keys(files).map((path, index) => [index, [`variables.${path}`]] as const);
  form.append('operations', JSON.stringify({ query, variables }));
  form.append('map', JSON.stringify(Object.fromEntries(paths)));
  for (const [index, { type, bytes }] of Object.values(files).entries()) {
    const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
    form.append(String(index), blob, `file-${index}`);
  }
  return form;
}

/** @returns the variables with the files at their paths, as the server passes them on */
export function withFiles(variables: object, files: TestFiles): object {
  const copy = structuredClone(variables) as Record<string, unknown>;
  for (const [path, { type, bytes }] of Object.entries(files))
    setAt(copy, path, new UploadedFile(type, Buffer.from(bytes as Uint8Array)));
  return copy;
}

/** A header that a browser sends to another site only after a preflight. */
export const preflightHeader = { 'x-preflight': '1' };
