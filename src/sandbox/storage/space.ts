/** The storage spaces that a list searches. */
import { ApiError } from '../http/api-error.ts';
import type { ApiCall } from '../call/handler.ts';
import type { FileSpace } from './file/space.ts';

const isSpace = (name: string): name is FileSpace => name === 'drive' || name === 'appDataFolder';

/** @throws ApiError 400 for an unknown space, 403 if the token lacks the scope of a space */
export function searchedSpaces({ query, user }: ApiCall): ReadonlySet<FileSpace> {
  const spaces = (query.text('spaces') ?? 'drive').split(',').map((space) => space.trim());
  if (!spaces.every(isSpace))
    throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'spaces' });
  if (spaces.includes('appDataFolder') && !user.scopes.has('drive.appdata'))
    throw new ApiError(403, 'insufficientScopes', {
      message: 'The granted scopes do not give access to all of the requested spaces.',
      location: 'spaces',
    });
  return new Set(spaces);
}
