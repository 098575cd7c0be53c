/**
 * Sends calls to one side, the sandbox or the services, and tells answers from what says nothing
 * about the service: limits, failures, an account or a token that lacks something.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { googleApis } from '../src/services/api.ts';
import type { Bases } from '../src/config.ts';
import { readErrorBody } from '../src/engine/rest/call/classify-failure.ts';
import { errorReasonOf } from '../src/engine/rest/operation/error-reason.ts';
import { type AnyOperation, isRead, serviceOf } from '../src/engine/api/operation.ts';
import { parseJsonObject } from '../src/engine/rest/call/response-body.ts';
import { type OtherCredential, type OtherTokens, otherTokens } from './other-token.ts';
import {
  type Arguments,
  buildRestRequest,
  type RestRequest,
  type SentFile,
} from './rest-request.ts';

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  /** Present if the status is 200 and the body a JSON object. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Of the first error, if the call was rejected. */
  readonly reason?: string;
  readonly location?: string;
  /** The reason in the details of the error, which newer answers have. */
  readonly detail?: string;
}

/** How a call differs from one with the token of the account. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the token of the account. */
  readonly credential?: 'none' | 'invalid' | OtherCredential;
  readonly file?: SentFile;
}

/** The call, or one that it depends on, could not show how the service behaves. */
export class Unchecked extends Error {}

/** Whether the call was executed is not known. */
export class NoAnswer extends Unchecked {}

/** The user has interrupted the run. */
export class Interrupted extends Error {}

/** A token is not accepted at all. The message is the name of its variable. */
export class InvalidToken extends Error {}

interface ClientOptions {
  readonly bases: Bases;
  readonly token: string;
  readonly otherTokens: OtherTokens;
  /** After it only removals are sent. */
  readonly signal: AbortSignal;
  /** The first pause before a call is repeated; it doubles each time. */
  readonly retryDelayMs: number;
}

/** A call is sent at most so many times. */
const maxAttempts = 3;

/** Milliseconds to connect, to the first byte, and between two chunks. */
const timeout = 30_000;

export class Client {
  /** How often each operation was called, repetitions included. */
  readonly calls = new Map<AnyOperation, number>();
  readonly #options: ClientOptions;
  /** Buckets, each with the credential: another token can be one of another project. */
  readonly #exhausted = new Set<string>();
  readonly #agent = new Agent({
    connect: { timeout },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  });

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * @throws {Unchecked} if the answer says nothing about the service
   * @throws {Interrupted} after an interruption
   */
  async send(operation: AnyOperation, args: Arguments, options: CallOptions = {}): Promise<Answer> {
    if (this.#options.signal.aborted) throw new Interrupted();
    return this.#repeat(operation, args, options, isRead(operation));
  }

  /** @throws {Interrupted} at once after an interruption */
  async pause(ms: number): Promise<void> {
    const { signal } = this.#options;
    await wait(ms, undefined, { signal }).catch((error: unknown) => {
      throw signal.aborted ? new Interrupted() : error;
    });
  }

  /** Removes what a check has made, also after an interruption. */
  sendRemoval(
    operation: AnyOperation,
    args: Arguments,
    options: CallOptions = {},
  ): Promise<Answer> {
    return this.#repeat(operation, args, options, true);
  }

  /** @param mayRepeat whether the call may be sent again although it may have had an effect */
  async #repeat(
    operation: AnyOperation,
    args: Arguments,
    options: CallOptions,
    mayRepeat: boolean,
  ): Promise<Answer> {
    const { bases, retryDelayMs } = this.#options;
    const sent = buildRestRequest(bases, operation, args, options.file);
    for (let attempt = 1; ; attempt += 1) {
      if (this.#exhausted.has(bucketOf(operation, options))) throw new Unchecked('quotaExceeded');
      this.calls.set(operation, (this.calls.get(operation) ?? 0) + 1);
      const result = await this.#attempt(operation, sent, options);
      if (!('temporary' in result)) return result;
      const { temporary, notExecuted } = result;
      if (attempt === maxAttempts || !(mayRepeat || notExecuted))
        throw notExecuted ? new Unchecked(temporary) : new NoAnswer(temporary);
      await wait(retryDelayMs * 2 ** (attempt - 1));
    }
  }

  async #attempt(
    operation: AnyOperation,
    { url, method, headers, body }: RestRequest,
    options: CallOptions,
  ): Promise<Answer | Temporary> {
    try {
      const response = await request(url, {
        dispatcher: this.#agent,
        method,
        headers: { ...headers, ...this.#authorization(options), ...options.headers },
        body: body ?? null,
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      return this.#read(operation, response.statusCode, bytes, options);
    } catch (error) {
      if (error instanceof Unchecked || error instanceof InvalidToken) throw error;
      // The message of the error could have the address of the call.
      return { temporary: 'no answer', notExecuted: false };
    }
  }

  #authorization({ credential }: CallOptions): Record<string, string> {
    if (credential === 'none') return {};
    const { token, otherTokens: others } = this.#options;
    const sent = otherOf(credential)
      ? others[credential as OtherCredential]
      : (credential ?? token);
    return { authorization: `Bearer ${sent}` };
  }

  /** @throws {Unchecked} @throws {InvalidToken} */
  #read(
    operation: AnyOperation,
    status: number,
    body: Buffer,
    options: CallOptions,
  ): Answer | Temporary {
    if (status < 400) {
      const data = status === 200 ? parseJsonObject(body) : undefined;
      return { status, ...(data && { data }) };
    }
    const words = readErrorBody(body);
    const reason = codeWord(words.reason) ?? codeWord(words.details[0]) ?? codeWord(words.status);
    const detail = codeWord(words.details[0]);
    const location = codeWord(words.location);
    const answer = {
      status,
      ...(reason && { reason }),
      ...(location && { location }),
      ...(detail && { detail }),
    };
    const service = serviceOf(operation);
    const limit = { limitOf: words.limitOf, ...(words.isDaily && { isDaily: words.isDaily }) };
    const other = otherOf(options.credential);
    for (const each of [words.reason, ...words.details]) {
      const meaning = errorReasonOf(googleApis, { service, reason: each, ...limit });
      if (meaning && other?.isAbout?.(meaning)) return answer;
      if (meaning?.exhaustsBucket) this.#exhausted.add(bucketOf(operation, options));
      const problem = problemOf(status, each ?? reason);
      if (meaning?.limit === 'short') return { temporary: problem, notExecuted: true };
      const isMissing = meaning?.accountWide || meaning?.missingScope || meaning?.limit === 'long';
      const whose = other ? ` (${other.owner})` : '';
      if (isMissing) throw new Unchecked(problem + whose);
    }
    const problem = problemOf(status, reason);
    if (status === 429) return { temporary: problem, notExecuted: true };
    if (status >= 500) return { temporary: problem, notExecuted: false };
    const variable = options.credential === undefined ? 'ACCESS_TOKEN' : other?.variable;
    if (reason === 'authError' && variable !== undefined) throw new InvalidToken(variable);
    return answer;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const problemOf = (status: number, reason: string | undefined): string =>
  [status, reason].filter((each) => each !== undefined).join(' ');

const otherOf = (credential: CallOptions['credential'] = 'none') =>
  credential === 'none' || credential === 'invalid' ? undefined : otherTokens[credential];

const bucketOf = ({ bucket }: AnyOperation, { credential = 'none' }: CallOptions): string =>
  `${bucket} ${credential}`;

/** A failure that says nothing about the service. */
interface Temporary {
  readonly temporary: string;
  /** Whether the call had no effect, so that a write may be repeated, too. */
  readonly notExecuted: boolean;
}

/** A word of the API: without digits and signs, which ids and addresses have. */
const codeWord = (text: string | undefined): string | undefined =>
  text !== undefined && /^[A-Za-z_.]{1,64}$/.test(text) ? text : undefined;
