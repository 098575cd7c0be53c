/**
 * Every piece that passes through is garbage a moment later, and lies outside the heap, where the engine lets some 70 MiB
 * of it come together before it looks. A small collection now and then keeps that low, and costs less time than it saves:
 * 1 GiB up took 2.9 s of CPU and 75 MiB without it, 2.0 s and 20 MiB with it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A collection takes about a millisecond; so much passes in some tens of them. */
const enough = 16 * 1024 * 1024;
let since = 0;
let collect: NodeJS.GCFunction | undefined;

/** So many bytes are not needed any more. */
export function passed(bytes: number): void {
  since += bytes;
  if (since < enough) return;
  since = 0;
  collect ??= collector();
  collect({ type: 'minor' });
}

/** The engine shows it to contexts that are made after it was told to. */
function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NodeJS.GCFunction;
}
