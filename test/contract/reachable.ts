/** Which operations the graph calls: all of the catalogue but those still missing, and those that are refused without a call. */
import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/upstream/catalogue.ts';

/** Upstream has retired them: their mutations say so, and send nothing. */
export const neverSent: readonly string[] = [
  'video:activities.insert',
  'video:comments.markAsSpam',
];

/** What the graph does not reach yet. */
export const missing = JSON.parse(
  readFileSync(new URL('operations-missing.json', import.meta.url), 'utf8'),
) as readonly string[];

/** Keys of the operations that the graph reaches, sorted. */
export const reachable: readonly string[] = [...catalogue.keys()]
  .filter((key) => !missing.includes(key) && !neverSent.includes(key))
  .toSorted();
