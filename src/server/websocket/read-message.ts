/** Reads the messages of clients. */
import { type Message, parseMessage } from 'graphql-ws';

/** @returns undefined for text that is not a message of the protocol */
export function readMessage(data: Buffer): Message | undefined {
  try {
    return parseMessage(data.toString());
  } catch {
    return undefined;
  }
}
