/** Links of Markdown that was written for a folder of files, on a page that has none of them. */

/**
 * @param codes each gets a link to its section
 * @returns the Markdown with links of the web, and with links to sections; all others are text
 */
export const withoutDeadLinks = (markdown: string, codes: ReadonlySet<string>): string =>
  markdown
    .replaceAll(/(?<!!)\[([^\]]*)\]\(([^)\s]*)\)/g, (link, text: string, target: string) =>
      /^(https?|mailto):/.test(target) || codes.has(target.replace(/^#/, '')) ? link : text,
    )
    .replaceAll(/(?<![[\w`])`(\w+)`(?![\]\w`])/g, (text, name: string) =>
      codes.has(name) ? `[${text}](#${name})` : text,
    );
