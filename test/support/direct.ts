/** Direct REST calls to the sandbox, each with everything in its answer: what the naive way to an answer is made of. */
import { prefixes } from '../../src/sandbox/route.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { type AnyOperation, serviceOf } from '../../src/upstream/operation.ts';

export type Json = Record<string, any>;
export type Args = Readonly<Record<string, unknown>>;

/** A direct call was refused. */
export class Refused extends Error {
  readonly status: number;
  readonly reason: string | undefined;

  constructor(status: number, reason?: string) {
    super(`${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

/** What a fault does to a call: its status, or nothing. */
export type Trouble = (operation: AnyOperation, address: string) => number | undefined;
export const none: Trouble = () => undefined;

/** Answers of direct calls, kept while nothing is written. */
export class Whole {
  readonly #sandbox: Sandbox;
  readonly #kept = new Map<string, Promise<Json>>();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** One call with everything in its answer. @throws Refused */
  get(key: string, args: Args, { token, trouble = none, calls }: Asker): Promise<Json> {
    const operation = catalogue.get(key)!;
    const address = addressOf(operation, args);
    calls.push(address);
    const status = trouble(operation, address);
    if (status !== undefined) return Promise.reject(new Refused(status));
    const question = `${token} ${address}`;
    let answer = this.#kept.get(question);
    if (!answer) this.#kept.set(question, (answer = this.#fetch(address, token)));
    return answer;
  }

  async #fetch(address: string, token: string): Promise<Json> {
    const response = await fetch(this.#sandbox.url + address, {
      headers: { authorization: `Bearer ${token}` },
    });
    const answer = (await response.json()) as Json;
    if (!response.ok) throw new Refused(response.status, answer['error']?.errors?.[0]?.reason);
    return answer;
  }
}

export interface Asker {
  readonly token: string;
  readonly trouble?: Trouble;
  /** Addresses asked so far, each as often as it was. */
  readonly calls: string[];
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
  if (serviceOf(operation) === 'storage') query.append('fields', '*');
  return `${prefixes[serviceOf(operation)]}${path}?${query}`;
}
