/** A video comes into being when its file has arrived. */
import type { Call, Handler } from '../handler.ts';
import { code } from '../random.ts';
import { refuse } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import { type ChannelName, channelNames } from '../seed/video/channel.ts';
import { ids } from '../seed/ids.ts';
import { videoOf } from '../seed/video/video.ts';
import { rfc3339 } from '../world.ts';
import { videoState } from './state.ts';
import { showVideo } from './video.ts';
import {
  checkLocalizations,
  checkSnippet,
  checkStatus,
  defaults,
  type Snippet,
  type Status,
} from './video-update.ts';

/** What a video has that nobody described. */
const untitled = { title: 'unknown', categoryId: '22' };

const described = ({ body }: Call): Snippet => ({
  ...untitled,
  ...(body['snippet'] as Partial<Snippet> | undefined),
});

export function checkNewVideo(call: Call): void {
  const { parts, body } = call;
  if (parts.has('snippet')) checkSnippet(described(call));
  if (parts.has('status')) checkStatus(body['status'] as Status | undefined);
  checkLocalizations(call, undefined);
}

export const insertVideo: Handler = (call) => {
  const { world, user, operation, body, parts, media } = call;
  if (!media || media.size === 0)
    return refuse(400, 'mediaBodyRequired', { domain: 'youtube.video' });
  const { videos } = videoState(world);
  const id = code(`video ${videos.size} ${media.sha256}`, 11);
  const channel = channelNames.find((name: ChannelName) => ids.channel[name] === user.channelId)!;
  const video = videoOf(world, {
    id,
    channel,
    title: untitled.title,
    age: 0,
    seconds: 0,
    description: '',
    categoryId: untitled.categoryId,
  });
  replaceParts(operation, video, { ...body, snippet: described(call) }, parts, defaults);
  video.snippet.publishedAt = rfc3339(world.now());
  video.status = { ...video.status, uploadStatus: 'uploaded' };
  video.fileDetails = { fileSize: String(media.size) };
  video.processingDetails = { processingStatus: 'processing' };
  videos.set(id, video);
  return showVideo(call, video);
};
