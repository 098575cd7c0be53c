/** The video service's handlers, by operation key. */
import type { Handlers } from '../handler.ts';

export const videoHandlers: Handlers = {};
