/** A sandbox for the tests of one file, and plain calls to it as a given user. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';

/** The instant that seeded dates are relative to in the tests. */
export const start = new Date('2026-03-10T09:00:00Z');

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined for an empty body, the text where it is none. */
  readonly body: any;
  /** The error's first reason. */
  readonly reason: string | undefined;
}

export interface Ask {
  /** A user's token; null: none. */
  readonly token?: string | null;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestSandbox {
  readonly sandbox: Sandbox;
  /** @param path below the sandbox's address, with the query string */
  readonly ask: (path: string, ask?: Ask) => Promise<Got>;
}

/** Starts a sandbox before the file's tests, resets it before each, closes it after all. */
export function useSandbox(): TestSandbox {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ now: start });
  });
  beforeEach(() => sandbox.reset(start));
  afterAll(() => sandbox.close());
  return {
    get sandbox() {
      return sandbox;
    },
    ask: (path, options) => ask(sandbox.url + path, options),
  };
}

/** One call with nothing between it and the wire but fetch. */
export async function ask(
  url: string,
  { token = 'studio-owner', method = 'GET', body, headers = {} }: Ask = {},
): Promise<Got> {
  const response = await fetch(url, {
    method,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = parse(text);
  return {
    status: response.status,
    headers: response.headers,
    body: parsed,
    reason: (parsed as any)?.error?.errors?.[0]?.reason,
  };
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parameters that change how an answer is written, not what is asked. */
const manner = new Set(['prettyPrint', 'alt', 'key', 'fields']);

/** What a recorded call asks for, whichever way it was spelt: repeated and comma-separated values are the same, in any order. */
export function meaning({ method, path, query, body }: RecordedCall): object {
  const asked = Object.entries(query)
    .filter(([name]) => !manner.has(name))
    .map(([name, values]) => [name, new Set(values.flatMap((value) => value.split(',')))]);
  return {
    method,
    path,
    query: Object.fromEntries(asked) as Record<string, Set<string>>,
    ...(body === undefined ? {} : { body }),
  };
}
