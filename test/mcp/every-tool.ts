/** Lists and calls every tool, as an agent could. */
import type { Tool } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import type { AgentClient } from '../support/client/mcp-client.ts';

/** Arguments of the tools that are no operations; all others have defaults or examples. */
const args: Readonly<Record<string, object>> = {
  search_schema: { words: 'live chat' },
  describe_type: { name: 'Video' },
  plan_query: { tool: 'Playlist' },
  run_query: { document: '{ viewer { id } }' },
};

/** @returns the names of the tools that were called */
export async function callEveryTool(agent: AgentClient): Promise<readonly string[]> {
  const { tools } = await agent.client.listTools();
  for (const { name, inputSchema } of tools) {
    const { isError, body, text } = await agent.call(name, args[name] ?? samplesIn(inputSchema));
    expect({ name, isError, errors: body.errors }).toEqual({ name, isError: false });
    expect(body.data).not.toBeNull();
    expect(text.length).toBeLessThan(30_000);
  }
  return tools.map(({ name }) => name);
}

/** @returns the examples of the arguments */
const samplesIn = ({ properties = {} }: Tool['inputSchema']): object =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { examples } = schema as { readonly examples?: readonly unknown[] };
      return examples ? [[name, examples[0]]] : [];
    }),
  );
