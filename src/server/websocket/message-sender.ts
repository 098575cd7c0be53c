/** Sends the messages of one WebSocket, and bounds what its client has not read. */
import type { Duplex } from 'node:stream';
import type { Message } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { RunningOperation } from '../pipeline/running-operations.ts';

interface MessageSenderParts {
  readonly socket: WebSocket;
  /** The connection below the WebSocket. */
  readonly stream: Duplex;
  /** Maximum bytes that wait for the client. */
  readonly maxBytes: number;
  /** Called if more wait: it has to close the WebSocket. */
  readonly onSlow: () => void;
}

/** The way from the gateway to the client. */
export class MessageSender {
  readonly #parts: MessageSenderParts;

  constructor(parts: MessageSenderParts) {
    this.#parts = parts;
  }

  /** Whether the WebSocket is open. One whose client reads too slowly is closed. */
  get canSend(): boolean {
    const { socket, maxBytes, onSlow } = this.#parts;
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= maxBytes) return true;
    onSlow();
    return false;
  }

  send(message: Message): void {
    void this.#sendText(JSON.stringify(message));
  }

  /**
   * Sends a result of an operation, unless it has ended. The next one waits until it is sent.
   * @param json of the result: the message is made around it, because others send it, too
   */
  sendResult(operation: RunningOperation, json: string): Promise<void> {
    const { id, request } = operation;
    if (request.closed.aborted) return Promise.resolve();
    const text = `{"id":${JSON.stringify(id)},"type":"next","payload":${json}}`;
    operation.bytes += Buffer.byteLength(text);
    return this.#sendText(text);
  }

  /** @returns a promise that resolves when the text is passed to the network, or cannot be sent */
  #sendText(text: string): Promise<void> {
    if (!this.canSend) return Promise.resolve();
    const { socket, stream } = this.#parts;
    // The messages of one turn are written together: each write is a system call.
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return new Promise((resolve) => {
      socket.send(text, () => resolve());
    });
  }
}
