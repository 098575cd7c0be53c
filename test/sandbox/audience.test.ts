/** Searches, subscriptions, activities and members. */
import { describe, expect, it } from 'vitest';
import { fanId, ids, subscriptionId } from '../../src/sandbox/seed/ids.ts';
import { videoState } from '../../src/sandbox/video/state.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();

const get = async (call: string, token = 'studio-owner') =>
  (await box.ask(`/youtube/v3${call}`, { token })).body;

const seeded = () => videoState(box.sandbox.simulation());
const { video, channel } = ids;

describe('a search', () => {
  const search = async (query: string) =>
    ((await get(`/search?part=snippet&maxResults=50&${query}`)).items as any[]).map(
      ({ id }) => (id.videoId ?? id.channelId ?? id.playlistId) as string,
    );

  it('finds public videos, channels and playlists that contain all words', async () => {
    const harbour = await search('q=harbour');
    expect(harbour).toEqual(expect.arrayContaining([video.localized, ids.playlist.localized]));
    expect(await search('q=harbour&type=playlist')).toEqual([ids.playlist.localized]);
    expect(await search('q=Harbor%20Hull&type=channel')).toEqual([channel.harbor]);
    expect(await search('q=rough%20cut')).toEqual([]);
    expect(await search('q=rough%20cut&type=video&forMine=true')).toEqual([video.privateCut]);
  });
  it('supports excluded and alternative words', async () => {
    const both = await search('q=ferry|harbour&type=video');
    expect(await search('q=ferry&type=video')).toEqual(expect.arrayContaining([video.makingOf]));
    expect(both).toEqual(expect.arrayContaining([video.makingOf, video.localized]));
    expect(await search('q=ferry|harbour%20-making&type=video')).not.toContain(video.makingOf);
  });
  it('escapes titles as HTML, and says its region', async () => {
    const { items, regionCode } = await get('/search?part=snippet&type=video&q=making');
    expect(regionCode).toBe('SE');
    expect(items[0].snippet.title).toBe(
      'Making of &quot;The Last Ferry&quot;: director &amp; crew',
    );
    expect(
      (await get('/search?part=snippet&type=channel&q=hull')).items[0].snippet.channelTitle,
    ).toBe('Harbor &amp; Hull');
  });
  it('estimates the total and returns at most 500 results', async () => {
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
  ])('applies the filter %s', async (filter, duration) => {
    const hits = await search(`type=video&${filter}`);
    const { videos } = seeded();
    expect(hits.map((id) => videos.get(id)!.contentDetails['duration'])).toContain(duration);
    expect(hits.length).toBeLessThan((await search('type=video')).length);
  });
  it('finds videos within a radius of a location', async () => {
    expect(await search('type=video&location=59.33,18.07&locationRadius=1000m')).toEqual([
      video.trailer,
    ]);
    expect((await search('type=video&location=59.33,18.07&locationRadius=5km')).toSorted()).toEqual(
      [video.trailer, video.makingOf].toSorted(),
    );
    expect(await search('type=video&location=-59.33,18.07&locationRadius=5mi')).toEqual([]);
  });
  it('sorts by the requested order', async () => {
    const { videos } = seeded();
    const views = (await search('type=video&order=viewCount')).map((id) =>
      Number(videos.get(id)!.statistics.viewCount),
    );
    expect(views).toEqual(views.toSorted((a, b) => b - a));
    const dates = (await search(`type=video&order=date&channelId=${channel.kite}`)).map(
      (id) => videos.get(id)!.snippet.publishedAt,
    );
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
});

describe('subscriptions', () => {
  it('are listed by subscriber and by publisher, and for other channels if public', async () => {
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
  it('are inserted and deleted', async () => {
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
  it('are sorted by title or by number of new items', async () => {
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
  it('list uploads, playlist items and subscriptions without their channel, newest first', async () => {
    await box.ask(`/youtube/v3/subscriptions?part=snippet`, {
      method: 'POST',
      body: { snippet: { resourceId: { kind: 'youtube#channel', channelId: channel.sable } } },
    });
    const { items } = await get('/activities?part=snippet,contentDetails&mine=true&maxResults=50');
    expect(items[0]).toMatchObject({
      snippet: { type: 'subscription', title: 'Sable Type' },
      contentDetails: {},
    });
    expect(new Set(items.map((item: any) => item.snippet.type))).toEqual(
      new Set(['subscription', 'upload', 'playlistItem']),
    );
    const dates = items.map((item: any) => item.snippet.publishedAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });
  it('are filtered by publication date', async () => {
    const { items } = await get(
      `/activities?part=snippet&channelId=${channel.kite}&publishedAfter=2026-01-01T00:00:00Z&publishedBefore=2026-03-01T00:00:00Z&maxResults=50`,
    );
    expect(items.length).toBeGreaterThan(0);
    for (const { snippet } of items) expect(snippet.publishedAt).toMatch(/^2026-0[12]/);
  });
});

describe('members', () => {
  it('are filtered by level or channel', async () => {
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
  it('are returned by mode=updates when they join after the previous call', async () => {
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
