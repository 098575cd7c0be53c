/** Direct REST calls to the sandbox, each with all parts and fields of its answer. */
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { catalogue } from '../../../src/upstream/catalogue.ts';
import type { AnyOperation } from '../../../src/upstream/operation.ts';

/** Where the API of a service begins, by the service. */
const prefixes: Readonly<Record<string, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  // Paths of Google Drive begin at the host.
  storage: '',
  calendar: '/calendar/v3',
};

export type Json = Record<string, any>;
export type Args = Readonly<Record<string, unknown>>;

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

/** The error status that a fault gives a call; undefined if the call succeeds. */
export type Disturbance = (operation: AnyOperation, address: string) => number | undefined;

/** Direct calls with a cache of their answers: nothing may be written to the sandbox meanwhile. */
export class DirectCalls {
  readonly #sandbox: Sandbox;
  readonly #answers = new Map<string, Promise<Json>>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** @param token the caller's access token */
  as(token: string, disturbance: Disturbance = () => undefined): DirectCaller {
    return new DirectCaller(token, disturbance, (address) => this.#answer(address, token));
  }

  #answer(address: string, token: string): Promise<Json> {
    const key = `${token} ${address}`;
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = this.#fetch(address, token);
    this.#answers.set(key, answer);
    return answer;
  }

  async #fetch(address: string, token: string): Promise<Json> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(this.#sandbox.url + address, { headers });
    const answer = (await response.json()) as Json;
    if (!response.ok) throw new RestError(response.status, answer['error']?.errors?.[0]?.reason);
    return answer;
  }
}

/** Makes direct calls for one query of one caller. */
export class DirectCaller {
  readonly token: string;
  /** Addresses of the calls so far, repeated ones included. */
  readonly addresses: string[] = [];
  readonly #disturbance: Disturbance;
  readonly #answer: (address: string) => Promise<Json>;

  constructor(token: string, disturbance: Disturbance, answer: (address: string) => Promise<Json>) {
    this.token = token;
    this.#disturbance = disturbance;
    this.#answer = answer;
  }

  /**
   * @param key operation, `video:videos.list`
   * @throws RestError for an error status
   */
  async get(key: string, args: Args): Promise<Json> {
    const operation = catalogue.get(key)!;
    const address = addressOf(operation, args);
    this.addresses.push(address);
    const status = this.#disturbance(operation, address);
    if (status !== undefined) throw new RestError(status);
    return this.#answer(address);
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
}

function addressOf(operation: AnyOperation, args: Args): string {
  const query = new URLSearchParams();
  let { path } = operation;
  const parts = operation.parts?.filter((part) => !operation.ownerOnlyParts?.includes(part));
  for (const [name, value] of Object.entries<any>({
    ...(parts ? { part: parts.join() } : {}),
    ...args,
  })) {
    if (value === undefined || value === null) continue;
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else for (const each of [value].flat()) query.append(name, each);
  }
  const service = operation.key.split(':', 1)[0]!;
  if (service === 'storage') query.append('fields', '*');
  return `${prefixes[service]}${path}?${query}`;
}
