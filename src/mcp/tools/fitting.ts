/** Lists that must fit into an answer: what is cut later would be on no page. */

/** Characters for all entries of a list together, as JSON: less than an answer may have. */
export const listCharacters = 7_000;

/** @returns as many of the first entries as fit, at least one */
export function fitting<Each>(
  entries: readonly Each[],
  characters = listCharacters,
): readonly Each[] {
  let left = characters;
  const tooLong = entries.findIndex((each, index) => {
    left -= JSON.stringify(each).length;
    return left < 0 && index > 0;
  });
  return tooLong < 0 ? entries : entries.slice(0, tooLong);
}
