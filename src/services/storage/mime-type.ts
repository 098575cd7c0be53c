/** MIME types: those of Drive's own file types, and their form. */
import { InvalidInput, showValue } from '../../engine/api/error.ts';

const googleAppsPrefix = 'application/vnd.google-apps.';

/** Whether a file is of one of Drive's own types, which have no bytes: a folder, a document. */
export const isGoogleType = (mimeType: string): boolean => mimeType.startsWith(googleAppsPrefix);

/** MIME type of folders. */
export const FOLDER = `${googleAppsPrefix}folder`;

/** MIME type of shortcuts. */
export const SHORTCUT = `${googleAppsPrefix}shortcut`;

/** MIME types of Google Docs, Sheets and Slides files. */
export const editorTypes: ReadonlySet<string> = new Set([
  `${googleAppsPrefix}document`,
  `${googleAppsPrefix}spreadsheet`,
  `${googleAppsPrefix}presentation`,
]);

/**
 * Whether a file is a document of Google's editors. Such a file has no bytes, and cannot be created
 * with a generated id.
 */
export const isGoogleDocument = (mimeType: string): boolean =>
  isGoogleType(mimeType) &&
  mimeType !== FOLDER &&
  mimeType !== SHORTCUT &&
  !mimeType.startsWith(`${googleAppsPrefix}drive-sdk`);

/** @throws InvalidInput for text without a type and a subtype */
export function checkMimeType(mimeType: string, argument: string): void {
  if (!/^[^\s/]+\/[^\s/;]+(\s*;.*)?$/.test(mimeType))
    throw new InvalidInput(
      argument,
      `${showValue(mimeType)} is not a MIME type; expected for example image/png, or ${FOLDER}`,
    );
}
