/**
 * Messages to calls that wait for them. Each request can reach another replica than the call that
 * it is about: then it is passed on by the store.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { Encryption } from '../engine/caller/encryption.ts';
import type { Store } from '../engine/store/store.ts';

type Receiver = (message: JSONRPCMessage) => void;

/** One for all replicas: who has a channel of its own misses what comes before it has begun. */
const channel = 'calls of agents';

export class CallMailbox {
  readonly #store: Store;
  readonly #encryption: Encryption;
  readonly #receivers = new Map<string, Receiver>();

  constructor(store: Store, encryption: Encryption) {
    this.#store = store;
    this.#encryption = encryption;
    if (store.isShared) store.subscribe(channel, (text) => this.#receive(text));
  }

  /**
   * Receives messages until `close`.
   * @param address has the key of the caller, so that no other caller can send anything
   * @returns ends it
   */
  open(address: string, receive: Receiver): () => void {
    this.#receivers.set(address, receive);
    return () => {
      if (this.#receivers.get(address) === receive) this.#receivers.delete(address);
    };
  }

  /** Sends to whom the address belongs; if it belongs to nobody, nothing happens. */
  async send(address: string, message: JSONRPCMessage): Promise<void> {
    const receive = this.#receivers.get(address);
    if (receive) return receive(message);
    if (!this.#store.isShared) return;
    const text = this.#encryption.encrypt('agent call', JSON.stringify([address, message]));
    await this.#store.publish(channel, text);
  }

  #receive(encrypted: string): void {
    const text = this.#encryption.decrypt('agent call', encrypted);
    if (text === undefined) return;
    const [address, message] = JSON.parse(text) as [string, JSONRPCMessage];
    this.#receivers.get(address)?.(message);
  }
}
