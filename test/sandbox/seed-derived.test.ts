/** Values of seeded entities that follow from other entities, over the whole seed. */
import { describe, expect, it } from 'vitest';
import { anonymous, users } from '../../src/sandbox/user.ts';
import { storageState } from '../../src/sandbox/storage/state.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();
const video = () => videoState(box.sandbox.simulation());

const youtube = async (path: string, token = 'studio-owner'): Promise<any> =>
  (await box.ask(`/youtube/v3/${path}`, { token })).body;

/** All items of a list by ids, in calls of 50. */
async function byIds(path: string, ids: readonly string[]): Promise<any[]> {
  const items: any[] = [];
  for (let start = 0; start < ids.length; start += 50)
    items.push(...(await youtube(`${path}&id=${ids.slice(start, start + 50).join()}`)).items);
  return items;
}

/** All items of a list, page by page. */
async function allOf(path: string): Promise<any[]> {
  const items: any[] = [];
  for (let token: string | undefined = ''; token !== undefined; ) {
    const page: any = await youtube(`${path}&maxResults=50${token && `&pageToken=${token}`}`);
    items.push(...page.items);
    token = page.nextPageToken;
  }
  return items;
}

const countBy = <T>(values: Iterable<T>, isCounted: (value: T) => boolean): number =>
  [...values].filter(isCounted).length;

describe('the seeded videos', () => {
  it('have captions if there are tracks that are no drafts', async () => {
    const { videos, captions } = video();
    const items = await byIds('videos?part=contentDetails', [...videos.keys()]);
    expect(items.length).toBeGreaterThan(40);
    const tracks = [...captions.values()];
    for (const { id, contentDetails } of items)
      expect([id, contentDetails.caption]).toEqual([
        id,
        String(tracks.some(({ snippet }) => snippet.videoId === id && !snippet.isDraft)),
      ]);
    expect(countBy(items, ({ contentDetails }) => contentDetails.caption === 'true')).toBe(3);
  });
  it('of the caller have captions if `captions.list` has some', async () => {
    const { videos } = video();
    const { channelId } = users.find(({ token }) => token === 'studio-owner')!;
    const own = [...videos.values()].filter(({ snippet }) => snippet.channelId === channelId);
    for (const { id, contentDetails } of await byIds(
      'videos?part=contentDetails',
      own.map((each) => each.id),
    )) {
      const { items } = await youtube(`captions?part=id&videoId=${id}`);
      expect([id, contentDetails.caption]).toEqual([id, String(items.length > 0)]);
    }
  });
  it('count their published comments', async () => {
    const { videos, comments, commentsDisabled } = video();
    const all = [...comments.values()];
    for (const { id, statistics } of await byIds('videos?part=statistics', [...videos.keys()]))
      expect([id, statistics.commentCount]).toEqual([
        id,
        commentsDisabled.has(id)
          ? undefined
          : String(
              countBy(
                all,
                ({ videoId, moderationStatus }) =>
                  videoId === id && moderationStatus === 'published',
              ),
            ),
      ]);
  });
});

describe('the seeded playlists', () => {
  it('count their items', async () => {
    const ids = [...video().playlists.keys()];
    for (const { id, contentDetails } of await byIds('playlists?part=contentDetails', ids)) {
      const items = await allOf(`playlistItems?part=id&playlistId=${id}`);
      expect([id, contentDetails.itemCount]).toEqual([id, items.length]);
    }
  });
});

describe('the seeded channels', () => {
  it('count their public videos', async () => {
    const { channels, videos } = video();
    for (const { id, statistics } of await byIds('channels?part=statistics', [...channels.keys()]))
      expect([id, statistics.videoCount]).toEqual([
        id,
        String(
          countBy(
            videos.values(),
            ({ snippet, status }) => snippet.channelId === id && status.privacyStatus === 'public',
          ),
        ),
      ]);
  });
});

describe('the seeded comment threads', () => {
  it('count their replies', async () => {
    // Replies are no threads: the list leaves them out.
    const threads = await byIds('commentThreads?part=snippet', [...video().comments.keys()]);
    expect(countBy(threads, ({ snippet }) => snippet.totalReplyCount > 0)).toBeGreaterThan(1);
    for (const { id, snippet } of threads) {
      const replies = await allOf(`comments?part=id&parentId=${id}`);
      expect([id, snippet.totalReplyCount]).toEqual([id, replies.length]);
    }
  });
});

describe('the seeded files', () => {
  it('have the content of their newest revision, and permissions if they are shared', async () => {
    for (const { id, owner } of storageState(box.sandbox.simulation()).files.values()) {
      const token = users.find(({ email }) => email === owner)?.token ?? anonymous.token;
      if (token === '') continue;
      const { body } = await box.ask(`/drive/v3/files/${id}?fields=*`, { token });
      expect([id, body.shared]).toEqual([id, body.permissionIds.length > 1]);
      if (body.headRevisionId === undefined) continue;
      const { body: list } = await box.ask(`/drive/v3/files/${id}/revisions?fields=*`, { token });
      expect(list.revisions.at(-1)).toMatchObject({
        id: body.headRevisionId,
        size: body.size,
        md5Checksum: body.md5Checksum,
        originalFilename: body.originalFilename,
        mimeType: body.mimeType,
      });
    }
  });
});
