/** The seeded videos, images and other files of a production. */
import { ids } from '../ids.ts';
import type { FileName, FilePlan } from './file-plan.ts';

const { ben, chloe } = ids.person;
const megabyte = 1_000_000;

/** @param more further fields of the plan */
const video = (
  id: FileName,
  name: string,
  { megabytes, seconds }: { readonly megabytes: number; readonly seconds: number },
  more: Partial<FilePlan> = {},
): FilePlan => ({
  id,
  name,
  mimeType: 'video/mp4',
  in: 'footage',
  size: megabytes * megabyte,
  ...more,
  fields: {
    ...more.fields,
    videoMediaMetadata: { width: 3840, height: 2160, durationMillis: `${seconds * 1000}` },
  },
});

/** The files in the folder `footage`. */
export const footage: readonly FilePlan[] = [
  video('introTake1', 'intro_take1.mp4', { megabytes: 4, seconds: 38 }),
  video(
    'introTake2',
    'intro_take2.mp4',
    { megabytes: 405, seconds: 36 },
    {
      starred: true,
      fields: { appProperties: { videoId: ids.video.trailer } },
    },
  ),
  video(
    'harborAerial',
    'Harbor aerial (drone) 4K.mp4',
    { megabytes: 1_940, seconds: 184 },
    { share: [{ to: ben, role: 'reader' }] },
  ),
  video(
    'nightTimelapse',
    'Night time-lapse.mov',
    { megabytes: 2_650, seconds: 61 },
    { mimeType: 'video/quicktime' },
  ),
  video(
    'interviewRaw',
    'Interview – raw – ñ.mp4',
    { megabytes: 6_300, seconds: 1_905 },
    { owner: chloe },
  ),
  video('colorGrade', 'Color grade v3.mp4', { megabytes: 3_120, seconds: 322 }),
  video('oldCut', 'Old cut (do not use).mp4', { megabytes: 880, seconds: 300 }, { trashed: true }),
  {
    id: 'soundBed',
    name: 'Sound bed.wav',
    mimeType: 'audio/wav',
    in: 'footage',
    size: 96 * megabyte,
  },
  {
    id: 'drone',
    name: 'Drone flight log.csv',
    mimeType: 'text/csv',
    in: 'footage',
    size: 18_750,
    text: 'altitude,heading,battery',
  },
];

/** The Exif data of a photo. */
const exif = {
  time: '2026:01:31 08:04:05',
  location: { latitude: 57.7, longitude: 11.9, altitude: 14 },
  cameraMake: 'Nordsken',
  cameraModel: 'Nordsken N7',
  lens: 'Nordsken 35mm F1.8',
  exposureTime: 0.004,
  aperture: 5.6,
  maxApertureValue: 1.8,
  focalLength: 35,
  isoSpeed: 200,
  exposureBias: 0.5,
  exposureMode: 'Auto exposure',
  meteringMode: 'CenterWeightedAverage',
  whiteBalance: 'Auto white balance',
  flashUsed: false,
  sensor: 'One-chip color area sensor',
  colorSpace: 'sRGB',
  subjectDistance: 12,
};

/** @param more further fields of the plan; its `fields` are Exif data */
const image = (
  id: FileName,
  name: string,
  {
    size,
    width,
    height,
  }: { readonly size: number; readonly width: number; readonly height: number },
  more: Partial<FilePlan> = {},
): FilePlan => ({
  id,
  name,
  mimeType: /\.jpe?g$/.test(name) ? 'image/jpeg' : 'image/png',
  in: 'thumbnails',
  size,
  ...more,
  fields: { imageMediaMetadata: { width, height, rotation: 0, ...more.fields } },
});

/** The files in the folder `thumbnails`. */
export const images: readonly FilePlan[] = [
  image('launchThumbnail', 'launch-thumbnail.png', { size: 1_204_800, width: 1280, height: 720 }),
  image('trailerThumbnail', 'trailer-thumbnail.png', { size: 980_224, width: 1280, height: 720 }),
  image(
    'posterDraft',
    'Poster draft ✏️.png',
    { size: 5_120_000, width: 2000, height: 3000 },
    {
      share: [{ to: ben, role: 'writer' }],
    },
  ),
  image(
    'channelBanner',
    'channel-banner.jpg',
    { size: 2_310_400, width: 2560, height: 1440 },
    { fields: exif },
  ),
  image('logo', 'Logo.png', { size: 48_128, width: 512, height: 512 }),
];
