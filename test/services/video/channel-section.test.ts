import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/studio.ts';

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
    const { data, errors } = await studio.query(
      `{ channel(by: { id: "${channel.studio}" }) { sections { sectionId type title position playlists { title } channels { title } } } }`,
    );
    expect(errors).toBeUndefined();
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
  it('are empty if a channel has none', async () => {
    const { data } = await studio.query(
      `{ channel(by: { id: "${channel.kite}" }) { sections { type } } }`,
    );
    expect(data.channel.sections).toEqual([]);
  });
  it('of the viewer are read in one call; null with a warning without a channel', async () => {
    const document = '{ viewer { channelSections { sectionId channel { title } } } }';
    const { data } = await studio.query(document);
    expect(data.viewer.channelSections).toEqual(
      order().map((sectionId) => ({ sectionId, channel: { title: 'Northlight Studio' } })),
    );
    expect(sent('list').query['mine']).toEqual(['true']);
    const none = await studio.query(document, {}, 'no-channel');
    expect(none).toMatchObject({
      data: { viewer: { channelSections: null } },
      extensions: { warnings: [{ value: 'youtubeSignupRequired' }] },
    });
  });
  it('can be read by their ids, with null for unknown sections and deleted playlists', async () => {
    state().playlists.delete(playlist.sequel);
    const { data } = await studio.query(
      `{ nodes(ids: ["${globalId('ChannelSection', [channelSection.series])}", "${globalId('ChannelSection', [channelSection.missing])}"]) { ... on ChannelSection { title playlists { playlistId title } } } }`,
    );
    expect(data.nodes).toEqual([
      {
        title: 'Northern Trades 🛶',
        playlists: [
          { playlistId: playlist.series, title: 'Northern Trades, season one' },
          null,
          { playlistId: playlist.ben, title: 'Music for images' },
        ],
      },
      null,
    ]);
  });
});

describe('createChannelSection', () => {
  const create = (
    input: object,
    ...rest: [token?: string | null, headers?: Record<string, string>]
  ) =>
    studio.query(
      `mutation ($input: CreateChannelSectionInput!) { createChannelSection(input: $input) { channelSection { sectionId type title position playlists { playlistId } channels { channelId } } ${errors} } }`,
      { input },
      ...rest,
    );
  it('inserts a section at its position with all given fields, in one call', async () => {
    const { data } = await create({
      type: 'MULTIPLE_CHANNELS',
      title: 'Fränder 🛶',
      position: 2,
      channelIds: [globalId('Channel', [channel.kite]), channel.umbra],
    });
    const { channelSection: made } = data.createChannelSection;
    expect(data.createChannelSection).toEqual({
      channelSection: {
        sectionId: made.sectionId,
        type: 'MULTIPLE_CHANNELS',
        title: 'Fränder 🛶',
        position: 2,
        playlists: [],
        channels: [{ channelId: channel.kite }, { channelId: channel.umbra }],
      },
      errors: [],
    });
    expect(
      studio
        .calls()
        .map(({ operation, query, body }) => ({ operation, part: query['part'], body })),
    ).toEqual([
      {
        operation: 'video:channelSections.insert',
        part: ['contentDetails,snippet'],
        body: {
          snippet: { type: 'multipleChannels', title: 'Fränder 🛶', position: 2 },
          contentDetails: { channels: [channel.kite, channel.umbra] },
        },
      },
    ]);
    expect(order()[2]).toBe(made.sectionId);
  });
  it('accepts a hundred playlists or channels per section', async () => {
    const { playlists, channels } = state();
    const count = { length: 100 };
    const playlistIds = Array.from(count, (_, at) => `PLhundred${at}`);
    for (const id of playlistIds)
      playlists.set(id, { ...structuredClone(playlists.get(playlist.long)!), id });
    const channelIds = Array.from(count, (_, at) => fanId(at));
    for (const id of channelIds)
      if (!channels.has(id))
        channels.set(id, { ...structuredClone(channels.get(channel.kite)!), id });
    for (const input of [
      { type: 'MULTIPLE_PLAYLISTS', title: 'T', playlistIds },
      { type: 'MULTIPLE_CHANNELS', title: 'T', channelIds },
    ])
      expect((await create(input)).data.createChannelSection.errors).toEqual([]);
  });
  it('accepts ten sections per channel, and rejects the eleventh with a typed error', async () => {
    for (let number = 7; number <= 10; number += 1)
      expect((await create({ type: 'RECENT_UPLOADS' })).data.createChannelSection.errors).toEqual(
        [],
      );
    const before = storedSections();
    const { data } = await create({ type: 'RECENT_UPLOADS' });
    expect(data.createChannelSection).toEqual({
      channelSection: null,
      errors: [
        {
          __typename: 'InvalidInputError',
          code: 'INVALID_INPUT',
          path: null,
          reason: 'maxChannelSectionExceeded',
        },
      ],
    });
    expect(before).toHaveLength(10);
    expect(storedSections()).toEqual(before);
  });
  it.each([
    ['title', { type: 'MULTIPLE_PLAYLISTS', title: ' ', playlistIds: [playlist.long] }],
    ['playlistIds', { type: 'SINGLE_PLAYLIST', playlistIds: [playlist.long, playlist.fifty] }],
    ['playlistIds', { type: 'POPULAR_UPLOADS', playlistIds: [playlist.long] }],
    [
      'playlistIds.1',
      {
        type: 'MULTIPLE_PLAYLISTS',
        title: 'T',
        playlistIds: [playlist.long, globalId('Playlist', [playlist.long])],
      },
    ],
    ['channelIds', { type: 'MULTIPLE_CHANNELS', title: 'T' }],
    [
      'channelIds',
      {
        type: 'MULTIPLE_CHANNELS',
        title: 'T',
        channelIds: Array.from({ length: 101 }, (_, at) => fanId(at)),
      },
    ],
    [
      'playlistIds',
      {
        type: 'MULTIPLE_PLAYLISTS',
        title: 'T',
        playlistIds: Array.from({ length: 101 }, (_, at) => `PL${at}`),
      },
    ],
  ])('rejects a wrong %s before any call', async (path, input) => {
    const { data } = await create(input);
    expect(data.createChannelSection).toMatchObject({
      channelSection: null,
      errors: [{ code: 'INVALID_INPUT', path: path.split('.') }],
    });
    expect(studio.calls()).toEqual([]);
  });
  it.each([
    ['position', 'INVALID_INPUT', 'positionInvalid', { type: 'RECENT_UPLOADS', position: 9 }],
    [
      'playlistIds',
      'NOT_FOUND',
      'playlistNotFound',
      { type: 'SINGLE_PLAYLIST', playlistIds: [playlist.missing] },
    ],
    [
      'playlistIds',
      'INVALID_INPUT',
      'playlistIsPrivate',
      { type: 'SINGLE_PLAYLIST', playlistIds: [playlist.drafts] },
    ],
    [
      'channelIds',
      'INVALID_INPUT',
      'ownChannelInChannels',
      { type: 'MULTIPLE_CHANNELS', title: 'T', channelIds: [channel.studio] },
    ],
    [
      'channelIds',
      'INVALID_INPUT',
      'channelNotActive',
      { type: 'MULTIPLE_CHANNELS', title: 'T', channelIds: [ids.account.closed] },
    ],
  ])('returns the path of the %s that YouTube rejects', async (path, code, reason, input) => {
    const { data } = await create(input);
    expect(data.createChannelSection).toMatchObject({
      channelSection: null,
      errors: [{ code, reason, path: [path] }],
    });
  });
  it('inserts into the channel that the content owner names', async () => {
    const { data } = await create({ type: 'RECENT_UPLOADS' }, 'studio-owner', {
      'x-content-owner': ids.contentOwner,
      'x-content-owner-channel': channel.lumen,
    });
    expect(storedSections(channel.lumen).map(({ id }) => id)).toEqual([
      data.createChannelSection.channelSection.sectionId,
    ]);
    const foreign = await create({ type: 'RECENT_UPLOADS' }, 'studio-owner', {
      'x-content-owner': ids.contentOwner,
      'x-content-owner-channel': channel.kite,
    });
    expect(foreign.data.createChannelSection.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
  });
  it('needs a token with the scope and a channel, and reports an unknown outcome for a lost response', async () => {
    const input = { type: 'RECENT_UPLOADS' };
    const reader = await create(input, 'studio-reader');
    expect(reader.data.createChannelSection.errors).toMatchObject([
      { __typename: 'MissingScopeError' },
    ]);
    const none = await create(input, 'no-channel');
    expect(none.data.createChannelSection.errors).toMatchObject([{ __typename: 'ForbiddenError' }]);
    const { errors: failures } = await create(input, null);
    expect(failures).toMatchObject([
      { path: ['createChannelSection'], extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    studio.sandbox.fault({ match: { operation: 'video:channelSections.insert' }, drop: 'after' });
    const lost = await create(input);
    expect(lost.errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
  });
});

describe('updateChannelSection', () => {
  const update = (id: string, input: object, token?: string) =>
    studio.query(
      `mutation ($input: UpdateChannelSectionInput!) { updateChannelSection(input: $input) { channelSection { type title position playlists { playlistId } } ${errors} } }`,
      { input: { id, ...input } },
      token,
    );
  const { series, shelf, friends } = channelSection;
  const found = (id: string) => storedSections().find((each) => each.id === id)!;
  it('always sends both parts with the current type, title, position and lists, and no read-only field', async () => {
    const { contentDetails, snippet } = found(series);
    const { data } = await update(series, { title: 'Trades' });
    expect(data.updateChannelSection).toEqual({
      channelSection: {
        type: 'MULTIPLE_PLAYLISTS',
        title: 'Trades',
        position: 2,
        playlists: contentDetails.playlists!.map((playlistId) => ({ playlistId })),
      },
      errors: [],
    });
    expect(sent('update')).toMatchObject({ query: { part: ['contentDetails,snippet'] } });
    // The properties that `channelSections.update` may change, by Google's documentation.
    expect(sent('update').body).toEqual({
      id: series,
      snippet: { type: snippet.type, title: 'Trades', position: 2 },
      contentDetails: { playlists: contentDetails.playlists },
    });
    expect([snippet.type, contentDetails.playlists]).toEqual([
      'multiplePlaylists',
      expect.any(Array),
    ]);
    // The stored section has no others, so that none is lost.
    expect(found(series)).toMatchObject({
      snippet: { ...snippet, title: 'Trades' },
      contentDetails,
    });
    expect(studio.operations()).toEqual([
      'video:channelSections.list',
      'video:channelSections.update',
    ]);
  });
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
  it('omits fields that the new type does not use', async () => {
    await update(series, { type: 'RECENT_UPLOADS' });
    expect(sent('update').body).toEqual({
      id: series,
      snippet: { type: 'recentUploads', position: 2 },
      contentDetails: {},
    });
  });
  it('applies the last of two writes to the same field', async () => {
    await Promise.all([update(series, { title: 'One' }), update(series, { title: 'Two' })]);
    const writes = studio
      .calls()
      .filter(({ operation }) => operation === 'video:channelSections.update');
    expect(found(series).snippet.title).toBe((writes.at(-1)!.body as any).snippet.title);
  });
  it.each([
    ['playlistIds', series, { playlistIds: null }],
    ['title', series, { title: null }],
    ['title', shelf, { title: 'Shelf' }],
    ['channelIds', shelf, { type: 'MULTIPLE_CHANNELS', title: 'T' }],
    ['channelIds', series, { channelIds: [channel.kite] }],
  ])('writes nothing with a wrong %s', async (path, id, input) => {
    const { data } = await update(id, input);
    expect(data.updateChannelSection).toMatchObject({
      channelSection: null,
      errors: [{ code: 'INVALID_INPUT', path: [path] }],
    });
    expect(studio.operations()).not.toContain('video:channelSections.update');
  });
  it('returns the path of the list whose playlist does not exist, not the path of the section', async () => {
    const { data } = await update(friends, { channelIds: [channel.missing] });
    expect(data.updateChannelSection.errors).toEqual([
      {
        __typename: 'NotFoundError',
        code: 'NOT_FOUND',
        path: ['channelIds'],
        reason: 'channelNotFound',
        id: channel.missing,
      },
    ]);
  });
  it('returns errors for an unknown section, a section of another channel, and a missing scope', async () => {
    const missing = await update(channelSection.missing, { position: 0 });
    expect(missing.data.updateChannelSection.errors).toMatchObject([
      { __typename: 'NotFoundError', id: channelSection.missing },
    ]);
    const before = storedSections(channel.harbor);
    const foreign = await update(channelSection.harborAll, { position: 1 });
    expect(foreign.data.updateChannelSection.errors).toMatchObject([
      { __typename: 'ForbiddenError' },
    ]);
    expect(storedSections(channel.harbor)).toEqual(before);
    const reader = await update(series, { position: 0 }, 'studio-reader');
    expect(reader.data.updateChannelSection.errors).toMatchObject([
      { __typename: 'MissingScopeError' },
    ]);
  });
  it('makes no call if the input changes nothing, except for the selection', async () => {
    await update(series, {});
    expect(studio.operations()).toEqual(['video:channelSections.list']);
  });
});

describe('deleteChannelSection', () => {
  const remove = (id: string, token?: string | null) =>
    studio.query(
      `mutation ($id: ID!) { deleteChannelSection(input: { id: $id }) { deletedId ${errors} } }`,
      { id },
      token,
    );
  it('deletes a section, and the positions of the others close up', async () => {
    const before = order();
    const { data } = await remove(globalId('ChannelSection', [channelSection.shelf]));
    expect(data.deleteChannelSection).toEqual({
      deletedId: globalId('ChannelSection', [channelSection.shelf]),
      errors: [],
    });
    expect(order()).toEqual(before.filter((id) => id !== channelSection.shelf));
    expect(studio.calls().map(({ operation, query }) => [operation, query['id']])).toEqual([
      ['video:channelSections.delete', [channelSection.shelf]],
    ]);
  });
  it('returns an error if the section cannot be deleted', async () => {
    const missing = await remove(channelSection.missing);
    expect(missing.data.deleteChannelSection).toMatchObject({
      deletedId: null,
      errors: [{ code: 'NOT_FOUND', id: channelSection.missing }],
    });
    const foreign = await remove(channelSection.harborAll);
    expect(foreign.data.deleteChannelSection).toMatchObject({
      deletedId: null,
      errors: [{ code: 'FORBIDDEN' }],
    });
    const wrong = await remove(globalId('Channel', [channel.studio]));
    expect(wrong.data.deleteChannelSection).toMatchObject({
      deletedId: null,
      errors: [{ code: 'INVALID_INPUT', path: ['id'] }],
    });
    const withoutToken = await remove(channelSection.shelf, null);
    expect(withoutToken.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
