/** Tools of the documents that an operator lists, in place of the examples. */
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { connectAgent } from '../support/client/mcp-client.ts';
import { useStudio } from '../support/gateway/studio.ts';

const folder = mkdtempSync(join(tmpdir(), 'studiograph-tools-'));
afterAll(() => rmSync(folder, { recursive: true }));

const titles = `# The titles of a playlist, and of its items.
query Titles($id: ID!, $after: String) {
  playlist(id: $id) { title items(first: 2, after: $after) { nodes { title } } }
}
`;

const several = `query First { viewer { id } } query Second { ...V } fragment V on Query { languages { id } }`;

const texts = [
  'query Titles($id: ID!) { playlist(id: $id) { id } }',
  titles,
  several,
  '{ viewer { id } }',
  'subscription Chat($id: ID!) { chatMessages(liveChatId: $id) { __typename } }',
];

const manifest = join(folder, 'operations.json');

writeFileSync(
  manifest,
  JSON.stringify(Object.fromEntries(texts.map((text) => [hash('sha256', text), text]))),
);

const settings = {
  MCP: 'on',
  MCP_TOOLS: 'search_schema,run_query',
  PERSISTED_OPERATIONS: manifest,
};

const own = ['Titles', 'First', 'Second'];

describe('the tools of persisted operations', () => {
  const studio = useStudio({ env: { ...settings, MCP_TOOLS: 'none', PERSISTED_ONLY: 'on' } });
  const connect = () => connectAgent(studio.gateway.url, 'studio-owner', 'modern');

  it('are those with a name, and no documents of agents', async () => {
    await using agent = await connect();
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(own);
    const [{ description, inputSchema }] = tools as [(typeof tools)[0]];
    expect(description).toMatch(/^The titles of a playlist, and of its items\. Returns/);
    expect(Object.keys(inputSchema.properties!)).toEqual(['id', 'after']);
  });
  it('run where the gateway runs nothing else', async () => {
    await using agent = await connect();
    const { body } = await agent.call('Titles', { id: ids.playlist.fifty });
    expect(body).toMatchObject({ data: { playlist: { items: { nodes: [{}, {}] } } } });
    expect(body.errors).toBeUndefined();
    expect((await agent.call('Second', {})).body).toMatchObject({
      data: { languages: expect.arrayContaining([{ id: expect.any(String) }]) },
    });
    const refused = await agent.call('run_query', { document: '{ viewer { id } }' }).catch(String);
    expect(refused).toContain('There is no tool');
  });
  it('are resources with their documents', async () => {
    await using agent = await connect();
    const { contents } = await agent.client.readResource({
      uri: 'studiograph://operations/Titles',
    });
    expect(contents).toMatchObject([{ text: titles }]);
  });
});

describe('the tools of persisted operations beside other documents', () => {
  const studio = useStudio({ env: settings });

  it('leave agents documents of their own', async () => {
    await using agent = await connectAgent(studio.gateway.url, 'studio-owner', 'modern');
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search_schema', 'run_query', ...own]);
    const { body } = await agent.call('run_query', { document: '{ viewer { id } }' });
    expect(body.data).toMatchObject({ viewer: { id: expect.any(String) } });
  });
});
