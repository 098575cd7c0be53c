/** Storage spaces of Drive. */
import { InvalidInput } from '../../../engine/api/error.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';

export const FileSpace = enumeration('FileSpace', 'A storage space of Google Drive.', {
  drive: 'Regular files of users.',
  appDataFolder:
    'The hidden application data folder of the app that the access token was issued for.',
  photos: 'Photos. A value of `File.spaces`; no argument supports it.',
});

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
