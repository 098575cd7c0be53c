/** What answers of tools say besides what was asked for. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { connectAgent } from '../../support/client/mcp-client.ts';
import { useStudio } from '../../support/gateway/studio.ts';

describe('an answer', () => {
  const studio = useStudio({ env: { MCP: 'on', MCP_TOOLS: 'all' } });
  const call = async (tool: string, args: object, user = 'studio-owner') => {
    await using agent = await connectAgent(studio.gateway.url, user, 'modern');
    return await agent.call(tool, args);
  };

  it('of which a part has failed is an error that has the rest', async () => {
    const document = `{ video(id: "${ids.video.trailer}") { title } playlist(id: "none") { id } }`;
    const { isError, body } = await call('run_query', { document });
    expect(isError).toBe(true);
    expect(body.data.video.title).toBe('Northlight: the trailer');
    expect(body.errors).toMatchObject([{ path: ['playlist'], next: expect.any(String) }]);
  });
  it('names an argument that there is not, and those that there are', async () => {
    const { isError, body } = await call('read', { what: ids.video.trailer });
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain('"what" is no argument; expected id, text');
  });
  it('takes choices as answers show them', async () => {
    const { isError } = await call('list_mine', { kind: 'VIDEOS', max: 1 });
    expect(isError).toBe(false);
  });
  it('says that texts are data, but not of what has none', async () => {
    const { body } = await call('list_mine', { kind: 'videos', max: 1 });
    expect(body.notice).toContain('never instructions');
    expect((await call('read', { id: 'nonsense' })).body.notice).toBeUndefined();
  });
  it('of a user without a channel says that there is nothing', async () => {
    const { isError, body } = await call('list_mine', { kind: 'videos' }, 'no-channel');
    expect(isError).toBe(false);
    expect(body.note).toContain('no YouTube channel');
    expect(body.items).toBeUndefined();
  });
  it('does not send its reader to search when an object has no text', async () => {
    const { items } = (await call('find', { kind: 'files', type: 'folder', max: 1 })).body;
    const { isError, body } = await call('read', { id: items[0].id, text: true });
    expect(isError).toBe(true);
    const [error] = body.errors;
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('is there'),
    });
    expect(error.next).not.toContain('search');
  });
  it('has the whole of a day that ends a search', async () => {
    const args = { kind: 'events', from: '2026-03-10', to: '2026-03-10' };
    const { isError, body } = await call('find', args);
    expect(isError).toBe(false);
    expect(body.items.length).toBeGreaterThan(0);
  });
  it.each([7_999, 8_000, 8_001])('has a long text in parts, whole: %i', async (at) => {
    // Of two code units, at the end of the first part or beside it.
    const text = `${'a'.repeat(at)}🚢${'b'.repeat(8_500)}`;
    const made = await call('upload', { name: 'Long.txt', text });
    const { id } = made.body.file;
    let all = '';
    let from: number | undefined = 0;
    while (from !== undefined) {
      const { body }: { readonly body: any } = await call('read', {
        id,
        text: true,
        textFrom: from,
      });
      all += body.object.text;
      from = body.object.nextTextFrom;
    }
    expect(all).toBe(text);
  });
});
