import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();

describe('an input with several rejected values', () => {
  it('returns one error for each, before any call', async () => {
    const { data } = await studio.query(
      'mutation ($input: UpdatePlaylistInput!) { updatePlaylist(input: $input) { playlist { id } errors { code path } } }',
      {
        input: {
          id: globalId('Video', [ids.video.trailer]),
          title: ' ',
          description: 'x'.repeat(5_001),
          privacyStatus: 'PRIVATE',
        },
      },
    );
    expect(data.updatePlaylist).toEqual({
      playlist: null,
      errors: [['id'], ['title'], ['description']].map((path) => ({ code: 'INVALID_INPUT', path })),
    });
    expect(studio.calls()).toEqual([]);
  });
  it('names the values in all entries of a list', async () => {
    const { data } = await studio.query(
      'mutation ($input: AddPlaylistItemsInput!) { addPlaylistItems(input: $input) { results { index } failedCount errors { path message } } }',
      {
        input: {
          playlistId: ids.playlist.fifty,
          position: -1,
          items: [
            { videoId: ids.video.trailer },
            { videoId: 'https://youtu.be/x', note: 'n'.repeat(281) },
            { videoId: globalId('Playlist', [ids.playlist.fifty]) },
          ],
        },
      },
    );
    const { errors, ...rest } = data.addPlaylistItems;
    expect(rest).toEqual({ results: null, failedCount: 3 });
    expect(errors.map(({ path }: { path: string[] }) => path)).toEqual([
      ['position'],
      ['items', '1', 'videoId'],
      ['items', '1', 'note'],
      ['items', '2', 'videoId'],
    ]);
    expect(studio.calls()).toEqual([]);
  });
});
