/** Lists in pages, and completion. */
import { describe, expect, it } from 'vitest';
import { listPage } from '../../src/mcp/list-page.ts';
import type { Offer } from '../../src/mcp/protocol-server.ts';
import { eras } from '../support/client/mcp-client.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { connectAsked } from './own-tools.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('pages of a list', () => {
  it.each([0, 1, 99, 100, 101, 200, 250])('have all of its %d entries once', (count) => {
    const all = numbers(count);
    const found: number[] = [];
    let cursor: string | undefined;
    do {
      const { entries, next }: ReturnType<typeof listPage<number>> = listPage(all, cursor);
      expect(entries.length).toBeLessThanOrEqual(100);
      found.push(...entries);
      cursor = next.nextCursor;
    } while (cursor !== undefined);
    expect(found).toEqual(all);
  });
  it.each(['', '100', 'from-0', 'from-99', 'from-200', 'from-100 ', 'from-1e2', '__proto__'])(
    'are not found by another cursor: %j',
    (cursor) => {
      expect(() => listPage(numbers(200), cursor)).toThrow('cursor: of no page');
    },
  );
});

/** Many tools, resources and templates. */
const withMany = (offer: Offer): Offer => ({
  ...offer,
  tools: {
    ...offer.tools,
    definitions: numbers(150).map((index) => ({
      name: `tool${index}`,
      inputSchema: { type: 'object' as const },
    })),
    call: (...call) => offer.tools.call(...call),
  },
  resources: {
    list: () => numbers(230).map((index) => ({ uri: `test://${index}`, name: `${index}` })),
    templates: () => [{ uriTemplate: 'test://{id}', name: 'any' }],
    read: async (uri, call) => {
      const { data } = await call.execute({ query: '{ viewer { channel { title } } }' });
      return { contents: [{ uri, text: JSON.stringify(data) }] };
    },
    complete: async (templateUri, argument, value, { callerKey }) =>
      numbers(120).map((index) => [templateUri, argument, value, index, callerKey].join(' ')),
  },
});

describe.each(eras)('a client: %s', (era) => {
  it('reads all pages, resources as its user, and values of templates', async () => {
    await using gateway = await startGateway({ env: { MCP: 'on' }, adaptOffer: withMany });
    await using agent = await connectAsked(gateway.url, { era });
    const { client } = agent;
    const first = await client.request({ method: 'tools/list', params: {} });
    expect(first.tools).toHaveLength(100);
    const { nextCursor: cursor } = first;
    const second = await client.request({ method: 'tools/list', params: { cursor: cursor! } });
    expect([second.tools.length, second.nextCursor]).toEqual([50, undefined]);
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list'] as const)
      await expect(client.request({ method, params: { cursor: 'x' } })).rejects.toMatchObject({
        code: -32_602,
      });
    expect((await client.listResources()).resources).toHaveLength(230);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const { contents } = await client.readResource({ uri: 'test://1' });
    expect(JSON.stringify(contents)).toContain('channel');
    const ref = { type: 'ref/resource' as const, uri: 'test://{id}' };
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: 'v' } });
    expect(completion.values).toHaveLength(100);
    expect(completion.hasMore).toBe(true);
    expect(completion.values[0]).toMatch(/^test:\/\/\{id\} id v 0 \S{43}$/);
    const prompt = { type: 'ref/prompt' as const, name: 'none' };
    const none = await client.complete({ ref: prompt, argument: { name: 'id', value: '' } });
    expect(none.completion.values).toEqual([]);
  });
});
