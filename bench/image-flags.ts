/** The flags of Node in the image. */
import { readFileSync } from 'node:fs';

/** `NODE_OPTIONS` of the image. */
export const imageFlags: readonly string[] = /^ENV NODE_OPTIONS=(\S+)$/m
  .exec(readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8'))!
  .slice(1);
