/** MIME types of Drive's own file types. */
const own = 'application/vnd.google-apps.';

export const FOLDER = `${own}folder`;
export const SHORTCUT = `${own}shortcut`;

/**
 * Whether a file is a document of Google's editors. Such a file has no bytes, and cannot be created
 * with an id that was generated before.
 */
export const isDocument = (mimeType: string): boolean =>
  mimeType.startsWith(own) &&
  mimeType !== FOLDER &&
  mimeType !== SHORTCUT &&
  !mimeType.startsWith(`${own}drive-sdk`);
