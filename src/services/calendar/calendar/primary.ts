/** Writes that the primary calendar does not allow. */
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { states } from '../../shared/reasons.ts';

/**
 * The error that Google Calendar gives for the email address of the caller, for the id `primary`,
 * which needs no call.
 */
export const forbiddenForPrimary = (reason: string): MutationError =>
  new MutationError('FORBIDDEN', `id: ${states[reason]!}`, { path: ['id'], reason });
