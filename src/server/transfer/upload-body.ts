/** A client's body, piece by piece as it is asked for: nothing is read that isn't passed on. */
import type { IncomingMessage } from 'node:http';
import { passed } from './garbage.ts';

/**
 * The first `length` bytes of a body. The request is left as it is when nobody asks any more, so that it can still be answered.
 * @param idleMs a client that sends nothing for so long, while it could, is cut off
 */
export async function* piecesOf(
  req: IncomingMessage,
  length: number,
  idleMs: number,
): AsyncGenerator<Buffer, void, undefined> {
  const pieces = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let waiting = false;
  const timer = setTimeout(
    () => (waiting ? req.destroy(new Error('nothing came')) : timer.refresh()),
    idleMs,
  );
  try {
    for (let left = length; left > 0; ) {
      waiting = true;
      timer.refresh();
      const { value, done } = await pieces.next();
      waiting = false;
      if (done) throw new Error('the body is shorter than it said');
      const piece = value.length > left ? value.subarray(0, left) : value;
      left -= piece.length;
      yield piece;
      passed(piece.length);
    }
  } finally {
    clearTimeout(timer);
    await pieces.return?.();
  }
}
