/** Storage spaces of Drive. */
import { enumeration } from '../field/enumeration.ts';

export const FileSpace = enumeration('FileSpace', 'A storage space of Google Drive.', {
  drive: 'Regular files of users.',
  appDataFolder:
    'The hidden application data folder of the app that the access token was issued for.',
  photos: 'Photos. Not supported by the argument `spaces` of `Query.files`.',
});
