/** REST parameters that follow from arguments, and lookups by ids of list items. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

describe('node ids of list items', () => {
  it('are read with one call per type', async () => {
    const [item] = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.fifty)!;
    const reply = [...videoState(studio.sandbox.simulation()).comments.values()].find(
      ({ id, threadId }) => id !== threadId,
    )!;
    const nodes = [
      globalId('PlaylistItem', [item!.id]),
      globalId('CommentThread', [ids.commentThread.busy]),
      globalId('Comment', [reply.id]),
    ];
    const data = await studio.data(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on PlaylistItem { position } ... on CommentThread { replyCount } ... on Comment { text } } }',
      { ids: nodes },
    );
    expect(data.nodes).toEqual([
      { __typename: 'PlaylistItem', position: 0 },
      { __typename: 'CommentThread', replyCount: 12 },
      { __typename: 'Comment', text: reply.text },
    ]);
    expect(studio.operations()).toEqual([
      'video:commentThreads.list',
      'video:comments.list',
      'video:playlistItems.list',
    ]);
  });
});

it('lists the items of a playlist that show one video', async () => {
  const [, second] = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.fifty)!;
  const { data } = await studio.query(
    `{ playlist(id: "${ids.playlist.fifty}") { items(videoId: "${second!.videoId}") { nodes { position } } } }`,
  );
  expect(data.playlist.items.nodes).toEqual([{ position: 1 }]);
});

it('returns NOT_FOUND for a username without a channel', async () => {
  const { data, errors } = await studio.query('{ channel(by: { username: "nobody" }) { title } }');
  expect(data).toEqual({ channel: null });
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(studio.calls().map(({ query }) => query['forUsername'])).toEqual([['nobody']]);
});

it('requests the names of regions in another language', async () => {
  const data = await studio.data('{ regions(language: "sv") { code name } }');
  expect(data.regions).toContainEqual({ code: 'SE', name: 'Sverige' });
  expect(studio.calls().map(({ query }) => query['hl'])).toEqual([['sv']]);
});
