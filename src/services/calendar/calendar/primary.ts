/** Writes that the primary calendar does not allow. */
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { calendarStates } from '../reason-text.ts';

/**
 * The error that Google Calendar gives for the email address of the caller, for the id `primary`,
 * which needs no call.
 */
export const forbiddenForPrimary = (reason: string): MutationError =>
  new MutationError('FORBIDDEN', `id: ${calendarStates[reason]!}`, { path: ['id'], reason });
