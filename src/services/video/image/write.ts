/** Images of videos and channels: thumbnails, banners, watermarks. */
import type { youtube_v3 } from '@googleapis/youtube';
import { noNeeds } from '../../../engine/read/needs.ts';
import { action } from '../../../engine/write/action.ts';
import { answeredId } from '../../../engine/write/answered-id.ts';
import type { Change } from '../../../engine/write/change.ts';
import { Conflict } from '../../../engine/write/update/conditional-write.ts';
import { PartlyDone } from '../../../engine/write/partly-done.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import { replaceParts } from '../../../engine/write/update/replace-parts.ts';
import { Paths } from '../../../engine/read/path.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { channelBanners, channels, thumbnails, watermarks } from '../operations.ts';
import { restCountOf } from '../../../engine/schema/type/duration.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { mapChecked } from '../../../engine/schema/write/invalid-inputs.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes } from '../../../engine/schema/write/write-input.ts';
import { nullOnFailure } from '../../../engine/schema/write/write-payload.ts';
import type { FileSpec } from '../../../engine/schema/write/write-spec.ts';
import { imageOf } from '../../../engine/schema/upload/check.ts';
import type { UploadKind } from '../../../engine/schema/upload/create.ts';
import { fileSettings, uploadFileOf } from '../../../engine/schema/upload/upload-file.ts';
import { openUpload } from '../../../engine/write/insert/open-upload.ts';
import { UploadSession } from '../../shared/upload-session.ts';
import { channelReplaceRules } from '../channel/write.ts';
import { Channel, Video } from '../resources.ts';
import { WatermarkCorner } from '../../shared/youtube/enums.ts';
import { WatermarkStart } from '../../shared/youtube/enums.ts';

const image = (description: string): FileSpec => ({ description, required: true, read: imageOf });

const ownVideo = 'The video: a global id or a YouTube id. Owner only.';

const setVideoThumbnail = write('setVideoThumbnail', {
  description:
    'Upload a custom thumbnail of a video. Owner only; YouTube must have enabled custom thumbnails for the channel. Of a Short, wait until `processingDetails.processingStatus` is `SUCCEEDED`: before, YouTube may not apply the image.',
  operation: thumbnails.set,
  target: Video,
  id: ownVideo,
  file: image(
    'The image: PNG or JPEG. YouTube accepts at most 50 MB, but the files of a request to the gateway have at most 16 MB by default; send larger files with `createUploadSession`.',
  ),
  strategy: action({
    answer: {
      read: (answer, { key }) => {
        const sizes = (answer as youtube_v3.Schema$ThumbnailSetResponse).items?.[0];
        return sizes ? { id: key[0]!, snippet: { thumbnails: sizes } } : null;
      },
      paths: Paths.of('id', 'snippet.thumbnails'),
    },
  }),
  result: 'The video with the new thumbnails.',
});

/** A thumbnail as a kind of `createUploadSession`. */
export const thumbnailUpload: UploadKind = {
  description: 'A thumbnail of a video that is too large for `setVideoThumbnail`.',
  typeName: 'VideoThumbnailUploadInput',
  typeDescription: 'A thumbnail of a video and its file. For Shorts, see `setVideoThumbnail`.',
  upload: write('uploadVideoThumbnail', {
    description: 'Create an upload session for a thumbnail of a video.',
    operation: thumbnails.set,
    target: Video,
    id: ownVideo,
    strategy: openUpload({ session: UploadSession.resource, file: uploadFileOf }),
    settings: fileSettings('`image/png` or `image/jpeg`', '52,428,800 (50 MiB)'),
    resultType: UploadSession,
  }),
};

const bannerImage = image(
  'The image: PNG or JPEG, at most 6 MB, 16:9, at least 2,048 x 1,152 pixels. Devices show different sections of the image.',
);

/**
 * Uploads a banner image and returns its URL. The upload may be retried: each call creates a new
 * URL and has no other effect.
 */
async function uploadBanner({ execution, file }: WriteRequest): Promise<string> {
  const { url } = await execution.send(
    channelBanners.insert,
    { body: undefined },
    { file, idempotent: true },
  );
  return answeredId(channelBanners.insert, url);
}

const uploadChannelBanner = write('uploadChannelBanner', {
  description:
    'Upload a banner image without changing a channel. `setChannelBanner` uploads an image and sets the banner.',
  operation: channelBanners.insert,
  target: Channel,
  file: bannerImage,
  strategy: action({ run: async (request) => ({ extra: await uploadBanner(request) }) }),
  fields: (t) => ({
    url: field(t, {
      type: 'URL',
      description: nullOnFailure('The URL of the uploaded image, for the banner of a channel.'),
      needs: noNeeds,
      resolve: ({ extra }: { readonly extra?: unknown }) => extra ?? null,
    }),
  }),
});

const replaceChannelParts = replaceParts(channelReplaceRules);

/** @throws PartlyDone for a failure after the upload: the image exists, but is not the banner */
function throwPartlyDone(error: unknown): never {
  if (!(error instanceof UpstreamError || error instanceof Conflict)) throw error;
  const steps = { done: [channelBanners.insert.key], remaining: [channels.update.key] };
  throw new PartlyDone(steps, error);
}

const setChannelBanner = write('setChannelBanner', {
  description:
    'Upload an image and use it as the banner of the channel. Other branding settings keep their values. Error `PARTLY_DONE` if a step after the upload fails; the channel is then unchanged.',
  operation: channelBanners.insert,
  target: Channel,
  id: "The caller's channel: a global id or a YouTube id.",
  file: bannerImage,
  strategy: action({
    alsoCalls: [channels.list, channels.update],
    run: async (request) => {
      const url = await uploadBanner(request);
      const path = 'brandingSettings.image.bannerExternalUrl';
      const changed = [{ argument: 'file', path, apply: () => url }];
      const update = { ...request, operation: channels.update, changes: changed, file: undefined };
      return replaceChannelParts.run(update).catch(throwPartlyDone);
    },
  }),
  result: 'The channel with the new banner.',
});

const WatermarkTimingInput = inputObject(
  'WatermarkTimingInput',
  'The period in which a watermark is displayed.',
  {
    type: [required(WatermarkStart), 'The reference point of the offset.'],
    offset: [
      required('Duration'),
      'The time from the reference point to the appearance of the watermark. A whole number of milliseconds.',
    ],
    duration: [
      'Duration',
      'The time for which the watermark is displayed. A whole number of milliseconds, at least one. Default: until the end of the video.',
    ],
  },
);

type Timing = typeof WatermarkTimingInput.$inferType;

/** The durations in the request. YouTube refuses a `durationMs` of 0, met on 2026-09-16. */
const timingCounts = {
  offset: { path: 'timing.offsetMs', min: 0n },
  duration: { path: 'timing.durationMs', min: 1n },
} as const;

/**
 * The change of the timing to the numbers of the REST API.
 * @throws InvalidInput for a duration that is no number of milliseconds
 */
function timingChange(timing: Timing, argument: string): Partial<Change> {
  const set = (['offset', 'duration'] as const).flatMap((name) => {
    const value = timing[name];
    return value == null ? [] : [{ argument: `${argument}.${name}`, ...timingCounts[name], value }];
  });
  const counts = mapChecked(set, ({ argument: part, path, min, value }) => [
    path.replace('timing.', ''),
    restCountOf(value, part, { unit: 'ms', type: 'uint64', min }),
  ]);
  const sent = { type: timing.type, ...Object.fromEntries(counts) };
  return {
    apply: () => sent,
    parts: set.map(({ argument: part, path, value }) => ({
      argument: part,
      path,
      apply: () => value,
    })),
  };
}

const setWatermark = write('setWatermark', {
  description: 'Show a watermark in all videos of a channel. Replaces the previous watermark.',
  operation: watermarks.set,
  target: Channel,
  id: "The caller's channel: a global id or a YouTube id.",
  file: image('The image: PNG or JPEG, at most 10 MB, square.'),
  strategy: action(),
  input: changes(watermarks.set, {
    // The reference requires it. Without it YouTube shows the image throughout: a public program
    // sent an empty body, and found so on 2026-09-16.
    timing: [
      WatermarkTimingInput,
      'timing',
      'The period in which the watermark is displayed. Default: chosen by YouTube.',
      { change: (timing, argument) => (timing === null ? {} : timingChange(timing, argument)) },
    ],
    position: [
      WatermarkCorner,
      'position',
      'The corner of the video. YouTube ignores it.',
      {
        // Page of watermarks, read 2026-11-30.
        deprecated: 'The watermark is always at the top right.',
        convert: (corner) => ({ type: 'corner', cornerPosition: corner }),
      },
    ],
    targetChannelId: [
      'The channel that the watermark links to: a global id or a YouTube id. Default: the channel of the videos.',
      { references: Channel },
    ],
  }),
  result: 'The channel of the videos. The watermark itself cannot be read.',
});

const unsetWatermark = write('unsetWatermark', {
  description: 'Remove the watermark from all videos of a channel.',
  operation: watermarks.unset,
  target: Channel,
  id: "The caller's channel: a global id or a YouTube id.",
  strategy: action(),
  result: 'The channel of the videos.',
});

export const imageWrites = [
  setVideoThumbnail,
  uploadChannelBanner,
  setChannelBanner,
  setWatermark,
  unsetWatermark,
];
