/** Requests as most tests send them: without `fetch`, which takes three times the work. */
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'undici';

interface PlainRequest {
  /** Default: GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A response that was read to its end. It is not compressed, unless a header asks for it. */
interface PlainResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request. @throws Error if the connection breaks */
export async function sendPlain(
  url: string | URL,
  { method = 'GET', headers = {}, body }: PlainRequest = {},
): Promise<PlainResponse> {
  const response = await request(url, { method, headers, body: body ?? null });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    // Few tests look at them.
    get headers() {
      return headersOf(response.headers);
    },
    text,
  };
}

function headersOf(all: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(all))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}
