/** A sandbox for the tests of one file, and requests to it as a given user. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { sendPlain } from '../client/plain-request.ts';

/** The instant that seeded dates are relative to in tests. */
export const start = new Date('2026-03-10T09:00:00Z');

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, the text if it is not JSON, or undefined if it is empty. */
  readonly body: any;
  /** The reason of the first error. */
  readonly reason: string | undefined;
}

export interface RequestOptions {
  /** An access token; null sends none. Default: `studio-owner`. */
  readonly token?: string | null;
  readonly method?: string;
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestSandbox {
  readonly sandbox: Sandbox;
  /** Sends a request. @param path with the query string */
  readonly ask: (path: string, options?: RequestOptions) => Promise<TestResponse>;
}

/**
 * Starts a sandbox before the tests of the file, resets it before each, closes it after all.
 *
 * @param root where the paths of calls begin; requests to the sandbox itself have no root
 */
export function useSandbox(root = ''): TestSandbox {
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
    ask: (path, options) =>
      ask(sandbox.url + (path.startsWith('/_sandbox/') ? path : root + path), options),
  };
}

/** Sends a request. */
export async function ask(
  url: string,
  { token = 'studio-owner', method = 'GET', body, headers = {} }: RequestOptions = {},
): Promise<TestResponse> {
  const response = await sendPlain(url, {
    method,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: isContent(body) ? body : JSON.stringify(body) }),
  });
  const parsed = parseOrText(response.text);
  return {
    status: response.status,
    headers: response.headers,
    body: parsed,
    reason: (parsed as any)?.error?.errors?.[0]?.reason,
  };
}

const isContent = (body: unknown): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array;

function parseOrText(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
