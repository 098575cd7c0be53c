/** The caller: null without a token, with an id of its own for each caller. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();

const idOf = async (
  token: string | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | undefined> =>
  (await studio.query('{ viewer { id } }', {}, token, headers)).data.viewer?.id;

const owner = { 'x-content-owner': 'owner-1' };

describe('viewer', () => {
  it('is null without a token, without a call and without an error', async () => {
    const { data, errors } = await studio.query(
      '{ viewer { id channel { title } calendars(first: 2) { nodes { summary } } } }',
      {},
      null,
    );
    expect(data).toEqual({ viewer: null });
    expect(errors).toBeUndefined();
    expect(studio.operations()).toEqual([]);
  });
  it('makes no call if only the id is selected', async () => {
    expect(await idOf('studio-owner')).toMatch(/^~[\w-]+$/);
    expect(studio.operations()).toEqual([]);
  });
});

describe('the id of a viewer', () => {
  it('is the same for all requests of a caller', async () => {
    expect(await idOf('studio-owner')).toBe(await idOf('studio-owner'));
    expect(await idOf('studio-owner', owner)).toBe(await idOf('studio-owner', owner));
  });
  it('differs between tokens, content owners and their channels', async () => {
    const ids = [
      await idOf('studio-owner'),
      await idOf('studio-guest'),
      await idOf('studio-owner', owner),
      await idOf('studio-owner', { 'x-content-owner': 'owner-2' }),
      await idOf('studio-owner', { ...owner, 'x-content-owner-channel': 'channel-1' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('contains neither the token nor its hash', async () => {
    const id = (await idOf('studio-owner'))!;
    const text = Buffer.from(id.slice(1), 'base64url').toString();
    const hash = createHash('sha256').update('studio-owner').digest('base64url');
    expect(text).toMatch(/^Viewer\n[\w-]{22}$/);
    expect(text).not.toContain('studio-owner');
    expect(hash).not.toContain(text.split('\n')[1]);
  });
  it('is accepted by node(id:), also for the lists of the viewer', async () => {
    const id = await idOf('studio-owner');
    const { data, errors } = await studio.query(
      'query ($id: ID!) { viewer { ...lists } node(id: $id) { __typename ...lists } } fragment lists on Viewer { id channel { title } calendars(first: 2) { nodes { id summary } } }',
      { id },
    );
    expect(errors).toBeUndefined();
    expect(data.node).toEqual({ __typename: 'Viewer', ...data.viewer });
    expect(data.node.calendars.nodes).toHaveLength(2);
  });
  it('of another caller is not found', async () => {
    const id = await idOf('studio-guest');
    const others: [string | null, Record<string, string>][] = [
      ['studio-owner', {}],
      ['studio-guest', owner],
      [null, {}],
    ];
    for (const [token, headers] of others) {
      const { data, errors } = await studio.query(
        'query ($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }',
        { id },
        token,
        headers,
      );
      expect(data).toEqual({ node: null, nodes: [null] });
      expect(errors).toEqual([
        expect.objectContaining({
          message: expect.stringContaining('another viewer'),
          path: ['node'],
          extensions: expect.objectContaining({ code: 'NOT_FOUND', id }),
        }),
      ]);
    }
    expect(studio.operations()).toEqual([]);
  });
});
