/** How clients write the id of a document. */

/** GraphQL over HTTP puts this before a SHA-256. */
const prefix = 'sha256:';

/** @returns the id that the gateway compares: a SHA-256 without prefix, in small letters */
export function keyOf(documentId: string): string {
  const id = documentId.startsWith(prefix) ? documentId.slice(prefix.length) : documentId;
  return isSha256(id) ? id.toLowerCase() : documentId;
}

export const isSha256 = (id: string): boolean => /^[\da-f]{64}$/i.test(id);
