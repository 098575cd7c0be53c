import { describe, expect, it } from 'vitest';
import { ids, uploadsOf } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/studio.ts';

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
  it('sends only the title if no other field is set', async () => {
    await studio.query(create('playlist { title }'), { input: { title: 'Plain' } });
    expect(sent('video:playlists.insert')).toMatchObject({
      body: { snippet: { title: 'Plain' } },
      query: { part: ['snippet'] },
    });
  });
  it.each([
    [
      'localizations.0.title',
      { title: 'a', defaultLanguage: 'sv', localizations: [{ language: 'en', title: '' }] },
    ],
    [
      'localizations.1.language',
      {
        title: 'a',
        defaultLanguage: 'sv',
        localizations: [1, 2].map(() => ({ language: 'en', title: 'b' })),
      },
    ],
  ])('rejects a wrong %s before any call', async (path, input) => {
    const { data } = await studio.query(create('playlist { title }'), { input });
    expect(data.createPlaylist).toMatchObject({
      playlist: null,
      errors: [{ code: 'INVALID_INPUT', path: path.split('.') }],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('counts characters, not UTF-16 code units', async () => {
    const { data } = await studio.query(create('playlist { title }'), {
      input: { title: '🌌'.repeat(150) },
    });
    expect(data.createPlaylist).toEqual({ playlist: { title: '🌌'.repeat(150) }, errors: [] });
  });
  it('needs a token with the scope, and a channel', async () => {
    const input = { title: 'Mine' };
    const reader = await studio.query(create('playlist { title }'), { input }, 'studio-reader');
    expect(reader.data.createPlaylist.errors).toMatchObject([{ __typename: 'MissingScopeError' }]);
    const none = await studio.query(create('playlist { title }'), { input }, 'no-channel');
    expect(none.data.createPlaylist.errors).toMatchObject([{ __typename: 'ForbiddenError' }]);
    const { data, errors: failures } = await studio.query(
      create('playlist { title }'),
      { input },
      null,
    );
    expect(data).toEqual({ createPlaylist: null });
    expect(failures).toMatchObject([
      { path: ['createPlaylist'], extensions: { code: 'UNAUTHENTICATED' } },
    ]);
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

  it('changes the title and keeps all other fields, in two calls', async () => {
    const before = storedPlaylist(id);
    const { data } = await studio.query(update('playlist { title description }'), {
      input: { id, title: 'Quays' },
    });
    expect(data.updatePlaylist).toEqual({
      playlist: { title: 'Quays', description: before.snippet.description },
      errors: [],
    });
    expect(calls()).toEqual(['video:playlists.list', 'video:playlists.update']);
    expect(storedPlaylist(id)).toEqual({
      ...before,
      snippet: { ...before.snippet, title: 'Quays' },
    });
  });
  it('sends only writable fields of the part that changes', async () => {
    await studio.query(update('playlist { title }'), { input: { id, title: 'Quays' } });
    const { body, query } = sent('video:playlists.update') as { body: any; query: any };
    expect(query['part']).toEqual(['snippet']);
    // The properties of a snippet that `playlists.update` may change, by Google's documentation.
    const { description, defaultLanguage } = storedPlaylist(id).snippet;
    expect(body).toEqual({ id, snippet: { title: 'Quays', description, defaultLanguage } });
    expect([description, defaultLanguage]).toEqual([expect.any(String), expect.any(String)]);
  });
  it('clears fields that are set to null, and rejects null for required fields', async () => {
    await studio.query(update('playlist { title }'), { input: { id, description: null } });
    expect(storedPlaylist(id).snippet.description).toBe('');
    for (const name of ['title', 'privacyStatus', 'podcastStatus']) {
      const { data } = await studio.query(update('playlist { title }'), {
        input: { id, [name]: null },
      });
      expect(data.updatePlaylist).toMatchObject({
        playlist: null,
        errors: [{ code: 'INVALID_INPUT', path: [name] }],
      });
    }
    expect(calls()).toEqual(['video:playlists.list', 'video:playlists.update']);
  });
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
  it.each([
    ['title', { title: '' }],
    ['id', { id: 'not an id', title: 'x' }],
  ])('rejects a wrong %s before any call', async (path, input) => {
    const { data } = await studio.query(update('playlist { title }'), { input: { id, ...input } });
    expect(data.updatePlaylist).toMatchObject({
      playlist: null,
      errors: [{ code: 'INVALID_INPUT', path: path.split('.') }],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('changes nothing if the caller is not the owner or the playlist does not exist', async () => {
    const before = structuredClone([...state().playlists]);
    for (const [playlist, code] of [
      [ids.playlist.fifty, 'FORBIDDEN'],
      [ids.playlist.drafts, 'NOT_FOUND'],
      [ids.playlist.missing, 'NOT_FOUND'],
      [uploadsOf(ids.channel.ben), 'FORBIDDEN'],
    ] as const) {
      const { data } = await studio.query(
        update('playlist { title }'),
        { input: { id: playlist, title: 'Mine now' } },
        'studio-guest',
      );
      expect(data.updatePlaylist).toMatchObject({ playlist: null, errors: [{ code }] });
    }
    expect([...state().playlists]).toEqual(before);
  });
  it('applies the last of two writes to the same field, and keeps the other fields of both', async () => {
    const before = storedPlaylist(id);
    const write = (input: object) =>
      studio.query(update('playlist { title }'), { input: { id, ...input } });
    await write({ title: 'First', podcastStatus: 'ENABLED' });
    await write({ title: 'Second' });
    expect(storedPlaylist(id)).toEqual({
      ...before,
      snippet: { ...before.snippet, title: 'Second' },
      status: { ...before.status, podcastStatus: 'enabled' },
    });
  });
  it('writes nothing if the read lacks the privacy status, because YouTube would make the playlist public', async () => {
    delete (state().playlists.get(ids.playlist.drafts)!.status as { privacyStatus?: string })
      .privacyStatus;
    const { data, errors } = await studio.query(update('playlist { title }'), {
      input: { id: ids.playlist.drafts, podcastStatus: 'DISABLED' },
    });
    expect(data).toEqual({ updatePlaylist: null });
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_INVALID', id: ids.playlist.drafts } },
    ]);
    expect(studio.operations()).toEqual(['video:playlists.list']);
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
  it('makes no call if the input changes nothing, except for the selection', async () => {
    const { data } = await studio.query(update('playlist { playlistId }'), { input: { id } });
    expect(data.updatePlaylist).toEqual({ playlist: { playlistId: id }, errors: [] });
    expect(studio.calls()).toEqual([]);
  });
});

describe('deletePlaylist', () => {
  const remove =
    'mutation ($id: ID!) { deletePlaylist(input: { id: $id }) { deletedId errors { code ... on NotFoundError { id: objectId } } } }';
  it('deletes the playlist and returns its global id', async () => {
    const { data } = await studio.query(remove, { id: ids.playlist.drafts });
    expect(data.deletePlaylist).toEqual({
      deletedId: `~${Buffer.from(`Playlist\n${ids.playlist.drafts}`).toString('base64url')}`,
      errors: [],
    });
    expect(studio.calls().map(({ operation, query }) => [operation, query['id']])).toEqual([
      ['video:playlists.delete', [ids.playlist.drafts]],
    ]);
    expect(state().playlists.has(ids.playlist.drafts)).toBe(false);
  });
  it('returns an error if the playlist cannot be deleted', async () => {
    const missing = await studio.query(remove, { id: ids.playlist.missing });
    expect(missing.data.deletePlaylist).toEqual({
      deletedId: null,
      errors: [{ code: 'NOT_FOUND', id: ids.playlist.missing }],
    });
    const foreign = await studio.query(remove, { id: ids.playlist.ben });
    expect(foreign.data.deletePlaylist).toEqual({
      deletedId: null,
      errors: [{ code: 'FORBIDDEN' }],
    });
  });
});
