/** Fields of files about their content: size, checksums, names, thumbnail and media metadata. */
import type { drive_v3 } from '@googleapis/drive';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { fields, computed } from '../../../engine/schema/field/path-field.ts';
import { ClientEncryptionDetails } from '../encryption/type.ts';
import { exportFormats } from '../content/export-link.ts';
import { ContentRestriction } from '../restriction/type.ts';
import { GeoPoint } from '../../shared/geo-point.ts';
import { files } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';

type ImageMetadata = NonNullable<drive_v3.Schema$File['imageMediaMetadata']>;
type VideoMetadata = NonNullable<drive_v3.Schema$File['videoMediaMetadata']>;

const ImageMediaMetadata = builder
  .objectType<ImageMetadata>('ImageMediaMetadata', 'FileImageMediaMetadata')
  .implement({
    description:
      'Metadata of an image: its size, and the Exif data of a photo. Fields without data are null.',
    fields: (t) => ({
      ...fields(t, {
        width: 'The width of the image. Pixels.',
        height: 'The height of the image. Pixels.',
        rotation:
          'The number of clockwise rotations by 90 degrees that show the image in its original orientation.',
        location: [GeoPoint, 'The place where the photo was taken.'],
        cameraMake: 'The manufacturer of the camera.',
        cameraModel: 'The model name of the camera.',
        lens: 'The name of the lens.',
        aperture: 'The aperture as an f-number.',
        maxApertureValue: 'The smallest f-number of the lens at the focal length used.',
        focalLength: 'The focal length. Millimeters.',
        isoSpeed: 'The sensitivity of the sensor as an ISO value, for example 200.',
        exposureBias: 'The exposure compensation. APEX units.',
        exposureMode: 'The exposure mode, for example `Auto exposure`.',
        meteringMode: 'The metering mode, for example `CenterWeightedAverage`.',
        whiteBalance: 'The white balance mode.',
        flashUsed: 'Whether the flash was fired.',
        sensor: 'The type of the sensor.',
        colorSpace: 'The color space of the photo, for example `sRGB`.',
        subjectDistance: 'The distance to the subject. Meters.',
        takenAt: [
          'The date and time when the photo was taken, as in the Exif data: local time of the camera, without a time zone, for example `2026:01:31 18:04:05`.',
          { rest: 'time' },
        ],
      }),
      exposure: computed(
        t,
        'Duration',
        {
          paths: ['exposureTime'],
          // A number can be as small as 1e-7, which is no duration.
          compute: ({ exposureTime }) =>
            exposureTime == null ? null : `PT${exposureTime.toFixed(9).replace(/\.?0+$/, '')}S`,
        },
        'The length of the exposure, for example `PT0.005S`. REST field: `exposureTime`.',
      ),
    }),
  });

const VideoMediaMetadata = builder
  .objectType<VideoMetadata>('VideoMediaMetadata', 'FileVideoMediaMetadata')
  .implement({
    description:
      'Metadata of a video. Available when Google Drive has processed the video after an upload.',
    fields: (t) => ({
      ...fields(t, {
        width: 'The width of the video. Pixels.',
        height: 'The height of the video. Pixels.',
      }),
      duration: durationAt(
        t,
        'durationMillis',
        { unit: 'ms', operation: files.get },
        'The duration of the video. REST field: `durationMillis`.',
      ),
    }),
  });

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
