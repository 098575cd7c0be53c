/** Links and pictures of an answer: only what cannot run, and only from where they may come. */

/** @returns the address of a link; undefined for text and for addresses that a browser could run */
export function linkOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** @param sources what the policy of the page lets the browser show as pictures */
export const isPicture = (link: string, sources: readonly string[]): boolean =>
  sources.some((source) => link.startsWith(source));
