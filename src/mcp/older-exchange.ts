/**
 * One request of a client of the protocol revisions until 2025-11-25, and its response: a server of
 * its own answers it. What such clients say once, in `initialize`, is told to each of these servers
 * again, as far as it is known: nothing is kept between requests.
 */
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  type RequestId,
  SdkError,
  SdkErrorCode,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { Clock } from '../engine/caller/clock.ts';
import type { CallMailbox } from './call-mailbox.ts';
import type { Questions } from './question.ts';

interface OlderExchangeParts {
  readonly mailbox: CallMailbox;
  readonly questions: Questions;
  readonly clock: Clock;
  readonly caller: string;
  /** What the client has got as the id of its session. */
  readonly sessionId: string | undefined;
  /** Called before a question is sent, or turned away because there is no place for it. */
  readonly onQuestion: () => void;
}

type Question = NonNullable<ReturnType<Questions['ask']>>;

/** @returns the address of a request that can be cancelled, which all sessions number alike */
export const callAddress = (caller: string, sessionId: string, id: RequestId): string =>
  `call ${caller} ${sessionId} ${JSON.stringify(id)}`;

export class OlderExchange extends PerRequestHTTPServerTransport {
  readonly #parts: OlderExchangeParts;
  /** By the ids that the server has given them. */
  readonly #questions = new Map<RequestId, Question>();
  #onIntroduced: (() => void) | undefined;
  #endCancelling: (() => void) | undefined;

  constructor(parts: OlderExchangeParts) {
    // The comments by which a stream stays open are sent with the response.
    super({ classification: { era: 'legacy' }, keepAliveMs: 0 });
    this.#parts = parts;
  }

  /** Tells the server what the client has said in its `initialize`. */
  async introduce(version = DEFAULT_NEGOTIATED_PROTOCOL_VERSION, asks: boolean): Promise<void> {
    const params = {
      protocolVersion: version,
      capabilities: asks ? { elicitation: { form: {} } } : {},
      clientInfo: { name: 'client', version: '' },
    };
    const introduced = new Promise<void>((resolve) => {
      this.#onIntroduced = resolve;
    });
    this.onmessage?.({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    await introduced;
  }

  /** @returns the response; 202 if the client has cancelled the request, or has left */
  async answer(message: JSONRPCRequest, request: Request): Promise<Response> {
    const { mailbox, caller, sessionId } = this.#parts;
    if (sessionId !== undefined)
      this.#endCancelling = mailbox.open(
        callAddress(caller, sessionId, message.id),
        (cancelled) => {
          this.onmessage?.(cancelled);
          void this.close();
        },
      );
    try {
      return await this.handleMessage(message, { request });
    } catch (error) {
      const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
      if (!isClosed) throw error;
      return new Response(null, { status: 202 });
    }
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#onIntroduced && isJSONRPCResponse(message)) {
      this.#onIntroduced();
      this.#onIntroduced = undefined;
      return;
    }
    if (isJSONRPCRequest(message)) return this.#ask(message, options);
    await super.send(this.#withOwnId(message), options);
  }

  override async close(): Promise<void> {
    this.#endCancelling?.();
    const waiting = [...this.#questions.values()];
    this.#questions.clear();
    await super.close();
    for (const question of waiting) question.end();
  }

  async #ask(message: JSONRPCRequest, options?: TransportSendOptions): Promise<void> {
    const { questions, clock, caller, onQuestion } = this.#parts;
    onQuestion();
    const answer = (given: JSONRPCMessage | undefined): void => {
      // Needs the id that the client knows.
      if (given === undefined) this.#withdraw(message.id, options);
      this.#questions.delete(message.id);
      this.onmessage?.({ ...(given ?? unanswered), id: message.id } as JSONRPCMessage);
    };
    const question = questions.ask(caller, clock, answer);
    if (question === undefined) return queueMicrotask(() => answer(undefined));
    this.#questions.set(message.id, question);
    await super.send({ ...message, id: question.id }, options);
  }

  /** The client need not ask its user any longer. */
  #withdraw(id: RequestId, options?: TransportSendOptions): void {
    if (!this.#questions.has(id)) return;
    const params = { requestId: id, reason: 'The time for an answer is over.' };
    void this.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, options);
  }

  /** The client knows questions by other ids than the server. */
  #withOwnId(message: JSONRPCMessage): JSONRPCMessage {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return message;
    const question = this.#questions.get(message.params?.['requestId'] as RequestId);
    if (!question) return message;
    return { ...message, params: { ...message.params, requestId: question.id } };
  }
}

/** As of a user who has closed the question. */
const unanswered = { jsonrpc: '2.0', result: { action: 'cancel' } };
