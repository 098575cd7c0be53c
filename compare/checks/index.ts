/** All checks, and the order of a run. */
import { hasAssumedBehaviour } from '../../src/sandbox/rule.ts';
import { type Options, UsageError } from '../options.ts';
import { variableOf } from '../other-token.ts';
import type { Check } from '../session.ts';
import { broadcastCheck } from './broadcast.ts';
import { calendarCheck } from './calendar.ts';
import { calendarRejections } from './calendar-rejection.ts';
import { calendarFields, storageFields, videoFields } from './field.ts';
import { fileCheck } from './file.ts';
import { guestCheck } from './guest.ts';
import { liveRejections } from './live-rejection.ts';
import { pages } from './page.ts';
import { playlistCheck } from './playlist.ts';
import { readBehaviours } from './read-behaviour.ts';
import { secondAccountChecks } from './second-account.ts';
import { fullStorageCheck, readOnlyChecks, spentDayChecks } from './account-state.ts';
import { storageRejections } from './storage-rejection.ts';
import { videoRejections, videoWriteRejections } from './video-rejection.ts';

const all: readonly Check[] = [
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
  guestCheck,
  ...secondAccountChecks,
  fullStorageCheck,
  ...spentDayChecks,
  ...readOnlyChecks,
];

const isAssumed = ({ calls }: Check): boolean => calls.some(hasAssumedBehaviour);

/** Reads, then writes; of both, those whose operations have assumed rules come first. */
const rankOf = (check: Check): number => (check.writes ? 2 : 0) + (isAssumed(check) ? 0 : 1);

export const checks: readonly Check[] = all.toSorted((a, b) => rankOf(a) - rankOf(b));

type Choice = Pick<Options, 'write' | 'only' | 'otherTokens'>;

/** All that the options choose, were there all tokens. */
const namedChecks = ({ write, only }: Choice): readonly Check[] =>
  checks.filter(({ name, writes }) => (write || !writes) && name.includes(only));

/** The checks that are left out only since there is no token for them. */
export const leftOutOf = (choice: Choice): readonly Check[] =>
  namedChecks(choice).filter(({ needs }) => needs && choice.otherTokens[needs] === undefined);

/** @throws {UsageError} if the options choose no check */
export function checksOf(choice: Choice): readonly Check[] {
  const { write, only } = choice;
  const leftOut = leftOutOf(choice);
  const chosen = namedChecks(choice).filter((check) => !leftOut.includes(check));
  if (chosen.length > 0) return chosen;
  if (leftOut.length > 0)
    throw new UsageError(
      `${[...new Set(leftOut.map(variableOf))].join(', ')} is missing; the checks with "${only}" in their names need it`,
    );
  const hint = write ? '' : ', or --write for those that write';
  throw new UsageError(`--only: no check has "${only}" in its name; expected a part of one${hint}`);
}
