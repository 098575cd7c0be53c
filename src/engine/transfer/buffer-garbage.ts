/**
 * Keeps memory low while bytes pass through. Each chunk is garbage right after it was sent, and
 * lies outside V8's heap, where V8 lets about 70 MiB accumulate before it collects. A minor
 * collection takes about a millisecond.
 *
 * Node has no API for this but `--expose-gc`: without it an upload of 1 GiB adds 76 to 89 MiB to
 * the process instead of 29 MiB, and the limit is 64 MiB (`npm run bench -- upload`).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between two collections: about 30 ms of a fast upload. */
const collectEvery = 16 * 1024 * 1024;

let garbage = 0;
let collect: NodeJS.GCFunction | undefined;

/** @param bytes length of a chunk that is no longer needed */
export function addGarbage(bytes: number): void {
  garbage += bytes;
  if (garbage < collectEvery) return;
  garbage = 0;
  collect ??= exposeCollector();
  collect({ type: 'minor' });
}

/** Passes on chunks, each of which is garbage when the next one is asked for. */
export async function* collectingGarbage(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    yield chunk;
    addGarbage(chunk.length);
  }
}

/** V8 gives `gc` to contexts that are created after the flag was set. */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}
