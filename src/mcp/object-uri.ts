/** The addresses of objects as resources. */

const prefix = 'studiograph://objects/';

/** The template of the addresses. */
export const objectTemplate = `${prefix}{id}`;

export const objectUri = (id: string): string => `${prefix}${encodeURIComponent(id)}`;

/** @returns the id of the object at an address; undefined for another address */
export function idAtUri(uri: string): string | undefined {
  if (!uri.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(uri.slice(prefix.length));
  } catch {
    return undefined;
  }
}
