import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());
const storedPlaylist = (id: string) => structuredClone(state().playlists.get(id)!);
const sent = (operation: string) => studio.calls().find((call) => call.operation === operation)!;
const errors = 'errors { __typename code message path reason }';

describe('a playlist', () => {
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

describe('updatePlaylist', () => {
  const update = (selection: string) =>
    `mutation ($input: UpdatePlaylistInput!) { updatePlaylist(input: $input) { ${selection} ${errors} } }`;
  const id = ids.playlist.localized;

  it('changes single localizations, and sends their default language with them', async () => {
    const before = storedPlaylist(id);
    await studio.query(update('playlist { localizations { languageTag } }'), {
      input: {
        id,
        localizations: {
          set: [
            { languageTag: 'sv', title: 'Hamnar' },
            { languageTag: 'de', title: 'Häfen' },
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
