/** All ways in which an operation reaches a gateway, and what each of them answers. */
import { formOf, preflightHeader } from './form.ts';
import { type AgentClient, connectAgent } from './mcp-client.ts';
import { connectSocket, type TestSocket } from './web-socket.ts';
import type { RunningServer } from '../gateway/server.ts';

/** An operation with its variables. */
export interface SentOperation {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Null: without one. Default: that of the owner of the studio. */
  readonly token?: string | null;
}

/** An error, as far as all ways tell it. */
export interface WayError {
  readonly code: string;
  readonly message: string;
}

/** What a client gets. */
export interface WayResult {
  readonly data: unknown;
  readonly errors: readonly WayError[];
}

/** The names of the ways. */
export const wayNames = [
  'a POST',
  'a POST to Yoga',
  'a GET',
  'a form',
  'a stream of events',
  'a GET of events',
  'a WebSocket',
  'an agent',
] as const;

export type Way = (typeof wayNames)[number];

interface GraphqlResult {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string };
  }[];
}

const resultOf = ({ data = null, errors = [] }: GraphqlResult): WayResult => ({
  data,
  errors: errors.map(({ message, extensions: { code } }) => ({ code, message })),
});

/** Of what JSON has in a URL, the quotes alone have to be encoded: it stays short. */
const inUrl = (text: string): string =>
  encodeURIComponent(text).replaceAll(/%(?:2C|3A|5B|5D|7B|7D)/g, decodeURIComponent);

const pathOf = ({ query, variables = {} }: SentOperation): string =>
  `/graphql?query=${inUrl(query)}&variables=${inUrl(JSON.stringify(variables))}`;

const defaultToken = 'studio-owner';

type Headers = Readonly<Record<string, string>>;

const identityOf = ({ token = defaultToken }: SentOperation): Headers =>
  token === null ? {} : { authorization: `Bearer ${token}` };

const postOf = (operation: SentOperation): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...identityOf(operation) },
  body: JSON.stringify({ query: operation.query, variables: operation.variables }),
});

/** The clients of one gateway. */
export class EveryWay {
  readonly #server: RunningServer;
  readonly #sockets = new Map<string, Promise<TestSocket>>();
  readonly #agents = new Map<string, Promise<AgentClient>>();

  constructor(server: RunningServer) {
    this.#server = server;
  }

  /** Sends an operation. @throws what the client of the way throws */
  send(way: Way, operation: SentOperation): Promise<WayResult> {
    const { query, variables = {} } = operation;
    const post = postOf(operation);
    const get = { headers: { ...preflightHeader, ...identityOf(operation) } };
    const form = { method: 'POST', ...get };
    const ways: Readonly<Record<Way, () => Promise<WayResult>>> = {
      'a POST': () => this.#fetch('/graphql', post),
      'a POST to Yoga': () => this.#fetch('/graphql?', post),
      'a GET': () => this.#fetch(pathOf(operation), get),
      'a form': () => this.#fetch('/graphql', { ...form, body: formOf(query, variables, {}) }),
      'a stream of events': () => this.#firstEvent('/graphql', post),
      'a GET of events': () => this.#firstEvent(pathOf(operation), get),
      'a WebSocket': () => this.#overWebSocket(operation),
      'an agent': () => this.#byAgent(operation),
    };
    return ways[way]();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.values()) await (await socket).close();
    for (const agent of this.#agents.values()) await (await agent).client.close();
  }

  async #fetch(path: string, init: RequestInit): Promise<WayResult> {
    const { body, text, status } = await this.#server.send(path, init);
    if (body === undefined) throw new Error(`${status}: ${text}`);
    return resultOf(body as GraphqlResult);
  }

  async #firstEvent(path: string, init: RequestInit): Promise<WayResult> {
    const headers = { ...(init.headers as Headers), accept: 'text/event-stream' };
    const { text } = await this.#server.send(path, { ...init, headers });
    // A request that is rejected before it reaches GraphQL has no event.
    const json = /^data: (.+)$/m.exec(text)?.[1] ?? text;
    return resultOf(JSON.parse(json) as GraphqlResult);
  }

  async #overWebSocket(operation: SentOperation): Promise<WayResult> {
    const { authorization = '' } = identityOf(operation);
    const payload = authorization === '' ? undefined : { authorization };
    const known = this.#sockets.get(authorization);
    const connecting = known ?? connectSocket(this.#server.url, payload);
    this.#sockets.set(authorization, connecting);
    const { query, variables } = operation;
    const [first] = await (await connecting).run(query, variables);
    return resultOf(first!.type === 'error' ? { errors: first!.payload } : first!.payload);
  }

  async #byAgent({ query, variables, token = defaultToken }: SentOperation): Promise<WayResult> {
    // The protocol needs a token before it begins.
    if (token === null) return this.#fetch('/mcp', { method: 'POST', body: '{}' });
    const known = this.#agents.get(token);
    const connecting = known ?? connectAgent(this.#server.url, token);
    this.#agents.set(token, connecting);
    const agent = await connecting;
    const { body } = await agent.call('run_query', { document: query, variables });
    return { data: body.data ?? null, errors: body.errors ?? [] };
  }
}
