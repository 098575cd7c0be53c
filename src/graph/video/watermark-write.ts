/** The picture that a channel shows inside its videos. */
import type { youtube_v3 } from '@googleapis/youtube';
import { InvalidInput } from '../../upstream/error.ts';
import { watermarks } from '../../upstream/video/index.ts';
import { naming } from '../error-path.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { pictureOf } from '../upload/check.ts';
import type { UploadedFile } from '../upload/file.ts';
import { Channel } from './resource.ts';

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

interface NewWatermark {
  readonly channelId: string;
  readonly file: UploadedFile;
  readonly timing?: {
    readonly type: 'offsetFromStart' | 'offsetFromEnd';
    readonly offsetMs: string;
    readonly durationMs?: string | null;
  } | null;
  readonly position?: string | null;
  readonly targetChannelId?: string | null;
}

function bodyOf({
  timing,
  position,
  targetChannelId,
}: NewWatermark): youtube_v3.Schema$InvideoBranding {
  for (const name of ['offsetMs', 'durationMs'] as const)
    if (timing?.[name]?.startsWith('-'))
      throw new InvalidInput(`timing.${name}`, 'a length of time is not negative');
  return {
    ...(timing && {
      timing: {
        type: timing.type,
        offsetMs: timing.offsetMs,
        ...(timing.durationMs == null ? {} : { durationMs: timing.durationMs }),
      },
    }),
    ...(position != null && { position: { type: 'corner', cornerPosition: position } }),
    ...(targetChannelId != null && {
      targetChannelId: refFrom(Channel.resource, targetChannelId, 'targetChannelId').key[0]!,
    }),
  };
}

mutation('setWatermark', {
  description:
    'Shows a picture in all videos of a channel, in place of the one before. Viewers get to a channel by it.',
  operations: [watermarks.set],
  inputDescription: 'The picture, and where and when to show it.',
  input: (t) => ({
    channelId: t.id({ required: true, description: 'Your own channel.' }),
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'PNG or JPEG of at most 10 MB, square; shown small.',
    }),
    timing: t.field({
      type: WatermarkTiming,
      description: 'When it is shown; left out, upstream chooses.',
    }),
    position: t.field({
      type: WatermarkCorner,
      description: 'Where it stands; upstream takes the upper right alone nowadays.',
    }),
    targetChannelId: t.id({
      description: 'The channel that it leads to; left out, the one whose videos show it.',
    }),
  }),
  node: ['channel', Channel, 'The channel whose videos show it from now on.'],
  run: async (input: NewWatermark, execution) => {
    const ref = refFrom(Channel.resource, input.channelId, 'channelId');
    const channelId = ref.key[0]!;
    const body = bodyOf(input);
    await naming(
      channelId,
      execution.send(
        watermarks.set,
        { channelId, body },
        { file: pictureOf(watermarks.set, input.file) },
      ),
    );
    execution.invalidate();
    return { ref };
  },
});

mutation('unsetWatermark', {
  description: 'Takes the watermark out of the videos of a channel.',
  operations: [watermarks.unset],
  inputDescription: 'Whose watermark to take away.',
  input: (t) => ({ channelId: t.id({ required: true, description: 'The channel, your own.' }) }),
  node: ['channel', Channel, 'The channel whose videos show no watermark any more.'],
  run: async ({ channelId: id }: { channelId: string }, execution) => {
    const ref = refFrom(Channel.resource, id, 'channelId');
    await naming(ref.key[0]!, execution.send(watermarks.unset, { channelId: ref.key[0]! }));
    execution.invalidate();
    return { ref };
  },
});
