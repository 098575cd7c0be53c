/** Pages of which only some items are shown. */
import { cursorsIn, isCursorName } from '../page-cursor.ts';

/** A page of a list, as documents select it. */
interface NodePage<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo?: unknown;
}

/**
 * The cursors of the items, which no answer shows, stay those of the items: where an answer is cut
 * later, its next page begins behind what it has.
 * @returns the page with the first of its wanted items; if there are more of them than the maximum,
 * the next page begins behind the last one that is there
 */
export function filteredPage<Node, Page extends NodePage<Node>>(
  page: Page & NodePage<Node>,
  isWanted: (node: Node) => boolean,
  max = Infinity,
): Page {
  const wanted = page.nodes.flatMap((node, at) => (isWanted(node) ? [at] : []));
  const shown = wanted.slice(0, max);
  const entries = Object.entries(page).map(([name, value]: [string, unknown]) => [
    name,
    name === 'nodes' || isCursorName(name) ? shown.map((at) => (value as unknown[])[at]) : value,
  ]);
  const last = shown.at(-1);
  const after = last === undefined ? undefined : cursorsIn(page)?.cursors[last];
  const isCut = shown.length < wanted.length && after !== undefined;
  const pageInfo = isCut ? { hasNextPage: true, endCursor: after } : page.pageInfo;
  return { ...(Object.fromEntries(entries) as Page), pageInfo };
}
