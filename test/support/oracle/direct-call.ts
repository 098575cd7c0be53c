/** Direct REST calls to the sandbox, each with all parts and fields of its answer. */
import { request } from 'undici';
import { addressOf, type Args } from './operation.ts';

export type Json = Record<string, any>;

/** The fields of a body as parameters; the entities in it are ids. */
export const bodyParameters = ({ items, ...fields }: Json): Args => ({
  ...fields,
  ...(items && { id: (items as readonly { readonly id: string }[]).map(({ id }) => id).join() }),
});

/** A direct call was answered with an error status. */
export class RestError extends Error {
  readonly status: number;
  readonly reason: string | undefined;

  constructor(status: number, reason?: string) {
    super(`${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

/**
 * The error status that a fault gives a call; undefined if the call succeeds.
 * @param operation key of the operation, `video:videos.list`
 */
export type Disturbance = (operation: string, address: string) => number | undefined;

/** Direct calls with a cache of their answers: nothing may be written to the sandbox meanwhile. */
export class DirectCalls {
  readonly #url: string;
  readonly #answers = new Map<string, Promise<Json>>();

  /** @param url of the sandbox */
  constructor(url: string) {
    this.#url = url;
  }

  /** @param token the caller's access token */
  as(token: string, disturbance: Disturbance = () => undefined): DirectCaller {
    return new DirectCaller(token, disturbance, (address, body) =>
      this.#answer(address, token, body),
    );
  }

  /** The answer to a GET of the address. @throws RestError for an error status */
  answer(address: string, token: string): Promise<Json> {
    return this.#answer(address, token);
  }

  #answer(address: string, token: string, body?: object): Promise<Json> {
    const key = `${token} ${address}`;
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = this.#fetch(address, token, body);
    this.#answers.set(key, answer);
    return answer;
  }

  async #fetch(address: string, token: string, body?: object): Promise<Json> {
    const headers = { authorization: `Bearer ${token}` };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await request(this.#url + address, { headers, ...sent });
    const answer = (await response.body.json()) as Json;
    const { statusCode: status } = response;
    if (status >= 400) throw new RestError(status, answer['error']?.errors?.[0]?.reason);
    return answer;
  }
}

/** @param body of a POST; without it, the call is a GET */
type Answer = (address: string, body?: object) => Promise<Json>;

/** Makes direct calls for one query of one caller. */
export class DirectCaller {
  /** Addresses of the calls so far, repeated ones included. */
  readonly addresses: string[] = [];
  /** The access token of the caller. */
  readonly token: string;
  readonly #disturbance: Disturbance;
  readonly #answer: Answer;

  constructor(token: string, disturbance: Disturbance, answer: Answer) {
    this.token = token;
    this.#disturbance = disturbance;
    this.#answer = answer;
  }

  /**
   * @param key operation, `video:videos.list`
   * @throws RestError for an error status
   */
  async get(key: string, args: Args): Promise<Json> {
    const address = addressOf(key, args);
    this.addresses.push(address);
    const status = this.#disturbance(key, address);
    if (status !== undefined) throw new RestError(status);
    return this.#answer(address);
  }

  /**
   * A read with a body, whose fields are also written to the address: it identifies the call.
   * @param key operation, `calendar:freebusy.query`
   * @throws RestError for an error status
   */
  async query(key: string, body: Args): Promise<Json> {
    const address = addressOf(key, bodyParameters(body));
    this.addresses.push(address);
    const status = this.#disturbance(key, address);
    if (status !== undefined) throw new RestError(status);
    return this.#answer(address, body);
  }

  /** As `get`; null if the answer is 404. */
  async find(key: string, args: Args): Promise<Json | null> {
    try {
      return await this.get(key, args);
    } catch (error) {
      if (error instanceof RestError && error.status === 404) return null;
      throw error;
    }
  }

  /**
   * The id of an entity that the caller names by a word (`root`). The call is not among
   * `addresses`, and no fault concerns it: the gateway reads such an id before the query.
   */
  async idOf(key: string, args: Args): Promise<string> {
    const { id } = await this.#answer(addressOf(key, args));
    return id as string;
  }
}
