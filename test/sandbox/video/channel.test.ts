/** Channels and channel sections: accepted requests. */
import { describe, expect, it } from 'vitest';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;

const get = async (path: string, options?: RequestOptions): Promise<any> =>
  (await ask(path, options)).body;

const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id);
const { channel, channelSection, playlist, contentOwner } = ids;
const owner = `&onBehalfOfContentOwner=${contentOwner}`;

const sections = async (id: string): Promise<string[]> =>
  idsOf(await get(`/channelSections?part=snippet&channelId=${id}`));

describe('channels', () => {
  it('are found by handle, legacy user name and guide category', async () => {
    expect(idsOf(await get('/channels?part=id&forHandle=NorthlightStudio'))).toEqual([
      channel.studio,
    ]);
    expect(idsOf(await get('/channels?part=id&forUsername=northlight'))).toEqual([channel.studio]);
    expect(idsOf(await get('/channels?part=id&categoryId=GCTXVzaWM'))).toEqual([
      channel.ben,
      channel.pinewood,
    ]);
    expect(await get('/channels?part=id&categoryId=GCQ29tZWR5')).not.toHaveProperty('items');
  });
  it('are found by mySubscribers, in pages', async () => {
    const first = await get('/channels?part=id&mySubscribers=true&maxResults=50');
    const second = await get(
      `/channels?part=id&mySubscribers=true&maxResults=50&pageToken=${first.nextPageToken}`,
    );
    expect([...idsOf(first), ...idsOf(second)]).toEqual([
      ...Array.from({ length: 60 }, (_, number) => fanId(number)),
      channel.lumen,
      channel.harbor,
      channel.ben,
    ]);
  });
  it('are found by managedByMe, with owner-only parts', async () => {
    const { items } = await get(
      `/channels?part=contentOwnerDetails,auditDetails,status&managedByMe=true${owner}`,
    );
    expect(idsOf({ items })).toEqual([
      channel.studio,
      channel.harbor,
      channel.lumen,
      channel.umbra,
    ]);
    for (const { contentOwnerDetails, auditDetails, status } of items) {
      expect(contentOwnerDetails).toEqual({ contentOwner, timeLinked: '2024-04-09T09:00:00Z' });
      expect(auditDetails).toMatchObject({ copyrightStrikesGoodStanding: true });
      expect(status).toHaveProperty('selfDeclaredMadeForKids');
    }
  });
  it('have localized texts, and owner-only status properties', async () => {
    const [own] = (await get('/channels?part=snippet,status&mine=true&hl=sv')).items;
    expect(own).toMatchObject({
      snippet: { title: 'Northlight Studio', localized: { title: 'Norrljus Studio' } },
    });
    expect(own.status.selfDeclaredMadeForKids).toBe(false);
    const [seen] = (
      await get(`/channels?part=status&id=${channel.studio}`, { token: 'studio-guest' })
    ).items;
    expect(seen.status).not.toHaveProperty('selfDeclaredMadeForKids');
  });
  it('lose properties that an update leaves out, and repeat branding in the snippet', async () => {
    const body = {
      id: channel.studio,
      brandingSettings: { channel: { description: 'Told anew', country: 'NO' } },
    };
    await ask('/channels?part=brandingSettings', { method: 'PUT', body });
    const [after] = (await get(`/channels?part=snippet,brandingSettings&id=${channel.studio}`))
      .items;
    expect(after.brandingSettings).toEqual({
      channel: { title: 'Northlight Studio', description: 'Told anew', country: 'NO' },
      image: {},
      watch: {},
    });
    expect(after.snippet).toMatchObject({ description: 'Told anew', country: 'NO' });
    expect(after.snippet).not.toHaveProperty('defaultLanguage');
  });
  it('keep parts that an update does not name', async () => {
    const { brandingSettings, localizations } = structuredClone(
      videoState(box.sandbox.simulation()).channels.get(channel.studio)!,
    );
    await ask('/channels?part=status', {
      method: 'PUT',
      body: { id: channel.studio, status: { selfDeclaredMadeForKids: true } },
    });
    expect(videoState(box.sandbox.simulation()).channels.get(channel.studio)).toMatchObject({
      brandingSettings,
      localizations,
      status: { selfDeclaredMadeForKids: true },
    });
  });
  it('can be updated on behalf of their content owner', async () => {
    const body = { id: channel.harbor, status: { selfDeclaredMadeForKids: true } };
    expect((await ask(`/channels?part=status${owner}`, { method: 'PUT', body })).status).toBe(200);
  });
});

describe('channel sections', () => {
  const { latest, shelf, series, friends, popular, upcoming } = channelSection;
  it('are listed in order, with playlists and channels', async () => {
    const { items } = await get(
      `/channelSections?part=snippet,contentDetails&id=${friends},${shelf},${channelSection.missing}`,
    );
    expect(items).toMatchObject([
      {
        id: friends,
        snippet: {
          channelId: channel.studio,
          type: 'multipleChannels',
          title: 'Friends of the house',
          position: 3,
        },
        contentDetails: { channels: [channel.harbor, channel.umbra] },
      },
      {
        id: shelf,
        snippet: { type: 'singlePlaylist', position: 1 },
        contentDetails: { playlists: [playlist.long] },
      },
    ]);
    expect(await sections(channel.studio)).toEqual([
      latest,
      shelf,
      series,
      friends,
      popular,
      upcoming,
    ]);
    expect(await sections(channel.kite)).toEqual([]);
  });
  it('are inserted, moved and deleted at positions', async () => {
    const { id } = await get('/channelSections?part=snippet', {
      method: 'POST',
      body: { snippet: { type: 'allPlaylists', position: 0 } },
    });
    expect(await sections(channel.studio)).toEqual([
      id,
      latest,
      shelf,
      series,
      friends,
      popular,
      upcoming,
    ]);
    await ask('/channelSections?part=snippet', {
      method: 'PUT',
      body: { id: popular, snippet: { type: 'popularUploads', position: 1 } },
    });
    expect(await sections(channel.studio)).toEqual([
      id,
      popular,
      latest,
      shelf,
      series,
      friends,
      upcoming,
    ]);
    await ask(`/channelSections?id=${id}`, { method: 'DELETE' });
    expect(await sections(channel.studio)).toEqual([
      popular,
      latest,
      shelf,
      series,
      friends,
      upcoming,
    ]);
  });
  it('move to the end and lose title and lists that an update leaves out', async () => {
    const body = { id: series, snippet: { type: 'recentUploads' } };
    const answer = await get('/channelSections?part=snippet,contentDetails', {
      method: 'PUT',
      body,
    });
    expect(answer).toMatchObject({
      id: series,
      snippet: { type: 'recentUploads', channelId: channel.studio, position: 5 },
    });
    expect(answer.snippet).not.toHaveProperty('title');
    expect(answer).not.toHaveProperty('contentDetails');
  });
  it('are inserted on behalf of a content owner', async () => {
    const { snippet } = await get(
      `/channelSections?part=snippet${owner}&onBehalfOfContentOwnerChannel=${channel.lumen}`,
      {
        method: 'POST',
        body: { snippet: { type: 'recentUploads' } },
      },
    );
    expect(snippet).toMatchObject({ channelId: channel.lumen, position: 0 });
  });
});
