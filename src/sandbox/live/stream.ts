/** Streams: the channels through which video data comes in. */
import type { World } from '../world.ts';

/** Sets what a stream receives, as an encoder would; false: no such stream. */
export function setStreamStatus(_world: World, _id: string, _status: string): boolean {
  return false;
}
