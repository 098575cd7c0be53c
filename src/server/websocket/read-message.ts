/** Reads the messages of clients. */
import { type Message, validateMessage } from 'graphql-ws';
import { hasPersistedHash } from '../document/params.ts';

/** Maximum length of the id of an operation: each of its messages repeats the id. */
const maxIdLength = 256;

/** @returns undefined for text that is not a message of the protocol, or has a very long id */
export function readMessage(data: Buffer): Message | undefined {
  try {
    const message = JSON.parse(data.toString()) as { readonly payload?: unknown };
    addQuery(message.payload);
    const valid = validateMessage(message);
    return 'id' in valid && valid.id.length > maxIdLength ? undefined : valid;
  } catch {
    return undefined;
  }
}

/** The protocol requires `query`. Clients that send the hash of a document may leave it out. */
function addQuery(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null) return;
  const params: { query?: unknown } = payload;
  if (hasPersistedHash({ ...params })) params.query = '';
}
