/**
 * Limits the length of a GraphQL response, after execution and before serialisation.
 *
 * Each event of a subscription is a response of its own. The schema has no `@defer` and `@stream`:
 * no response is delivered in parts.
 */
import type { ExecutionResult, GraphQLError, ValidatedExecutionArgs } from 'graphql';
import { jsonBytes, type JsonSizeBounds, jsonSizeBounds } from './json-size.ts';
import { errorSize, ResponseCutter } from './response-cutter.ts';
import { responseShape } from './response-shape.ts';
import type { TurnQueue } from '../limits/turn-queue.ts';

/** Bytes of the response beside data, errors and extensions. */
const envelopeBytes = '{"data":}'.length;
const errorsEnvelopeBytes = '"errors":[],'.length;
const extensionsEnvelopeBytes = '"extensions":,'.length;

/** Upper limit for an error with its path and extensions; more are counted exactly. */
const roughErrorBytes = 2_000;

/** Responses that are longer take several milliseconds to count and to serialise. */
const largeResponseBytes = 1024 * 1024;

/** The limit of all responses of a gateway. */
export class ResponseLimit {
  readonly #maxBytes: number;
  readonly #turns: TurnQueue;

  /**
   * @param maxBytes longest response, as JSON in UTF-8
   * @param turns large responses take turns
   */
  constructor(maxBytes: number, turns: TurnQueue) {
    this.#maxBytes = maxBytes;
    this.#turns = turns;
  }

  /**
   * Cuts a result to the limit; its data is changed in place. Large results get a turn of the event
   * loop each, so that other requests are served between them.
   * @returns the result itself if it is short enough; a promise for large results only
   */
  apply(
    result: ExecutionResult,
    operation: ValidatedExecutionArgs,
  ): ExecutionResult | Promise<ExecutionResult> {
    const bounds = this.#bounds(result);
    return bounds.min > largeResponseBytes
      ? this.#applyInTurns(result, bounds, operation)
      : this.#limit(result, bounds, operation);
  }

  async #applyInTurns(
    result: ExecutionResult,
    bounds: JsonSizeBounds,
    operation: ValidatedExecutionArgs,
  ): Promise<ExecutionResult> {
    await this.#turns.next();
    const limited = this.#limit(result, bounds, operation);
    // Yoga serialises the result in this turn.
    await this.#turns.next();
    return limited;
  }

  /** One cheap pass, which suffices for nearly all responses. */
  #bounds({ data, errors = [], extensions }: ExecutionResult): JsonSizeBounds {
    const { min, max } = jsonSizeBounds([data, extensions], this.#maxBytes);
    const envelope = envelopeBytes + errorsEnvelopeBytes + extensionsEnvelopeBytes;
    return { min, max: max + envelope + errors.length * roughErrorBytes };
  }

  #limit(
    result: ExecutionResult,
    bounds: JsonSizeBounds,
    operation: ValidatedExecutionArgs,
  ): ExecutionResult {
    const maxBytes = this.#maxBytes;
    const { data, errors, extensions } = result;
    if (!data || bounds.max <= maxBytes) return result;
    const otherBytes = envelopeBytes + bytesOfErrors(errors) + bytesOfExtensions(extensions);
    const bytes =
      bounds.min > maxBytes ? bounds.min : otherBytes + jsonBytes(data, maxBytes - otherBytes);
    if (bytes <= maxBytes) return result;
    const cutter = new ResponseCutter({ maxBytes, bytes, otherBytes }, responseShape(operation));
    const cutData = cutter.cut(data);
    return { ...result, data: cutData, errors: [...(errors ?? []), ...cutter.errors] };
  }
}

function bytesOfErrors(errors: readonly GraphQLError[] | undefined): number {
  if (errors === undefined) return 0;
  return errors.reduce((sum, error) => sum + errorSize(error) + 1, errorsEnvelopeBytes);
}

const bytesOfExtensions = (extensions: object | undefined): number =>
  extensions === undefined
    ? 0
    : extensionsEnvelopeBytes + jsonBytes(extensions, Number.POSITIVE_INFINITY);
