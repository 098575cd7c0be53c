/** The live service's handlers, by operation key. */
import type { Handlers } from '../handler.ts';

export const liveHandlers: Handlers = {};
