/** Who starts approvals, and what edits of files do to them. */
import type { Simulation } from '../../simulation.ts';
import type { User } from '../../user.ts';
import { mime } from '../content/mime.ts';
import { includesRole, roleOf } from '../permission/access.ts';
import { type FileEntity, storageState } from '../state.ts';
import { isInProgress } from './entity.ts';

const domainOf = (email: string): string => email.slice(email.indexOf('@') + 1);

/**
 * Whether a person can start an approval of a file: a writer, of a file of the own domain, if the
 * edition and the administrator allow it (guide to approvals of the Drive API, 28 November 2026).
 * That folders have none is assumed.
 */
export function mayStartApproval(simulation: Simulation, user: User, file: FileEntity): boolean {
  const state = storageState(simulation);
  return (
    state.model.withoutApprovals !== true &&
    includesRole(roleOf(state, user, file), 'writer') &&
    domainOf(file.owner ?? user.email) === domainOf(user.email) &&
    file.fields.mimeType !== mime.folder
  );
}

/** Takes the responses of an approval in progress back, as an edit of the content does. */
export function resetApprovals({ approvals }: FileEntity): void {
  for (const approval of approvals)
    if (isInProgress(approval) && approval.fileContentChangeBehavior === 'RESET_APPROVAL')
      approval.responses = {};
}
