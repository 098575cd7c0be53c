/**
 * Decoding of HTML character references in search results. YouTube escapes five characters by name
 * and others by number. The other names of HTML do not occur: decoding them would change a text
 * that contains `&eacute;` literally.
 */
const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Returns the text as its author wrote it, or null if there is none. A reference to a number that
 * is no Unicode character stays unchanged.
 */
export const decodeHtml = (html: string | null | undefined): string | null =>
  html?.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return characters[name]!;
      const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      const isCharacter = point > 0 && point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff);
      return isCharacter ? String.fromCodePoint(point) : whole;
    },
  ) ?? null;
