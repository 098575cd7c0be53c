/** All checks, in the order of a run. */
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
import { videoRejections } from './video-rejection.ts';

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
  playlistCheck,
  broadcastCheck,
  fileCheck,
  calendarCheck,
];
