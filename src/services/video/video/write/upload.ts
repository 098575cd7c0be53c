/** Uploads of videos: first the metadata, then the bytes to the URL of the session. */
import { openUpload } from '../../../../engine/write/insert/open-upload.ts';
import { videos } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { changes, parameters } from '../../../../engine/schema/write/write-input.ts';
import { UploadSession } from '../../../shared/upload-session.ts';
import { fileSettings, uploadFileOf } from '../../../../engine/schema/upload/upload-file.ts';
import { checkNewVideo, newVideoParameters, videoRows } from './input.ts';
import { Video } from '../../resources.ts';

const createVideo = write('createVideo', {
  description:
    'Create an upload session for a new video. YouTube creates the video when the last byte has been sent to `uploadSession.uploadUrl`.',
  inputDescription: 'Input of `createVideo`: the metadata of the video and the type of the file.',
  operation: videos.insert,
  target: Video,
  strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
  input: changes(videos.insert, videoRows),
  parameters: parameters(videos.insert, newVideoParameters),
  settings: fileSettings('`video/*` or `application/octet-stream`', '274,877,906,944 (256 GiB)'),
  validate: checkNewVideo,
  result: 'The upload session that receives the file.',
  resultType: UploadSession,
});

export const videoUploadWrites = [createVideo];
