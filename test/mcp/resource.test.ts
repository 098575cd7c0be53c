/** What the user has in the services, as resources of an agent. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { connectAgent, eras } from '../support/client/mcp-client.ts';
import { useStudio } from '../support/gateway/studio.ts';

describe.each(eras)('objects as resources, for a client of the era %s', (era) => {
  const studio = useStudio({ env: { MCP: 'on' } });
  const connect = (user = 'studio-owner') => connectAgent(studio.gateway.url, user, era);
  const template = 'studiograph://objects/{id}';
  const complete = async (value: string, user?: string) => {
    await using agent = await connect(user);
    const { completion } = await agent.client.complete({
      ref: { type: 'ref/resource', uri: template },
      argument: { name: 'id', value },
    });
    return completion.values;
  };

  it('have a template, whose ids are completed by words, and are read by them', async () => {
    await using agent = await connect();
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: template, title: expect.any(String) }]);
    const [id] = await complete('Archive index');
    const uri = template.replace('{id}', encodeURIComponent(id!));
    const { contents } = await agent.client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
    expect(JSON.stringify(contents)).toContain('Archive index');
  });
  it('complete to the newest ones without words', async () => {
    expect((await complete('')).length).toBeGreaterThan(5);
    expect(await complete('no such thing anywhere')).toEqual([]);
  });
  it('are linked by the tool that reads them, with their picture, if it is asked to', async () => {
    await using agent = await connect();
    const read = async (links: boolean) => {
      const args = { id: ids.video.trailer, links };
      const { content } = await agent.client.callTool({ name: 'read', arguments: args });
      return content;
    };
    expect(await read(false)).toMatchObject([{ type: 'text' }]);
    const [, object, picture] = await read(true);
    expect(picture).toMatchObject({ type: 'resource_link', uri: expect.stringMatching(/^http/) });
    const { uri } = object as { readonly uri: string };
    const { contents } = await agent.client.readResource({ uri });
    expect(JSON.stringify(contents)).toContain('Northlight: the trailer');
  });
  it.each(['~nonsense', ids.video.missing, '%zz'])(
    'are not found by a wrong id: %s',
    async (id) => {
      await using agent = await connect();
      const uri = `studiograph://objects/${id}`;
      await expect(agent.client.readResource({ uri })).rejects.toThrow(/not found/i);
    },
  );
  it('are those of the caller', async () => {
    const [file] = await complete('Budget');
    await using guest = await connect('no-channel');
    const uri = `studiograph://objects/${file!}`;
    await expect(guest.client.readResource({ uri })).rejects.toThrow(/not found/i);
  });
});
