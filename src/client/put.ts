/** A PUT to an upload URL. */
import { RequestError, type SentError } from './error.ts';
import { connected, rejection } from './transport.ts';

/** What a PUT takes. */
interface Put {
  /** The header `content-range`. */
  readonly range: string;
  readonly body: Blob | null;
  /** Called with the bytes that have been sent, where the platform tells: in browsers. */
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** A response to a PUT. */
interface PutAnswer {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}

/** Without a sign of progress for this time, the connection is dead. */
const maxSilenceMs = 60_000;

/** The part of `XMLHttpRequest` of browsers that is needed: `fetch` tells no progress. */
interface BrowserRequest {
  readonly status: number;
  readonly responseText: string;
  readonly upload: {
    addEventListener(type: 'progress', on: (event: { readonly loaded: number }) => void): void;
  };
  addEventListener(type: 'loadend', on: () => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: Blob | null): void;
  abort(): void;
}

/**
 * @returns the id of the object when the service has the whole file, else the number of bytes that
 *   it has
 * @throws RequestError for any other response, and without one; `status` is 0 then
 */
export async function put(url: string, request: Put): Promise<number | { id: string | null }> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => BrowserRequest };
  const answer = XMLHttpRequest
    ? await putInBrowser(new XMLHttpRequest(), url, request)
    : await putByFetch(url, request);
  const { status, text } = answer;
  if (status === 308) return Number(/-(\d+)$/.exec(answer.header('range') ?? '')?.[1] ?? -1) + 1;
  // A proxy may answer with HTML.
  const body = parsed(text);
  if (status === 200 && body.result !== undefined) return { id: body.result };
  if (status === 0) throw new RequestError('The connection broke.', { status });
  throw rejection(body, status, answer.header('retry-after'));
}

async function putByFetch(url: string, { range, body, signal }: Put): Promise<PutAnswer> {
  const headers = { 'content-range': range };
  const sent = fetch(url, { method: 'PUT', headers, body, signal: signal ?? null });
  const response = await connected(sent);
  const text = await connected(response.text());
  return { status: response.status, text, header: (name) => response.headers.get(name) };
}

function putInBrowser(
  request: BrowserRequest,
  url: string,
  { range, body, onSent, signal }: Put,
): Promise<PutAnswer> {
  return new Promise((resolve) => {
    const stop = (): void => request.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onSign = (): void => {
      clearTimeout(timer);
      timer = setTimeout(stop, maxSilenceMs);
    };
    request.upload.addEventListener('progress', ({ loaded }) => {
      onSign();
      onSent(loaded);
    });
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      const { status, responseText: text } = request;
      resolve({ status, text, header: (name) => request.getResponseHeader(name) });
    });
    signal?.addEventListener('abort', stop);
    request.open('PUT', url);
    request.setRequestHeader('content-range', range);
    onSign();
    request.send(body);
  });
}

function parsed(text: string): {
  readonly result?: string | null;
  readonly errors?: readonly SentError[];
} {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
