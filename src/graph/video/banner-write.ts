/** A channel's banner: the picture goes up first, and its address then into the channel's settings. */
import type { Execution } from '../../data/execution.ts';
import { updateParts } from '../../data/write/update.ts';
import { upstreamError, UpstreamError } from '../../upstream/error.ts';
import { channelBanners, channels } from '../../upstream/video/index.ts';
import type { FileContent } from '../../upstream/upstream.ts';
import { messageOf } from '../error.ts';
import type { InputBuilder } from '../field/change.ts';
import { field } from '../field/field-factory.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { pictureOf } from '../upload/check.ts';
import type { UploadedFile } from '../upload/file.ts';
import { MutationError } from '../user-error.ts';
import { channelRules } from './channel-rule.ts';
import { Channel } from './resource.ts';

const fileInput = (t: InputBuilder) =>
  t.field({
    type: 'Upload',
    required: true,
    description:
      'PNG or JPEG of at most 6 MB, 16:9 and at least 2048 x 1152; devices show cuttings of it.',
  });

/** Another address each time, and nothing else: it may be sent again. */
async function upload(execution: Execution, file: FileContent): Promise<string> {
  const { url } = await execution.send(
    channelBanners.insert,
    { body: undefined },
    { file, idempotent: true },
  );
  if (url == null) throw upstreamError(channelBanners.insert, 'UPSTREAM_INVALID');
  return url;
}

mutation('uploadChannelBanner', {
  description:
    'Uploads a picture for a banner and changes no channel yet: `setChannelBanner` does all of it.',
  operations: [channelBanners.insert],
  inputDescription: 'The picture to upload.',
  input: (t) => ({ file: fileInput(t) }),
  also: (t) => ({
    url: field(t, {
      type: 'URL',
      description: "Where the picture is kept: an update of the channel's banner takes it.",
      needs: {},
      resolve: ({ also }: { readonly also?: unknown }) => also ?? null,
    }),
  }),
  run: async ({ file }: { file: UploadedFile }, execution) => ({
    also: await upload(execution, pictureOf(channelBanners.insert, file)),
  }),
});

/** The picture is up: what fails from here on leaves that behind. */
function partly(error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error;
  const { code, failure } = error;
  const shown =
    failure.outcome === 'UNKNOWN'
      ? 'nobody knows whether the channel shows it'
      : 'the channel does not show it';
  throw new MutationError(
    'PARTLY_DONE',
    `The picture is uploaded, and ${shown}: ${messageOf(failure)}`,
    {
      reason: failure.reason ?? code,
      done: [channelBanners.insert.key],
      remaining: [channels.update.key],
    },
  );
}

mutation('setChannelBanner', {
  description:
    'Gives a channel another banner: uploads the picture, reads how the channel presents itself, and writes that again with the new picture. Nothing else of it changes. Where the last step fails, the channel stays as it was.',
  operations: [channelBanners.insert, channels.list, channels.update],
  inputDescription: 'Which channel, and its banner.',
  input: (t) => ({
    channelId: t.id({ required: true, description: 'Your own channel.' }),
    file: fileInput(t),
  }),
  node: ['channel', Channel, 'The channel with its new banner.'],
  run: async ({ channelId, file }: { channelId: string; file: UploadedFile }, execution) => {
    const ref = refFrom(Channel.resource, channelId, 'channelId');
    const url = await upload(execution, pictureOf(channelBanners.insert, file));
    const changes = [
      { argument: 'file', path: 'brandingSettings.image.bannerExternalUrl', apply: () => url },
    ];
    return { ref: await updateParts(execution, { ...channelRules, ref, changes }).catch(partly) };
  },
});
