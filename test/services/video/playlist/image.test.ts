/** The images of a playlist. */
import { expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

const images = (token?: string) =>
  studio.query(
    'query ($id: ID!) { playlist(id: $id) { images { nodes { imageId type width playlist { title } } } } }',
    { id: ids.playlist.localized },
    token,
  );

it('are listed for the owner, until one is deleted', async () => {
  const all = (await images()).data.playlist.images.nodes;
  expect(all).toMatchObject([
    { imageId: ids.playlistImage.wide, type: 'hero', width: 2048 },
    { imageId: ids.playlistImage.small, type: 'hero', width: 512 },
  ]);
  const { data } = await studio.query(
    'mutation ($id: ID!) { deletePlaylistImage(input: { id: $id }) { errors { code } } }',
    { id: ids.playlistImage.wide },
  );
  expect(data.deletePlaylistImage.errors).toEqual([]);
  expect((await images()).data.playlist.images.nodes).toEqual(all.slice(1));
});

it('are refused to others', async () => {
  const { data, errors } = await images('studio-guest');
  expect(data.playlist.images).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});

it('of up to 50 MB are taken by an upload session, and larger ones refused before any call', async () => {
  const open = (contentLength: string) =>
    studio.query(
      'mutation ($image: PlaylistImageUpload!) { createUploadSession(input: { playlistImage: $image }) { uploadSession { id } errors { code path } } }',
      { image: { playlistId: ids.playlist.empty, contentType: 'image/png', contentLength } },
    );
  expect((await open('52428800')).data.createUploadSession.errors).toEqual([]);
  const before = studio.calls().length;
  expect((await open('52428801')).data.createUploadSession.errors).toEqual([
    { code: 'INVALID_INPUT', path: ['playlistImage', 'contentLength'] },
  ]);
  expect(studio.calls()).toHaveLength(before);
});
