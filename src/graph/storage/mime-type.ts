/** MIME types of Drive's own file types. */
const googleAppsPrefix = 'application/vnd.google-apps.';

/** Whether a file is of one of Drive's own types, which have no bytes: a folder, a document. */
export const isGoogleType = (mimeType: string): boolean => mimeType.startsWith(googleAppsPrefix);

/** MIME type of folders. */
export const FOLDER = `${googleAppsPrefix}folder`;

/** MIME type of shortcuts. */
export const SHORTCUT = `${googleAppsPrefix}shortcut`;

/**
 * Whether a file is a document of Google's editors. Such a file has no bytes, and cannot be created
 * with a generated id.
 */
export const isGoogleDocument = (mimeType: string): boolean =>
  isGoogleType(mimeType) &&
  mimeType !== FOLDER &&
  mimeType !== SHORTCUT &&
  !mimeType.startsWith(`${googleAppsPrefix}drive-sdk`);
