/** Content types that mean something to the storage service itself. */
const own = 'application/vnd.google-apps.';

export const FOLDER = `${own}folder`;
export const SHORTCUT = `${own}shortcut`;

/** Documents in a format of the service's own: they have no bytes, and cannot be created under an id made beforehand. */
export const isDocument = (mimeType: string): boolean =>
  mimeType.startsWith(own) &&
  mimeType !== FOLDER &&
  mimeType !== SHORTCUT &&
  !mimeType.startsWith(`${own}drive-sdk`);
