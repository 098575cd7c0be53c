/** Downloads that continue after failures. */
import { RequestError } from './error.ts';
import { Retries, type RetryOptions } from './retries.ts';
import { connected, resultOf } from './transport.ts';

/** Options of a download. */
export interface DownloadOptions extends RetryOptions {
  /** Receives the number of bytes that have arrived. */
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Reads the `url` of a `DownloadLink`. A broken connection is continued where it broke, if the
 * response has an ETag and the content is still the same. Without a need to continue, use the URL
 * itself, for example in `<a>`.
 * @param link the URL, or a function that queries it: called again when the URL has expired
 * @returns the first response; its body goes over any number of connections, and fails with a
 *   RequestError, or the reason of the signal
 * @throws RequestError, or the reason of the signal
 */
export async function download(
  link: string | (() => Promise<string>),
  options: DownloadOptions = {},
): Promise<Response> {
  const { onProgress, signal } = options;
  const query = async (): Promise<string> => (typeof link === 'string' ? link : link());
  const retries = new Retries(options, { failures: 20 });
  let url: string | undefined;
  let etag: string | null = null;
  let received = 0;

  /** @returns a response that begins with the next byte */
  async function open(): Promise<Response> {
    for (;;)
      try {
        url ??= await query();
        const headers: Record<string, string> =
          received > 0 && etag ? { range: `bytes=${received}-`, 'if-range': etag } : {};
        const response = await connected(fetch(url, { headers, signal: signal ?? null }));
        if (response.status === (received > 0 ? 206 : 200)) return response;
        if (!response.ok) await resultOf(response);
        await response.body?.cancel();
        throw new RequestError('The content has changed.', { status: 412 });
      } catch (error) {
        const hasExpired = typeof link !== 'string' && isExpired(error);
        if (hasExpired) url = undefined;
        await retries.after(error, hasExpired || undefined);
      }
  }

  const first = await open();
  etag = first.headers.get('etag');
  let reader = first.body?.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;)
        try {
          const { done, value } = await connected(reader!.read());
          if (done) return controller.close();
          received += value.length;
          retries.reset();
          onProgress?.(received);
          return controller.enqueue(value);
        } catch (error) {
          await retries.after(error, etag === null && received > 0 ? false : undefined);
          reader = (await open()).body!.getReader();
        }
    },
    cancel: (reason) => reader?.cancel(reason),
  });
  const { status, headers } = first;
  return new Response(reader ? body : null, { status, headers });
}

const isExpired = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 410 || error.status === 401);
