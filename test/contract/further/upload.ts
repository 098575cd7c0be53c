/** Documents about pictures and captions, with their files, for the agreement with the official clients. */
import { globalId } from '../../../src/graph/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { jpeg, png } from '../../support/image.ts';
import type { Document } from './index.ts';

const { trailer } = ids.video;
const caption = (id: string): string => globalId('Caption', [trailer, id]);

const srt = {
  type: 'application/x-subrip',
  bytes: '1\n00:00:00,000 --> 00:00:01,000\nHyvää yötä ♪\n',
};

const withFile = (
  mutation: string,
  input: object,
  file: { readonly type: string; readonly bytes: Uint8Array | string },
): Document => ({
  query: `mutation ($input: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!) { ${mutation}(input: $input) { errors { code } } }`,
  variables: { input: { ...input, file: null } },
  files: { 'input.file': file },
});

export const documents: readonly Document[] = [
  `{ video(id: "${trailer}") { captions { name language } } node(id: "${caption(ids.caption.english)}") { ... on Caption { isCC } } }`,
  withFile('setVideoThumbnail', { videoId: trailer }, { type: 'image/png', bytes: png }),
  withFile('uploadChannelBanner', {}, { type: 'image/png', bytes: png }),
  withFile(
    'setChannelBanner',
    { channelId: ids.channel.studio },
    { type: 'image/jpeg', bytes: jpeg },
  ),
  withFile(
    'setWatermark',
    {
      channelId: ids.channel.studio,
      position: 'TOP_RIGHT',
      timing: { type: 'OFFSET_FROM_START', offsetMs: '500' },
    },
    { type: 'image/png', bytes: png },
  ),
  `mutation { unsetWatermark(input: { channelId: "${ids.channel.studio}" }) { errors { code } } }`,
  withFile('createCaption', { videoId: trailer, language: 'fi', name: 'Suomi' }, srt),
  withFile('updateCaption', { id: caption(ids.caption.draft), isDraft: false }, srt),
  `mutation { updateCaption(input: { id: "${caption(ids.caption.english)}", isDraft: true }) { errors { code } } }`,
  `mutation { deleteCaption(input: { id: "${caption(ids.caption.swedish)}" }) { errors { code } } }`,
];
