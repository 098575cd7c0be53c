/** Channels and channel sections: accepted requests. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;

const get = async (path: string, options?: RequestOptions): Promise<any> =>
  (await ask(path, options)).body;

const idsOf = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id);
const { channel, channelSection, contentOwner } = ids;
const owner = `&onBehalfOfContentOwner=${contentOwner}`;

const sections = async (id: string): Promise<string[]> =>
  idsOf(await get(`/channelSections?part=snippet&channelId=${id}`));

describe('channels', () => {
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
  it('can be updated on behalf of their content owner', async () => {
    const body = { id: channel.harbor, status: { selfDeclaredMadeForKids: true } };
    expect((await ask(`/channels?part=status${owner}`, { method: 'PUT', body })).status).toBe(200);
  });
});

describe('channel sections', () => {
  const { latest, shelf, series, friends, popular, upcoming } = channelSection;
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
});
