/** Uploads of files in parts, which continue after failures. */
import { RequestError } from './error.ts';
import { put } from './put.ts';
import { Retries, type RetryOptions } from './retries.ts';

/** Options of an upload. */
export interface FileUploadOptions extends RetryOptions {
  /** Receives the number of bytes that have been sent; fewer than before after a broken part. */
  readonly onProgress?: (bytes: number) => void;
  /** Whether an earlier call, of this page or of another one, may have sent a part of the file. */
  readonly resumes?: boolean;
  /** Bytes of each part but the last: a multiple of 256 KiB. Default: 8 MiB. */
  readonly partBytes?: number;
}

/**
 * Sends a file to the `uploadUrl` of an upload session, over any number of connections.
 * @param file in Node, `openAsBlob` of `node:fs` reads it in parts
 * @returns the id of the new object; null if the service does not name it
 * @throws RequestError after 20 failures without progress, or for one that does not pass: with
 *   `resumes`, a later call continues as long as the session lives. The reason of the signal; an
 *   error of the browser if the file has changed since it was chosen
 */
export async function upload(
  uploadUrl: string,
  file: Blob,
  options: FileUploadOptions = {},
): Promise<string | null> {
  const { onProgress, partBytes = 8 * 1024 * 1024, signal } = options;
  const retries = new Retries(options, { failures: 20 });
  let received = 0;
  /** Whether the service may have another number of bytes: a request was broken off. */
  let isUncertain = options.resumes ?? false;
  for (;;)
    try {
      signal?.throwIfAborted();
      // An empty file has no range of bytes.
      const isAsking = isUncertain || file.size === 0;
      const from = received;
      const end = Math.min(from + partBytes, file.size);
      const answer = await put(uploadUrl, {
        range: `bytes ${isAsking ? '*' : `${from}-${end - 1}`}/${file.size}`,
        body: isAsking ? null : file.slice(from, end),
        onSent: (bytes) => onProgress?.(from + bytes),
        signal,
      });
      if (typeof answer === 'object') {
        onProgress?.(file.size);
        return answer.id;
      }
      received = answer;
      isUncertain = false;
      onProgress?.(received);
      if (received > from) retries.reset();
      else if (!isAsking) throw new RequestError('The service takes no bytes.', { status: 0 });
    } catch (error) {
      isUncertain = true;
      await retries.after(error, isWorthRepeating(error));
      // Throws if the browser can no longer read the file, which looks like a broken connection.
      await file.slice(received, received + 1).arrayBuffer();
    }
}

/** With 409, another part is being sent. */
const isWorthRepeating = (error: unknown): boolean =>
  error instanceof RequestError &&
  (error.isTemporary || error.status === 409 || error.status >= 500);
