import { describe, expect, it } from 'vitest';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());
const { channel, channelSection, playlist } = ids;

const storedSections = (id: string = channel.studio) =>
  structuredClone(state().channelSections.get(id) ?? []);

const order = () => storedSections().map(({ id }) => id);

const sent = (method: string) =>
  studio.calls().find(({ operation }) => operation === `video:channelSections.${method}`)!;

const errors = 'errors { __typename code path reason ... on NotFoundError { id: objectId } }';

describe('sections of a channel', () => {
  it('are sorted by position, with playlists and channels, one call per type', async () => {
    const data = await studio.data(
      `{ channel(by: { id: "${channel.studio}" }) { sections { sectionId type title position playlists { title } channels { title } } } }`,
    );
    const { playlists, channels } = state();
    expect(data.channel.sections).toEqual(
      storedSections().map(({ id, snippet, contentDetails }, position) => ({
        sectionId: id,
        type: snippet.type.replaceAll(/([A-Z])/g, '_$1').toUpperCase(),
        title: snippet.title ?? null,
        position,
        playlists:
          contentDetails.playlists?.map((each) => ({
            title: playlists.get(each)!.snippet.title,
          })) ?? [],
        channels:
          contentDetails.channels?.map((each) => ({ title: channels.get(each)!.snippet.title })) ??
          [],
      })),
    );
    expect(studio.operations()).toEqual([
      'video:channelSections.list',
      'video:channels.list',
      'video:playlists.list',
    ]);
    expect(studio.calls()[0]!.query).toMatchObject({
      part: ['contentDetails,snippet'],
      channelId: [channel.studio],
    });
  });
  it('of the viewer are read in one call', async () => {
    const document = '{ viewer { channelSections { sectionId channel { title } } } }';
    const { data } = await studio.query(document);
    expect(data.viewer.channelSections).toEqual(
      order().map((sectionId) => ({ sectionId, channel: { title: 'Northlight Studio' } })),
    );
    expect(sent('list').query['mine']).toEqual(['true']);
  });
});

describe('createChannelSection', () => {
  const create = (input: object, headers: Readonly<Record<string, string>>) =>
    studio.query(
      `mutation ($input: CreateChannelSectionInput!) { createChannelSection(input: $input) { channelSection { sectionId type title position playlists { playlistId } channels { channelId } } ${errors} } }`,
      { input },
      'studio-owner',
      headers,
    );
  it('inserts into the channel that the content owner names', async () => {
    const { data } = await create(
      { type: 'RECENT_UPLOADS' },
      {
        'x-content-owner': ids.contentOwner,
        'x-content-owner-channel': channel.lumen,
      },
    );
    expect(storedSections(channel.lumen).map(({ id }) => id)).toEqual([
      data.createChannelSection.channelSection.sectionId,
    ]);
    const foreign = await create(
      { type: 'RECENT_UPLOADS' },
      {
        'x-content-owner': ids.contentOwner,
        'x-content-owner-channel': channel.kite,
      },
    );
    expect(foreign.data.createChannelSection.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
  });
});

describe('updateChannelSection', () => {
  const update = (id: string, input: object) =>
    studio.query(
      `mutation ($input: UpdateChannelSectionInput!) { updateChannelSection(input: $input) { channelSection { type title position playlists { playlistId } } ${errors} } }`,
      { input: { id, ...input } },
    );
  const { series, friends } = channelSection;
  const found = (id: string) => storedSections().find((each) => each.id === id)!;
  it.each([
    ['playlistIds', series],
    ['channelIds', friends],
  ])('accepts 100 %s, and rejects 101 before any call', async (argument, id) => {
    const { playlists, channels } = state();
    const listIds = Array.from({ length: 101 }, (_, at) =>
      argument === 'channelIds' ? fanId(at) : `PLhundred${at}`,
    );
    for (const each of listIds) {
      playlists.set(each, { ...structuredClone(playlists.get(playlist.long)!), id: each });
      channels.set(each, { ...structuredClone(channels.get(channel.kite)!), id: each });
    }
    const rejected = await update(id, { [argument]: listIds });
    expect(rejected.data.updateChannelSection).toEqual({
      channelSection: null,
      errors: [expect.objectContaining({ code: 'INVALID_INPUT', path: [argument] })],
    });
    expect(studio.calls()).toEqual([]);
    const { data } = await update(id, { [argument]: listIds.slice(1) });
    expect(data.updateChannelSection.errors).toEqual([]);
    expect(Object.values(found(id).contentDetails)).toEqual([listIds.slice(1)]);
  });
});
