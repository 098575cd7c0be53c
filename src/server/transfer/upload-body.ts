/**
 * The body of an upload, chunk by chunk on demand: each chunk is sent on before the next one is
 * read.
 */
import type { IncomingMessage } from 'node:http';
import { addGarbage } from '../../engine/transfer/buffer-garbage.ts';

/**
 * Yields the first `length` bytes of a body. The request stays usable when the consumer stops, so
 * that it can still be answered.
 * @param idleMs maximum wait for a chunk; then the connection is destroyed
 * @param setReading called before and after each wait for the client
 * @throws Error if the body ends early
 */
export async function* bodyChunks(
  req: IncomingMessage,
  length: number,
  idleMs: number,
  setReading: (isReading: boolean) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let isWaiting = false;
  const timer = setTimeout(() => {
    if (isWaiting) req.destroy(new Error('the client sent nothing'));
    else timer.refresh();
  }, idleMs);
  try {
    for (let remaining = length; remaining > 0; ) {
      isWaiting = true;
      timer.refresh();
      setReading(true);
      const { value, done } = await chunks.next();
      isWaiting = false;
      setReading(false);
      if (done) throw new Error('the body is shorter than announced');
      const chunk = value.length > remaining ? value.subarray(0, remaining) : value;
      remaining -= chunk.length;
      yield chunk;
      addGarbage(chunk.length);
    }
  } finally {
    clearTimeout(timer);
    await chunks.return?.();
  }
}
