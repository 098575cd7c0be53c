/** Results that are too long for an agent. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxCharacters, shorten } from '../../src/mcp/short-result.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useStudio } from '../support/gateway/studio.ts';
import { type AgentClient, connectAgent } from '../support/client/mcp-client.ts';

const studio = useStudio({ env: { MCP: 'on', MCP_TOOLS: 'all' } });

/** Whether every part of `short` is at its place in `whole`, and only ends are missing. */
function isBeginning(short: unknown, whole: unknown): boolean {
  if (typeof short === 'string')
    return short === whole || String(whole).startsWith(short.slice(0, -1));
  if (Array.isArray(short))
    return short.every((each, index) => isBeginning(each, (whole as unknown[])[index]));
  if (typeof short !== 'object' || short === null) return short === whole;
  const names = Object.keys(short);
  return (
    names.join() === Object.keys(whole as object).join() &&
    Object.entries(short).every(([name, value]) =>
      isBeginning(value, (whole as Record<string, unknown>)[name]),
    )
  );
}

/** Anything that JSON can be: what it cannot tell apart is the same. */
const json = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.parse(JSON.stringify(value)));

describe('a shortened value', () => {
  it('is the beginning of the whole one, and says what is missing', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 2_000 }), (whole, limit) => {
        const { value, omissions } = shorten(whole, limit);
        if (value === undefined) return;
        expect(isBeginning(value, whole)).toBe(true);
        expect(omissions.length > 0).toBe(JSON.stringify(value) !== JSON.stringify(whole));
      }),
    );
  });
  it('is the same if it is short enough', () => {
    fc.assert(
      fc.property(json, (whole) => {
        const { value, omissions } = shorten(whole, JSON.stringify(whole).length + 100);
        expect(value).toEqual(whole);
        expect(omissions).toEqual([]);
      }),
    );
  });
  it.each<readonly [string, unknown]>([
    ['a list', Array.from({ length: 9_000 }, (_, index) => ({ id: `id ${index}` }))],
    ['a text', '"\n'.repeat(90_000)],
    ['nested lists', Array.from({ length: 99 }, () => ({ nodes: Array(99).fill('a title') }))],
    ['long texts', Array.from({ length: 99 }, () => ({ text: 'x'.repeat(5_000) }))],
  ])('has the allowed length: %s', (_, whole) => {
    const { value, omissions } = shorten({ whole }, maxCharacters);
    const { length } = JSON.stringify(value);
    expect(length).toBeLessThanOrEqual(maxCharacters);
    expect(length).toBeGreaterThan(maxCharacters / 2);
    expect(omissions.length).toBeGreaterThan(0);
  });
  it('is none if there is nothing to cut', () => {
    const fields = Array.from({ length: 9_000 }, (_, index) => [`field${index}`, index] as const);
    expect(shorten(Object.fromEntries(fields), maxCharacters).value).toBeUndefined();
  });
});

describe('a page that was cut', () => {
  const document = `query ($id: ID!, $next: String) {
    playlist(id: $id) {
      items(first: 50, after: $next) {
        nodes { id video { id title a: description b: description c: description d: description e: description channel { title description } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

  /** Reads all pages as an agent would. @returns the ids, and the number of calls */
  async function readAll(agent: AgentClient): Promise<[string[], number]> {
    const found: string[] = [];
    let next: string | null = null;
    let pages = 0;
    do {
      const variables = { id: ids.playlist.long, next };
      const { body, text } = await agent.call('run_query', { document, variables });
      expect(body.errors).toBeUndefined();
      expect(text.length).toBeLessThan(maxCharacters + 2_000);
      const { nodes, pageInfo } = body.data.playlist.items;
      expect(Object.keys(body.data.playlist.items)).toEqual(['nodes', 'pageInfo']);
      const cuts = (body.leftOut ?? []) as { leftOut: number }[];
      expect(cuts).toEqual(
        cuts.map(({ leftOut }) => ({
          path: ['data', 'playlist', 'items', 'nodes'],
          of: 'elements',
          leftOut,
          after: pageInfo.endCursor,
          argument: 'next',
          next: 'Call the tool again with next set to this cursor.',
        })),
      );
      expect(cuts.length === 0 || pageInfo.hasNextPage).toBe(true);
      found.push(...nodes.map(({ id }: { id: string }) => id));
      next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      pages += 1;
    } while (next !== null);
    return [found, pages];
  }

  it('continues at the first item that was left out', async () => {
    await using agent = await connectAgent(studio.gateway.url);
    const [found, pages] = await readAll(agent);
    const all: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await studio.query(
        `query ($id: ID!, $after: String) { playlist(id: $id) { items(first: 50, after: $after) {
          nodes { id } pageInfo { hasNextPage endCursor } } } }`,
        { id: ids.playlist.long, after },
      );
      const { nodes, pageInfo } = data.playlist.items;
      all.push(...nodes.map(({ id }: { id: string }) => id));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(found).toEqual(all);
    // Some pages were cut, or this shows nothing.
    expect(pages).toBeGreaterThan(Math.ceil(all.length / 50));
  });
});
