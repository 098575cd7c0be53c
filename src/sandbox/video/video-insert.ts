/** A video comes into being when its file has arrived. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import { type ChannelName, channelNames } from '../seed/video/channel.ts';
import { ids } from '../seed/ids.ts';
import { buildVideo } from '../seed/video/video.ts';
import { rfc3339 } from '../time.ts';
import { videoState } from './state.ts';
import { serializeVideo } from './video.ts';
import {
  checkLocalizations,
  checkSnippet,
  checkStatus,
  videoDefaults,
  type Snippet,
  type Status,
} from './video-update.ts';

/** What a video has that nobody described. */
const untitled = { title: 'unknown', categoryId: '22' };

const described = ({ body }: ApiCall): Snippet => ({
  ...untitled,
  ...(body['snippet'] as Partial<Snippet> | undefined),
});

export function checkVideoInsert(call: ApiCall): void {
  const { parts, body } = call;
  if (parts.has('snippet')) checkSnippet(described(call));
  if (parts.has('status')) checkStatus(body['status'] as Status | undefined);
  checkLocalizations(call, undefined);
}

export const insertVideo: Handler = (call) => {
  const { simulation, user, operation, body, parts, media } = call;
  if (!media || media.size === 0)
    throw new ApiError(400, 'mediaBodyRequired', { domain: 'youtube.video' });
  const { videos } = videoState(simulation);
  const id = stableId(`video ${videos.size} ${media.sha256}`, 11);
  const channel = channelNames.find((name: ChannelName) => ids.channel[name] === user.channelId)!;
  const video = buildVideo(simulation, {
    id,
    channel,
    title: untitled.title,
    age: 0,
    seconds: 0,
    description: '',
    categoryId: untitled.categoryId,
  });
  replaceParts(operation, video, { ...body, snippet: described(call) }, parts, videoDefaults);
  video.snippet.publishedAt = rfc3339(simulation.now());
  video.status = { ...video.status, uploadStatus: 'uploaded' };
  video.fileDetails = { fileSize: String(media.size) };
  video.processingDetails = { processingStatus: 'processing' };
  videos.set(id, video);
  return serializeVideo(call, video);
};
