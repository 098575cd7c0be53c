/** Page tokens of changes: a position in the log, of all changes or of one shared drive. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { changeLogOf } from './log.ts';

const version = ({ simulation }: ApiCall): number => simulation.start.getTime();

/** @param driveId of the shared drive; undefined for the changes of a user */
export const changeToken = (call: ApiCall, driveId: string | undefined, position: number): string =>
  Buffer.from(JSON.stringify([version(call), driveId ?? '', position])).toString('base64url');

/**
 * The position that the parameter `pageToken` encodes.
 * @throws ApiError 400 for tokens that are invalid, too old, or those of another list
 */
export function changePosition(call: ApiCall, driveId: string | undefined): number {
  const changeLog = changeLogOf(call.simulation);
  try {
    const token = Buffer.from(call.query.text('pageToken')!, 'base64url').toString();
    const [start, drive, position] = JSON.parse(token) as readonly unknown[];
    const isOwn = start === version(call) && drive === (driveId ?? '');
    if (isOwn && typeof position === 'number' && changeLog.covers(position)) return position;
  } catch {
    // Not a token of the sandbox: rejected below like an old one.
  }
  throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'pageToken' });
}
