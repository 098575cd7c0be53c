/** Search, subscriptions, activities and members, as the service plays them. */
import { describe, expect, it } from 'vitest';
import { fanId, ids, subscriptionId } from '../../src/sandbox/seed/ids.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { useSandbox } from '../support/sandbox.ts';

const box = useSandbox();

const get = async (call: string, token = 'studio-owner') =>
  (await box.ask(`/youtube/v3${call}`, { token })).body;

const seeded = () => videoState(box.sandbox.simulation());
const { video, channel } = ids;

describe('a search', () => {
  const found = async (query: string) =>
    ((await get(`/search?part=snippet&maxResults=50&${query}`)).items as any[]).map(
      ({ id }) => (id.videoId ?? id.channelId ?? id.playlistId) as string,
    );

  it('finds what has all words, public alone, of all three kinds unless one is named', async () => {
    const harbour = await found('q=harbour');
    expect(harbour).toEqual(expect.arrayContaining([video.localized, ids.playlist.localized]));
    expect(await found('q=harbour&type=playlist')).toEqual([ids.playlist.localized]);
    expect(await found('q=Harbor%20Hull&type=channel')).toEqual([channel.harbor]);
    expect(await found('q=rough%20cut')).toEqual([]);
    expect(await found('q=rough%20cut&type=video&forMine=true')).toEqual([video.privateCut]);
  });
  it('takes words away, and takes one or the other', async () => {
    const both = await found('q=ferry|harbour&type=video');
    expect(await found('q=ferry&type=video')).toEqual(expect.arrayContaining([video.makingOf]));
    expect(both).toEqual(expect.arrayContaining([video.makingOf, video.localized]));
    expect(await found('q=ferry|harbour%20-making&type=video')).not.toContain(video.makingOf);
  });
  it('escapes its texts as HTML', async () => {
    const { items } = await get('/search?part=snippet&type=video&q=making');
    expect(items[0].snippet.title).toBe(
      'Making of &quot;The Last Ferry&quot;: director &amp; crew',
    );
    expect(
      (await get('/search?part=snippet&type=channel&q=hull')).items[0].snippet.channelTitle,
    ).toBe('Harbor &amp; Hull');
  });
  it('tells about how many there are, and never more than five hundred of them', async () => {
    const { videos } = seeded();
    for (let index = 0; index < 600; index += 1)
      videos.set(`copy-${index}`, { ...videos.get(video.trailer)!, id: `copy-${index}` });
    let [token, results] = ['', 0];
    for (;;) {
      const page = await get(`/search?part=id&maxResults=50&type=video&pageToken=${token}`);
      expect(page.pageInfo.totalResults).toBeGreaterThan(600);
      results += page.items.length;
      if (!page.nextPageToken) break;
      token = page.nextPageToken;
    }
    expect(results).toBe(500);
  });
  it.each([
    ['videoDuration=short', 'PT1M34S'],
    ['eventType=live', 'P0D'],
  ])('lets through what its filters say: %s', async (filter, duration) => {
    const hits = await found(`type=video&${filter}`);
    const { videos } = seeded();
    expect(hits.map((id) => videos.get(id)!.contentDetails['duration'])).toContain(duration);
    expect(hits.length).toBeLessThan((await found('type=video')).length);
  });
  it('looks around a place', async () => {
    expect(await found('type=video&location=59.33,18.07&locationRadius=1000m')).toEqual([
      video.trailer,
    ]);
    expect((await found('type=video&location=59.33,18.07&locationRadius=5km')).toSorted()).toEqual(
      [video.trailer, video.makingOf].toSorted(),
    );
    expect(await found('type=video&location=-59.33,18.07&locationRadius=5mi')).toEqual([]);
  });
  it('orders by what is asked', async () => {
    const { videos } = seeded();
    const views = (await found('type=video&order=viewCount')).map((id) =>
      Number(videos.get(id)!.statistics.viewCount),
    );
    expect(views).toEqual(views.toSorted((a, b) => b - a));
    const dates = (await found(`type=video&order=date&channelId=${channel.kite}`)).map(
      (id) => videos.get(id)!.snippet.publishedAt,
    );
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
});

describe('subscriptions', () => {
  it("are seen from both ends, those of others where they don't keep them to themselves", async () => {
    const mine = await get('/subscriptions?part=snippet&mine=true&maxResults=50');
    expect(mine.pageInfo.totalResults).toBe(59);
    expect(mine.nextPageToken).toBeDefined();
    const theirs = await get(
      '/subscriptions?part=snippet,subscriberSnippet&mySubscribers=true&maxResults=50',
    );
    expect(theirs.pageInfo.totalResults).toBe(61);
    expect(theirs.items[0].subscriberSnippet.channelId).toBe(fanId(0));
    const recent = await get(
      '/subscriptions?part=subscriberSnippet&myRecentSubscribers=true&maxResults=1',
    );
    expect(recent.items[0].subscriberSnippet.channelId).toBe(channel.ben);
    const bens = await get(`/subscriptions?part=snippet&channelId=${channel.ben}`);
    expect(bens.items.map((item: any) => item.snippet.resourceId.channelId)).toEqual([
      channel.studio,
      channel.lumen,
    ]);
  });
  it('come and go', async () => {
    const body = { snippet: { resourceId: { kind: 'youtube#channel', channelId: channel.sable } } };
    const id = subscriptionId(channel.studio, channel.sable);
    expect(
      (await box.ask('/youtube/v3/subscriptions?part=snippet', { method: 'POST', body })).body.id,
    ).toBe(id);
    expect(
      (await get(`/subscriptions?part=id&mine=true&forChannelId=${channel.sable}`)).items,
    ).toHaveLength(1);
    expect((await box.ask(`/youtube/v3/subscriptions?id=${id}`, { method: 'DELETE' })).status).toBe(
      204,
    );
    expect(
      (await get(`/subscriptions?part=id&mine=true&forChannelId=${channel.sable}`)).items,
    ).toEqual([]);
  });
  it('are ordered by name, or by how much is new', async () => {
    const titles = (
      await get('/subscriptions?part=snippet&mine=true&maxResults=50&order=alphabetical')
    ).items.map((item: any) => item.snippet.title);
    expect(titles).toEqual(titles.toSorted((a: string, b: string) => a.localeCompare(b, 'en')));
    const news = (
      await get('/subscriptions?part=contentDetails&mine=true&maxResults=50&order=unread')
    ).items.map((item: any) => item.contentDetails.newItemCount);
    expect(news).toEqual(news.toSorted((a: number, b: number) => b - a));
  });
});

describe('activities', () => {
  it('tell of uploads, likes, playlists and subscriptions, the newest first, and of what is done now', async () => {
    await box.ask(`/youtube/v3/subscriptions?part=snippet`, {
      method: 'POST',
      body: { snippet: { resourceId: { kind: 'youtube#channel', channelId: channel.sable } } },
    });
    const { items } = await get('/activities?part=snippet,contentDetails&mine=true&maxResults=50');
    expect(items[0]).toMatchObject({
      snippet: { type: 'subscription', title: 'Sable Type' },
      contentDetails: { subscription: { resourceId: { channelId: channel.sable } } },
    });
    expect(new Set(items.map((item: any) => item.snippet.type))).toEqual(
      new Set(['subscription', 'like', 'upload', 'playlistItem']),
    );
    const dates = items.map((item: any) => item.snippet.publishedAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
  it('lie between two dates', async () => {
    const { items } = await get(
      `/activities?part=snippet&channelId=${channel.kite}&publishedAfter=2026-01-01T00:00:00Z&publishedBefore=2026-03-01T00:00:00Z&maxResults=50`,
    );
    expect(items.length).toBeGreaterThan(0);
    for (const { snippet } of items) expect(snippet.publishedAt).toMatch(/^2026-0[12]/);
  });
});

describe('members', () => {
  it('are those of one level and above, or of some channels', async () => {
    expect((await get('/members?part=snippet&maxResults=1000')).items).toHaveLength(28);
    const captains = await get(
      `/members?part=snippet&maxResults=1000&hasAccessToLevel=${ids.membershipLevel.captain}`,
    );
    expect(captains.items).toHaveLength(9);
    const two = await get(
      `/members?part=snippet&filterByMemberChannelId=${fanId(0)},${fanId(1)},${channel.ben}`,
    );
    expect(two.items.map((item: any) => item.snippet.memberDetails.channelId)).toEqual([
      fanId(1),
      fanId(0),
    ]);
  });
  it('are told of as they join: the first call only begins', async () => {
    const first = await get('/members?part=snippet&mode=updates');
    expect(first.items).toEqual([]);
    await box.ask(`/youtube/v3/playlists?id=${ids.playlist.empty}`, { method: 'DELETE' });
    const second = await get(`/members?part=snippet&mode=updates&pageToken=${first.nextPageToken}`);
    expect(second.items.map((item: any) => item.snippet.memberDetails.channelId)).toEqual([
      fanId(28),
    ]);
    expect(
      (await get(`/members?part=snippet&mode=updates&pageToken=${second.nextPageToken}`)).items,
    ).toEqual([]);
  });
});
