import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());
const storedPlaylist = (id: string) => structuredClone(state().playlists.get(id)!);
const calls = () => studio.calls().map(({ operation }) => operation);
const sent = (operation: string) => studio.calls().find((call) => call.operation === operation)!;
const errors = 'errors { __typename code message path reason }';

describe('a playlist', () => {
  it('returns all its parts in one call, and the video of its thumbnail in a second one', async () => {
    const { data, errors } = await studio.query(
      `{ playlist(id: "${ids.playlist.localized}") { title privacyStatus podcastStatus itemCount embedHtml localizations { language title description } thumbnailVideo { videoId title } } }`,
    );
    expect(errors).toBeUndefined();
    const { snippet, localizations } = storedPlaylist(ids.playlist.localized);
    const [first, ...rest] = state().playlistItems.get(ids.playlist.localized)!;
    expect(data.playlist).toEqual({
      title: snippet.title,
      privacyStatus: 'PUBLIC',
      podcastStatus: 'DISABLED',
      itemCount: 1 + rest.length,
      embedHtml: expect.stringContaining(`list=${ids.playlist.localized}`),
      localizations: Object.entries(localizations!).map(([language, texts]) => ({
        language,
        ...texts,
      })),
      thumbnailVideo: {
        videoId: first!.videoId,
        title: state().videos.get(first!.videoId)!.snippet.title,
      },
    });
    expect(studio.calls().map(({ operation, query }) => [operation, query['part']])).toEqual([
      ['video:playlists.list', ['contentDetails,localizations,player,snippet,status']],
      ['video:videos.list', ['snippet']],
    ]);
  });
  it('has no video for its thumbnail while it is empty', async () => {
    const { data } = await studio.query(
      `{ playlist(id: "${ids.playlist.empty}") { itemCount thumbnailVideo { title } thumbnails { url } localizations { title } } }`,
    );
    expect(data.playlist).toEqual({
      itemCount: 0,
      thumbnailVideo: null,
      thumbnails: [],
      localizations: [],
    });
  });
  it('returns texts in another language, for many playlists in the call of the list', async () => {
    const { data } = await studio.query(
      `{ viewer { playlists(first: 20) { nodes { playlistId sv: localized(language: "sv") { title description } } } } }`,
    );
    const own = [...state().playlists.values()].filter(
      ({ snippet }) => snippet.channelId === ids.channel.studio,
    );
    expect(data.viewer.playlists.nodes).toEqual(
      own.map(({ id, snippet: { title, description }, localizations }) => ({
        playlistId: id,
        sv: localizations?.['sv'] ?? { title, description },
      })),
    );
    expect(studio.calls().map(({ operation, query }) => [operation, query['hl']])).toEqual([
      ['video:playlists.list', ['sv']],
    ]);
  });
  it('is listed without texts in a language that YouTube rejects', async () => {
    studio.sandbox.fault({
      match: { pathIncludes: 'hl=tlh' },
      status: 400,
      reason: 'invalidParameter',
      location: 'hl',
    });
    const { data, errors } = await studio.query(
      `{ viewer { playlists(first: 2) { nodes { title localized(language: "tlh") { title } } } } }`,
    );
    expect(data.viewer.playlists.nodes).toEqual(
      [0, 1].map(() => ({ title: expect.any(String), localized: null })),
    );
    expect(errors).toMatchObject(
      [0, 1].map((index) => ({
        path: ['viewer', 'playlists', 'nodes', index, 'localized'],
        extensions: { code: 'INVALID_INPUT', argument: 'language' },
      })),
    );
    expect(studio.calls().map(({ query }) => query['hl']?.[0])).toEqual(['tlh', undefined, 'tlh']);
  });
});

describe('createPlaylist', () => {
  const create = (selection: string) =>
    `mutation ($input: CreatePlaylistInput!) { createPlaylist(input: $input) { ${selection} ${errors} } }`;
  it('creates a playlist with all given fields, in one call that returns all selected fields', async () => {
    const input = {
      title: 'Norrsken 🌌',
      description: 'Allt om ljus',
      defaultLanguage: 'sv',
      privacyStatus: 'UNLISTED',
      podcastStatus: 'ENABLED',
      localizations: [
        { language: 'en', title: 'Aurora', description: 'All about light' },
        { language: 'de', title: 'Polarlicht' },
      ],
    };
    const { data } = await studio.query(
      create(
        'playlist { playlistId title itemCount embedHtml channel { channelId } localizations { language } }',
      ),
      {
        input,
      },
    );
    const { playlist } = data.createPlaylist;
    expect(data.createPlaylist).toEqual({
      playlist: {
        playlistId: playlist.playlistId,
        title: input.title,
        itemCount: 0,
        embedHtml: expect.any(String),
        channel: { channelId: ids.channel.studio },
        localizations: [{ language: 'en' }, { language: 'de' }],
      },
      errors: [],
    });
    expect(calls()).toEqual(['video:playlists.insert']);
    expect(sent('video:playlists.insert').body).toEqual({
      snippet: { title: input.title, description: input.description, defaultLanguage: 'sv' },
      status: { privacyStatus: 'unlisted', podcastStatus: 'enabled' },
      localizations: {
        en: { title: 'Aurora', description: 'All about light' },
        de: { title: 'Polarlicht' },
      },
    });
    expect(storedPlaylist(playlist.playlistId)).toMatchObject(
      sent('video:playlists.insert').body as object,
    );
  });
  it('counts characters, not UTF-16 code units', async () => {
    const { data } = await studio.query(create('playlist { title }'), {
      input: { title: '🌌'.repeat(150) },
    });
    expect(data.createPlaylist).toEqual({ playlist: { title: '🌌'.repeat(150) }, errors: [] });
  });
  it('returns the path that YouTube rejects, and reports an unknown outcome if the response is lost', async () => {
    const { playlists: all } = state();
    const [model] = all.values();
    for (let made = 0; made < 500; made += 1)
      all.set(`PLfiller${made}`, { ...model!, id: `PLfiller${made}` });
    const full = await studio.query(create('playlist { title }'), { input: { title: 'One more' } });
    expect(full.data.createPlaylist.errors).toMatchObject([
      { code: 'INVALID_INPUT', reason: 'maxPlaylistExceeded' },
    ]);
    studio.sandbox.fault({ match: { operation: 'video:playlists.insert' }, drop: 'after' });
    const lost = await studio.query(create('playlist { title }'), { input: { title: 'Lost' } });
    expect(lost.errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
  });
});

describe('updatePlaylist', () => {
  const update = (selection: string) =>
    `mutation ($input: UpdatePlaylistInput!) { updatePlaylist(input: $input) { ${selection} ${errors} } }`;
  const id = ids.playlist.localized;

  it('changes single localizations, and sends their default language with them', async () => {
    const before = storedPlaylist(id);
    await studio.query(update('playlist { localizations { language } }'), {
      input: {
        id,
        localizations: {
          set: [
            { language: 'sv', title: 'Hamnar' },
            { language: 'de', title: 'Häfen' },
          ],
        },
      },
    });
    expect(sent('video:playlists.update').query['part']).toEqual(['localizations,snippet']);
    const { localizations, ...rest } = storedPlaylist(id);
    expect(localizations).toEqual({
      ...before.localizations,
      sv: { ...before.localizations!['sv'], title: 'Hamnar' },
      de: { title: 'Häfen' },
    });
    expect(rest).toEqual({ ...before, localizations: undefined });
  });
  it('keeps the entry of the default language equal to the title', async () => {
    await studio.query(update('playlist { title }'), {
      input: {
        id,
        title: 'In step',
        localizations: { set: [{ language: 'de', title: 'Gleich' }] },
      },
    });
    expect(storedPlaylist(id).localizations!['en']!.title).toBe('In step');
  });
  it('rejects localizations for a playlist without a default language before writing', async () => {
    const before = storedPlaylist(ids.playlist.fifty);
    const { data } = await studio.query(update('playlist { title }'), {
      input: {
        id: ids.playlist.fifty,
        localizations: { set: [{ language: 'de', title: 'Fünfzig' }] },
      },
    });
    expect(data.updatePlaylist.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['localizations'] },
    ]);
    expect(calls()).toEqual(['video:playlists.list']);
    expect(storedPlaylist(ids.playlist.fifty)).toEqual(before);
  });
  it('removes the last localizations of a playlist without a default language, and sends none for an empty list', async () => {
    const { data } = await studio.query(update('playlist { title }'), {
      input: { id: ids.playlist.fifty, localizations: { replaceAll: [] } },
    });
    expect(data.updatePlaylist.errors).toEqual([]);
    const made = await studio.query(
      'mutation { createPlaylist(input: { title: "New", localizations: [] }) { playlist { title } errors { code } } }',
    );
    expect(made.data.createPlaylist).toEqual({ playlist: { title: 'New' }, errors: [] });
  });
});
