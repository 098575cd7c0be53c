/** The images of a playlist. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { jpeg, png } from '../../../support/page/image.ts';

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
    { imageId: ids.playlistImage.wide, type: 'HERO', width: 2048 },
    { imageId: ids.playlistImage.small, type: 'HERO', width: 512 },
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

const { wide } = ids.playlistImage;
const playlistId = ids.playlist.localized;
const storedHash = () => videoState(studio.sandbox.simulation()).playlistImages.get(wide)!.sha256;
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('are replaced by one call, and keep their ids', async () => {
  const { data } = await studio.upload({
    document:
      'mutation ($input: UpdatePlaylistImageInput!) { updatePlaylistImage(input: $input) { playlistImage { imageId type width playlistId } errors { code } } }',
    variables: { input: { id: wide, playlistId, file: null } },
    files: { 'input.file': { type: 'image/jpeg', bytes: jpeg } },
  });
  expect(data.updatePlaylistImage).toEqual({
    playlistImage: { imageId: wide, type: 'HERO', width: 2048, playlistId },
    errors: [],
  });
  expect(storedHash()).toBe(hashOf(jpeg));
  expect(studio.operations()).toEqual(['video:playlistImages.update']);
});

const open = (playlistImage: object) =>
  studio.query(
    'mutation ($playlistImage: PlaylistImageUploadInput!) { createUploadSession(input: { playlistImage: $playlistImage }) { uploadSession { id uploadUrl } errors { code path } } }',
    { playlistImage },
  );

it('are replaced by the file of an upload session', async () => {
  const { data } = await open({ existing: { id: wide, playlistId, contentType: 'image/png' } });
  const { uploadUrl } = data.createUploadSession.uploadSession;
  expect((await fetch(uploadUrl, { method: 'PUT', body: png })).status).toBe(200);
  expect(storedHash()).toBe(hashOf(png));
});

it.each(['new', 'existing'])(
  'of up to 50 MB are taken by an upload session (%s), and larger ones refused before any call',
  async (kind) => {
    const target = { playlistId, ...(kind === 'existing' && { id: wide }) };
    const openFor = (contentLength: string) =>
      open({ [kind]: { ...target, contentType: 'image/png', contentLength } });
    expect((await openFor('52428800')).data.createUploadSession.errors).toEqual([]);
    const before = studio.calls().length;
    expect((await openFor('52428801')).data.createUploadSession.errors).toEqual([
      { code: 'INVALID_INPUT', path: ['playlistImage', kind, 'contentLength'] },
    ]);
    expect(studio.calls()).toHaveLength(before);
  },
);
