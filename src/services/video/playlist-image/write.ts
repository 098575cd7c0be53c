/** Writes of images of playlists. A file comes with the request, or through an upload session. */
import { imageOf } from '../../../engine/schema/upload/check.ts';
import type { UploadKind } from '../../../engine/schema/upload/create.ts';
import { fileSettings, uploadFileOf } from '../../../engine/schema/upload/upload-file.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import type { FileSpec } from '../../../engine/schema/write/write-spec.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { action } from '../../../engine/write/action.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { openUpload } from '../../../engine/write/insert/open-upload.ts';
import { UploadSession } from '../../shared/upload-session.ts';
import { playlistImages } from '../operations.ts';
import { Playlist, PlaylistImage } from '../resources.ts';

const file: FileSpec = {
  description:
    'The image: PNG or JPEG, square. YouTube accepts at most 50 MB, but the files of a request to the gateway have at most 16 MB by default; send larger files with `createUploadSession`.',
  required: true,
  read: imageOf,
};

const newImage = changes(playlistImages.insert, {
  playlistId: ['The playlist: a global id or a YouTube id. Owner only.', { references: Playlist }],
});

const replacedImage = changes(playlistImages.update, {
  playlistId: [
    required('ID'),
    'snippet.playlistId',
    'The playlist of the image: a global id or a YouTube id. Owner only.',
    { references: Playlist },
  ],
});

const replacedId = 'The image to replace: a global id or a YouTube id. Owner of the playlist only.';

const newReasons = {
  forbidden: 'snippet.playlistId',
  playlistNotFound: 'snippet.playlistId',
} as const;

const replacedReasons = { playlistNotFound: 'snippet.playlistId' } as const;

/** The only type that YouTube documents. */
const setType = ({ snippet }: { snippet?: { type?: string | null } }): void => {
  snippet!.type = 'hero';
};

const createPlaylistImage = write('createPlaylistImage', {
  description:
    'Upload an image for a playlist. If the response is lost, check whether the image exists before you repeat the mutation.',
  operation: playlistImages.insert,
  target: PlaylistImage,
  strategy: insert({ answerSelected: true }),
  input: newImage,
  file,
  adjust: setType,
  reasons: newReasons,
  result: 'The new image.',
});

const updatePlaylistImage = write('updatePlaylistImage', {
  description: 'Replace the file of an image of a playlist.',
  operation: playlistImages.update,
  target: PlaylistImage,
  id: replacedId,
  strategy: action({ answersEntity: true }),
  input: replacedImage,
  file,
  adjust: setType,
  reasons: replacedReasons,
  result: 'The image with the new file.',
});

const deletePlaylistImage = write('deletePlaylistImage', {
  description:
    'Delete an image of a playlist permanently. The playlist then shows the thumbnail of its first video again.',
  operation: playlistImages.delete,
  target: PlaylistImage,
  id: 'The image to delete: a global id or a YouTube id. Owner of the playlist only.',
});

export const playlistImageWrites = [createPlaylistImage, updatePlaylistImage, deletePlaylistImage];

const uploadSettings = fileSettings('`image/png` or `image/jpeg`', '52,428,800 (50 MiB)');

const uploadNewImage = write('uploadNewPlaylistImage', {
  description: 'Create an upload session for a new image of a playlist.',
  operation: playlistImages.insert,
  target: PlaylistImage,
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: newImage,
  settings: uploadSettings,
  adjust: setType,
  reasons: newReasons,
  resultType: UploadSession,
});

const uploadReplacedImage = write('uploadPlaylistImageFile', {
  description: 'Create an upload session for a new file of an image of a playlist.',
  operation: playlistImages.update,
  target: PlaylistImage,
  id: replacedId,
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: replacedImage,
  settings: uploadSettings,
  adjust: setType,
  reasons: replacedReasons,
  resultType: UploadSession,
});

/** Uploads of images of playlists as a kind of `createUploadSession`. */
export const playlistImageUpload: UploadKind = {
  description:
    'An image of a playlist that is too large for `createPlaylistImage` or `updatePlaylistImage`.',
  typeName: 'PlaylistImageUploadInput',
  typeDescription: 'The target of an upload of an image: a new image or an existing one.',
  upload: {
    new: {
      description: 'Create an image of a playlist.',
      typeName: 'NewPlaylistImageUploadInput',
      typeDescription: 'A new image of a playlist and its file.',
      upload: uploadNewImage,
    },
    existing: {
      description: 'Replace the file of an image of a playlist.',
      typeName: 'PlaylistImageFileUploadInput',
      typeDescription: 'A new file for an image of a playlist.',
      upload: uploadReplacedImage,
    },
  },
};
