/**
 * Search escapes its texts as HTML, five characters of it and numbers. A decoder of all of HTML's two thousand names would
 * be a dependency for what cannot come, and would change a text that merely speaks of `&eacute;`.
 */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The text as its author wrote it. What is no character stays as it stands. */
export const decoded = (html: string | null | undefined): string | null =>
  html?.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name]!;
      const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      const isCharacter = point > 0 && point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff);
      return isCharacter ? String.fromCodePoint(point) : whole;
    },
  ) ?? null;
