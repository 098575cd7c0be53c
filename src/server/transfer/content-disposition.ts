/** The header that names a downloaded file. */

/**
 * A name of ASCII characters for all clients, and the full name for those that know RFC 6266. The
 * file is always saved, and never shown in the place of a page.
 */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w.-]/g, '_');
  const header = `attachment; filename="${plain}"`;
  return plain === fileName ? header : `${header}; filename*=UTF-8''${encode(fileName)}`;
}

/** `encodeURIComponent` leaves characters unchanged that RFC 8187 reserves. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
