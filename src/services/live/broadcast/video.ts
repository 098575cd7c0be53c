/** Which changes of a broadcast are made through its video. */
import type { Change } from '../../../engine/write/change.ts';

const schedulePaths: ReadonlySet<string> = new Set([
  'snippet.scheduledStartTime',
  'snippet.scheduledEndTime',
]);

/** Paths that a broadcast shares with its video. */
export const videoPaths: ReadonlySet<string> = new Set([
  'snippet.title',
  'snippet.description',
  'status.privacyStatus',
  'status.selfDeclaredMadeForKids',
]);

/**
 * The changes that are made through the video once the broadcast has started: an update of the
 * broadcast would send its planned start again, which YouTube rejects when it has passed. With a
 * new schedule, the texts are sent together with it.
 */
export function changesOfVideo(all: readonly Change[]): readonly Change[] {
  const isRescheduled = all.some(({ path }) => schedulePaths.has(path));
  return all.filter(
    ({ path }) => videoPaths.has(path) && !(isRescheduled && path.startsWith('snippet.')),
  );
}
