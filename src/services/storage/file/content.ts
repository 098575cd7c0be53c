/** Fields of files about their content: size, checksums, names, thumbnail and media metadata. */
import type { drive_v3 } from '@googleapis/drive';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { ClientEncryptionDetails } from '../encryption/type.ts';
import { exportFormats } from '../content/export-link.ts';
import { ImageMediaMetadata, VideoMediaMetadata } from './media-metadata.ts';
import { ContentRestriction } from '../restriction/type.ts';

export const contentFields = (
  t: FieldBuilder<drive_v3.Schema$File>,
): Readonly<Record<string, Field>> => ({
  ...fields(t, {
    size: 'The size of the content. Bytes. Null for folders and shortcuts.',
    originalFilename:
      'The name of the file at the time of the upload. Null for files without binary content.',
    fileExtension:
      'The last extension of the file name, for example `gz`. Null for files without binary content.',
    fullFileExtension:
      'All extensions of the file name, for example `tar.gz`. Null for files without binary content.',
    md5Checksum: 'The MD5 checksum of the content. Null for files without binary content.',
    sha1Checksum: 'The SHA-1 checksum of the content. Null for files without binary content.',
    sha256Checksum: 'The SHA-256 checksum of the content. Null for files without binary content.',
    headRevisionId: 'The id of the current revision. Null for files without binary content.',
    quotaBytesUsed: 'The storage quota that the file and its kept revisions use. Bytes.',
    hasThumbnail: 'Whether the file has a thumbnail.',
    thumbnailLink: [
      'URL',
      'The URL of a thumbnail of the content. Expires after some hours. Null if the file has no thumbnail.',
    ],
    thumbnailVersion: 'The version of the thumbnail. Changes whenever the thumbnail changes.',
    webContentLink: [
      'URL',
      'The URL that downloads the content in a browser. Null for files without binary content.',
    ],
    imageMediaMetadata: [
      ImageMediaMetadata,
      'The size and the Exif data of an image. Null for other files.',
    ],
    videoMediaMetadata: [
      VideoMediaMetadata,
      'The size and the duration of a video. Null for other files, and while the video is processed.',
    ],
    clientEncryptionDetails: [
      ClientEncryptionDetails,
      'The client-side encryption of the content. Null for files without client-side encryption.',
    ],
    contentRestrictions: [
      [ContentRestriction],
      'The restrictions that make the content read-only. Null or empty without restrictions.',
      { maxItems: 1 },
    ],
  }),
  exportFormats: exportFormats(
    t,
    'The MIME types that the file can be exported to. Null for files other than documents of the Google editors.',
  ),
});
