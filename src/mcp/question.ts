/**
 * Questions to users in the middle of calls, over HTTP. The answer comes by a request of its own:
 * only the caller who was asked can give it, and nobody can guess the id of another question.
 */
import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import type { Clock, Timer } from '../engine/caller/clock.ts';
import type { Holding, Shares } from '../engine/rest/share/shares.ts';
import type { CallMailbox } from './call-mailbox.ts';
import { maxQuestionMs } from './protocol-server.ts';

interface QuestionParts {
  readonly mailbox: CallMailbox;
  /** The places of questions that wait. */
  readonly shares: Shares;
}

/** One for the process. */
export class Questions {
  readonly #parts: QuestionParts;
  readonly #waiting = new Set<Question>();
  #hasEnded = false;

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /** Whether another question of the caller would have a place. */
  hasRoomFor(caller: string): boolean {
    return !this.#hasEnded && this.#parts.shares.refusalOf(caller) === undefined;
  }

  /**
   * Begins to wait for an answer.
   * @param onAnswer gets the answer of the user; undefined if nobody will answer
   * @returns undefined if there is no place
   */
  ask(
    caller: string,
    clock: Clock,
    onAnswer: (answer: JSONRPCMessage | undefined) => void,
  ): Question | undefined {
    const { mailbox, shares } = this.#parts;
    if (this.#hasEnded) return undefined;
    const question = new Question((answer) => {
      this.#waiting.delete(question);
      shares.drop(caller, question);
      onAnswer(answer);
    });
    if (shares.hold(caller, question)) return undefined;
    this.#waiting.add(question);
    const close = mailbox.open(addressOf(caller, question.id), (answer) => question.end(answer));
    question.begin(
      close,
      clock.after(maxQuestionMs, () => question.end()),
    );
    return question;
  }

  /** Takes an answer to a question of any replica; if nobody waits for it, nothing happens. */
  answer(caller: string, id: RequestId, answer: JSONRPCMessage): Promise<void> {
    return this.#parts.mailbox.send(addressOf(caller, id), answer);
  }

  /** Waits no longer: the gateway stops. */
  endAll(): void {
    this.#hasEnded = true;
    for (const question of this.#waiting) question.end();
  }
}

const addressOf = (caller: string, id: RequestId): string => `question ${caller} ${id}`;

/** A question that waits until it has ended, once. */
class Question implements Holding {
  readonly id = randomUUID();
  readonly #onEnd: (answer: JSONRPCMessage | undefined) => void;
  #close: (() => void) | undefined;
  #timer: Timer | undefined;
  #hasEnded = false;

  constructor(onEnd: (answer: JSONRPCMessage | undefined) => void) {
    this.#onEnd = onEnd;
  }

  begin(close: () => void, timer: Timer): void {
    this.#close = close;
    this.#timer = timer;
  }

  giveWay(): void {
    this.end();
  }

  /** @param answer of the user; left out: nobody answers */
  end(answer?: JSONRPCMessage): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#close?.();
    this.#timer?.cancel();
    this.#onEnd(answer);
  }
}
