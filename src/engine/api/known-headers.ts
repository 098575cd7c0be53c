/** Headers that calls need beside those of every request, as far as one execution knows them. */
import type { AnyOperation } from './operation.ts';
import type { Register } from './register.ts';

/** Arguments of a call. Their `headers` are sent as they are. */
export type HeaderArguments = Readonly<Record<string, unknown>>;

/** What one execution knows; it learns from the answers of its calls. */
export interface KnownHeaders {
  /** @returns the arguments, with `headers` if the call needs any */
  addTo<A extends HeaderArguments>(operation: AnyOperation, args: A): A;
  /** Reads the answer of a call. */
  learn(operation: AnyOperation, args: HeaderArguments, answer: unknown): void;
}

/** The type that the described API has for it. */
export type OwnHeaders = Register extends { readonly headers: infer Own extends KnownHeaders }
  ? Own
  : KnownHeaders;
