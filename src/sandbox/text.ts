/** Length limits and HTML escaping of texts. */

/** Whether a text has more than `maxLength` code points; absent texts have none. */
export const isLongerThan = (text: string | null | undefined, maxLength: number): boolean =>
  Array.from(text ?? '').length > maxLength;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Replaces the characters that have a meaning in HTML by character references. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
