/** A client of a gateway that knows the right answers, and writes with unique titles. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { askOffset, offsetOf, openFile, sendPart } from '../support/client/upload-client.ts';
import type { Answer } from './answer-check.ts';
import type { WriteAnswer, WriteCheck } from './write-check.ts';

const examples = new URL('../../schema/operations/', import.meta.url);

/** Mutations that create something with the title. */
export const creations: readonly string[] = [
  'mutation ($title: String!) { create: createPlaylist(input: { title: $title }) { playlist { id } errors { code } } }',
  'mutation ($title: String!) { create: createFile(input: { name: $title, mimeType: "application/vnd.google-apps.folder" }) { file { id } errors { code } } }',
  'mutation ($title: String!) { create: createEvent(input: { calendarId: "primary", summary: $title, start: { dateTime: "2031-01-01T10:00:00Z" }, end: { dateTime: "2031-01-01T11:00:00Z" } }) { event { id } errors { code } } }',
];

/** A response to a GraphQL request. */
export interface GraphqlResponse extends Answer {
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: {
      readonly code: string;
      readonly outcome?: string;
      readonly service?: string;
    };
  }[];
}

interface AskOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/** A query whose answer does not depend on the writes of a run. */
export interface StableQuery {
  readonly name: string;
  readonly query: string;
  readonly answer: Answer;
}

/** Sends requests of one caller. */
export class Client {
  requests = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #writes: WriteCheck;
  readonly #agent = new Agent({ keepAliveTimeout: 5_000 });

  /** @param writes counts what `create` has sent */
  constructor(url: string, token: string, writes: WriteCheck) {
    this.#url = url;
    this.#token = token;
    this.#writes = writes;
  }

  /** Runs the examples before and after writes, while no service fails. */
  async stableQueries(): Promise<StableQuery[]> {
    const documents = readdirSync(examples)
      .map((name) => readFileSync(new URL(name, examples), 'utf8'))
      .filter((text) => /^query /m.test(text))
      // The end of a bucket of a minute is soon another one.
      .map((text) => text.replace(/^ *resetAt$/m, ''));
    const before = await Promise.all(documents.map((query) => this.ask(query)));
    for (let kind = 0; kind < creations.length; kind += 1) {
      const answer = await this.create(kind);
      if (answer !== 'done') throw new Error(`No write of a run can be done: ${creations[kind]}`);
    }
    await this.upload();
    const stable: StableQuery[] = [];
    for (const [index, query] of documents.entries()) {
      const answer = await this.ask(query);
      const isSame = JSON.stringify(answer.data) === JSON.stringify(before[index]!.data);
      const name = /^query (\w+)/m.exec(query)![1]!;
      if (isSame && answer.errors === undefined) stable.push({ name, query, answer });
    }
    return stable;
  }

  /** Creates something, and notes what the gateway answers. @param kind index in `creations` */
  async create(kind: number): Promise<WriteAnswer> {
    const title = this.#writes.newTitle();
    const { data, errors = [] } = await this.ask(creations[kind]!, { variables: { title } });
    const payload = (data as { create?: { errors?: unknown[] } } | undefined)?.create;
    const isDone = payload?.errors?.length === 0;
    const isUnknown = errors.some(({ extensions }) => extensions.outcome === 'UNKNOWN');
    const failure = isUnknown ? 'unknown' : 'failed';
    const answer = isDone ? 'done' : failure;
    this.#writes.answered(title, answer);
    return answer;
  }

  /**
   * Uploads a file in two parts, with the offset of the service in between.
   * @returns the SHA-256 of a file that the gateway has confirmed
   */
  async upload(): Promise<string | undefined> {
    const bytes = randomBytes(512 * 1_024);
    const total = bytes.length;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.requests += 1;
    const session = await openFile(this.#url, total).catch(() => undefined);
    if (session === undefined) return undefined;
    const { uploadUrl } = session;
    let start = 0;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const end = Math.min(start + total / 2, total);
      const body = Readable.from([bytes.subarray(start, end)]);
      const { status } = await sendPart(uploadUrl, { total, start, end, body });
      if (status === 200) return sha256;
      if (status !== 308) await wait(200);
      const state = await askOffset(uploadUrl, total);
      if (state.status === 200) return sha256;
      start = offsetOf(state, total);
    }
    return undefined;
  }

  /** Sends a GraphQL request. */
  async ask(query: string, { variables, signal }: AskOptions = {}): Promise<GraphqlResponse> {
    this.requests += 1;
    const { statusCode, body } = await request(`${this.#url}/graphql`, {
      method: 'POST',
      dispatcher: this.#agent,
      signal: signal ?? null,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ query, variables }),
    });
    const text = await body.text();
    try {
      return JSON.parse(text) as GraphqlResponse;
    } catch {
      throw new Error(`status ${statusCode} with ${text.length} characters that are no JSON`);
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }
}
