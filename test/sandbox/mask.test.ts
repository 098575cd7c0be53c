/** The `fields` parameter: selection, errors, and its relation to `part`. */
import { describe, expect, it } from 'vitest';
import { applyMask, parseMask } from '../../src/sandbox/call/mask.ts';
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
    ['selects several fields with commas', 'kind,pageInfo', { kind: 'k', pageInfo: { total: 2 } }],
    ['selects fields of the elements of a list', 'items/id', { items: [{ id: 1 }, { id: 2 }] }],
    [
      'selects several fields of a field with parentheses',
      'items(id,snippet/title)',
      {
        items: [
          { id: 1, snippet: { title: 't' } },
          { id: 2, snippet: { title: 'u' } },
        ],
      },
    ],
    [
      'selects all fields with a star',
      'items/snippet/*',
      { items: value.items.map(({ snippet }) => ({ snippet })) },
    ],
    [
      'selects a field of all fields with a star',
      '*/total',
      { items: [{}, {}], pageInfo: { total: 2 } },
    ],
    [
      'combines the selections of a field that is named twice',
      'items/id,items/snippet/title',
      {
        items: [
          { id: 1, snippet: { title: 't' } },
          { id: 2, snippet: { title: 'u' } },
        ],
      },
    ],
    [
      'selects the whole field if it is also named without selection',
      'pageInfo/total,pageInfo',
      { pageInfo: { total: 2 } },
    ],
    ['ignores spaces', 'kind, items( id )', { kind: 'k', items: [{ id: 1 }, { id: 2 }] }],
    ['omits absent fields', 'items/snippet/tags', { items: [{ snippet: { tags: ['a'] } }, {}] }],
  ])('%s', (_, mask, expected) => {
    expect(applyMask(parseMask(mask), value)).toEqual(expected);
  });
  it.each(['', 'a,', ',a', 'a(b', 'a)', 'a//b', 'a/', '/a', 'a()', 'a(b,)', 'a(b)c', '(a)'])(
    'is rejected if it is malformed: "%s"',
    (mask) => {
      expect(() => parseMask(mask)).toThrow('Invalid field selection');
    },
  );
});

describe('the parameter fields', () => {
  const { ask } = useSandbox();
  const at = (part: string, fields: string) =>
    ask(`/youtube/v3/videos?part=${part}&id=${ids.video.trailer}&fields=${fields}`);
  it('omits fields of parts that the call does not name', async () => {
    expect((await at('snippet', 'items(id,statistics/viewCount)')).body).toEqual({
      items: [{ id: ids.video.trailer }],
    });
  });
  it('accepts any key of a map', async () => {
    const response = await ask(
      `/youtube/v3/videos?part=localizations&id=${ids.video.localized}&fields=items/localizations/sv/title`,
    );
    expect(response.body).toEqual({
      items: [{ localizations: { sv: { title: 'Hamnens händer' } } }],
    });
  });
  it('omits the page token unless the mask names it', async () => {
    const path = `/youtube/v3/playlistItems?part=id&playlistId=${ids.playlist.fifty}`;
    expect((await ask(`${path}&fields=items/id`)).body).not.toHaveProperty('nextPageToken');
    expect((await ask(`${path}&fields=items/id,nextPageToken`)).body).toHaveProperty(
      'nextPageToken',
    );
  });
  it('applies to the response of a write', async () => {
    const body = { id: ids.playlist.empty, snippet: { title: 'Curated' } };
    const response = await ask('/youtube/v3/playlists?part=snippet&fields=snippet/title', {
      method: 'PUT',
      body,
    });
    expect(response.body).toEqual({ snippet: { title: 'Curated' } });
  });
  it('rejects names of inherited properties', async () => {
    expect(await at('snippet', 'items/constructor')).toMatchObject({
      status: 400,
      reason: 'invalidParameter',
    });
  });
});
