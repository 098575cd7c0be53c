/** The `fields` parameter: what it picks, what it refuses, and how it goes with `part`. */
import { describe, expect, it } from 'vitest';
import { applyMask, parseMask } from '../../src/sandbox/mask.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/sandbox.ts';

const value = {
  kind: 'k',
  items: [
    { id: 1, snippet: { title: 't', tags: ['a'] } },
    { id: 2, snippet: { title: 'u' } },
  ],
  pageInfo: { total: 2 },
};

describe('a mask', () => {
  it.each<[string, string, unknown]>([
    ['picks several by commas', 'kind,pageInfo', { kind: 'k', pageInfo: { total: 2 } }],
    ['goes into arrays as if they were not there', 'items/id', { items: [{ id: 1 }, { id: 2 }] }],
    [
      'picks several inside by parentheses',
      'items(id,snippet/title)',
      {
        items: [
          { id: 1, snippet: { title: 't' } },
          { id: 2, snippet: { title: 'u' } },
        ],
      },
    ],
    [
      'takes a whole level by a star',
      'items/snippet/*',
      { items: value.items.map(({ snippet }) => ({ snippet })) },
    ],
    [
      'takes the same inside of everything behind a star',
      '*/total',
      { items: [{}, {}], pageInfo: { total: 2 } },
    ],
    [
      'unites what is named twice',
      'items/id,items/snippet/title',
      {
        items: [
          { id: 1, snippet: { title: 't' } },
          { id: 2, snippet: { title: 'u' } },
        ],
      },
    ],
    [
      'lets a whole object swallow its members',
      'pageInfo/total,pageInfo',
      { pageInfo: { total: 2 } },
    ],
    ['does not mind blanks', 'kind, items( id )', { kind: 'k', items: [{ id: 1 }, { id: 2 }] }],
    [
      'leaves out what is not there',
      'items/snippet/tags',
      { items: [{ snippet: { tags: ['a'] } }, {}] },
    ],
  ])('%s', (_law, mask, left) => {
    expect(applyMask(parseMask(mask), value)).toEqual(left);
  });
  it.each(['', 'a,', ',a', 'a(b', 'a)', 'a//b', 'a/', '/a', 'a()', 'a(b,)', 'a(b)c', '(a)'])(
    'is refused when ill-formed: "%s"',
    (mask) => {
      expect(() => parseMask(mask)).toThrow('Invalid field selection');
    },
  );
});

describe('over the wire', () => {
  const { ask } = useSandbox();
  const at = (part: string, fields: string) =>
    ask(`/youtube/v3/videos?part=${part}&id=${ids.video.trailer}&fields=${fields}`);
  it('a field outside the named parts is just absent', async () => {
    expect((await at('snippet', 'items(id,statistics/viewCount)')).body).toEqual({
      items: [{ id: ids.video.trailer }],
    });
  });
  it('keys of a map are free', async () => {
    const got = await ask(
      `/youtube/v3/videos?part=localizations&id=${ids.video.localized}&fields=items/localizations/sv/title`,
    );
    expect(got.body).toEqual({ items: [{ localizations: { sv: { title: 'Hamnens händer' } } }] });
  });
  it('a list mask without the token breaks paging', async () => {
    const path = `/youtube/v3/playlistItems?part=id&playlistId=${ids.playlist.fifty}`;
    expect((await ask(`${path}&fields=items/id`)).body).not.toHaveProperty('nextPageToken');
    expect((await ask(`${path}&fields=items/id,nextPageToken`)).body).toHaveProperty(
      'nextPageToken',
    );
  });
  it('applies to the answer of a write as it stands', async () => {
    const body = { id: ids.playlist.empty, snippet: { title: 'Curated' } };
    const got = await ask('/youtube/v3/playlists?part=snippet&fields=snippet/title', {
      method: 'PUT',
      body,
    });
    expect(got.body).toEqual({ snippet: { title: 'Curated' } });
  });
  it('names of objects everybody inherits from are unknown fields', async () => {
    expect(await at('snippet', 'items/constructor')).toMatchObject({
      status: 400,
      reason: 'invalidParameter',
    });
  });
});
