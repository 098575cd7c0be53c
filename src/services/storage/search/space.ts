/** Storage spaces of Drive. */
import { InvalidInput } from '../../../engine/api/error.ts';

/** @throws InvalidInput for a space that Google Drive does not accept in calls */
export function checkSpaces(spaces: readonly string[], argument: string): void {
  if (spaces.includes('photos'))
    throw new InvalidInput(argument, 'PHOTOS is not supported; expected DRIVE or APP_DATA_FOLDER');
}

/** The REST parameter `spaces`. @throws InvalidInput as `checkSpaces` does */
export function spacesParameter(spaces: readonly string[] | null | undefined): string | undefined {
  if (spaces == null || spaces.length === 0) return undefined;
  checkSpaces(spaces, 'spaces');
  return spaces.join(',');
}
