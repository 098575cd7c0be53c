/** All checks, in the order of a run. */
import { type Options, UsageError } from '../options.ts';
import type { Check } from '../session.ts';
import { broadcastCheck } from './broadcast.ts';
import { calendarCheck } from './calendar.ts';
import { calendarRejections } from './calendar-rejection.ts';
import { calendarFields, storageFields, videoFields } from './field.ts';
import { fileCheck } from './file.ts';
import { liveRejections } from './live-rejection.ts';
import { pages } from './page.ts';
import { playlistCheck } from './playlist.ts';
import { readBehaviours } from './read-behaviour.ts';
import { storageRejections } from './storage-rejection.ts';
import { videoRejections, videoWriteRejections } from './video-rejection.ts';

export const checks: readonly Check[] = [
  ...videoRejections,
  ...liveRejections,
  ...storageRejections,
  ...calendarRejections,
  ...videoFields,
  ...storageFields,
  ...calendarFields,
  ...pages,
  ...readBehaviours,
  ...videoWriteRejections,
  playlistCheck,
  broadcastCheck,
  fileCheck,
  calendarCheck,
];

/** @throws {UsageError} if the options choose no check */
export function checksOf({ write, only }: Pick<Options, 'write' | 'only'>): readonly Check[] {
  const chosen = checks.filter(({ name, writes }) => (write || !writes) && name.includes(only));
  if (chosen.length > 0) return chosen;
  const hint = write ? '' : ', or --write for those that write';
  throw new UsageError(`--only: no check has "${only}" in its name; expected a part of one${hint}`);
}
