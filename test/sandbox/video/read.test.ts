/** Behaviour of the video service that clients depend on: visibility, pages, replacing updates. */
import { describe, expect, it } from 'vitest';
import { ids, uploadsOf } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { start, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;
const { video, playlist, channel, commentThread } = ids;

const items = async (path: string, token: string | null = 'studio-owner'): Promise<any[]> =>
  (await ask(path, { token })).body.items;

/** Number of the studio's uploads that a user sees. */
const count = async (token: string): Promise<number> =>
  (await ask(`/playlistItems?part=id&playlistId=${uploadsOf(channel.studio)}`, { token })).body
    .pageInfo.totalResults;

const title = async (hl: string): Promise<string> =>
  (await items(`/videos?part=snippet&id=${video.localized}&hl=${hl}`))[0].snippet.localized.title;

const state = () => videoState(box.sandbox.simulation());

describe('statistics alone', () => {
  const part = 'id,snippet,statistics,contentDetails';
  const of = (...videoIds: readonly string[]) =>
    `/videos:batchGetStats?part=${part}&id=${videoIds.join()}`;

  it('have the numbers of the list, the upload time and the duration in seconds', async () => {
    const [listed] = await items(`/videos?part=${part}&id=${video.trailer}`, 'studio-guest');
    const { viewCount, likeCount, commentCount } = listed.statistics;
    const { duration } = listed.contentDetails;
    const [, minutes = '0', seconds = '0'] = /^PT(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration)!;
    const { body } = await ask(`${of(video.trailer)}&key=sandbox-key`, { token: null });
    expect(body).toMatchObject({ kind: 'youtube#batchGetStatsResponse' });
    expect(body.items).toEqual([
      {
        kind: 'youtube#videoStats',
        etag: expect.any(String),
        id: video.trailer,
        snippet: { publishTime: listed.snippet.publishedAt },
        statistics: { viewCount, likeCount, commentCount },
        contentDetails: { duration: `${60 * Number(minutes) + Number(seconds)}s` },
      },
    ]);
  });
  it('leave out what the caller cannot read, and are of 50 videos at most', async () => {
    const read = await items(of(video.missing, video.strangersPrivate, video.unlistedCut));
    expect(read.map(({ id }) => id)).toEqual([video.unlistedCut]);
    const { status } = await ask(of(...Array.from({ length: 51 }, (_, index) => `video${index}`)));
    expect(status).toBe(400);
  });
  it('have no dislikes, not even for the owner', async () => {
    const [own] = await items(of(video.trailer));
    expect(own.statistics).not.toHaveProperty('dislikeCount');
  });
});

describe('a list by ids', () => {
  it('leaves out unknown and invisible ids, and returns a repeated id once', async () => {
    const requestedIds = [
      video.trailer,
      video.missing,
      video.strangersPrivate,
      video.unlistedCut,
      video.trailer,
    ].join();
    const response = await items(`/videos?part=id&id=${requestedIds}`);
    expect(new Set(response.map(({ id }) => id))).toEqual(
      new Set([video.trailer, video.unlistedCut]),
    );
    expect(response).toHaveLength(2);
  });
  it('accepts repeated and comma-separated ids and parts', async () => {
    const commas = await ask(`/videos?part=id,status&id=${video.trailer},${video.rtl}`);
    const repeated = await ask(`/videos?part=id&part=status&id=${video.trailer}&id=${video.rtl}`);
    expect(repeated.body).toEqual(commas.body);
  });
  it('returns kind, etag, id and the requested parts', async () => {
    const [one] = await items(`/videos?part=status&id=${video.trailer}`);
    expect(Object.keys(one).toSorted()).toEqual(['etag', 'id', 'kind', 'status']);
  });
  it.each([
    [
      'playlists',
      `/playlists?part=id&id=${playlist.drafts},${playlist.empty},${playlist.missing}`,
      [playlist.empty],
    ],
    ['channels', `/channels?part=id&id=${channel.missing},${channel.kite}`, [channel.kite]],
    [
      'comments',
      `/comments?part=id&id=${commentThread.missing},${commentThread.trailer}`,
      [commentThread.trailer],
    ],
    [
      'threads',
      `/commentThreads?part=id&id=${commentThread.missing},${commentThread.trailer}`,
      [commentThread.trailer],
    ],
  ])('leaves out unknown %s', async (_, path, left) => {
    expect((await items(path, 'studio-guest')).map(({ id }) => id)).toEqual(left);
  });
});

describe('counts', () => {
  it('are strings if they can exceed 32 bits, numbers otherwise', async () => {
    const [one] = await items(`/videos?part=statistics&id=${video.trailer}`);
    for (const count of Object.values(one.statistics)) expect(count).toMatch(/^\d+$/);
    const [list] = await items(`/playlists?part=contentDetails&id=${playlist.long}`);
    expect(list.contentDetails.itemCount).toBe(120);
  });
});

describe('pages', () => {
  it('have five items by default, and a previous page', async () => {
    const first = (await ask(`/playlistItems?part=id&playlistId=${playlist.fifty}`)).body;
    expect(first.pageInfo).toEqual({ totalResults: 50, resultsPerPage: 5 });
    const second = (
      await ask(
        `/playlistItems?part=id&playlistId=${playlist.fifty}&pageToken=${first.nextPageToken}`,
      )
    ).body;
    const back = (
      await ask(
        `/playlistItems?part=id&playlistId=${playlist.fifty}&pageToken=${second.prevPageToken}`,
      )
    ).body;
    expect(back.items).toEqual(first.items);
  });
});

describe('a replacing update', () => {
  const read = `/videos?part=snippet,status,localizations,recordingDetails&id=${video.localized}`;
  const put = (part: string, body: object) =>
    ask(`/videos?part=${part}`, { method: 'PUT', body: { id: video.localized, ...body } });

  it('removes properties that the named part leaves out, and nothing else', async () => {
    const [before] = await items(read);
    await put('snippet', { snippet: { title: 'Hands', categoryId: '27' } });
    const [after] = await items(read);
    const { tags: _, defaultLanguage: __, defaultAudioLanguage: ___, ...rest } = before.snippet;
    expect(after.snippet).toMatchObject({
      ...rest,
      title: 'Hands',
      categoryId: '27',
      description: '',
      localized: expect.anything(),
    });
    for (const gone of ['tags', 'defaultLanguage', 'defaultAudioLanguage'])
      expect(after.snippet).not.toHaveProperty(gone);
    expect(after.status).toEqual(before.status);
    expect(after.localizations).toEqual(before.localizations);
  });
  it('resets a missing privacy status to public', async () => {
    const body = { id: video.privateCut, status: { embeddable: false } };
    const response = await ask('/videos?part=status', { method: 'PUT', body });
    expect(response.body.status).toMatchObject({
      privacyStatus: 'public',
      embeddable: false,
      license: 'youtube',
    });
  });
  it('replaces all translations', async () => {
    await put('localizations', {
      localizations: { fr: { title: 'Les mains du port', description: '' } },
    });
    expect(Object.keys((await items(read))[0].localizations)).toEqual(['fr']);
  });
  it('ignores read-only properties', async () => {
    const response = await put('snippet', {
      snippet: { title: 'Hands', categoryId: '27', channelTitle: 'Mine now' },
    });
    expect(response.body.snippet.channelTitle).toBe('Northlight Studio');
  });
  it('returns the named parts', async () => {
    const response = await put('snippet', { snippet: { title: 'Hands', categoryId: '27' } });
    expect(Object.keys(response.body).toSorted()).toEqual(['etag', 'id', 'kind', 'snippet']);
  });
  it('of a playlist resets its description', async () => {
    await ask('/playlists?part=snippet', {
      method: 'PUT',
      body: { id: playlist.fifty, snippet: { title: 'Fifty' } },
    });
    expect((await items(`/playlists?part=snippet&id=${playlist.fifty}`))[0].snippet).toMatchObject({
      title: 'Fifty',
      description: '',
    });
  });
});

describe('playlists', () => {
  it('are inserted empty, and deleted with their items', async () => {
    const made = await ask('/playlists?part=snippet,status', {
      method: 'POST',
      body: { snippet: { title: 'New' }, status: { privacyStatus: 'private' } },
    });
    const { id } = made.body;
    expect((await items(`/playlists?part=contentDetails&id=${id}`))[0].contentDetails).toEqual({
      itemCount: 0,
    });
    const gone = await ask(`/playlists?id=${id}`, { method: 'DELETE' });
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    expect(await ask(`/playlistItems?part=id&playlistId=${id}`)).toMatchObject({
      status: 404,
      reason: 'playlistNotFound',
    });
    expect(await ask(`/playlists?id=${id}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
  });
  it('keep items of deleted and private videos, without texts', async () => {
    const response = await items(
      `/playlistItems?part=snippet,status&playlistId=${playlist.gone}&maxResults=50`,
    );
    const by = new Map(response.map((item) => [item.snippet.resourceId.videoId, item]));
    expect(by.get(video.deleted)).toMatchObject({
      snippet: { title: 'Deleted video' },
      status: { privacyStatus: 'privacyStatusUnspecified' },
    });
    expect(by.get(video.strangersPrivate)).toMatchObject({
      snippet: { title: 'Private video' },
      status: { privacyStatus: 'private' },
    });
    expect(by.get(video.privateCut).snippet.title).toBe('Last Ferry, rough cut 3');
    expect(by.get(video.deleted).snippet).not.toHaveProperty('videoOwnerChannelId');
  });
  it('of uploads contain all videos for the owner, and public ones for others', async () => {
    const all = [...state().videos.values()].filter(
      ({ snippet }) => snippet.channelId === channel.studio,
    );
    expect(await count('studio-owner')).toBe(all.length);
    expect(await count('studio-guest')).toBe(
      all.filter(({ status }) => status.privacyStatus === 'public').length,
    );
  });
});

describe('comments', () => {
  it('contain up to five replies; comments.list returns all', async () => {
    const [thread] = await items(`/commentThreads?part=snippet,replies&id=${commentThread.busy}`);
    expect(thread.snippet.totalReplyCount).toBe(12);
    expect(thread.replies.comments).toHaveLength(5);
    const all = await items(`/comments?part=snippet&parentId=${commentThread.busy}`);
    expect(all).toHaveLength(12);
    expect(all.slice(0, 5).map(({ id }) => id)).toEqual(
      thread.replies.comments.map(({ id }: any) => id),
    );
  });
  it('are HTML unless plain text is requested', async () => {
    const path = `/comments?part=snippet&id=${commentThread.html}`;
    expect((await items(path))[0].snippet.textDisplay).toBe(
      `Fish &amp; chips at <a href="https://www.video.example/watch?v=${video.trailer}&amp;t=42">0:42</a> &lt;3<br>Where is that?`,
    );
    expect((await items(`${path}&textFormat=plainText`))[0].snippet.textDisplay).toBe(
      'Fish & chips at 0:42 <3\nWhere is that?',
    );
  });
  it('held for review are listed for the moderator only', async () => {
    const path = `/commentThreads?part=id&videoId=${video.trailer}`;
    const open = (await items(path)).map(({ id }) => id);
    const held = (await items(`${path}&moderationStatus=heldForReview`)).map(({ id }) => id);
    expect(held).toHaveLength(1);
    expect(open).not.toContain(held[0]);
  });
  it('can be searched and sorted', async () => {
    const found = await items(`/commentThreads?part=id&videoId=${video.trailer}&searchTerms=FOG`);
    expect(found.map(({ id }) => id)).toEqual([commentThread.trailer]);
    const liked = await items(
      `/commentThreads?part=snippet&allThreadsRelatedToChannelId=${channel.studio}&order=relevance&maxResults=100`,
    );
    const likes = liked.map(({ snippet }) => snippet.topLevelComment.snippet.likeCount);
    expect(likes).toEqual(likes.toSorted((a, b) => b - a));
  });
});

describe('charts, ratings, handles and translations', () => {
  it('has no items for unknown channels, unlike other lists', async () => {
    const { status, body } = await ask(`/channels?part=id&id=${channel.missing}`);
    expect([status, 'items' in body, body.pageInfo.totalResults]).toEqual([200, false, 0]);
    expect((await ask(`/playlists?part=id&id=${playlist.missing}`)).body.items).toEqual([]);
  });
  it.each(['@northlightstudio', 'northlightstudio', '%40NorthlightStudio'])(
    'finds a channel by the handle %s',
    async (handle) => {
      expect((await items(`/channels?part=id&forHandle=${handle}`)).map(({ id }) => id)).toEqual([
        channel.studio,
      ]);
    },
  );
  it('finds a channel by its legacy user name', async () => {
    expect((await items('/channels?part=id&forUsername=northlight')).map(({ id }) => id)).toEqual([
      channel.studio,
    ]);
  });
  it('returns texts in the language of hl, or the original', async () => {
    expect([await title('sv'), await title('de-AT'), await title('ja')]).toEqual([
      'Hamnens händer',
      'Hände des Hafens',
      'Hands of the Harbour',
    ]);
  });
});

describe('etags', () => {
  it('are in the body and the header, and match If-None-Match', async () => {
    const path = `/videos?part=snippet&id=${video.trailer}`;
    const first = await ask(path);
    expect(first.headers.get('etag')).toBe(`"${first.body.etag}"`);
    const again = await ask(path, { headers: { 'if-none-match': `"${first.body.etag}"` } });
    expect([again.status, again.body]).toEqual([304, undefined]);
  });
  it.each([
    `/captions?part=snippet&videoId=${video.trailer}`,
    '/channels?part=snippet&mine=true',
    '/channelSections?part=snippet&mine=true',
    `/comments?part=snippet&parentId=${commentThread.busy}`,
    `/commentThreads?part=snippet&videoId=${video.trailer}`,
    '/playlists?part=snippet&mine=true',
    `/playlistItems?part=snippet&playlistId=${playlist.fifty}`,
    '/subscriptions?part=snippet&mine=true',
    `/videos?part=snippet&id=${video.trailer},${video.rtl}`,
  ])('are on every item of %s', async (path) => {
    for (const { etag } of await items(path)) expect(etag).toMatch(/^[\w-]+$/);
  });
  it('of a thread’s comments are those of the comments', async () => {
    const [thread] = await items(`/commentThreads?part=snippet,replies&id=${commentThread.busy}`);
    const embedded = [thread.snippet.topLevelComment, ...thread.replies.comments];
    const listed = await items(`/comments?part=snippet&id=${embedded.map(({ id }) => id).join()}`);
    expect(embedded).toEqual(listed);
  });
  it('change with the entity', async () => {
    const path = `/playlists?part=snippet&id=${playlist.fifty}`;
    const { etag } = (await ask(path)).body;
    await ask('/playlists?part=snippet', {
      method: 'PUT',
      body: { id: playlist.fifty, snippet: { title: 'Other' } },
    });
    expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('the seed', () => {
  it('is equal after every start, with dates relative to the start time', async () => {
    const path = `/videos?part=snippet,statistics,status,contentDetails&id=${video.trailer},${video.launch}`;
    const before = (await ask(path)).body;
    box.sandbox.reset(start);
    expect((await ask(path)).body).toEqual(before);
    box.sandbox.reset(new Date(start.getTime() + 86_400_000));
    const [moved] = await items(path);
    expect(
      Date.parse(moved.snippet.publishedAt) - Date.parse(before.items[0].snippet.publishedAt),
    ).toBe(86_400_000);
  });
  it('has a playlist of 50 videos of ten channels', () => {
    const { playlistItems, videos } = state();
    const fifty = playlistItems.get(playlist.fifty)!.map(({ videoId }) => videos.get(videoId)!);
    expect([
      new Set(fifty.map(({ id }) => id)).size,
      new Set(fifty.map(({ snippet }) => snippet.channelId)).size,
    ]).toEqual([50, 10]);
  });
  it('has unique ids', () => {
    const all = [
      ids.channel,
      ids.video,
      ids.playlist,
      ids.stream,
      ids.commentThread,
      ids.file,
      ids.event,
    ].flatMap((table) => Object.values(table));
    expect(new Set(all).size).toBe(all.length);
  });
});
