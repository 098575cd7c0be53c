/** Images of videos and channels: thumbnails, banners, watermarks. */
import type { youtube_v3 } from '@googleapis/youtube';
import { noNeeds } from '../../data/read/needs.ts';
import { action } from '../../data/write/action.ts';
import { Conflict } from '../../data/write/conditional-write.ts';
import { PartlyDone } from '../../data/write/partly-done.ts';
import type { WriteRequest } from '../../data/write/strategy.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import { Paths } from '../../data/read/path.ts';
import { InvalidInput, upstreamError, UpstreamError } from '../../upstream/error.ts';
import { channelBanners, channels, thumbnails, watermarks } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { field } from '../field/field-factory.ts';
import { write } from '../field/write.ts';
import { changes } from '../field/write-input.ts';
import type { FileSpec } from '../field/write-spec.ts';
import { imageOf } from '../upload/check.ts';
import { channelReplaceRules } from './channel-write.ts';
import { Channel, Video } from './resource.ts';

const image = (description: string): FileSpec => ({ description, required: true, read: imageOf });

const setVideoThumbnail = write('setVideoThumbnail', {
  description:
    'Gives a video a picture of its own in place of one the service took from it. The channel has to be allowed to.',
  inputDescription: 'Which video, and its picture.',
  operation: thumbnails.set,
  target: Video,
  id: { argument: 'videoId', description: 'A video of your own.' },
  file: image('PNG or JPEG of at most 2 MB; 1280 x 720 is what the largest size shows.'),
  strategy: action({
    answer: {
      read: (answer, { key }) => {
        const sizes = (answer as youtube_v3.Schema$ThumbnailSetResponse).items?.[0];
        return sizes ? { id: key[0]!, snippet: { thumbnails: sizes } } : null;
      },
      paths: Paths.of('id', 'snippet.thumbnails'),
    },
  }),
  result: ['video', 'The video with its new picture.'],
});

const bannerImage = image(
  'PNG or JPEG of at most 6 MB, 16:9 and at least 2048 x 1152; devices show cuttings of it.',
);

/** Each upload creates a URL of its own and nothing else, so it may be repeated. */
async function uploadBanner({ execution, file }: WriteRequest): Promise<string> {
  const { url } = await execution.send(
    channelBanners.insert,
    { body: undefined },
    { file, idempotent: true },
  );
  if (url == null) throw upstreamError(channelBanners.insert, 'UPSTREAM_INVALID');
  return url;
}

const uploadChannelBanner = write('uploadChannelBanner', {
  description:
    'Uploads a picture for a banner and changes no channel yet: `setChannelBanner` does all of it.',
  inputDescription: 'The picture to upload.',
  operation: channelBanners.insert,
  target: Channel,
  file: bannerImage,
  strategy: action({ run: async (request) => ({ extra: await uploadBanner(request) }) }),
  fields: (t) => ({
    url: field(t, {
      type: 'URL',
      description: "Where the picture is kept: an update of the channel's banner takes it.",
      needs: noNeeds,
      resolve: ({ extra }: { readonly extra?: unknown }) => extra ?? null,
    }),
  }),
});

const replaceChannelParts = replaceParts(channelReplaceRules);

/** The image is uploaded: after a later failure it exists without being the banner. */
function bannerNotShown(error: unknown): never {
  if (!(error instanceof UpstreamError || error instanceof Conflict)) throw error;
  const steps = { done: [channelBanners.insert.key], remaining: [channels.update.key] };
  throw new PartlyDone(steps, error);
}

const setChannelBanner = write('setChannelBanner', {
  description:
    'Gives a channel another banner: uploads the picture, reads how the channel presents itself, and writes that again with the new picture. Nothing else of it changes. Where the last step fails, the channel stays as it was.',
  inputDescription: 'Which channel, and its banner.',
  operation: channelBanners.insert,
  target: Channel,
  id: { argument: 'channelId', description: 'Your own channel.' },
  file: bannerImage,
  strategy: action({
    alsoCalls: [channels.list, channels.update],
    run: async (request) => {
      const url = await uploadBanner(request);
      const path = 'brandingSettings.image.bannerExternalUrl';
      const changed = [{ argument: 'file', path, apply: () => url }];
      const update = { ...request, operation: channels.update, changes: changed, file: undefined };
      return replaceChannelParts.run(update).catch(bannerNotShown);
    },
  }),
  result: ['channel', 'The channel with its new banner.'],
});

const WatermarkStart = enumeration(
  'WatermarkStart',
  'From where the time of a watermark is counted.',
  {
    offsetFromStart: 'From the first picture of a video.',
    offsetFromEnd: 'Back from its last.',
  },
);

const WatermarkCorner = enumeration('WatermarkCorner', 'Where in the picture a watermark stands.', {
  topLeft: 'Above, on the left.',
  topRight: 'Above, on the right.',
  bottomLeft: 'Below, on the left.',
  bottomRight: 'Below, on the right.',
});

const WatermarkTiming = builder.inputType('WatermarkTiming', {
  description: 'When a watermark is shown.',
  fields: (t) => ({
    type: t.field({
      type: WatermarkStart,
      required: true,
      description: 'Which end of a video the offset belongs to.',
    }),
    offsetMs: t.field({
      type: 'BigInt',
      required: true,
      description: 'Milliseconds between that end and the appearance of the picture.',
    }),
    durationMs: t.field({
      type: 'BigInt',
      description: 'For how many milliseconds; left out, for as long as the video runs.',
    }),
  }),
});

interface Timing {
  readonly type: string;
  readonly offsetMs: string;
  readonly durationMs?: string | null | undefined;
}

/** @throws InvalidInput for a negative time */
function timingOf({ type, offsetMs, durationMs }: Timing, argument: string): object {
  for (const [name, value] of Object.entries({ offsetMs, durationMs }))
    if (value?.startsWith('-')) throw new InvalidInput(`${argument}.${name}`, 'is negative');
  return { type, offsetMs, ...(durationMs == null ? {} : { durationMs }) };
}

const setWatermark = write('setWatermark', {
  description:
    'Shows a picture in all videos of a channel, in place of the one before. Viewers get to a channel by it.',
  inputDescription: 'The picture, and where and when to show it.',
  operation: watermarks.set,
  target: Channel,
  id: { argument: 'channelId', description: 'Your own channel.' },
  file: image('PNG or JPEG of at most 10 MB, square; shown small.'),
  strategy: action(),
  input: changes(watermarks.set, {
    timing: [
      WatermarkTiming,
      'timing',
      'When it is shown; left out, upstream chooses.',
      { convert: timingOf },
    ],
    position: [
      WatermarkCorner,
      'position',
      'Where it stands; upstream takes the upper right alone nowadays.',
      { convert: (corner) => ({ type: 'corner', cornerPosition: corner }) },
    ],
    targetChannelId: [
      'ID',
      'targetChannelId',
      'The channel that it leads to; left out, the one whose videos show it.',
      { references: Channel },
    ],
  }),
  result: ['channel', 'The channel whose videos show it from now on.'],
});

const unsetWatermark = write('unsetWatermark', {
  description: 'Takes the watermark out of the videos of a channel.',
  inputDescription: 'Whose watermark to take away.',
  operation: watermarks.unset,
  target: Channel,
  id: { argument: 'channelId', description: 'The channel, your own.' },
  strategy: action(),
  result: ['channel', 'The channel whose videos show no watermark any more.'],
});

export const imageWrites = [
  setVideoThumbnail,
  uploadChannelBanner,
  setChannelBanner,
  setWatermark,
  unsetWatermark,
];
