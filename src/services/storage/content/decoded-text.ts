/** Texts of bytes: their character encoding, and their maximum length. */

/** A text, and whether more of it follows. */
export interface CutText {
  readonly content: string;
  readonly isCut: boolean;
}

/**
 * Bytes in which that many characters have room in every encoding, after a byte order mark.
 * @param maxCharacters UTF-16 code units
 */
export const bytesOfCharacters = (maxCharacters: number): number => 4 * maxCharacters + 4;

/** @param maxCharacters UTF-16 code units; no character is divided */
export function cutText(text: string, maxCharacters: number): CutText {
  if (text.length <= maxCharacters) return { content: text, isCut: false };
  const last = text.charCodeAt(maxCharacters - 1);
  const isDivided = last >= 0xd800 && last < 0xdc00;
  return { content: text.slice(0, isDivided ? maxCharacters - 1 : maxCharacters), isCut: true };
}

/**
 * Decodes bytes by their byte order mark, or else by the `charset` of the content type, or else as
 * UTF-8. What cannot be decoded becomes U+FFFD; the byte order mark is no part of the text.
 * @param isWhole false: the bytes can end within a character, which is left out
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | undefined,
  isWhole: boolean,
): string {
  const decoder = new TextDecoder(markedEncoding(bytes) ?? statedEncoding(contentType));
  return decoder.decode(bytes, { stream: !isWhole });
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function statedEncoding(contentType = ''): string {
  const [, label = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:+-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

/**
 * Google Docs put the images of a document at the end of its Markdown, as base64 (seen in
 * github.com/taylorwilsdon/google_workspace_mcp/pull/181, 20 August 2025): nobody can read them.
 */
export const withoutImages = (markdown: string): string =>
  markdown.replace(/^\[[^\]\n]{1,100}\]: ?<?data:image\/[^\n]*(\n|$)/gm, '').trimEnd();
