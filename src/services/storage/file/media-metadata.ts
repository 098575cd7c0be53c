/** Metadata of images and videos that Google Drive reads from their content. */
import type { drive_v3 } from '@googleapis/drive';
import { GeoPoint } from '../../shared/geo-point.ts';
import { files } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';

type ImageMetadata = NonNullable<drive_v3.Schema$File['imageMediaMetadata']>;
type VideoMetadata = NonNullable<drive_v3.Schema$File['videoMediaMetadata']>;

export const ImageMediaMetadata = builder
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

export const VideoMediaMetadata = builder
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
