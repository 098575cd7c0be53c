/** Other spellings of base64url texts: a decoder that is not strict accepts them as well. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * @param text canonical base64url
 * @returns texts of which each is not the given one and is decoded to the same bytes by Node
 */
export function otherSpellings(text: string): readonly string[] {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  const padding = '='.repeat(-text.length & 3);
  const all = [
    `${text}${padding}`,
    `${text}=`,
    standard,
    `${standard}${padding}`,
    ...withOtherTrailingBits(text),
    `${text.slice(0, 4)}\n${text.slice(4)}`,
    `${text} `,
    `${text}*`,
  ];
  return [...new Set(all)].filter((other) => other !== text);
}

/** The last character of a text has 2 or 4 unused bits, unless the bytes are a multiple of 3. */
function withOtherTrailingBits(text: string): string[] {
  const unusedBits = [0, 0, 4, 2][text.length & 3]!;
  const value = alphabet.indexOf(text.at(-1)!);
  return Array.from(
    { length: (1 << unusedBits) - 1 },
    (_, index) => text.slice(0, -1) + alphabet[value + index + 1]!,
  );
}
