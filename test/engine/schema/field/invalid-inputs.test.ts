import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import type { InvalidInputs } from '../../../../src/engine/schema/write/invalid-inputs.ts';
import {
  changesOf,
  restParametersOf,
  settings,
} from '../../../../src/engine/schema/write/write-input.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { Video } from '../../../../src/services/video/resources.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

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
      errors: [['description'], ['id'], ['title']].map((path) => ({ code: 'INVALID_INPUT', path })),
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
          entries: [
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
      ['entries', '1', 'note'],
      ['entries', '1', 'videoId'],
      ['entries', '2', 'videoId'],
      ['position'],
    ]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('a row with a list of ids', () => {
  // The lists of the mutations have checks of their own, which come before this one.
  const table = settings({ videoIds: [['ID'], 'The videos.', { references: Video }] });
  const input = { videoIds: [ids.video.trailer, '', ids.video.trailer, globalId('File', ['x'])] };

  it.each([
    ['a change', () => changesOf(table, input, 'entries.0.'), 'entries.0.'],
    ['a parameter', () => restParametersOf(table, input), ''],
  ] as const)('names the place of each rejected id: of %s', (_, convert, prefix) => {
    let rejected: readonly string[] = [];
    try {
      convert();
    } catch (error) {
      rejected = (error as InvalidInputs).all.map(({ argument }) => argument);
    }
    expect(rejected).toEqual([`${prefix}videoIds.1`, `${prefix}videoIds.3`]);
  });
});
