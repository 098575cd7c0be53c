/** The header that names a downloaded file. */
import filenamify from 'filenamify';

/** Maximum length of a name. File systems have 255 bytes or characters. */
const maxLength = 200;

/**
 * A name of ASCII characters for all clients, and the full name for those that know RFC 6266. The
 * file is always saved, and never shown in the place of a page.
 * @param fileName any text: whoever shares a file has chosen it
 */
export function contentDisposition(fileName: string): string {
  const name = safeName(fileName);
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  const header = `attachment; filename="${plain}"`;
  return plain === name ? header : `${header}; filename*=UTF-8''${encode(name)}`;
}

/**
 * @returns a name for the file systems of all clients, which shows what it is: without paths,
 * characters that are invisible or turn the direction of text, and dots that hide the file
 */
function safeName(fileName: string): string {
  const name = filenamify(fileName.toWellFormed(), { replacement: '_', maxLength });
  // It keeps an extension of any length.
  return name.slice(0, maxLength).toWellFormed().replace(/^\.+/, '_');
}

/** `encodeURIComponent` leaves characters unchanged that RFC 8187 reserves. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
