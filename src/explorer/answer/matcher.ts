/** What is searched for in a table. */

/** @returns an expression whose group is the text, in whatever case; undefined for no text */
export function matcher(search: string): RegExp | undefined {
  if (search === '') return undefined;
  const escaped = search.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(`(${escaped})`, 'iu');
}
